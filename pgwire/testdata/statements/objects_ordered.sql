-- Objects in arrays, vectors.
SELECT * FROM unnest('{text,int4,bool,date}'::regtype[]) ORDER BY 1
SELECT * FROM unnest('{pg_type,pg_class,pg_attribute}'::regclass[]) AS u ORDER BY u
SELECT u FROM unnest('{pg_type,pg_class,pg_attribute}'::regclass[]) AS u (u) ORDER BY u DESC
SELECT unnest('{text,int4,bool,date}'::regtype[]) ORDER BY 1
SELECT unnest('{text,int4,bool,date}'::regtype[]) AS x ORDER BY x DESC
SELECT x FROM (SELECT unnest('{text,int4,bool,date}'::regtype[])) t (x) ORDER BY x
SELECT max(x::oid), min(x::oid) FROM unnest('{text,int4,bool,date}'::regtype[]) t (x)
SELECT array_agg(x ORDER BY x) FROM unnest('{text,int4,bool,date}'::regtype[]) t (x)
SELECT x FROM unnest('{text,int4,bool,date}'::regtype[]) t (x) WHERE x > 'int4'::regtype ORDER BY x
SELECT DISTINCT x FROM unnest('{text,int4,bool,date,text}'::regtype[]) t (x) ORDER BY x
SELECT x, count(*) FROM unnest('{text,int4,bool,date,text}'::regtype[]) t (x) GROUP BY x ORDER BY x
SELECT x, row_number() OVER (ORDER BY x) FROM unnest('{text,int4,bool,date}'::regtype[]) t (x) ORDER BY 2
SELECT o, x FROM unnest('{text,int4,bool,date}'::regtype[]) WITH ORDINALITY AS t (x, o) ORDER BY x
CREATE TABLE obu (a int, b int, c int, d text, PRIMARY KEY (a, b), UNIQUE (c))
CREATE INDEX obu_x ON obu (c, d)
SELECT array_append(indkey, 5::int2) FROM pg_index WHERE indrelid = 'obu'::regclass ORDER BY indexrelid::regclass::text
SELECT array_prepend(5::int2, indkey) FROM pg_index WHERE indrelid = 'obu'::regclass ORDER BY indexrelid::regclass::text
SELECT indkey || 5::int2 FROM pg_index WHERE indrelid = 'obu'::regclass ORDER BY indexrelid::regclass::text
SELECT indkey || '{5}' FROM pg_index WHERE indrelid = 'obu'::regclass ORDER BY indexrelid::regclass::text
SELECT array_cat(indkey, indkey) FROM pg_index WHERE indrelid = 'obu'::regclass ORDER BY indexrelid::regclass::text
SELECT array_remove(indkey, 1::int2), array_position(indkey, 2::int2), array_length(indkey, 1), array_lower(indkey, 1), array_upper(indkey, 1), cardinality(indkey), array_ndims(indkey), array_dims(indkey) FROM pg_index WHERE indrelid = 'obu'::regclass ORDER BY indexrelid::regclass::text
SELECT indkey[0], indkey[1], indkey[0:0], indkey[:1] FROM pg_index WHERE indrelid = 'obu'::regclass ORDER BY indexrelid::regclass::text
SELECT k[0] FROM (SELECT indkey AS k, indexrelid FROM pg_index WHERE indrelid = 'obu'::regclass) t ORDER BY indexrelid::regclass::text
SELECT array_length(k, 1), 1 = ANY (k), k::text FROM (SELECT indkey AS k, indexrelid FROM pg_index WHERE indrelid = 'obu'::regclass) t ORDER BY indexrelid::regclass::text
SELECT unnest(k) FROM (SELECT indkey AS k, indexrelid FROM pg_index WHERE indrelid = 'obu'::regclass) t ORDER BY 1
SELECT array_to_string(k, ',') FROM (SELECT indkey AS k, indexrelid FROM pg_index WHERE indrelid = 'obu'::regclass) t ORDER BY indexrelid::regclass::text
SELECT k::int2[] FROM (SELECT indkey AS k, indexrelid FROM pg_index WHERE indrelid = 'obu'::regclass) t ORDER BY indexrelid::regclass::text
SELECT i.k[0], generate_subscripts(i.k, 1) FROM (SELECT indkey AS k, indexrelid FROM pg_index WHERE indrelid = 'obu'::regclass) i ORDER BY indexrelid::regclass::text, 2
WITH i AS (SELECT indexrelid, indrelid, indkey AS keys FROM pg_index WHERE indrelid = 'obu'::regclass) SELECT a.attname FROM i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.keys) ORDER BY indexrelid::regclass::text, attnum
SELECT a.attname FROM (SELECT indexrelid, indrelid, indkey AS keys FROM pg_index WHERE indrelid = 'obu'::regclass) i, unnest(i.keys) WITH ORDINALITY AS u (k, n) JOIN pg_attribute a ON a.attnum = u.k WHERE a.attrelid = i.indrelid ORDER BY indexrelid::regclass::text, n
SELECT array_append(k, 1::int2) FROM (SELECT indkey AS k, indexrelid FROM pg_index WHERE indrelid = 'obu'::regclass) t ORDER BY indexrelid::regclass::text
SELECT array_agg(x) FROM (SELECT unnest(indkey) FROM pg_index WHERE indrelid = 'obu'::regclass ORDER BY 1) t (x)
SELECT t[0]::regtype, array_length(t, 1) FROM (SELECT proargtypes t, oid FROM pg_proc WHERE proname = 'repeat') x
SELECT array_append(proargtypes, 23::oid) FROM pg_proc WHERE proname = 'repeat'
SELECT array_append(proargtypes, 23::oid)::regtype[] FROM pg_proc WHERE proname = 'repeat'
SELECT coalesce(array_to_string(proargtypes::regtype[], ', '), '') FROM pg_proc WHERE proname = 'repeat'
SELECT DISTINCT atttypid::regtype FROM pg_attribute WHERE attrelid = 'pg_class'::regclass ORDER BY 1
SELECT DISTINCT atttypid::regtype AS x FROM pg_attribute WHERE attrelid = 'pg_class'::regclass ORDER BY x
SELECT atttypid::regtype, count(*) FROM pg_attribute WHERE attrelid = 'pg_class'::regclass GROUP BY 1 ORDER BY 1
SELECT atttypid::regtype AS x, count(*) FROM pg_attribute WHERE attrelid = 'pg_class'::regclass GROUP BY x ORDER BY x
SELECT x, count(*) FROM (SELECT atttypid::regtype AS x FROM pg_attribute WHERE attrelid = 'pg_class'::regclass) t GROUP BY x ORDER BY x
SELECT DISTINCT x FROM (SELECT atttypid::regtype AS x FROM pg_attribute WHERE attrelid = 'pg_class'::regclass) t ORDER BY x
SELECT x FROM (SELECT atttypid::regtype AS x FROM pg_attribute WHERE attrelid = 'pg_class'::regclass) t UNION SELECT 'int4'::regtype ORDER BY x
SELECT x, row_number() OVER (ORDER BY x) FROM (SELECT DISTINCT atttypid::regtype AS x FROM pg_attribute WHERE attrelid = 'pg_class'::regclass) t ORDER BY 2
SELECT DISTINCT ON (x) x FROM (SELECT atttypid::regtype AS x FROM pg_attribute WHERE attrelid = 'pg_class'::regclass) t ORDER BY x
SELECT unnest('{text,int4,bool,date}'::regtype[]) ORDER BY 1
SELECT unnest('{text,int4,bool,date}'::regtype[])
SELECT unnest(ARRAY['text'::regtype, 'int4'])
SELECT ARRAY['text'::regtype, 'int4']
SELECT unnest(ARRAY['text'::regtype, 'int4'::regtype])
SELECT x FROM unnest(ARRAY['text'::regtype, 'int4'::regtype]) x ORDER BY x
SELECT r, s FROM unnest('{text,int4}'::regtype[], '{pg_type,pg_class}'::regclass[]) AS u (r, s) ORDER BY r
