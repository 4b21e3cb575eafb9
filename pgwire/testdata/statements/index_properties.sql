-- Properties of indexes, and privileges that objects have at first.
CREATE TABLE ip_t (a int PRIMARY KEY, b int, c int, UNIQUE (b, c))
CREATE INDEX ip_y ON ip_t (c DESC, b NULLS FIRST)
CREATE INDEX ip_h ON ip_t USING hash (c)
CREATE INDEX ip_i ON ip_t (b) INCLUDE (c)
SELECT p, pg_index_column_has_property('ip_y'::regclass, 1, p), pg_index_column_has_property('ip_y'::regclass, 2, p), pg_index_column_has_property('ip_y'::regclass, 3, p), pg_index_has_property('ip_y'::regclass, p) FROM unnest(ARRAY['asc', 'desc', 'nulls_first', 'nulls_last', 'orderable', 'distance_orderable', 'returnable', 'search_array', 'search_nulls', 'clusterable', 'index_scan', 'bitmap_scan', 'backward_scan', 'can_order', 'can_unique', 'can_multi_col', 'can_exclude', 'can_include', 'bogus', 'ASC', NULL]) p
SELECT p, pg_index_column_has_property('ip_h'::regclass, 1, p), pg_index_has_property('ip_h'::regclass, p) FROM unnest(ARRAY['asc', 'desc', 'nulls_first', 'nulls_last', 'orderable', 'distance_orderable', 'returnable', 'search_array', 'search_nulls', 'clusterable', 'index_scan', 'bitmap_scan', 'backward_scan']) p
SELECT p, pg_index_column_has_property('ip_i'::regclass, 1, p), pg_index_column_has_property('ip_i'::regclass, 2, p) FROM unnest(ARRAY['asc', 'desc', 'nulls_first', 'nulls_last', 'orderable', 'distance_orderable', 'returnable', 'search_array', 'search_nulls', 'clusterable', 'index_scan', 'bitmap_scan', 'backward_scan']) p
SELECT p, pg_index_column_has_property('ip_t_pkey'::regclass, 1, p), pg_index_has_property('ip_t_pkey'::regclass, p), pg_index_column_has_property('ip_t_b_c_key'::regclass, 2, p) FROM unnest(ARRAY['asc', 'desc', 'nulls_last', 'clusterable', 'index_scan']) p
SELECT pg_index_column_has_property('ip_y'::regclass, 1, 'desc'), pg_index_column_has_property('ip_y'::regclass, 0, 'asc'), pg_index_column_has_property('ip_y'::regclass, 2, 'asc'), pg_index_column_has_property('ip_t'::regclass, 1, 'asc'), pg_index_column_has_property(0, 1, 'asc')
SELECT pg_index_has_property('ip_t'::regclass, 'clusterable'), pg_index_has_property(0, 'clusterable'), pg_index_has_property('ip_y'::regclass, NULL)
SELECT a.amname, p, pg_indexam_has_property(a.oid, p) FROM pg_am a, unnest(ARRAY['can_order', 'can_unique', 'can_multi_col', 'can_exclude', 'can_include', 'asc', 'bogus']) p ORDER BY 1, 2
SELECT i.relname, a.attname, pg_index_column_has_property(i.oid, a.attnum, 'desc') FROM pg_class i JOIN pg_attribute a ON a.attrelid = i.oid WHERE i.relname LIKE 'ip\_%' AND i.relkind = 'i' ORDER BY 1, a.attnum
SELECT acldefault('r', 10), acldefault('c', 10), acldefault('s', 10), acldefault('d', 10), acldefault('f', 10)
SELECT acldefault('l', 10), acldefault('n', 10), acldefault('t', 10), acldefault('F', 10), acldefault('S', 10), acldefault('T', 10), acldefault('p', 10)
SELECT acldefault('L', 10)
SELECT acldefault('x', 10)
SELECT acldefault(NULL, 10), acldefault('r', NULL)
SELECT acldefault('r', 99999)
SELECT array_length(acldefault('r', 10), 1), pg_typeof(acldefault('r', 10))
SELECT (aclexplode(acldefault('r', 10))).privilege_type
SELECT * FROM aclexplode(acldefault('f', 10))
SELECT * FROM aclexplode('{postgres=r*w/postgres,=U/postgres}'::aclitem[])
SELECT * FROM aclexplode(NULL)
SELECT relname, relacl IS NULL, coalesce(relacl, acldefault('r', relowner)) FROM pg_class WHERE relname = 'ip_t'
SELECT c.relname, x.privilege_type, x.grantee::regrole, x.is_grantable FROM pg_class c, aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) x WHERE c.relname = 'ip_t' ORDER BY 2
SELECT nspname, coalesce(nspacl, acldefault('n', nspowner)) FROM pg_namespace WHERE nspname = 'pg_toast'
