package transport

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

const eventStream = "text/event-stream"

// reply stands between the library and a response. It passes the library's response on, or
// becomes a stream of events when a message has to come before the answer: progress, a
// question, or a keepalive. All messages that belong to a request are sent here, in order, and
// none after the answer.
//
// The library would send messages through a channel that all streams of a session share: the
// stream that reads first takes messages of other calls, or loses them.
type reply struct {
	w       http.ResponseWriter
	control *http.ResponseController
	limits  Limits
	events  bool           // the client accepts events
	open    func() *stream // begins a stream that keeps events for a client that comes back; nil: none are kept
	primes  bool           // the revision has a first event that has only an id

	header http.Header // as the library sets it

	mu        sync.Mutex // guards writing, and the fields below
	state     replyState
	library   bool         // the library knows that the response is a stream of events
	held      bytes.Buffer // the library's response until it is whole
	stream    *stream      // the events, if they are kept
	left      bool         // the stream knows that the connection is gone
	spoken    bool         // an event was sent
	numbered  bool         // an event with an id was sent
	failed    error        // the error of the connection
	keepalive *time.Timer

	ending    func(f func()) (stop func() bool) // calls f when the server ends; nil: the call ends with its connection
	stopWatch func() bool                       // stops ending; set once the connection is gone
}

type replyState uint8

const (
	replyWaits replyState = iota // nothing was sent
	replyPlain                   // the library's response is passed on
	replyEvents
	replyDone
)

func newReply(w http.ResponseWriter, limits Limits, events bool) *reply {
	return &reply{w: w, control: http.NewResponseController(w), limits: limits, events: events, header: http.Header{}}
}

// sendKeepalives sends keepalives until finish is called.
func (p *reply) sendKeepalives() {
	if p.events {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.keepalive = time.AfterFunc(p.limits.Keepalive, p.stillHere)
	}
}

// writer returns the ResponseWriter for the library, which streams to every writer that has Flush.
func (p *reply) writer() http.ResponseWriter {
	if p.events {
		return p
	}
	return unflushed{p}
}

type unflushed struct{ http.ResponseWriter }

// Header returns headers for the library alone: other goroutines may write before it does.
func (p *reply) Header() http.Header { return p.header }

// Flush does nothing: events are flushed as they are written, and other responses are whole.
func (p *reply) Flush() {}

// WriteHeader passes a plain response on.
func (p *reply) WriteHeader(status int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.writeHeader(status)
}

func (p *reply) writeHeader(status int) {
	p.library = p.library || p.header.Get("Content-Type") == eventStream
	switch {
	case p.state != replyWaits:
	case p.library:
		p.becomeStream()
	default:
		p.state = replyPlain
		for name, values := range p.header {
			p.w.Header()[name] = values
		}
		p.w.WriteHeader(status)
	}
}

// Write takes a plain response, or events as the library writes them, each
// ending in an empty line.
func (p *reply) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == replyWaits {
		p.writeHeader(http.StatusOK)
	}
	if p.state == replyPlain {
		p.setDeadline()
		return p.w.Write(text)
	}
	p.held.Write(text)
	for p.library {
		whole, _, ok := bytes.Cut(p.held.Bytes(), []byte("\n\n"))
		if !ok {
			break
		}
		if _, data, ok := bytes.Cut(whole, []byte("data: ")); ok {
			p.sendEvent(bytes.Clone(data), false)
		}
		p.held.Next(len(whole) + 2)
	}
	return len(text), nil // the library goes on when the connection is broken
}

// Notify sends a message before the answer. It reports whether the message was taken.
func (p *reply) Notify(message []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.events || p.state == replyPlain || p.state == replyDone {
		return false
	}
	if p.state == replyWaits {
		p.becomeStream()
	}
	p.sendEvent(message, false)
	return true
}

// sendAnswer sends the library's answer. Nothing is sent after it.
func (p *reply) sendAnswer() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.keepalive != nil {
		p.keepalive.Stop()
	}
	if answer := bytes.TrimSpace(p.held.Bytes()); p.state == replyEvents && !p.library && len(answer) > 0 {
		p.sendEvent(bytes.Clone(answer), true)
	} else if p.stream != nil {
		p.stream.noteEnd()
	}
	p.state = replyDone
	p.leave()
	if p.stopWatch != nil {
		p.stopWatch()
	}
}

// acknowledged waits, for a moment, until a first event was sent. The library sends an acknowledgement
// before the answer, and drops it if the answer is faster.
func (p *reply) acknowledged() {
	for range 1000 {
		p.mu.Lock()
		spoken := p.spoken || p.failed != nil
		p.mu.Unlock()
		if spoken {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// startStream makes the response a stream before there is an event.
func (p *reply) startStream() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.becomeStream()
}

// repeatEvent sends an event of another stream, and reports whether the connection
// lives.
func (p *reply) repeatEvent(id string, data []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.send(eventText(id, data))
	return p.failed == nil
}

// noteLost is called when the connection is gone. The call goes on as long as its client can get the
// answer: a client that got the id of an event can come back, any other cannot.
func (p *reply) noteLost(abandon func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stream == nil || !p.numbered {
		abandon()
		return
	}
	p.leave()
	if p.ending != nil && p.state != replyDone {
		p.stopWatch = p.ending(abandon)
	}
}

func (p *reply) leave() {
	if p.stream != nil && !p.left {
		p.left = true
		p.stream.leaveStream()
	}
}

// becomeStream makes the response a stream.
func (p *reply) becomeStream() {
	p.state = replyEvents
	h := p.w.Header()
	h.Set("Content-Type", eventStream)
	h.Set("Cache-Control", "no-cache")
	p.setDeadline()
	p.w.WriteHeader(http.StatusOK)
	if p.open != nil {
		p.stream = p.open()
	}
	if p.stream != nil && p.primes {
		p.sendEvent(nil, false)
		return
	}
	p.send("")
}

// sendEvent sends one message. An event without data only has the id to read on from.
func (p *reply) sendEvent(data []byte, last bool) {
	p.spoken = true
	id, direct := "", true
	if p.stream != nil {
		id, direct = p.stream.addEvent(data, last)
	}
	if direct {
		p.numbered = p.numbered || id != ""
		p.send(eventText(id, data))
	}
}

func eventText(id string, data []byte) string {
	var out strings.Builder
	if id != "" {
		out.WriteString("id: " + id + "\n")
	}
	if data == nil {
		return out.String() + "retry: 1000\ndata: \n\n"
	}
	fmt.Fprintf(&out, "event: message\ndata: %s\n\n", data)
	return out.String()
}

func (p *reply) send(text string) {
	if p.failed != nil {
		return
	}
	p.setDeadline()
	if _, p.failed = p.w.Write([]byte(text)); p.failed == nil {
		p.failed = p.control.Flush()
	}
}

// setDeadline bounds how long a client may take to read.
func (p *reply) setDeadline() {
	_ = p.control.SetWriteDeadline(time.Now().Add(p.limits.Write)) // not every transport has deadlines
}

// stillHere sends a keepalive, so that proxies do not take a silent connection for a dead
// one.
func (p *reply) stillHere() {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch p.state {
	case replyWaits:
		p.becomeStream()
	case replyEvents:
		p.send(": still here\n\n")
	default:
		return
	}
	p.keepalive.Reset(p.limits.Keepalive)
}
