-- The secret of the cookies, by its name; in a data directory it is a file of its own,
-- and stands here only in a backup.
CREATE TABLE secret (
    name TEXT NOT NULL PRIMARY KEY,
    body BLOB NOT NULL
) WITHOUT ROWID;
