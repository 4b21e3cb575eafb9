SELECT ROW()

SELECT ROW() IS NULL, ROW() IS NOT NULL

SELECT ROW() = ROW()

SELECT ROW()::text

SELECT pg_typeof(ROW())

SELECT * FROM (SELECT ROW() AS r) s

SELECT row_to_json(ROW()), to_json(ROW())

SELECT ROW(NULL), ROW(1), ROW(ROW())

SELECT count(ROW()) FROM (VALUES (1), (2)) v

SELECT count(DISTINCT ROW())

SELECT coalesce(ROW(), ROW())

SELECT ARRAY[ROW(), ROW()]

SELECT json_agg(ROW())
