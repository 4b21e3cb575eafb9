package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// postureLimit bounds one look at what the role could do.
const postureLimit = 10 * time.Second

var _ providers.Examiner = (*Provider)(nil)

// Posture tells what the DSN's role could do if nothing held it back. It has a
// connection of its own for the time, so that a full pool cannot hold it up.
// 08001: the server cannot be reached; 57014: it took too long.
func (p *Provider) Posture(ctx context.Context) (providers.Posture, error) {
	var posture providers.Posture
	err := p.examine(ctx, "posture", func(ctx context.Context, pg *pgconn.PgConn) error {
		role, err := readAll(ctx, pg, "SELECT session_user")
		if err != nil {
			return err
		}
		told := pg.ParameterStatus("server_version")
		posture.Role = role[0][0]
		posture.Version, _, _ = strings.Cut(told, " ")
		v, known := parseVersion(told)
		if pg.ParameterStatus("crdb_version") != "" {
			v, known = serverVersion{}, false // the version of PostgreSQL that it resembles
		}
		found, err := p.look(ctx, pg, v, &posture)
		if err != nil {
			return err
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
			return nil
		}
		posture.Risks = append(posture.Risks, v.risks(time.Now())...)
		return nil
	})
	return posture, err
}

// examine lends f a connection of its own, called by what it is for.
func (p *Provider) examine(ctx context.Context, name string, f func(context.Context, *pgconn.PgConn) error) error {
	if p.closing.Load() {
		return sqlstate.New(sqlstate.AdminShutdown, "source %q is closed", p.options.Name)
	}
	ctx, cancel := context.WithTimeout(ctx, postureLimit)
	defer cancel()
	config := p.catalog.config.Copy()
	config.RuntimeParams["application_name"] = applicationName + ": " + name
	pg, err := pgconn.ConnectConfig(ctx, config)
	if err == nil {
		defer func() {
			end, cancel := context.WithTimeout(context.WithoutCancel(ctx), chore)
			defer cancel()
			_ = pg.Close(end) // it is of no use any more
			<-pg.CleanupDone()
		}()
		err = p.check(pg)
	}
	if err != nil {
		if errors.Is(ctx.Err(), context.Canceled) {
			return sqlstate.From(ctx.Err())
		}
		return p.connectError(err)
	}
	err = f(ctx, pg)
	var ours *sqlstate.Error
	if errors.As(err, &ours) {
		return err
	}
	return p.statementError(ctx, err)
}

// look runs the checks that a server of that version knows: all in one query,
// or one by one at a server that does not understand them all.
func (p *Provider) look(ctx context.Context, pg *pgconn.PgConn, v serverVersion, posture *providers.Posture) (map[string]providers.Risk, error) {
	var parts []string
	var due []check
	for _, c := range checks {
		if v.major == 0 || v.major >= c.since {
			due, parts = append(due, c), append(parts, c.query())
		}
	}
	found := map[string]providers.Risk{}
	lines, err := readAll(ctx, pg, mineSQL+strings.Join(parts, "\nUNION ALL\n"))
	if err == nil {
		return found, p.take(found, lines)
	}
	for _, c := range due {
		if !onlyRefused(err) {
			return nil, err
		}
		if lines, err = readAll(ctx, pg, mineSQL+c.query()); err != nil {
			posture.Unknown = append(posture.Unknown, c.code)
			continue
		}
		if err := p.take(found, lines); err != nil {
			return nil, err
		}
	}
	if !onlyRefused(err) {
		return nil, err
	}
	return found, nil
}

// onlyRefused reports whether a query failed, if it did, for what it asks, so
// that another may still be answered.
func onlyRefused(err error) bool {
	var server *pgconn.PgError
	return err == nil || errors.As(err, &server) && !ends(server) && server.Code != string(sqlstate.QueryCanceled)
}

// take turns lines of code, count and names (JSON) into risks.
func (p *Provider) take(found map[string]providers.Risk, lines [][]string) error {
	for _, line := range lines {
		count := number(line[1])
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
				r.Advice = p.roleAdvice()
			}
			found[c.code] = r
		}
	}
	return nil
}

// roleAdvice is how to come by a better role.
func (p *Provider) roleAdvice() string {
	return fmt.Sprintf("make a role for it alone and put that into the DSN: sallyport role-sql --source %s --role sallyport_%[1]s --schema %s",
		p.options.Name, p.catalog.defaultSchema())
}
