package postgres

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/posture"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// How long the rowGuard believes what it found out about the login. Rights of the login change, an operator who has
// corrected a refused login does not want to wait, and nobody waits again for a server that did not answer.
const (
	heldFor    = time.Minute
	refusedFor = 5 * time.Second
	failedFor  = time.Second
)

// rowGuard keeps a source that several tenants share from being used by a login that row-level security
// does not hold: with such a login each tenant would read the rows of all.
type rowGuard struct {
	mu      sync.Mutex
	looking chan struct{} // closed when the query under way ends; nil: no query is under way
	until   time.Time
	found   error
	refused atomic.Bool // the refusal is logged
}

// rowsHeld reports whether checkRows would pass without asking the server.
func (p *Provider) rowsHeld() bool {
	if !p.options.HoldsRows {
		return true
	}
	p.rows.mu.Lock()
	defer p.rows.mu.Unlock()
	return p.rows.found == nil && time.Now().Before(p.rows.until)
}

// checkRows returns 42501 if the source is for tenants and policies of rows do not hold its login, or the error of
// the query if that cannot be found out.
func (p *Provider) checkRows(ctx context.Context) error {
	if !p.options.HoldsRows {
		return nil
	}
	g := &p.rows
	for {
		g.mu.Lock()
		if time.Now().Before(g.until) {
			defer g.mu.Unlock()
			return g.found
		}
		if g.looking == nil {
			break
		}
		looked := g.looking
		g.mu.Unlock()
		select { // one caller asks for all
		case <-looked:
		case <-ctx.Done():
			return sqlstate.From(ctx.Err())
		}
	}
	looked := make(chan struct{})
	g.looking = looked
	g.mu.Unlock()
	var found error = errLookFailed // until lookAtRows returns
	believe := failedFor
	defer func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.looking = nil
		if ctx.Err() == nil { // otherwise the next caller asks
			g.found, g.until = found, time.Now().Add(believe)
		}
		close(looked)
	}()
	believe, found = p.lookAtRows(ctx)
	return found
}

var errLookFailed = sqlstate.New(sqlstate.InternalError, "what the source's login may do could not be found out")

// lookAtRows asks the server, and returns the result of checkRows with the time for which it is believed.
func (p *Provider) lookAtRows(ctx context.Context) (believe time.Duration, found error) {
	var unheld posture.Unheld
	err := p.withOwnConnection(ctx, "row-level security", func(ctx context.Context, pg *pgconn.PgConn) (err error) {
		unheld, err = posture.LookUnheld(ctx, pg)
		return err
	})
	switch {
	case err != nil:
		return failedFor, err
	case unheld.Login == "":
		return heldFor, nil
	}
	refused := p.unheldError(unheld)
	if p.rows.refused.CompareAndSwap(false, true) {
		p.options.Logger.Error(refused.Message, "do", refused.Hint)
	}
	return refusedFor, refused
}

func (p *Provider) unheldError(u posture.Unheld) *sqlstate.Error {
	return sqlstate.New(sqlstate.InsufficientPrivilege, "source %q is refused: it is for tenants, and row-level security does not hold its login %q, which %s", p.options.Name, u.Login, u.Why).
		WithHint("Give the source a login that owns no table and is neither superuser nor BYPASSRLS (%s), or ALTER TABLE … FORCE ROW LEVEL SECURITY. If that is meant, set login_bypasses_policies: true for the source.", p.roleAdvice())
}

// unheldRisk returns the refusal of checkRows as a risk of the login.
func unheldRisk(err error) (providers.Risk, bool) {
	e := sqlstate.From(err)
	if err == nil || e.Code != sqlstate.InsufficientPrivilege {
		return providers.Risk{}, false
	}
	return providers.Risk{Code: "refused", What: e.Message, Advice: e.Hint, Count: 1}, true
}
