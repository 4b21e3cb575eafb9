package transport

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/mcp/admission"
	"github.com/sallyportdb/sallyport/mcp/message"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// lastCalls is how long calls may still run after the input has ended: a client that wrote
// its requests and closed the pipe wants the answers. Calls that wait for an approval end at once,
// since the client may be gone.
const lastCalls = 30 * time.Second

// ServeStdio answers one client that writes a message per line to in and reads a message per
// line from out. It writes nothing else there. When in ends, it waits for the running calls and
// returns nil. When ctx ends, it returns ctx.Err(), and closes in, if it can, so that its reader
// ends. Lines may end in CRLF. A line that is no message is answered with an error, and the
// session goes on.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	session := fmt.Sprintf("stdio-%d", s.stdio.Add(1))
	calls, notifications, leaveLibrary, err := s.library.OpenPipe(ctx, session)
	if err != nil {
		return err
	}
	defer s.forgotten(session)
	defer leaveLibrary()
	calls, endCalls := context.WithCancel(calls)
	defer endCalls()
	presence, leave := context.WithCancel(context.WithoutCancel(ctx))
	defer leave()
	p := &pipe{server: s, session: session, presence: presence, endCalls: endCalls, out: out, notifications: notifications}

	lines := make(chan line)
	readerGone := make(chan struct{})
	go func() {
		defer close(readerGone)
		readLines(calls, in, s.maxBody, lines)
	}()
	err = p.serve(calls, lines)
	if err == nil {
		leave()
		s.questions.hangUp(session)
		p.awaitCalls(lastCalls)
	}
	endCalls()
	p.running.Wait()
	if closer, ok := in.(io.Closer); ok && err != nil {
		_ = closer.Close()
	}
	select {
	case <-readerGone:
	case <-time.After(time.Second): // the reader is blocked in a Read that nothing can end
	}
	return errors.Join(ctx.Err(), p.writeError())
}

// line is one line of input; tooLong says that it was over the limit.
type line struct {
	text    []byte
	tooLong bool
}

