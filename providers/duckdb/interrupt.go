package duckdb

import (
	"context"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// interrupt interrupts the running statement.
func (c *Conn) interrupt() {
	c.handle.Lock()
	defer c.handle.Unlock()
	if c.conn.Ptr != nil {
		lib.Interrupt(c.conn)
	}
}

// interruptUntilStopped interrupts the connection repeatedly until stop is called; stop waits for
// the last interrupt. One interrupt is not enough: DuckDB forgets it if the statement has not
// begun.
func (c *Conn) interruptUntilStopped() (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	c.memory.Interrupt()
	go func() {
		defer close(ended)
		defer c.memory.Resume()
		const first, longest = time.Millisecond, 100 * time.Millisecond
		for wait := first; ; wait = min(2*wait, longest) {
			c.interrupt()
			select {
			case <-done:
				return
			case <-time.After(wait):
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

// orClosedError returns e, but the error of a closed source if Close caused the interrupt.
func (c *Conn) orClosedError(e *sqlstate.Error) error {
	if e.Code == sqlstate.QueryCanceled && c.closing.Load() {
		return c.provider.closedError()
	}
	return e
}

// interruptAfter interrupts the connection when ctx ends. After unwatch no interrupt comes.
func (c *Conn) interruptAfter(ctx context.Context) (unwatch func()) {
	var stop func()
	started := make(chan struct{})
	cancel := context.AfterFunc(ctx, func() {
		stop = c.interruptUntilStopped()
		close(started)
	})
	return func() {
		if !cancel() {
			<-started
			stop()
		}
	}
}

// preparedWithin is preparedOver, which ends with ctx and with the time limit of statements: DuckDB computes constant
// expressions while it plans.
func (c *Conn) preparedWithin(ctx context.Context, s providers.Statement) (p *prepared, read tablesRead, err error) {
	var expired error
	c.watchPlanning = func() (limited context.Context, unwatch func()) {
		limited, cancel := c.Limited(ctx)
		unwatchContext := c.interruptAfter(limited)
		return limited, func() {
			unwatchContext()
			expired = limited.Err()
			cancel()
		}
	}
	defer func() { c.watchPlanning = nil }()
	if p, read, err = c.preparedOver(s); expired != nil {
		return nil, tablesRead{}, sqlstate.From(expired)
	}
	return p, read, err
}

// longPlan is the length from which a text takes one of the provider's places while DuckDB plans it.
const longPlan = 32 << 10

// takePlanning waits for one of the places for long texts, as many as there are processors: DuckDB cannot be interrupted
// while it plans, and does not count the memory. Short texts go on beside them.
func (p *Provider) takePlanning(ctx context.Context, sql string) (done func(), err error) {
	if len(sql) <= longPlan {
		return func() {}, nil
	}
	select {
	case p.planning <- struct{}{}:
		return func() { <-p.planning }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Limited is the context of a statement with the session's statement_timeout.
func (c *Conn) Limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if timeout := c.settings.Timeout; timeout > 0 {
		return context.WithTimeout(ctx, timeout)
	}
	return ctx, func() {}
}
