-- The secret of the cookies, by its name: all nodes share it.
CREATE TABLE secret (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    body BYTEA NOT NULL
);

-- One run of one server. Its row outlives it for a while, so that its id is never used again.
CREATE TABLE node (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    address TEXT COLLATE "C" NOT NULL,
    expires TIMESTAMPTZ NOT NULL,
    draining BOOLEAN NOT NULL DEFAULT FALSE,
    unroutable BOOLEAN NOT NULL DEFAULT FALSE
);

-- Who owns which table. The epoch only grows; no node: nobody owns it.
CREATE TABLE ownership (
    table_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    node TEXT COLLATE "C",
    epoch BIGINT NOT NULL,
    awake BOOLEAN NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX ownership_node ON ownership (node) WHERE awake;
