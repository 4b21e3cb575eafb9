package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/mcp/admission"
	"github.com/sallyportdb/sallyport/mcp/message"
)

// admissionLimits keep the long calls of one client from taking all places. A quarter of
// the places stays free for other addresses and, if there can be several, for other
// principals.
func (s *Server) admissionLimits() admission.Limits {
	places := s.limits.Calls
	most := (3*places + 3) / 4
	l := admission.Limits{
		Places: places, Principal: places, Address: most, Session: min(s.limits.ClientCalls, most),
		Waiting: s.limits.Waiting, Wait: s.limits.Turn,
	}
	if s.resource != nil {
		l.Principal = most
	}
	for _, t := range s.tokens {
		if t.principal.Name != s.tokens[0].principal.Name {
			l.Principal = most
		}
	}
	return l
}

// takePlace takes a place for a message that wants an answer, and waits for it. Notifications and
// answers to questions are short and take no place: a client without a free place must still be
// able to cancel, and to answer. end ends a stream on which a client only listens.
func (s *Server) takePlace(ctx context.Context, m *message.Message, from *Caller, who admission.Visitor, end func()) (leave func(), refused *message.Denial) {
	switch {
	case !m.IsCall():
		return func() {}, nil
	case m.Method == mcpgo.MethodSubscriptionsListen:
		return s.listenerPlace(who, end)
	}
	t, err := s.calls.Enter(ctx, who)
	if err != nil {
		return nil, s.noPlace(err)
	}
	from.ticket = t
	return t.Leave, nil
}

func (s *Server) noPlace(err error) *message.Denial {
	var full *admission.Full
	switch {
	case errors.As(err, &full):
		return denialOf(full)
	case s.draining.Load():
		return errShuttingDown()
	}
	return message.Denied(http.StatusOK, "the call was cancelled before its turn came; nothing was run")
}

// denialOf returns the HTTP answer to a call that got no place.
func denialOf(full *admission.Full) *message.Denial {
	status := http.StatusTooManyRequests
	if full.All {
		status = http.StatusServiceUnavailable
	}
	return message.Denied(status, "%s", full.Error()).Limit(full.Setting, full.Limit).Later(5 * time.Second)
}

func errShuttingDown() *message.Denial {
	return message.Denied(http.StatusServiceUnavailable, "the server is shutting down").Later(time.Second)
}

// listenerPlace takes a place for a stream on which a client only listens.
func (s *Server) listenerPlace(who admission.Visitor, end func()) (leave func(), refused *message.Denial) {
	leave, err := s.listeners.enter(who.Principal+"\x00"+who.Session, end)
	switch {
	case errors.Is(err, errClientFull):
		most := min(s.limits.ClientStreams, s.limits.Streams)
		return nil, message.Denied(http.StatusTooManyRequests, "this client has %d streams open already, the limit of mcp.max_streams_per_client", most).
			Limit("mcp.max_streams_per_client", most).Later(time.Second)
	case err != nil:
		return nil, message.Denied(http.StatusServiceUnavailable, "%d streams are open already, the limit of mcp.max_streams", s.limits.Streams).
			Limit("mcp.max_streams", s.limits.Streams).Later(time.Second)
	}
	return leave, nil
}

func (s *Server) noRoomForSession() *message.Denial {
	return message.Denied(http.StatusServiceUnavailable, "%d sessions are open, and all have something under way, the limit of mcp.max_sessions", s.limits.Sessions).
		Limit("mcp.max_sessions", s.limits.Sessions).Later(5 * time.Second)
}

// shortBody is the size of a message that is always read: the number of connections bounds the memory
// of those. The bytes beyond that size are bounded for all messages together.
const shortBody = 16 << 10

// readBody reads a message within the limits of size, time and memory. The caller calls forget in
// any case, when the message is not needed any more.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) (body []byte, forget func(), refused *message.Denial) {
	control, began := http.NewResponseController(w), time.Now() // the handler has just set the deadlines
	room := int64(s.limits.Calls) * s.maxBody
	long := &longBody{from: http.MaxBytesReader(w, r.Body, s.maxBody), take: func(n int64) bool { return s.bodies.Add(n) <= room }}
	body, err := io.ReadAll(long)
	if now := time.Now(); now.Sub(began) > s.limits.Write/30 {
		_ = control.SetWriteDeadline(now.Add(s.limits.Write)) // not every transport has deadlines
	}
	if err == nil {
		_ = control.SetReadDeadline(time.Time{})
	} else { // otherwise the server would wait for the rest of the body, to reuse the connection
		w.Header().Set("Connection", "close")
	}
	forget = func() { s.bodies.Add(-long.taken) }
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, forget, message.Denied(http.StatusRequestEntityTooLarge, "the message is larger than %d bytes; the setting mcp.max_body_bytes is the limit", s.maxBody)
	case errors.Is(err, errNoMemory):
		return nil, forget, message.Denied(http.StatusServiceUnavailable, "%d bytes of long messages are being answered already, the limit of mcp.max_calls × mcp.max_body_bytes", room).
			Limit("mcp.max_body_bytes", int(room)).Later(time.Second)
	case err != nil:
		return nil, forget, message.Denied(http.StatusBadRequest, "the message could not be read")
	}
	return body, forget, nil
}

var errNoMemory = errors.New("there is no room for the message")

// longBody counts the bytes of a message beyond shortBody.
type longBody struct {
	from  io.Reader
	take  func(int64) bool
	read  int64
	taken int64
}

func (l *longBody) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	l.read += int64(n)
	if more := l.read - shortBody - l.taken; more > 0 {
		l.taken += more
		if !l.take(more) {
			return n, errNoMemory
		}
	}
	return n, err
}
