package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/posture"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// postureLimit bounds one examination of the role's rights.
const postureLimit = 10 * time.Second

var _ providers.Examiner = (*Provider)(nil)

// Posture returns what the DSN's role could do at the server beyond its needs. It uses a
// connection of its own, so that it does not wait for a full pool. The error 08001 means that the
// server cannot be reached, and 57014 that it took too long.
func (p *Provider) Posture(ctx context.Context) (found providers.Posture, err error) {
	err = p.withOwnConnection(ctx, "posture", func(ctx context.Context, pg *pgconn.PgConn) error {
		found, err = posture.Look(ctx, pg, p.roleAdvice())
		return err
	})
	if err != nil {
		return found, err
	}
	if risk, refused := unheldRisk(p.checkRows(ctx)); refused {
		found.Risks = append([]providers.Risk{risk}, found.Risks...)
	}
	return found, nil
}

// RoleSource asks the server for the facts that the script of a role for these schemas needs. The
// error 3F000 means that there is no such schema, and 08001 that the server cannot be reached.
func (p *Provider) RoleSource(ctx context.Context, schemas []string) (found *posture.RoleSource, err error) {
	err = p.withOwnConnection(ctx, "posture", func(ctx context.Context, pg *pgconn.PgConn) error {
		found, err = posture.ReadSource(ctx, pg, p.options.Name, schemas)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// withOwnConnection lends f a connection of its own, whose application name tells its purpose.
func (p *Provider) withOwnConnection(ctx context.Context, name string, f func(context.Context, *pgconn.PgConn) error) error {
	ctx, cancel := context.WithTimeout(ctx, postureLimit)
	defer cancel()
	pg, err := p.connectOwn(ctx, name)
	if err != nil {
		return err
	}
	defer closeOwn(ctx, pg)
	return p.ownError(ctx, f(ctx, pg))
}

// connectOwn connects as the login of the DSN, apart from the pool. The application name tells the purpose.
func (p *Provider) connectOwn(ctx context.Context, name string) (*pgconn.PgConn, error) {
	if p.closing.Load() {
		return nil, sqlstate.New(sqlstate.AdminShutdown, "source %q is closed", p.options.Name)
	}
	config := p.own.Copy()
	config.RuntimeParams["application_name"] = applicationName + ": " + name
	pg, err := pgconn.ConnectConfig(ctx, config)
	if err == nil {
		if err = p.checkServer(pg); err == nil {
			return pg, nil
		}
		closeOwn(ctx, pg)
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil, sqlstate.From(ctx.Err())
	}
	return nil, p.connectError(err)
}

// closeOwn closes a connection of connectOwn, even if ctx has ended.
func closeOwn(ctx context.Context, pg *pgconn.PgConn) {
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), query.Chore)
	defer cancel()
	_ = pg.Close(end) // an error changes nothing: the answers are read
	<-pg.CleanupDone()
}

// ownError returns the error of what was asked on a connection of connectOwn.
func (p *Provider) ownError(ctx context.Context, err error) error {
	var ours *sqlstate.Error
	if errors.As(err, &ours) {
		return err
	}
	return p.statementError(ctx, err)
}

// roleAdvice tells how to get a role with fewer rights.
func (p *Provider) roleAdvice() string {
	return fmt.Sprintf("make a role for it alone and put that into the DSN: sallyport role-sql --source %s --role sallyport_%[1]s --schema %s",
		p.options.Name, p.catalog.DefaultSchema())
}
