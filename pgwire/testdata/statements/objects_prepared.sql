-- The types of the parameters of what a session has prepared: an array of names of types.
PREPARE obpr_a(int, text) AS SELECT $1, $2
PREPARE obpr_b AS SELECT 1
PREPARE obpr_c(numeric(10,2), timestamptz) AS SELECT $1, $2
SELECT name, parameter_types FROM pg_prepared_statements ORDER BY name
SELECT name, parameter_types::text FROM pg_prepared_statements ORDER BY name
SELECT name, statement, parameter_types FROM pg_prepared_statements ORDER BY name
SELECT name, statement, parameter_types::text FROM pg_prepared_statements ORDER BY name
SELECT name, statement, parameter_types, from_sql FROM pg_catalog.pg_prepared_statements p WHERE p.name = 'obpr_a'
SELECT name, unnest(parameter_types) FROM pg_prepared_statements WHERE name = 'obpr_a'
SELECT name, unnest(parameter_types)::text FROM pg_prepared_statements ORDER BY 1, 2
SELECT name, unnest(parameter_types)::oid FROM pg_prepared_statements ORDER BY 1, 2
SELECT parameter_types[1], parameter_types[2]::text FROM pg_prepared_statements ORDER BY name
SELECT parameter_types::oid[] FROM pg_prepared_statements ORDER BY name
SELECT parameter_types = '{int,text}'::regtype[] FROM pg_prepared_statements ORDER BY name
SELECT name FROM pg_prepared_statements WHERE 'text'::regtype = ANY (parameter_types)
SELECT name FROM pg_prepared_statements WHERE parameter_types[1] = 'int4'::regtype
SELECT name, cardinality(parameter_types), array_length(parameter_types, 1) FROM pg_prepared_statements ORDER BY name
SELECT array_to_string(parameter_types, ', ') FROM pg_prepared_statements ORDER BY name
SELECT json_build_object('name', name, 'types', parameter_types) FROM pg_prepared_statements ORDER BY name
SELECT q.t FROM (SELECT name, parameter_types AS t FROM pg_prepared_statements) q ORDER BY q.name
WITH q AS (SELECT name, parameter_types AS t FROM pg_prepared_statements) SELECT name, t::text FROM q ORDER BY name
SELECT parameter_types FROM pg_prepared_statements WHERE name = 'obpr_a' UNION ALL SELECT '{bool}'::regtype[]
SELECT coalesce(parameter_types, '{}') FROM pg_prepared_statements ORDER BY name
SELECT pg_typeof(parameter_types) FROM pg_prepared_statements WHERE name = 'obpr_a'
SELECT name, t FROM pg_prepared_statements, unnest(parameter_types) t ORDER BY 1, 2
SELECT name, t::text FROM pg_prepared_statements CROSS JOIN LATERAL unnest(parameter_types) AS u(t) ORDER BY 1, 2
SELECT name FROM (SELECT * FROM pg_prepared_statements) q ORDER BY 1
SELECT name, parameter_types FROM (SELECT * FROM pg_prepared_statements) q ORDER BY 1
SELECT count(*) FROM (SELECT * FROM pg_prepared_statements) q
SELECT name, parameter_types, relname FROM pg_prepared_statements JOIN pg_class ON oid = 'pg_class'::regclass ORDER BY 1
DEALLOCATE obpr_a
DEALLOCATE obpr_b
DEALLOCATE obpr_c
SELECT name, parameter_types FROM pg_prepared_statements WHERE name LIKE 'obpr%'
