package hostile

import (
	"io"
	"maps"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// checks are payloads that are no text: testdata names them.
var checks = map[string]func(*testing.T, *house){
	"startup settings": startupSettings,
	"frames":           frames,
	"foreign hosts":    foreignHosts,
	"no other source":  noOtherSource,
	"depth":            depth,
	"nothing at all":   nothingAtAll,
	"large messages":   largeMessages,
}

func (r *run) check(p *payload) {
	c, ok := checks[p.check]
	if !ok {
		r.Errorf("%s:%d: there is no check %q", p.file, p.line, p.check)
		return
	}
	r.tally.payloads++
	r.Run(p.check, func(t *testing.T) { c(t, r.house) })
}

// startupSettings: what a client says before its first statement is not carried
// out, and what the operator's DSN says is refused.
func startupSettings(t *testing.T, h *house) {
	served := 0
	for _, parameters := range []map[string]string{
		{"options": "-c default_transaction_read_only=off -c transaction_read_only=off"},
		{"default_transaction_read_only": "off"},
		{"options": "-c standard_conforming_strings=off"},
		{"options": "--search_path=evil"},
		{"client_encoding": "SJIS"},
		{"options": "-c extra_float_digits=3 -c search_path=evil"},
		{"application_name": "mallory", "options": "-c extra_float_digits=3"},
		{"role": "hostile_other"},
		{"session_authorization": "hostile_other"},
	} {
		for _, mode := range []gate.Mode{gate.ReadOnly, gate.Safe} {
			c, o := greet(t, h.rooms[mode].wire, parameters)
			if o.code != "" || o.closed { // refused at the door
				continue
			}
			served++
			for _, sql := range []string{
				"SELECT 1 / (CASE WHEN current_setting('standard_conforming_strings') = 'on' AND current_setting('client_encoding') = 'UTF8' THEN 1 ELSE 0 END)",
				"SELECT 1 / (CASE WHEN current_user <> 'hostile_ro' THEN 0 ELSE 1 END)",
			} {
				if o := c.simple(sql); o.code != "" {
					t.Errorf("%v in %s: %s says %s", parameters, mode, sql, o)
				}
			}
			if o := c.simple("SELECT upper('x')"); o.refused() != strings.Contains(parameters["options"], "evil") {
				t.Errorf("%v in %s: a function by the path in force: %s", parameters, mode, o)
			}
			if o := c.simple("DELETE FROM t"); !o.refused() {
				t.Errorf("%v in %s: DELETE: %s", parameters, mode, o)
			}
		}
	}
	if served == 0 {
		t.Error("every startup message was refused, the harmless one too")
	}
	for _, word := range []string{
		"options=-c%20default_transaction_read_only%3Doff", "default_transaction_read_only=off",
		"standard_conforming_strings=off", "client_encoding=SJIS", "replication=database",
	} {
		if _, err := postgres.Open(t.Context(), postgres.Options{Name: "x", DSN: server.DSN(h.db) + "&" + word}); err == nil {
			t.Errorf("a DSN with %s is taken", word)
		}
	}
}

// greet opens a session with further parameters in its startup message.
func greet(t *testing.T, address string, parameters map[string]string) (*psql, outcome) {
	t.Helper()
	c := &psql{}
	var err error
	c.conn, err = net.Dial("tcp", address)
	must(t, err)
	t.Cleanup(c.close)
	c.Frontend = pgproto3.NewFrontend(c.conn, c.conn)
	m := &pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30, Parameters: map[string]string{"user": "mallory", "database": "ro"}}
	maps.Copy(m.Parameters, parameters)
	c.Send(m)
	return c, c.answer()
}

// deep are texts whose trees would overflow the stack of the parser's thread.
var deep = []string{
	"SELECT 1" + strings.Repeat("+1", 24_000),
	"SELECT " + strings.Repeat("NOT ", 5_200) + "true",
	"SELECT " + strings.Repeat("- ", 5_200) + "1",
	"SELECT 1" + strings.Repeat("::int", 5_200),
	"SELECT a" + strings.Repeat("[1]", 5_200) + " FROM t",
	"SELECT 'a'" + strings.Repeat(` COLLATE "C"`, 5_200),
	"SELECT " + strings.Repeat("(", 9_000) + "1" + strings.Repeat(")", 9_000),
	"SELECT " + strings.Repeat("ARRAY[", 6_000) + "1" + strings.Repeat("]", 6_000),
	"SELECT * FROM t" + strings.Repeat(" JOIN t USING (a)", 1_100),
	"SELECT 1" + strings.Repeat(" UNION SELECT 1", 1_100),
	strings.Repeat("EXPLAIN ", 6_000) + "SELECT 1",
}

