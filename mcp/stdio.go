package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// lastCalls is how long calls may still run after the input has ended: a
// client that wrote its requests and closed the pipe wants its answers.
const lastCalls = 30 * time.Second

// ServeStdio answers one client that sends a message a line on in and reads one
// a line from out. It writes nothing else there. It returns nil when in ends,
// after the calls that were being answered, and ctx.Err() when ctx ends; it
// closes in then, if it can, to be free of the reader. Lines may end in CRLF; a
// line that is no message is answered with an error and the session lives on.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	session := newStdioSession(fmt.Sprintf("stdio-%d", s.stdio.Add(1)))
	if err := s.mcp.RegisterSession(ctx, session); err != nil {
		return err
	}
	defer s.mcp.UnregisterSession(ctx, session.id)
	calls, endCalls := context.WithCancel(s.mcp.WithContext(ctx, session))
	defer endCalls()
	p := &pipe{server: s, endCalls: endCalls, out: out}

	lines := make(chan line)
	readerGone := make(chan struct{})
	go func() {
		defer close(readerGone)
		readLines(calls, in, s.maxBody, lines)
	}()
	err := p.serve(calls, lines, session.notifications)
	if err == nil {
		p.wait(lastCalls)
	}
	endCalls()
	p.running.Wait()
	if closer, ok := in.(io.Closer); ok && err != nil {
		_ = closer.Close()
	}
	select {
	case <-readerGone:
	case <-time.After(time.Second): // blocked in a Read that nothing can end
	}
	return errors.Join(ctx.Err(), p.writeError())
}

// line is one line of input; tooLong stands for one that is over the limit.
type line struct {
	text    []byte
	tooLong bool
}

// readLines sends the lines of in until it ends or ctx does, and closes lines.
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

// readLine returns a line without its end and without blanks around it. The
// last line of input needs no end.
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
	endCalls context.CancelFunc
	running  sync.WaitGroup

	mu     sync.Mutex // guards out and failed
	out    io.Writer
	failed error

	cancels sync.Map // the id of a request, as JSON → context.CancelFunc
}

// serve takes lines and notifications until the input ends (nil) or ctx does,
// which is the context of calls and has the client's session in it.
func (p *pipe) serve(ctx context.Context, lines <-chan line, notifications <-chan mcpgo.JSONRPCNotification) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case n := <-notifications:
			p.write(n)
		case l, more := <-lines:
			switch {
			case !more:
				return nil
			case l.tooLong:
				p.refuse(mcpgo.INVALID_REQUEST, fmt.Sprintf("the message is longer than %d bytes", p.server.maxBody))
			default:
				p.take(ctx, l.text)
			}
		}
	}
}

// take starts on one message. Requests are answered each on a goroutine, so
// that a long call holds up no other and can be cancelled; what has an order
// (initialize, notifications) is dealt with before the next line.
func (p *pipe) take(ctx context.Context, text []byte) {
	if text[0] == '[' {
		p.refuse(mcpgo.INVALID_REQUEST, "batches are not part of the protocol")
		return
	}
	var head struct {
		ID     json.RawMessage `json:"id"`
		Method mcpgo.MCPMethod `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	if !json.Valid(text) {
		p.refuse(mcpgo.PARSE_ERROR, "the line is not JSON")
		return
	}
	if text[0] != '{' || json.Unmarshal(text, &head) != nil || head.Method == "" && head.ID == nil {
		p.refuse(mcpgo.INVALID_REQUEST, "the line is not a JSON-RPC message")
		return
	}
	switch {
	case head.Method == "": // an answer, and we asked nothing
	case head.Method == mcpgo.MethodNotificationCancelled:
		p.cancel(head.Params)
	case head.ID == nil, head.Method == mcpgo.MethodInitialize:
		p.answer(ctx, head.ID, text)
	default:
		select {
		case p.server.slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
		call, cancel := context.WithCancel(ctx)
		p.cancels.Store(string(head.ID), cancel)
		p.running.Add(1)
		go func() {
			defer p.running.Done()
			defer func() { <-p.server.slots }()
			defer cancel()
			defer p.cancels.Delete(string(head.ID))
			p.answer(call, head.ID, text)
		}()
	}
}

// cancel ends the call that a notification names. The library knows a request
// only once it is being answered; here it is known from its line on.
func (p *pipe) cancel(params json.RawMessage) {
	var which struct {
		Request json.RawMessage `json:"requestId"`
	}
	if json.Unmarshal(params, &which) != nil {
		return
	}
	if cancel, ok := p.cancels.Load(string(which.Request)); ok {
		cancel.(context.CancelFunc)()
	}
}

func (p *pipe) answer(ctx context.Context, id json.RawMessage, text []byte) {
	defer func() {
		if v := recover(); v != nil {
			p.server.log.Error("panic while answering a message", "panic", v, "stack", string(debug.Stack()))
			p.write(mcpgo.NewJSONRPCError(mcpgo.NewRequestId(id), mcpgo.INTERNAL_ERROR, "internal error", nil))
		}
	}()
	if response := p.server.mcp.HandleMessage(ctx, text); response != nil {
		p.write(response)
	}
}

func (p *pipe) refuse(code int, message string) {
	p.write(mcpgo.NewJSONRPCError(mcpgo.NewRequestId(nil), code, message, nil))
}

// write sends one message. Once the client does not read any more, its calls
// have no reader either and end.
func (p *pipe) write(message any) {
	text, err := json.Marshal(message)
	if err != nil {
		p.server.log.Error("message could not be written", "error", err)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed != nil {
		return
	}
	if _, p.failed = p.out.Write(append(text, '\n')); p.failed != nil {
		p.endCalls()
	}
}

func (p *pipe) writeError() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

// wait waits for the running calls, but not for ever.
func (p *pipe) wait(limit time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	done := context.AfterFunc(ctx, p.endCalls)
	p.running.Wait()
	done()
}
