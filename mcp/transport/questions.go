package transport

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/mcp/library"
	"github.com/sallyportdb/sallyport/mcp/message"
)

// questions are requests to clients of the 2025 revisions while a call of theirs waits. A
// question goes out on the stream of its call, and its answer comes as a message of its own.
// The answer counts if it comes in the same session, with the question's secret id, once, and
// in time, with a token that grants what the token of the call does. Safe for concurrent use.
//
// The library can ask, too, but its questions can go out on a stream that a whole session
// shares, and it does not tell clients when a question is over.
type questions struct {
	mu   sync.Mutex
	open map[questionKey]openQuestion
}

type questionKey struct{ session, id string }

// openQuestion waits for its answer. granted is what the token of its call granted: see auth.Principal.Granted.
type openQuestion struct {
	answers chan<- reaction
	granted string
}

// reaction is a client's answer to a request.
type reaction struct {
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func newQuestions() *questions { return &questions{open: map[questionKey]openQuestion{}} }

var errNoWay = errors.New("there is no stream to ask on")

// ErrHungUp says that the client cannot answer any more.
var ErrHungUp = errors.New("the client is gone")

// Ask sends a request to the client of a call, on the stream of the call, and waits for the
// result. If the answer is not wanted any more, Ask tells the client, which can close its
// form.
func (s *Server) Ask(ctx context.Context, method mcpgo.MCPMethod, params any) (result json.RawMessage, err error) {
	from := From(ctx)
	return s.questions.ask(ctx, library.SessionID(ctx), from.Principal.Granted(), from.Outlet, method, params)
}

func (q *questions) ask(ctx context.Context, session, granted string, to Outlet, method mcpgo.MCPMethod, params any) (result json.RawMessage, err error) {
	key := questionKey{session, rand.Text()}
	answers := make(chan reaction, 1)
	q.add(key, openQuestion{answers, granted})
	defer q.remove(key)
	message, err := json.Marshal(map[string]any{"jsonrpc": mcpgo.JSONRPC_VERSION, "id": key.id, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	if to == nil || !to.Notify(message) {
		return nil, errNoWay
	}
	select {
	case <-ctx.Done():
		to.Notify(Notification(string(mcpgo.MethodNotificationCancelled), map[string]any{
			"requestId": key.id, "reason": "it is decided, or too late",
		}))
		return nil, ctx.Err()
	case a, there := <-answers:
		if !there {
			return nil, ErrHungUp
		}
		if a.Error != nil {
			return nil, fmt.Errorf("error %d: %s", a.Error.Code, a.Error.Message)
		}
		if a.Result == nil {
			return nil, errors.New("there is no result in it")
		}
		return a.Result, nil
	}
}

// Notification returns a message that wants no answer.
func Notification(method string, params any) []byte {
	message, err := json.Marshal(map[string]any{"jsonrpc": mcpgo.JSONRPC_VERSION, "method": method, "params": params})
	if err != nil {
		return nil // does not happen: every params can be encoded
	}
	return message
}

func (q *questions) add(key questionKey, asked openQuestion) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.open[key] = asked
}

func (q *questions) remove(key questionKey) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.open, key)
}

// hangUp ends the questions of a session whose client cannot answer any more.
func (q *questions) hangUp(session string) {
	q.closeQuestions(func(key questionKey) bool { return key.session == session })
}

// hangUpAll ends all questions that clients were asked over HTTP.
func (q *questions) hangUpAll() {
	q.closeQuestions(func(key questionKey) bool { return strings.HasPrefix(key.session, sessionPrefix) })
}

func (q *questions) closeQuestions(which func(questionKey) bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for key, asked := range q.open {
		if which(key) {
			delete(q.open, key)
			close(asked.answers)
		}
	}
}

// answer gives a client's message to the question that waits for it. It reports whether there is
// such a question. A token that grants something else than the token of the question's call answers nothing, and the question stays open.
func (q *questions) answer(session, granted string, id json.RawMessage, text []byte) bool {
	var key string
	if json.Unmarshal(id, &key) != nil {
		return false
	}
	var a reaction
	if err := json.Unmarshal(text, &a); err != nil {
		a = reaction{} // no result
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	asked, there := q.open[questionKey{session, key}]
	if !there || asked.granted != granted {
		return false
	}
	delete(q.open, questionKey{session, key})
	asked.answers <- a // the channel has room for the only answer
	return true
}

// takeAnswer handles a POST with a client's answer to a question.
func (s *Server) takeAnswer(w http.ResponseWriter, r *http.Request, m *message.Message, session, granted string) {
	text, err := io.ReadAll(r.Body) // the body is in memory
	if err != nil || !s.questions.answer(session, granted, m.ID, text) {
		message.Denied(http.StatusBadRequest, "nothing was asked in this session with that id, or it is decided, or too late").Send(w, m.ID)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}
