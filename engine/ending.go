package engine

import (
	"context"
	"errors"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// errEnding is the cause of a wait that StopAsking has ended.
var errEnding = errors.New("the server ends")

// StopAsking ends every wait for a person's approval, with an error that says why: the server shuts
// down. Requests stay for the next server on the same state directory.
func (e *Engine) StopAsking() { e.stopAsking() }

// errGone is the cause of a wait whose client has gone.
var errGone = errors.New("the client is gone")

// untilEnding returns a context that also ends with StopAsking, and when the client is gone.
func (e *Engine) untilEnding(ctx, client context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(e.asking, func() { cancel(errEnding) })
	stopClient := func() bool { return true }
	if client != nil {
		stopClient = context.AfterFunc(client, func() { cancel(errGone) })
	}
	return ctx, func() {
		stop()
		stopClient()
		cancel(nil)
	}
}

// undecidedAtEnd is the error of a statement that was not decided when the server shut down.
func undecidedAtEnd(c *Consent) error {
	return sqlstate.Wrap(&Undecided{c.request}, sqlstate.AdminShutdown, "the server is shutting down, and nobody has decided about approval %s", c.request.ID).
		WithHint("Nothing was run. Run the same statement again when the server is back.")
}