// depth: it is refused before the parser sees it, with an error of its own.
func depth(t *testing.T, h *house) {
	room := h.rooms[gate.ReadOnly]
	c := mustDial(t, room.wire, "ro")
	for _, sql := range deep {
		tool, _ := room.mcp.call("run_select_query", map[string]any{"sql": sql, "provider": "ro"})
		for door, o := range map[string]outcome{"wire": c.simple(sql), "mcp": tool} {
			if o.code != "54001" && o.code != "42601" {
				t.Errorf("%.40q at the %s: %s", sql, door, o)
			}
		}
	}
}

// nothingAtAll: no statement is no permission, and no crash.
func nothingAtAll(t *testing.T, h *house) {
	for mode, room := range h.rooms {
		c := mustDial(t, room.wire, "ro")
		for _, text := range []string{"", " ", ";", ";;;", "--", "/**/", "\n\t"} {
			if o := c.simple(text); o.code != "" {
				t.Errorf("%q in %s: %s", text, mode, o)
			}
			for _, tool := range []string{"run_select_query", "run_mutation_query", "validate_select_query"} {
				if o, _ := room.mcp.call(tool, map[string]any{"sql": text, "provider": "ro"}); o.code == "" {
					t.Errorf("%s says yes to %q in %s", tool, text, mode)
				}
			}
		}
	}
}

// largeMessages: they end in an error, and the next client is served.
func largeMessages(t *testing.T, h *house) {
	room := h.rooms[gate.ReadOnly]
	large := "SELECT '" + strings.Repeat("x", maxText) + "'"
	if o := mustDial(t, room.wire, "ro").simple(large); o.code != "54000" {
		t.Errorf("a text beyond the limit at the wire: %s", o)
	}
	if o, _ := room.mcp.call("run_select_query", map[string]any{"sql": large, "provider": "ro"}); o.code != "54000" {
		t.Errorf("a text beyond the limit in a tool call: %s", o)
	}
	if o, _ := room.mcp.call("run_select_query", map[string]any{"sql": strings.Repeat(large, 5), "provider": "ro"}); o.code == "" {
		t.Error("a message of more than 1 MiB is taken")
	}
	c := mustDial(t, room.wire, "ro")
	if _, err := c.conn.Write([]byte{'Q', 0xff, 0xff, 0xff, 0xff}); err != nil {
		t.Fatal(err)
	}
	if o := c.answer(); !o.closed {
		t.Errorf("a message of 4 GiB: %s", o)
	}
	if o := mustDial(t, room.wire, "ro").simple("SELECT 1"); o.code != "" {
		t.Errorf("the next client: %s", o)
	}
}

// frames: messages that run something without a text to judge, or that are no
// messages.
func frames(t *testing.T, h *house) {
	for _, room := range h.rooms {
		for name, m := range map[string]struct {
			bytes, code string
		}{
			"a function call by OID":  {"F\x00\x00\x00\x0e\x00\x00\x08\x4b\x00\x00\x00\x00\x00\x00", "0A000"},
			"copy data out of place":  {"d\x00\x00\x00\x06x\nQ\x00\x00\x00\x0dSELECT 1\x00", ""},
			"a startup in the middle": {"\x00\x00\x00\x08\x04\xd2\x16\x2f", "08P01"},
			"two texts in a query":    {"Q\x00\x00\x00\x1dSELECT 1\x00; DELETE FROM t\x00", "08P01"},
			"a length that lies":      {"Q\x00\x00\x00\x05SELECT 1\x00", "08P01"},
		} {
			c := mustDial(t, room.wire, "ro")
			if _, err := c.conn.Write([]byte(m.bytes)); err != nil {
				t.Fatal(err)
			}
			if o := c.answer(); o.code != m.code {
				t.Errorf("%s in %s: %s, want %s", name, room.mode, o, m.code)
			}
		}
		if _, o := greet(t, room.wire, map[string]string{"replication": "database"}); o.code == "" {
			t.Errorf("replication is taken in %s", room.mode)
		}
		before(t, room.wire)
		if o := mustDial(t, room.wire, "ro").simple("SELECT 1"); o.code != "" {
			t.Errorf("the next client in %s: %s", room.mode, o)
		}
	}
}

