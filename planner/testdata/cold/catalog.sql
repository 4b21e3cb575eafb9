SELECT c.oid, n.nspname, c.relname, c.relkind, pg_catalog.pg_get_userbyid(c.relowner) AS owner,
       CASE WHEN c.relkind IN ('r', 'p') THEN pg_catalog.pg_table_size(c.oid) END AS size,
       pg_catalog.obj_description(c.oid, 'pg_class') AS description
FROM pg_catalog.pg_class c
     LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_catalog.pg_am am ON am.oid = c.relam
WHERE c.relname OPERATOR(pg_catalog.~) '^(accounts)$' COLLATE pg_catalog.default
      AND n.nspname <> 'pg_catalog' AND n.nspname !~ '^pg_toast'
      AND pg_catalog.pg_table_is_visible(c.oid)
ORDER BY 2, 3
