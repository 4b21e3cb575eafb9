package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/posture"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// How long the rowGuard believes a look at the login: rights of the login change, and an operator who has
// mended a refused login does not want to wait.
const (
	heldFor    = time.Minute
	refusedFor = 5 * time.Second
)

// rowGuard keeps a source that several tenants share from being used by a login that row-level security
// does not hold: with such a login each tenant would read the rows of all.
type rowGuard struct {
	mu    sync.Mutex // held while one session looks, which the others wait for
	until time.Time
	found error
}

// rowsHeld reports whether checkRows would pass without a look.
func (p *Provider) rowsHeld() bool {
	if !p.options.HoldsRows {
		return true
	}
	if !p.rows.mu.TryLock() {
		return false
	}
	defer p.rows.mu.Unlock()
	return p.rows.found == nil && time.Now().Before(p.rows.until)
}

// checkRows returns 42501 if the source is for tenants and policies of rows do not hold its login, and the
// error of the look if that cannot be found out.
func (p *Provider) checkRows(ctx context.Context) error {
	if !p.options.HoldsRows {
		return nil
	}
	g := &p.rows
	g.mu.Lock()
	defer g.mu.Unlock()
	if time.Now().Before(g.until) {
		return g.found
	}
	var unheld posture.Unheld
	err := p.examine(ctx, "row-level security", func(ctx context.Context, pg *pgconn.PgConn) (err error) {
		unheld, err = posture.LookUnheld(ctx, pg)
		return err
	})
	if err != nil {
		return err
	}
	was := g.found
	g.found, g.until = nil, time.Now().Add(heldFor)
	if unheld.Login != "" {
		refused := p.unheldError(unheld)
		g.found, g.until = refused, time.Now().Add(refusedFor)
		if was == nil {
			p.options.Logger.Error(refused.Message, "do", refused.Hint)
		}
	}
	return g.found
}

func (p *Provider) unheldError(u posture.Unheld) *sqlstate.Error {
	return sqlstate.New(sqlstate.InsufficientPrivilege, "source %q is refused: it is for tenants, and row-level security does not hold its login %q, which %s", p.options.Name, u.Login, u.Why).
		WithHint("Give the source a login that owns no table and is neither superuser nor BYPASSRLS (%s), or ALTER TABLE … FORCE ROW LEVEL SECURITY. If that is meant, set login_bypasses_policies: true for the source.", p.roleAdvice())
}

// unheldRisk is the refusal of checkRows as a risk of the login.
func unheldRisk(err error) (providers.Risk, bool) {
	e := sqlstate.From(err)
	if err == nil || e.Code != sqlstate.InsufficientPrivilege {
		return providers.Risk{}, false
	}
	return providers.Risk{Code: "refused", What: e.Message, Advice: e.Hint, Count: 1}, true
}