// before sends what comes before a startup message: encryption that is asked
// for with more bytes behind it, and a cancel request with a guessed key.
func before(t *testing.T, address string) {
	t.Helper()
	for name, bytes := range map[string]string{
		"TLS with a statement behind it":    "\x00\x00\x00\x08\x04\xd2\x16\x2fQ\x00\x00\x00\x12DELETE FROM t\x00",
		"GSSAPI with a statement behind it": "\x00\x00\x00\x08\x04\xd2\x16\x30Q\x00\x00\x00\x12DELETE FROM t\x00",
		"a cancel request":                  "\x00\x00\x00\x10\x04\xd2\x16\x2e\x00\x00\x00\x01\x00\x00\x00\x01",
	} {
		conn, err := net.Dial("tcp", address)
		must(t, err)
		must(t, conn.SetDeadline(time.Now().Add(limit)))
		_, err = conn.Write([]byte(bytes))
		must(t, err)
		_ = conn.(*net.TCPConn).CloseWrite() // the other side may have hung up
		answer, err := io.ReadAll(conn)
		if err != nil && !strings.Contains(err.Error(), "reset") {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Contains(string(answer), "CommandComplete") || strings.Contains(string(answer), "DELETE") {
			t.Errorf("%s: %q", name, answer)
		}
		must(t, conn.Close())
	}
}

// foreignHosts: a page in a browser reaches loopback by a name of its own.
func foreignHosts(t *testing.T, h *house) {
	for _, room := range h.rooms {
		call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_select_query","arguments":{"sql":"SELECT 1"}}}`
		for _, header := range []map[string]string{
			{"Host": "attacker.example"},
			{"Host": "localhost.attacker.example"},
			{"Host": "127.0.0.1.attacker.example:80"},
			{"Origin": "https://attacker.example"},
			{"Origin": "http://localhost.attacker.example"},
			{"Origin": "null"},
			{"Host": "attacker.example", "X-Forwarded-Host": "localhost", "X-Forwarded-For": "127.0.0.1"},
		} {
			answer, body, err := room.mcp.post(call, header)
			must(t, err)
			if answer.StatusCode != 403 && answer.StatusCode != 421 {
				t.Errorf("%v in %s: %s %.80s", header, room.mode, answer.Status, body)
			}
		}
		// What the header says must be what the message says.
		answer, body, err := room.mcp.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_mutation_query","arguments":{"sql":"DELETE FROM t"},`+
			`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"m","version":"1"}}}}`,
			map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list", "Mcp-Name": "run_select_query", "Mcp-Session-Id": ""})
		must(t, err)
		if answer.StatusCode < 400 && !strings.Contains(string(body), `"error"`) {
			t.Errorf("two methods in one message in %s: %s %.200s", room.mode, answer.Status, body)
		}
	}
}

// noOtherSource: which servers there are, only the configuration says.
func noOtherSource(t *testing.T, h *house) {
	for _, room := range h.rooms {
		for _, source := range []string{server.DSN("postgres"), "postgres://postgres@127.0.0.1/x", "http://169.254.169.254/", "nowhere", "../su"} {
			if o, _ := room.mcp.call("run_select_query", map[string]any{"sql": "SELECT 1", "provider": source}); o.code != "3D000" {
				t.Errorf("source %q in %s: %s", source, room.mode, o)
			}
			if _, err := dial(room.wire, source); err == nil {
				t.Errorf("source %q in %s is taken at the wire", source, room.mode)
			}
		}
		for _, arguments := range []map[string]any{
			{"sql": "DELETE FROM t", "confirm": true},
			{"sql": "DELETE FROM t", "mode": "full_access"},
			{"sql": "SELECT 1", "dsn": "postgres://x"},
			{"sql": "DELETE FROM t", "approved": "yes", "approval": "1"},
		} {
			for _, tool := range []string{"run_select_query", "run_mutation_query"} {
				if o, _ := room.mcp.call(tool, arguments); o.code != "22023" {
					t.Errorf("%v in %s: %s", arguments, room.mode, o)
				}
			}
		}
	}
}
