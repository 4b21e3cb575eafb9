package transport

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/auth"
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
			_, err := q.ask(ctx, session, "", out, mcpgo.MethodElicitationCreate, nil)
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

// noted is a stream that keeps what goes out.
type noted chan []byte

func (n noted) Notify(message []byte) bool { n <- message; return true }

// A question of a call is answered by who holds a token that grants the same: a narrower token of the same person answers nothing, and neither does
// a wider one, and the question stays open.
func TestNarrowerTokenAnswersNothing(t *testing.T) {
	q, out := newQuestions(), noted(make(chan []byte, 1))
	wide := auth.Principal{Name: "ann", Proof: auth.Token, Scopes: []string{auth.ScopeDataWrite, auth.ScopeDataRead}, Roles: []string{"owner", "clerk"}, Client: "c"}
	narrow, other, same := wide, wide, wide
	narrow.Roles, narrow.Scopes = []string{"clerk"}, []string{auth.ScopeDataRead}
	other.Client, same.Scopes = "d", []string{auth.ScopeDataRead, auth.ScopeDataWrite}
	answered := make(chan string, 1)
	go func() {
		result, err := q.ask(t.Context(), "s", wide.Granted(), out, mcpgo.MethodElicitationCreate, nil)
		if err != nil {
			t.Error(err)
		}
		answered <- string(result)
	}()
	var sent struct {
		ID json.RawMessage `json:"id"`
	}
	if err := json.Unmarshal(<-out, &sent); err != nil {
		t.Fatal(err)
	}
	for _, who := range []auth.Principal{narrow, other, {Name: "ann"}} {
		if q.answer("s", who.Granted(), sent.ID, []byte(`{"result": {"action": "accept"}}`)) {
			t.Errorf("%+v answers", who)
		}
	}
	if !q.answer("s", same.Granted(), sent.ID, []byte(`{"result": {"action": "decline"}}`)) {
		t.Error("nobody answers")
	}
	if got := <-answered; got != `{"action": "decline"}` {
		t.Errorf("the answer is %s", got)
	}
}
