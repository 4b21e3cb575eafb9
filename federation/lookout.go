package federation

import (
	"context"
	"time"
)

// lookTime is how often a statement looks whether the Postgres that gets its rows is still there, while there is no
// row to send to it.
const lookTime = time.Second

// lookout is the goroutine that looks. Until it has ended, nobody else uses the connection.
type lookout struct {
	stop, ended chan struct{}
	err         error // the connection has failed; nil: it has not
}

// beginLooking starts a lookout. Where the Postgres is gone, it ends the statement.
func (a *adding) beginLooking(ctx context.Context) {
	if a.duck || a.giveUp == nil || a.lookout != nil {
		return
	}
	l := &lookout{stop: make(chan struct{}), ended: make(chan struct{})}
	a.lookout = l
	go func() {
		defer close(l.ended)
		tick := time.NewTicker(lookTime)
		defer tick.Stop()
		for {
			select {
			case <-l.stop:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if err := command(ctx, a.conn, "SELECT 1", "SELECT"); err != nil && ctx.Err() == nil {
				l.err = err
				a.giveUp()
				return
			}
		}
	}()
}

// endLooking waits for the lookout, if there is one, and returns the error of the connection, if it has failed.
func (a *adding) endLooking() error {
	l := a.lookout
	if l == nil {
		return nil
	}
	a.lookout = nil
	close(l.stop)
	<-l.ended
	return ofSourceOrNil(a.Source, l.err)
}
