CREATE TABLE game_table (
    id TEXT NOT NULL PRIMARY KEY,
    host_id TEXT NOT NULL,
    made_at INTEGER NOT NULL
) WITHOUT ROWID;

-- The logs. The two unique keys are the whole safety argument: no number and no order
-- can be written twice, whoever writes.
CREATE TABLE event (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    order_id TEXT,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

CREATE UNIQUE INDEX event_order ON event (table_id, order_id) WHERE order_id IS NOT NULL;

-- An index of who sits where; the truth is in the logs.
CREATE TABLE seat (
    taken INTEGER PRIMARY KEY,
    person_id TEXT NOT NULL,
    table_id TEXT NOT NULL,
    UNIQUE (person_id, table_id)
);

CREATE TABLE guest (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    avatar TEXT NOT NULL
) WITHOUT ROWID;
