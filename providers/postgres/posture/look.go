// Package posture tells what the role of a DSN could do at a PostgreSQL server if nothing
// held it back, and writes the script of a role that can do no more than it needs.
//
//	look.go       [Look]: the checks that the server's version knows, in one query
//	unheld.go     [LookUnheld]: whether row-level security holds the login
//	checks.go     the checks: what each risk is, and the SQL that finds it
//	version.go    what a server's version tells: corrections that it lacks, its last day
//	role.go       [Role.Script]: the SQL of a least-privilege role
//	source.go     [ReadSource]: what a server tells for that script
package posture

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Look returns what the role of a connection could do beyond its needs. advice tells how to get a better
// role.
func Look(ctx context.Context, pg *pgconn.PgConn, advice string) (posture providers.Posture, err error) {
	role, err := query.All(ctx, pg, "SELECT session_user")
	if err != nil {
		return posture, err
	}
	told := pg.ParameterStatus("server_version")
	posture.Role = role[0][0]
	posture.Version, _, _ = strings.Cut(told, " ")
	v, known := parseVersion(told)
	if pg.ParameterStatus("crdb_version") != "" {
		v, known = serverVersion{}, false // the server names the version of PostgreSQL that it resembles
	}
	found, err := look(ctx, pg, v, advice, &posture)
	if err != nil {
		return posture, err
	}
	if found[superuser].Code != "" {
		found = map[string]providers.Risk{superuser: found[superuser]} // the rest follows from it
	}
	for _, c := range checks {
		if r, ok := found[c.code]; ok {
			posture.Risks = append(posture.Risks, r)
		}
	}
	if !known {
		posture.Unknown = append(posture.Unknown, outdated)
		return posture, nil
	}
	posture.Risks = append(posture.Risks, v.risks(time.Now())...)
	return posture, nil
}

// look runs the checks for a server of that version: all in one query. If the server does
// not understand that query, it is sent the checks one by one.
func look(ctx context.Context, pg *pgconn.PgConn, v serverVersion, advice string, posture *providers.Posture) (map[string]providers.Risk, error) {
	var parts []string
	var due []check
	for _, c := range checks {
		if v.major == 0 || v.major >= c.since {
			part := c.query()
			if c.code != superuser {
				part += unlessSuperuser
			}
			due, parts = append(due, c), append(parts, part)
		}
	}
	found := map[string]providers.Risk{}
	lines, err := query.All(ctx, pg, query.Qualify(mineSQL+strings.Join(parts, "\nUNION ALL\n")))
	if err == nil {
		return found, take(found, lines, advice)
	}
	for _, c := range due {
		if !onlyRefused(err) {
			return nil, err
		}
		if lines, err = query.All(ctx, pg, query.Qualify(mineSQL+c.query())); err != nil {
			posture.Unknown = append(posture.Unknown, c.code)
			continue
		}
		if err := take(found, lines, advice); err != nil {
			return nil, err
		}
	}
	if !onlyRefused(err) {
		return nil, err
	}
	return found, nil
}

// onlyRefused reports whether a query succeeded, or failed by an error of this query alone. Then the server may
// still answer another query.
func onlyRefused(err error) bool {
	var server *pgconn.PgError
	return err == nil || errors.As(err, &server) && !query.EndsSession(server) && server.Code != string(sqlstate.QueryCanceled)
}

// take turns lines of code, count and names (JSON) into risks.
func take(found map[string]providers.Risk, lines [][]string, advice string) error {
	for _, line := range lines {
		count := query.Number(line[1])
		if count == 0 {
			continue
		}
		var names []*string
		if err := json.Unmarshal([]byte(line[2]), &names); err != nil {
			return fmt.Errorf("posture %s: %w", line[0], err)
		}
		for _, c := range checks {
			if c.code != line[0] {
				continue
			}
			r := providers.Risk{Code: c.code, What: c.what, Count: count, Advice: c.advice, Writing: c.writing}
			for _, n := range names {
				if n != nil {
					r.Names = append(r.Names, *n)
				}
			}
			if r.Advice == "" {
				r.Advice = advice
			}
			found[c.code] = r
		}
	}
	return nil
}
