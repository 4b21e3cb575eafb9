package pgwire

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// frame is a message of that kind with that body.
func frame(kind byte, body string) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(body)+4)), body...)
}

// hostile holds frames that end their connection with FATAL 08P01.
var hostile = map[string][]byte{
	"length 0":                      {'Q', 0, 0, 0, 0},
	"length 3":                      {'Q', 0, 0, 0, 3},
	"length beyond the limit":       {'Q', 0x7f, 0xff, 0xff, 0xff},
	"negative length":               {'Q', 0xff, 0xff, 0xff, 0xff},
	"long Sync":                     frame('S', "x"),
	"long Flush":                    frame('H', "x"),
	"long Terminate":                frame('X', "x"),
	"Describe beyond its limit":     {'D', 0, 0, 0x40, 0},
	"unknown kind":                  frame('!', ""),
	"kind 0":                        {0, 0, 0, 0, 4},
	"password out of place":         frame('p', "secret\x00"),
	"startup out of place":          startupPacket(protocol30, "user", "u"),
	"Query without end":             frame('Q', "SELECT 1"),
	"Query with two ends":           frame('Q', "SELECT 1\x00; SELECT 2\x00"),
	"Query with nothing":            frame('Q', ""),
	"Parse with nothing":            frame('P', ""),
	"Parse without query":           frame('P', "\x00"),
	"Parse without types":           frame('P', "\x00SELECT 1\x00"),
	"Parse with too few types":      frame('P', "\x00SELECT 1\x00\x00\x02\x00\x00\x00\x17"),
	"Parse with too many types":     frame('P', "\x00SELECT 1\x00\x00\x00\x00\x00\x00\x17"),
	"Parse with 65535 types":        frame('P', "\x00SELECT 1\x00\xff\xff"),
	"Bind with nothing":             frame('B', ""),
	"Bind with a name only":         frame('B', "\x00"),
	"Bind without formats":          frame('B', "\x00\x00"),
	"Bind length -2":                frame('B', "\x00\x00\x00\x00\x00\x01\xff\xff\xff\xfe\x00\x00"),
	"Bind length minimal":           frame('B', "\x00\x00\x00\x00\x00\x01\x80\x00\x00\x00\x00\x00"),
	"Bind length too long":          frame('B', "\x00\x00\x00\x00\x00\x01\x00\x00\x00\x09x\x00\x00"),
	"Bind with too few values":      frame('B', "\x00\x00\x00\x00\x00\x02\x00\x00\x00\x01x\x00\x00"),
	"Bind with 65535 values":        frame('B', "\x00\x00\x00\x00\xff\xff"),
	"Bind with 65535 formats":       frame('B', "\x00\x00\xff\xff"),
	"Bind without result formats":   frame('B', "\x00\x00\x00\x00\x00\x00"),
	"Bind with too few formats":     frame('B', "\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00"),
	"Bind with more behind":         frame('B', "\x00\x00\x00\x00\x00\x00\x00\x00x"),
	"Describe with nothing":         frame('D', ""),
	"Describe of nothing known":     frame('D', "X\x00"),
	"Describe without name":         frame('D', "S"),
	"Describe without end":          frame('D', "Sname"),
	"Close of nothing known":        frame('C', "\x00\x00"),
	"Close with more behind":        frame('C', "P\x00\x00"),
	"Execute with nothing":          frame('E', ""),
	"Execute without limit":         frame('E', "\x00"),
	"Execute with a short limit":    frame('E', "\x00\x00\x00"),
	"CopyData beyond its limit":     {'d', 0x7f, 0xff, 0xff, 0xff},
	"CopyFail beyond its limit":     {'f', 0, 1, 0, 0},
	"FunctionCall beyond its limit": {'F', 0x7f, 0, 0, 0},
}

// TestHostileFrames: each ends its own connection, with a word, and no other.
func TestHostileFrames(t *testing.T) {
	d := serve(t)
	bystander := connect(t, d.addr, "u", "main")
	for name, bytes := range hostile {
		t.Run(name, func(t *testing.T) {
			c := connect(t, d.addr, "u", "main")
			if _, err := c.conn.Write(bytes); err != nil {
				t.Fatal(err)
			}
			if got := c.until(1); !strings.HasPrefix(got, "ErrorResponse FATAL 08P01") || !strings.HasSuffix(got, "(closed)\n") {
				t.Errorf("got %s", got)
			}
		})
	}
	if got := bystander.query("SELECT 1"); !strings.Contains(got, `DataRow "1"`) {
		t.Errorf("another client: %s", got)
	}
	if strings.Contains(d.log.String(), "panic") {
		t.Error("something panicked")
	}
}

