SELECT set_config('zsc.tenant', 'acme', false)
SELECT set_config('zsc.tenant', current_setting('zsc.tenant') || '-2', false) AS new, set_config('search_path', 'public, pg_catalog', true) AS sp, current_setting('search_path') AS now_
SELECT current_setting('zsc.tenant') AS t, current_setting('search_path') AS sp
SELECT set_config('zsc.a', 'x' || 'y', false), current_setting('zsc.a'), set_config('zsc.a', current_setting('zsc.a') || 'z', false), current_setting('zsc.a')
SELECT set_config('zsc.a', upper(current_setting('zsc.a')), false) || '!' AS shown, length(set_config('zsc.b', repeat('k', 3), false)) AS n
SELECT current_setting('zsc.a'), current_setting('zsc.b')
SELECT set_config('zsc.n', (1 + 2)::text, false), set_config('zsc.n', (current_setting('zsc.n')::int + 1)::text, false)
SELECT current_setting('zsc.n')
SELECT set_config('zsc.n', 5, false)
SELECT set_config('zsc.n', NULL::text || 'x', false), current_setting('zsc.n')
SELECT set_config('work_mem', '4096', true), current_setting('work_mem')
SELECT current_setting('work_mem') = '4096kB', current_setting('work_mem')
SELECT set_config('work_mem', (8 * 1024)::text, false), current_setting('work_mem')
SELECT set_config('work_mem', 'much' || 'more', false)
SELECT current_setting('work_mem')
RESET work_mem
BEGIN
SELECT set_config('zsc.local', current_setting('zsc.tenant') || '/local', true), current_setting('zsc.local')
SELECT current_setting('zsc.local')
COMMIT
SELECT current_setting('zsc.local', true) = ''
SELECT concat(set_config('zsc.a', '1', false), set_config('zsc.a', current_setting('zsc.a') || '2', false), current_setting('zsc.a'))
SELECT set_config('zsc.a', '1', false) IS NULL, current_setting('zsc.a') || set_config('zsc.a', '2', false) || current_setting('zsc.a')
SELECT set_config('zsc.a', '1', false) || (1 / 0)::text
SELECT current_setting('zsc.a')
SELECT set_config('zsc.div', (1 / 0)::text, false)
SELECT set_config('timezone', 'Asia/' || 'Tokyo', false), current_setting('timezone')
SHOW timezone
RESET timezone