// readLines sends the lines of in until in or ctx ends, and closes lines.
func readLines(ctx context.Context, in io.Reader, limit int64, lines chan<- line) {
	defer close(lines)
	reader := bufio.NewReader(in)
	for {
		next, err := readLine(reader, limit)
		if next.tooLong || len(next.text) > 0 {
			select {
			case lines <- next:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// readLine returns a line without its line end and without blanks around it. The last line of the
// input needs no line end.
func readLine(reader *bufio.Reader, limit int64) (line, error) {
	var text []byte
	tooLong := false
	for {
		part, err := reader.ReadSlice('\n')
		if tooLong = tooLong || int64(len(text)+len(part)) > limit; tooLong {
			text = nil
		} else {
			text = append(text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line{text: bytes.TrimSpace(text), tooLong: tooLong}, err
		}
	}
}

// pipe is one client of ServeStdio.
type pipe struct {
	server   *Server
	session  string
	presence context.Context //nolint:containedctx // it ends with the client, while calls may go on
	endCalls context.CancelFunc
	running  sync.WaitGroup

	mu     sync.Mutex // guards out and failed
	out    io.Writer
	failed error

	cancels       sync.Map                         // the id of a request, as JSON → *running
	notifications <-chan mcpgo.JSONRPCNotification // the library's notifications
	draining      sync.Mutex
	waiting       atomic.Int64 // calls that are not answered yet
}

// serve takes lines until the input ends, and returns nil then, or until ctx ends. ctx is the context of calls and has the
// client's session. The library's notifications belong to messages, and are written before their answers: see drain.
func (p *pipe) serve(ctx context.Context, lines <-chan line) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case l, more := <-lines:
			switch {
			case !more:
				return nil
			case l.tooLong:
				p.answerError(nil, mcpgo.INVALID_REQUEST, fmt.Sprintf("the message is longer than %d bytes", p.server.maxBody))
			default:
				p.handleMessage(ctx, l.text)
			}
		}
	}
}

// principal is who speaks on the pipe.
func (p *pipe) principal() auth.Principal { return auth.Fixed(p.server.principal, auth.Local) }

// maxWaiting bounds the calls of one pipe that are not answered yet.
const maxWaiting = 256

// handleMessage handles one message. Each request is answered on a goroutine, so that a long call holds up
// no other and can be cancelled. Messages whose order counts (initialize, notifications) are
// handled before the next line.
func (p *pipe) handleMessage(ctx context.Context, text []byte) {
	m, refused := message.Read(text)
	switch {
	case refused != nil:
		p.answerError(m.ID, refused.Code, refused.Message)
	case m.Method == "": // an answer, which is dropped if no question waits for it
		p.server.questions.answer(p.session, p.principal().Granted(), m.ID, text)
	case m.Method == mcpgo.MethodNotificationCancelled:
		p.cancel(text)
	case !m.IsCall(), m.Method == mcpgo.MethodInitialize:
		p.answerMessage(ctx, m, text, nil)
	case p.waiting.Load() >= maxWaiting:
		p.answerError(m.ID, message.CodeDenied, fmt.Sprintf("%d messages are being answered already; try again", maxWaiting))
	default:
		p.startCall(ctx, m, text)
	}
}

func (p *pipe) startCall(ctx context.Context, m *message.Message, text []byte) {
	call, cancel := context.WithCancel(ctx)
	one := &running{cancel}
	p.cancels.Store(string(m.ID), one)
	p.waiting.Add(1)
	p.running.Go(func() {
		defer p.waiting.Add(-1)
		defer cancel()
		defer p.cancels.CompareAndDelete(string(m.ID), one)
		place, err := p.server.calls.Enter(call, admission.Visitor{Principal: p.server.principal, Session: p.session, Patient: true})
		if err != nil { // the call was cancelled while it waited: it gets no answer
			return
		}
		defer place.Leave()
		p.answerMessage(call, m, text, place)
	})
}

// running is a call that can be cancelled.
type running struct{ cancel context.CancelFunc }

// cancel ends the call that a notification names. The library knows a request only once it
// works; the pipe knows it from its arrival on.
func (p *pipe) cancel(text []byte) {
	var notification struct {
		Params struct {
			Request json.RawMessage `json:"requestId"`
		} `json:"params"`
	}
	if json.Unmarshal(text, &notification) != nil {
		return
	}
	if one, ok := p.cancels.Load(string(notification.Params.Request)); ok {
		one.(*running).cancel()
	}
}

// answerMessage makes the library answer one message. A call has a place by then.
func (p *pipe) answerMessage(ctx context.Context, m *message.Message, text []byte, place *admission.Ticket) {
	from := Caller{Principal: p.principal(), Presence: p.presence, ticket: place}
	if refused := p.admitSender(ctx, m, &from); refused != nil {
		if m.IsCall() {
			p.answerError(m.ID, refused.Code, refused.Message)
		}
		return
	}
	ctx, stop := p.server.whileProven(ctx, from.Principal, tokenIn(m.Authorization))
	defer stop()
	if m.IsCall() {
		line := &inline{pipe: p}
		defer line.close()
		from.Outlet = line
	}
	defer func() {
		if v := recover(); v != nil {
			p.server.log.Error("panic while answering a message", "panic", v, "stack", string(debug.Stack()))
			p.answerError(m.ID, mcpgo.INTERNAL_ERROR, "internal error")
		}
	}()
	response := p.server.library.Answer(withCaller(ctx, from), text)
	p.drain() // the library's notifications come before the answer
	if response != nil {
		p.write(response)
	}
}

// admitSender returns the principal of a message: the one who started this process, or the one of a token in the message.
func (p *pipe) admitSender(ctx context.Context, m *message.Message, from *Caller) *message.Denial {
	s := p.server
	if s.resource != nil && m.Authorization != "" {
		who, err := s.resource.Verify(ctx, tokenIn(m.Authorization))
		if err != nil {
			return message.Denied(http.StatusUnauthorized, "%s", sqlstate.From(err).Message)
		}
		from.Principal = who
	}
	return s.permit(withCaller(ctx, *from), m)
}

// drain writes the library's notifications. A goroutine that takes one has written it before
// another goroutine can go on to its answer.
func (p *pipe) drain() {
	p.draining.Lock()
	defer p.draining.Unlock()
	for {
		select {
		case n := <-p.notifications:
			p.write(n)
		default:
			return
		}
	}
}

// inline writes messages that come before an answer to the pipe.
type inline struct {
	pipe   *pipe
	closed atomic.Bool
}

func (l *inline) Notify(message []byte) bool {
	return !l.closed.Load() && l.pipe.writeText(message)
}

func (l *inline) close() { l.closed.Store(true) }

func (p *pipe) answerError(id json.RawMessage, code int, message string) {
	var known any
	_ = json.Unmarshal(id, &known) // without an id: null
	p.write(mcpgo.NewJSONRPCError(mcpgo.NewRequestId(known), code, message, nil))
}

// write sends one message. If the client does not read any more, its calls end.
func (p *pipe) write(message any) {
	text, err := json.Marshal(message)
	if err != nil {
		p.server.log.Error("message could not be written", "error", err)
		return
	}
	p.writeText(text)
}

func (p *pipe) writeText(text []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed != nil {
		return false
	}
	if _, p.failed = p.out.Write(append(text, '\n')); p.failed != nil {
		p.endCalls()
	}
	return p.failed == nil
}

func (p *pipe) writeError() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

// awaitCalls waits for the running calls for a limited time.
func (p *pipe) awaitCalls(limit time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	done := context.AfterFunc(ctx, p.endCalls)
	p.running.Wait()
	done()
}
