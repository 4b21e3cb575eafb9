-- Options of indexes, and the names of the indexes that LIKE copies.
CREATE TABLE io_t (a int, b text, c text[])
CREATE INDEX io_f ON io_t (a) WITH (fillfactor = 70)
CREATE INDEX io_b ON io_t USING brin (a) WITH (pages_per_range = 32, autosummarize = on)
CREATE UNIQUE INDEX io_u ON io_t (lower(b)) INCLUDE (a) WITH (fillfactor = 50) WHERE a > 5
CREATE INDEX io_ops ON io_t (b text_pattern_ops)
CREATE INDEX io_coll ON io_t (b COLLATE "C")
CREATE INDEX io_e ON io_t ((a + 1), b)
CREATE INDEX io_d ON io_t (a DESC)
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'io_t' ORDER BY 1
CREATE TABLE io_like (LIKE io_t INCLUDING INDEXES)
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'io_like' ORDER BY 1
CREATE MATERIALIZED VIEW io_mv AS SELECT a FROM io_t
ALTER MATERIALIZED VIEW io_mv RENAME COLUMN a TO aa
