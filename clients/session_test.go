package clients

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
)

// patience is how long a client waits for a message where none may come.
const patience = 5 * time.Second

// silence is the kind of a message that did not come.
const silence = '!'

// message is one of the server's, as it came.
type message struct {
	kind byte
	body []byte
}

// session is a connection of a raw client.
type session struct {
	t    testing.TB
	conn net.Conn
	in   *bufio.Reader
	out  []byte // written, but not sent yet
	// key is what a cancel request needs: the body of BackendKeyData.
	key []byte
	// doing is what is to be told when nothing comes; without it silence is an
	// answer.
	doing string
}

// dial connects and sends a startup message; what comes back is not read yet.
func dial(t testing.TB, g target, protocol uint32, settings map[string]string) *session {
	t.Helper()
	conn, err := net.Dial("tcp", g.addr)
	must(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	s := &session{t: t, conn: conn, in: bufio.NewReader(conn)}
	parameters := map[string]string{"user": g.user, "database": g.database}
	for name, value := range settings {
		parameters[name] = value
	}
	s.write(&pgproto3.StartupMessage{ProtocolVersion: protocol, Parameters: parameters})
	s.flush()
	return s
}

// greeted is a session that has gone through its startup.
func greeted(t testing.TB, g target, settings map[string]string) *session {
	t.Helper()
	s := dial(t, g, pgproto3.ProtocolVersion30, settings)
	for {
		switch m := s.receive(); m.kind {
		case 'Z':
			return s
		case 'E', 0:
			t.Fatalf("connecting to %s: %q", g.addr, m.body)
		}
	}
}

// write keeps a message to be sent.
func (s *session) write(m pgproto3.FrontendMessage) {
	s.t.Helper()
	out, err := m.Encode(s.out)
	must(s.t, err)
	s.out = out
}

// flush sends what was written, reading meanwhile, so that neither side waits
// for the other with full buffers. A server that has gone is seen by who reads.
func (s *session) flush() {
	out := s.out
	s.out = nil
	if len(out) < 64<<10 {
		_, _ = s.conn.Write(out)
		return
	}
	var pump sync.WaitGroup
	pump.Go(func() { _, _ = s.conn.Write(out) })
	s.t.Cleanup(pump.Wait)
}

// receive reads a message. The zero message is the end of the connection.
func (s *session) receive() message {
	s.t.Helper()
	wait := patience
	if s.doing != "" {
		wait = limit // the longest statements take seconds to judge where other tests run
	}
	must(s.t, s.conn.SetReadDeadline(time.Now().Add(wait)))
	header, err := s.in.Peek(5)
	if err == nil {
		length := int(binary.BigEndian.Uint32(header[1:]))
		m := message{kind: header[0], body: make([]byte, max(length-4, 0))}
		_, _ = s.in.Discard(5) // it has been peeked
		if _, err = io.ReadFull(s.in, m.body); err == nil {
			if m.kind == 'K' {
				s.key = m.body
			}
			return m
		}
	}
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		if s.doing == "" {
			return message{kind: silence}
		}
		s.t.Fatalf("nothing came for a long time; %s", s.doing)
	}
	return message{}
}

// pid is the process id that the server gave out.
func (s *session) pid() string {
	if len(s.key) < 4 {
		return "?"
	}
	return strconv.Itoa(int(binary.BigEndian.Uint32(s.key)))
}

// cancel sends a cancel request for the session and waits until it was taken.
func (s *session) cancel() {
	s.t.Helper()
	conn, err := net.Dial("tcp", s.conn.RemoteAddr().String())
	must(s.t, err)
	defer conn.Close() //nolint:errcheck // the server closes first
	must(s.t, conn.SetDeadline(time.Now().Add(limit)))
	packet := binary.BigEndian.AppendUint32(nil, uint32(8+len(s.key)))
	packet = binary.BigEndian.AppendUint32(packet, 1234<<16|5678)
	_, err = conn.Write(append(packet, s.key...))
	must(s.t, err)
	if n, err := conn.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		s.t.Errorf("after a cancel request: %d bytes, %v", n, err)
	}
}

// port is a port in a DSN.
func port(n uint16) string { return strconv.Itoa(int(n)) }

// output is what something writes while it runs, to be read meanwhile.
type output struct {
	mu   sync.Mutex
	text []byte
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text = append(o.text, p...)
	return len(p), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return string(o.text)
}