// TestRefusedFrames: a well-formed message that cannot be served is an error,
// after which the session goes on.
func TestRefusedFrames(t *testing.T) {
	d := serve(t)
	c := connect(t, d.addr, "u", "main")
	sync := frame('S', "")
	for name, f := range map[string]struct {
		send []byte
		want string
	}{
		"query not UTF-8":         {frame('Q', "SELECT '\xff'\x00"), "ErrorResponse ERROR 22021"},
		"parse not UTF-8":         {append(frame('P', "\x00SELECT '\xc3('\x00\x00\x00"), sync...), "ErrorResponse ERROR 22021"},
		"statement not UTF-8":     {append(frame('P', "\xff\x00SELECT 1\x00\x00\x00"), sync...), "ErrorResponse ERROR 22021"},
		"NUL in a parameter":      {append(frame('B', "\x00\x00\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00"), sync...), "ErrorResponse ERROR 22021"},
		"format counts":           {append(frame('B', "\x00\x00\x00\x02\x00\x00\x00\x00\x00\x01\x00\x00\x00\x01x\x00\x00"), sync...), "ErrorResponse ERROR 08P01"},
		"unknown result format":   {append(frame('B', "\x00\x00\x00\x00\x00\x00\x00\x01\x00\x07"), sync...), "ErrorResponse ERROR 22023"},
		"bytes of a binary param": {append(append(frame('P', "\x00SELECT $1::bytea\x00\x00\x00"), frame('B', "\x00\x00\x00\x01\x00\x01\x00\x01\x00\x00\x00\x02\x00\xff\x00\x00")...), sync...), "ParseComplete\nBindComplete\nReadyForQuery"},
		"function call":           {frame('F', "\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00"), "ErrorResponse ERROR 0A000"},
	} {
		if _, err := c.conn.Write(f.send); err != nil {
			t.Fatal(err)
		}
		if got := c.until(1); !strings.HasPrefix(got, f.want) || !strings.HasSuffix(got, "ReadyForQuery I\n") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestLargeMessages: they pass up to the limit.
func TestLargeMessages(t *testing.T) {
	d := serve(t, func(o *Options) { o.MaxMessage = 8 << 20 })
	c := connect(t, d.addr, "u", "main")
	large := strings.Repeat("x", 6<<20)
	c.Send(&pgproto3.Parse{Query: "SELECT length($1::text)"})
	c.Send(&pgproto3.Bind{Parameters: [][]byte{[]byte(large)}})
	c.Send(&pgproto3.Execute{})
	c.Send(&pgproto3.Sync{})
	c.flush()
	if got := c.until(1); !strings.Contains(got, fmt.Sprintf("DataRow %q", fmt.Sprint(len(large)))) {
		t.Errorf("a large parameter: %s", got)
	}
	if got := c.query("SELECT 1"); !strings.Contains(got, `DataRow "1"`) {
		t.Error(got)
	}
	c.Send(&pgproto3.Query{String: strings.Repeat("x", 9<<20)})
	if err := c.Flush(); err != nil && !errors.Is(err, net.ErrClosed) {
		t.Logf("the server did not read it all: %v", err)
	}
}

// TestSplitFrames: messages may come byte by byte.
func TestSplitFrames(t *testing.T) {
	d := serve(t)
	c := connect(t, d.addr, "u", "main")
	for _, b := range append(frame('P', "\x00SELECT 'slow'\x00\x00\x00"), append(frame('B', "\x00\x00\x00\x00\x00\x00\x00\x00"), append(frame('E', "\x00\x00\x00\x00\x00"), frame('S', "")...)...)...) {
		if _, err := c.conn.Write([]byte{b}); err != nil {
			t.Fatal(err)
		}
	}
	if got := c.until(1); !strings.Contains(got, `DataRow "slow"`) {
		t.Error(got)
	}
}

// TestLimitsOfOneSession: a client cannot fill the server with statements.
func TestLimitsOfOneSession(t *testing.T) {
	d := serve(t)
	c := connect(t, d.addr, "u", "main")
	for i := range 10_000 + 1 {
		c.Send(&pgproto3.Parse{Name: fmt.Sprint(i), Query: ""})
	}
	c.Send(&pgproto3.Sync{})
	go c.Flush() //nolint:errcheck // the answers must be read meanwhile
	if got := c.until(1); !strings.HasSuffix(got, "ErrorResponse ERROR 54000 \"this session holds too many prepared statements\" at 0\nReadyForQuery I\n") {
		t.Errorf("it ended with %q", got[max(0, len(got)-200):])
	}
}

// broken is a source whose connections panic where the engine does not expect
// it; the rest is a real one.
type broken struct{ providers.Provider }

func (b broken) Connect(ctx context.Context, o providers.ConnOptions) (providers.Conn, error) {
	c, err := b.Provider.Connect(ctx, o)
	return brokenConn{c}, err
}

type brokenConn struct{ providers.Conn }

func (brokenConn) ParameterStatus(string) string { panic("status is broken") }

func (brokenConn) StatusVersion() uint64 { return 0 }

// TestPanic: one that goes through the library ends its connection alone.
func TestPanic(t *testing.T) {
	real := serve(t)
	p, err := postgres.Open(context.Background(), postgres.Options{Name: "main", DSN: real.dsn})
	if err != nil {
		t.Fatal(err)
	}
	d := serveSource(t, real.dsn, broken{p})
	bystander := connect(t, d.addr, "u", "main")
	for range 3 {
		c := connect(t, d.addr, "u", "main")
		if got := c.query("SELECT 1"); !strings.Contains(got, "ErrorResponse FATAL XX000") || strings.Contains(got, "broken") {
			t.Errorf("got %s", got)
		}
	}
	bystander.Send(&pgproto3.Query{String: ";"})
	bystander.flush()
	if got := bystander.until(1); !strings.Contains(got, "EmptyQueryResponse") {
		t.Errorf("another client: %s", got)
	}
	if !strings.Contains(d.log.String(), "status is broken") {
		t.Error("the log does not know of the panic")
	}
}

// FuzzSession sends bytes to a session. Whatever they are, the connection ends
// or goes on, nothing panics, and the next client is served. The source behind
// is not there, so that nothing is run.
func FuzzSession(f *testing.F) {
	for _, seed := range hostile {
		f.Add(seed)
	}
	f.Add(frame('Q', "SELECT 1\x00"))
	f.Add(bytes.Join([][]byte{
		frame('P', "s\x00\x00\x00\x00"), frame('D', "Ss\x00"), frame('B', "p\x00s\x00\x00\x00\x00\x00\x00\x00"),
		frame('D', "Pp\x00"), frame('E', "p\x00\x00\x00\x00\x01"), frame('E', "p\x00\x00\x00\x00\x00"), frame('C', "Pp\x00"), frame('C', "Ss\x00"), frame('H', ""), frame('S', ""),
		frame('d', "x"), frame('c', ""), frame('f', "\x00"), frame('F', ""), frame('B', "\x00\x00\x00\x00\x00\x00\x00\x00"), frame('S', ""), frame('X', ""),
	}, nil))
	p, err := postgres.Open(context.Background(), postgres.Options{Name: "main", DSN: "postgres://127.0.0.1:1/none"})
	if err != nil {
		f.Fatal(err)
	}
	d := serveSource(f, "", p)
	f.Fuzz(func(t *testing.T, data []byte) {
		conn, err := net.Dial("tcp", d.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_ = conn.SetDeadline(time.Now().Add(limit))
		if _, err := conn.Write(append(startupPacket(protocol30, "user", "u"), data...)); err != nil {
			t.Fatal(err)
		}
		_ = conn.(*net.TCPConn).CloseWrite()
		answer, err := io.ReadAll(conn)
		if err != nil && !strings.Contains(err.Error(), "reset") {
			t.Fatalf("reading: %v", err)
		}
		if !bytes.Contains(answer, []byte("SFATAL")) && bytes.Contains(answer, []byte(sqlstate.InternalError)) {
			t.Errorf("%q was answered with an internal error", data)
		}
		if strings.Contains(d.log.String(), "panic") {
			t.Errorf("%q made something panic:\n%s", data, d.log)
		}
	})
}
