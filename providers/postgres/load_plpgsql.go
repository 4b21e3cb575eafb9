package postgres

import "github.com/sallyportdb/sallyport/providers"

// plpgsqlSQL spells out users' functions in PL/pgSQL but for those of triggers,
// which no statement calls. The language is the server's own, and not another one
// of that name.
const plpgsqlSQL = `
SELECT p.oid, pg_catalog.pg_get_functiondef(p.oid)
FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_language l ON l.oid = p.prolang JOIN pg_catalog.pg_proc h ON h.oid = l.lanplcallfoid
WHERE p.oid >= 16384 AND p.prokind = 'f' AND l.lanname = 'plpgsql' AND h.prosrc = 'plpgsql_call_handler' AND h.probin = '$libdir/plpgsql'
  AND p.prorettype NOT IN ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
ORDER BY p.oid`

// loadPLpgSQL tells what users' functions in PL/pgSQL run.
func (l *loader) loadPLpgSQL() {
	l.each(plpgsqlSQL, func(v []string) {
		if f := l.called(v[0]); v[1] != "" {
			f.Hidden = append(f.Hidden, providers.Hidden{What: "body of " + f.Schema + "." + f.Name, PLpgSQL: v[1]})
		}
	})
}
