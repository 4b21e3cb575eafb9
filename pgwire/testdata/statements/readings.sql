-- Values that are read or shown in other ways than DuckDB's.
CREATE TABLE nm (f1 name, f2 text)
INSERT INTO nm VALUES ('1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890ABCDEFGHIJKLMNOPQRSTUV', 'x')
INSERT INTO nm (f2, f1) SELECT 'y', 'short'
SELECT f1, length(f1) FROM nm ORDER BY 1
UPDATE nm SET f1 = '1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ' WHERE f2 = 'y' RETURNING f1
SELECT exp(-1000::float8)
SELECT exp('-infinity'::float8), exp(1::float8), exp(0::float8)
SELECT '0800:2b01:0203'::macaddr
SELECT '08:00:2b:01:02:03'::macaddr, '08-00-2b-01-02-03'::macaddr, '08002b:010203'::macaddr, '08002b-010203'::macaddr, '0800.2b01.0203'::macaddr, '0800-2b01-0203'::macaddr, '08002b010203'::macaddr
SELECT '08:00:2b:01:02:03:04'::macaddr
SELECT xmlconcat(1, 2)
SELECT xmlconcat('bad', '<syntax')
SELECT xmlconcat('<a/>', NULL, '<b>x</b>')
SELECT xmlconcat(NULL, NULL)
SELECT xmlconcat('<a/>'::xml, xmlelement(name b, 'x'))
SELECT xmlelement(name duplicate, xmlattributes(1 as a, 2 as b, 3 as a))
SELECT xmlelement(name d, xmlattributes(1 as a, 2 as b), 'x')
SELECT '<>' IS NOT DOCUMENT
SELECT '<a/>'::xml IS DOCUMENT, 'abc'::xml IS DOCUMENT
