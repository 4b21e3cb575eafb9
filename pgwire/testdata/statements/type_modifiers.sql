-- Types as format_type and pg_typeof show them.
SELECT format_type(1043, 14), format_type(1043, 3), format_type(1043, 4), format_type(1043, -1), format_type(1043, 0), format_type(1043, NULL)
SELECT format_type(1042, 14), format_type(1042, 4), format_type(1042, 3), format_type(1042, -1), format_type(1042, NULL), format_type(1042, 0)
SELECT format_type(1700, 655366), format_type(1700, 4), format_type(1700, 3), format_type(1700, 0), format_type(1700, -1), format_type(1700, NULL), format_type(1700, 655360), format_type(1700, 1), format_type(1700, 2147483647), format_type(1700, 327682)
SELECT format_type(1114, 3), format_type(1114, 0), format_type(1114, -1), format_type(1114, NULL), format_type(1114, 7), format_type(1184, 3), format_type(1184, 0), format_type(1083, 2), format_type(1266, 2), format_type(1266, 0)
SELECT format_type(1186, 3), format_type(1186, 0), format_type(1186, -1), format_type(1186, NULL), format_type(1186, 2147418115), format_type(1186, 268435459), format_type(1186, 7340035), format_type(1186, 458751), format_type(1186, 196607)
SELECT format_type(1186, (4 << 16) + 65535), format_type(1186, (6 << 16) + 65535), format_type(1186, (2 << 16) + 65535), format_type(1186, (8 << 16) + 65535), format_type(1186, (1024 << 16) + 65535), format_type(1186, (2048 << 16) + 65535), format_type(1186, (4096 << 16) + 65535), format_type(1186, (4096 << 16) + 3), format_type(1186, (7176 << 16) + 3)
SELECT format_type(1560, 5), format_type(1560, 0), format_type(1560, -1), format_type(1560, NULL), format_type(1562, 5), format_type(1562, 0), format_type(1562, -1), format_type(1562, NULL)
SELECT format_type(23, 5), format_type(23, 0), format_type(25, 7), format_type(18, 3), format_type(19, 4), format_type(16, 1), format_type(701, 3)
SELECT format_type(1015, 14), format_type(1014, 14), format_type(1231, 655366), format_type(1115, 3), format_type(1187, 3), format_type(1561, 3), format_type(1563, 3), format_type(1007, 3)
SELECT format_type(0, 1), format_type(0, NULL), format_type(NULL, 1), format_type(99999, 1), format_type(99999, NULL), format_type(99999, -1)
SELECT format_type(2249, NULL), format_type(705, 3), format_type(2287, NULL), format_type(22, NULL), format_type(30, NULL), format_type(2205, NULL), format_type(2278, NULL)
SELECT pg_typeof(CASE WHEN true THEN 'a'::char(3) END), pg_typeof(CASE WHEN true THEN 'a'::char(3) ELSE 'b' END), pg_typeof(CASE WHEN true THEN 'a'::char(3) ELSE 'b'::text END), pg_typeof(CASE WHEN true THEN 'a'::char(3) ELSE 'b'::varchar END), pg_typeof(CASE WHEN true THEN 'a'::char(3) ELSE 'b'::char(5) END)
SELECT pg_typeof(coalesce('a'::char(3), 'b')), pg_typeof(coalesce('a'::char(3), 'b'::char(2))), pg_typeof(nullif('a'::char(3), 'b')), pg_typeof(greatest('a'::char(3), 'b')), pg_typeof(coalesce('a'::varchar(3), 'b')), pg_typeof(CASE WHEN true THEN 'a'::varchar(3) ELSE 'b' END), pg_typeof(CASE WHEN true THEN 'a'::varchar ELSE 'b'::text END)
CREATE TABLE tm_pt (c char(3), v varchar(5), t text, n name, q "char")
INSERT INTO tm_pt VALUES ('a', 'b', 'c', 'd', 'e')
SELECT pg_typeof(CASE WHEN true THEN c END), pg_typeof(CASE WHEN true THEN c ELSE 'x' END), pg_typeof(CASE WHEN true THEN c ELSE v END), pg_typeof(CASE WHEN true THEN v ELSE c END), pg_typeof(CASE WHEN true THEN c ELSE t END), pg_typeof(CASE WHEN true THEN n ELSE v END) FROM tm_pt
SELECT pg_typeof(coalesce(c, 'x')), pg_typeof(coalesce(v, 'x')), pg_typeof(coalesce(c, v)), pg_typeof(coalesce(v, c)), pg_typeof(nullif(c, 'x')), pg_typeof(nullif(v, 'x')), pg_typeof(greatest(c, 'x')), pg_typeof(c || 'x'), pg_typeof(max(c)), pg_typeof(max(v)), pg_typeof(coalesce(n, 'x')), pg_typeof(coalesce(q, 'x')) FROM tm_pt GROUP BY 1,2,3,4,5,6,7,8,11,12
SELECT pg_typeof(max(c)), pg_typeof(max(v)), pg_typeof(min(n)), pg_typeof(array_agg(c)), pg_typeof(array_agg(v)) FROM tm_pt
SELECT pg_typeof(ARRAY[c]), pg_typeof(ARRAY[v]), pg_typeof(ARRAY[c, 'x']), pg_typeof(ROW(c)), pg_typeof((SELECT c FROM tm_pt)), pg_typeof(upper(c)), pg_typeof(c::text) FROM tm_pt
SELECT format_type(1186, 2147418115), format_type(1186, 268435459), format_type(1186, 458751), format_type(1186, 196607)
SELECT format_type(1186, 0)
SELECT format_type(1186, 7340035)
SELECT format_type(1186, -1), format_type(1186, NULL), format_type(1186, -5)
SELECT format_type(1015, 14), format_type(1014, 14), format_type(1231, 655366), format_type(1115, 3), format_type(1561, 3), format_type(1563, 3), format_type(1007, 3), format_type(1009, 3), format_type(1187, 2147418115)
SELECT format_type(1014, -1), format_type(1014, NULL), format_type(1561, -1), format_type(1561, NULL), format_type(1042, -2), format_type(1560, -2), format_type(1043, -5)
SELECT format_type('pg_class'::regtype, 4), format_type('pg_class'::regtype, NULL), format_type(2950, 3), format_type(1082, 3), format_type(114, 2), format_type(1700, 2052)
