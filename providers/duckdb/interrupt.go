package duckdb

import (
	"context"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

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
	go func() {
		defer close(ended)
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
