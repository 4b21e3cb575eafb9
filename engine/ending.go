package engine

import (
	"context"
	"errors"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// errEnding is why a wait for an approval has ended that StopAsking ended.
var errEnding = errors.New("the server ends")

// StopAsking ends every wait for a person's approval with an error that says why:
// the server ends sooner than people decide. Requests stay, for the next server
// on the same state directory.
func (e *Engine) StopAsking() { e.stopAsking() }

// errGone is why a wait for an approval has ended whose client cannot hear the answer.
var errGone = errors.New("the client is gone")

// untilEnding is a context that StopAsking ends, too, and the end of the client.
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

// undecidedAtEnd is the error of a statement that nobody had decided about when
// the server ended.
func undecidedAtEnd(c *Consent) error {
	return sqlstate.Wrap(&Undecided{c.request}, sqlstate.AdminShutdown, "the server is shutting down, and nobody has decided about approval %s", c.request.ID).
		WithHint("Nothing was run. Run the same statement again when the server is back.")
}
