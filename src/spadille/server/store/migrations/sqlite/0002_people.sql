-- Cookies name the epoch they were made in; a new epoch signs out everywhere.
ALTER TABLE guest ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

-- An account is a guest with a username and a password; the id stays.
CREATE TABLE account (
    person_id TEXT NOT NULL PRIMARY KEY,
    username TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    skeleton TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    banned TEXT
) WITHOUT ROWID;

CREATE TABLE setting (
    person_id TEXT NOT NULL PRIMARY KEY,
    body BLOB NOT NULL
) WITHOUT ROWID;

-- What one person has declared about another: buddy, block or mute.
CREATE TABLE tie (
    made INTEGER PRIMARY KEY,
    person_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    other_id TEXT NOT NULL,
    UNIQUE (person_id, kind, other_id)
);

CREATE INDEX tie_other ON tie (other_id, kind);

-- Personal tokens. Only the SHA-256 of a secret is kept.
CREATE TABLE token (
    id TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL,
    digest BLOB NOT NULL UNIQUE,
    label TEXT NOT NULL,
    scopes TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
) WITHOUT ROWID;

CREATE INDEX token_person ON token (person_id);

-- The time of a line is its key: it never repeats at a table, and its gaps tell nobody
-- of whispers between others, as gaps in a count would.
CREATE TABLE chat_line (
    table_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    sender_id TEXT,
    to_id TEXT,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, at)
) WITHOUT ROWID;

CREATE INDEX chat_sender ON chat_line (sender_id);

CREATE TABLE report (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    reporter_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    table_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    lines BLOB NOT NULL,
    handled INTEGER NOT NULL DEFAULT 0
);
