package pgwire

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestTranscripts plays testdata/*.txt: messages in, and behind "----" the
// messages out. A block ends with an empty line. -update rewrites what comes
// out. A file that says "as Postgres does" is played to the real one as well,
// and must read the same.
//
// A message in is a pgproto3 name and its fields in JSON. "wait X" reads until
// a message X came, in the middle of what is sent; at the end of a block is
// read until as many ReadyForQuery came as were asked for.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	d := serve(t)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := string(data)
			got := play(t, d.addr, "main", want)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != want {
				t.Errorf("%s:\n%s", file, difference(want, got))
			}
			if strings.Contains(want, "as Postgres does") {
				config, err := pgconn.ParseConfig(pgtest.Start(t).CreateDB(t))
				if err != nil {
					t.Fatal(err)
				}
				addr := fmt.Sprintf("%s:%d", config.Host, config.Port)
				if real := playAs(t, addr, config.User, config.Database, want); real != got {
					t.Errorf("Postgres (+) does it otherwise than we (-):\n%s", difference(got, real))
				}
			}
		})
	}
}

// client is a raw client that has gone through its startup.
type client struct {
	t    *testing.T
	conn net.Conn
	*pgproto3.Frontend
	key *pgproto3.BackendKeyData
}

func connect(t *testing.T, addr, user, database string) *client {
	t.Helper()
	c := dial(t, addr)
	c.Send(&pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30, Parameters: map[string]string{
		"user": user, "database": database, "client_encoding": "UTF8",
	}})
	c.flush()
	for {
		switch m := c.receive().(type) {
		case *pgproto3.ReadyForQuery:
			return c
		case *pgproto3.BackendKeyData:
			key := *m
			c.key = &key
		case *pgproto3.ErrorResponse:
			t.Fatalf("connecting: %s", show(m))
		}
	}
}

func dial(t *testing.T, addr string) *client {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(limit)); err != nil {
		t.Fatal(err)
	}
	return &client{t: t, conn: conn, Frontend: pgproto3.NewFrontend(patient{conn}, patient{conn})}
}

// patient gives each read and write of a connection the time that there is: many of them take longer on a busy machine.
type patient struct{ net.Conn }

func (p patient) Read(to []byte) (int, error) {
	_ = p.SetReadDeadline(time.Now().Add(limit)) // what it fails with, the read fails with, too
	return p.Conn.Read(to)
}

func (p patient) Write(from []byte) (int, error) {
	_ = p.SetWriteDeadline(time.Now().Add(limit))
	return p.Conn.Write(from)
}

func (c *client) flush() {
	c.t.Helper()
	if err := c.Flush(); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) receive() pgproto3.BackendMessage {
	c.t.Helper()
	m, err := c.Receive()
	if err != nil {
		c.t.Fatalf("receiving: %v", err)
	}
	return m
}

// query runs a simple query and returns what came back, a line for each message.
func (c *client) query(sql string) string {
	c.t.Helper()
	c.Send(&pgproto3.Query{String: sql})
	c.flush()
	return c.until(1)
}

// until shows what comes until so many ReadyForQuery, or the end.
func (c *client) until(ready int) string {
	c.t.Helper()
	var out strings.Builder
	for ready > 0 {
		m, err := c.Receive()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			fmt.Fprintln(&out, "(closed)")
			return out.String()
		}
		if err != nil {
			c.t.Fatalf("after %q: %v", out.String(), err)
		}
		if _, ok := m.(*pgproto3.ParameterStatus); ok {
			continue // we report no changes
		}
		fmt.Fprintln(&out, show(m))
		if _, ok := m.(*pgproto3.ReadyForQuery); ok {
			ready--
		}
	}
	return out.String()
}

func play(t *testing.T, addr, database, script string) string {
	return playAs(t, addr, "tester", database, script)
}

// playAs plays a transcript and returns it with what really came out.
func playAs(t *testing.T, addr, user, database, script string) string {
	t.Helper()
	c := connect(t, addr, user, database)
	var out strings.Builder
	for i, block := range strings.Split(strings.TrimRight(script, "\n"), "\n\n") {
		if i > 0 {
			out.WriteString("\n")
		}
		input, _, hasOutput := strings.Cut(block, "----")
		if !hasOutput && !*update || strings.HasPrefix(block, "#") && !strings.Contains(block, "\n") {
			fmt.Fprintln(&out, block)
			continue
		}
		fmt.Fprintf(&out, "%s\n----\n%s", strings.TrimRight(input, "\n"), c.block(input))
	}
	c.conn.Close()
	return out.String()
}

// block sends the messages of one block and returns what comes back.
func (c *client) block(input string) string {
	c.t.Helper()
	ready, answer := 0, ""
	for _, line := range strings.Split(strings.TrimSpace(input), "\n") {
		kind, fields, _ := strings.Cut(line, " ")
		switch kind {
		case "#":
			continue
		case "wait":
			c.flush()
			for {
				m := c.receive()
				answer += show(m) + "\n"
				if strings.HasPrefix(show(m), fields) {
					break
				}
			}
			continue
		case "Query", "Sync", "FunctionCall":
			ready++
		}
		m := frontendMessage(kind)
		if m == nil {
			c.t.Fatalf("no message %q", kind)
		}
		if fields != "" {
			if err := json.Unmarshal([]byte(fields), m); err != nil {
				c.t.Fatalf("%s: %v", line, err)
			}
		}
		c.Send(m)
	}
	c.flush()
	return answer + c.until(ready)
}

func frontendMessage(kind string) pgproto3.FrontendMessage {
	return map[string]pgproto3.FrontendMessage{
		"Query": &pgproto3.Query{}, "Parse": &pgproto3.Parse{}, "Bind": &pgproto3.Bind{},
		"Describe": &describe{}, "Execute": &pgproto3.Execute{}, "Close": &closing{},
		"Flush": &pgproto3.Flush{}, "Sync": &pgproto3.Sync{}, "FunctionCall": &pgproto3.FunctionCall{},
		"CopyData": &copyData{}, "CopyDone": &pgproto3.CopyDone{}, "CopyFail": &copyFail{},
	}[kind]
}

// copyData and copyFail read a text, or Data in hexadecimal.
type (
	copyData struct{ pgproto3.CopyData }
	copyFail struct{ pgproto3.CopyFail }
)

func (d *copyData) UnmarshalJSON(b []byte) error {
	var o struct{ Text, Data string }
	err := json.Unmarshal(b, &o)
	if d.Data = []byte(o.Text); err == nil && o.Data != "" {
		d.Data, err = hex.DecodeString(o.Data)
	}
	return err
}

func (d *copyFail) UnmarshalJSON(b []byte) error {
	var o struct{ Message string }
	err := json.Unmarshal(b, &o)
	d.Message = o.Message
	return err
}

// describe and closing read their object type as a letter.
type (
	describe struct{ pgproto3.Describe }
	closing  struct{ pgproto3.Close }
)

func (d *describe) UnmarshalJSON(b []byte) (err error) {
	d.ObjectType, d.Name, err = object(b)
	return err
}

func (c *closing) UnmarshalJSON(b []byte) (err error) {
	c.ObjectType, c.Name, err = object(b)
	return err
}

func object(b []byte) (byte, string, error) {
	var o struct{ Type, Name string }
	err := json.Unmarshal(b, &o)
	if err == nil && len(o.Type) != 1 {
		err = errors.New("Type must be S or P")
		return 0, "", err
	}
	return o.Type[0], o.Name, err
}

// show writes a message in one line, without what differs from run to run.
func show(m pgproto3.BackendMessage) string {
	switch m := m.(type) {
	case *pgproto3.RowDescription:
		var columns []string
		for _, f := range m.Fields {
			columns = append(columns, fmt.Sprintf("%s:%d/%d/%d/%d", f.Name, f.DataTypeOID, f.DataTypeSize, f.TypeModifier, f.Format))
		}
		return "RowDescription " + strings.Join(columns, " ")
	case *pgproto3.DataRow:
		var values []string
		for _, v := range m.Values {
			switch {
			case v == nil:
				values = append(values, "NULL")
			case bytes.ContainsFunc(v, func(r rune) bool { return r < ' ' || r > '~' }):
				values = append(values, "0x"+hex.EncodeToString(v))
			default:
				values = append(values, fmt.Sprintf("%q", v))
			}
		}
		return "DataRow " + strings.Join(values, " ")
	case *pgproto3.CommandComplete:
		return fmt.Sprintf("CommandComplete %q", m.CommandTag)
	case *pgproto3.ReadyForQuery:
		return fmt.Sprintf("ReadyForQuery %c", m.TxStatus)
	case *pgproto3.ParameterDescription:
		return fmt.Sprint("ParameterDescription ", m.ParameterOIDs)
	case *pgproto3.ErrorResponse:
		where := ""
		if strings.HasPrefix(m.Where, "COPY ") {
			where = fmt.Sprintf(", %q", m.Where)
		}
		return fmt.Sprintf("ErrorResponse %s %s %q at %d%s", m.Severity, m.Code, m.Message, m.Position, where)
	case *pgproto3.NoticeResponse:
		return fmt.Sprintf("NoticeResponse %s %s %q", m.Severity, m.Code, m.Message)
	case *pgproto3.CopyInResponse:
		return fmt.Sprintf("CopyInResponse %d %v", m.OverallFormat, m.ColumnFormatCodes)
	case *pgproto3.CopyOutResponse:
		return fmt.Sprintf("CopyOutResponse %d %v", m.OverallFormat, m.ColumnFormatCodes)
	case *pgproto3.CopyData:
		return fmt.Sprintf("CopyData %q", m.Data)
	case *pgproto3.NotificationResponse:
		return fmt.Sprintf("NotificationResponse %q %q", m.Channel, m.Payload)
	case *pgproto3.AuthenticationOk:
		return "AuthenticationOk"
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", m), "*pgproto3.")
}

// difference shows the lines of two texts that are not the same.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	var out strings.Builder
	for i := 0; i < max(len(w), len(g)); i++ {
		a, b := "", ""
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if a != b {
			fmt.Fprintf(&out, "line %d\n- %s\n+ %s\n", i+1, a, b)
			if out.Len() > 4000 {
				break
			}
		}
	}
	return out.String()
}
