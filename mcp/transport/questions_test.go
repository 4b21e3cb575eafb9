package transport

import (
	"context"
	"errors"
	"testing"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// asked is closed by the question that goes out.
type asked chan struct{}

func (a asked) Notify([]byte) bool {
	select {
	case <-a:
	default:
		close(a)
	}
	return true
}

// A server that stops has no answers over HTTP any more; a pipe still brings its own.
func TestQuestionsAtTheEnd(t *testing.T) {
	q := newQuestions()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ask := func(session string) <-chan error {
		out, ended := asked(make(chan struct{})), make(chan error, 1)
		go func() {
			_, err := q.ask(ctx, session, out, mcpgo.MethodElicitationCreate, nil)
			ended <- err
		}()
		<-out
		return ended
	}
	web, pipe := ask(sessionPrefix+"A"), ask("stdio-1")
	q.hangUpAll()
	if err := <-web; !errors.Is(err, ErrHungUp) {
		t.Errorf("over HTTP: %v", err)
	}
	select {
	case err := <-pipe:
		t.Errorf("on a pipe: %v", err)
	default:
	}
	cancel()
	if err := <-pipe; !errors.Is(err, context.Canceled) {
		t.Errorf("on a pipe: %v", err)
	}
}
