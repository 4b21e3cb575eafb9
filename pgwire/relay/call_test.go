package relay_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

func calls(function uint32, args ...[]byte) *pgproto3.FunctionCall {
	return &pgproto3.FunctionCall{Function: function, Arguments: args, ArgFormatCodes: []uint16{1}, ResultFormatCode: 1}
}

// The numbers of functions. (pg_proc.dat)
const loCreate, loOpenNumber, loWrite, loUnlink = 715, 952, 955, 964

// TestCallIsOnRecord: the record of a FunctionCall has its values where values are recorded.
func TestCallIsOnRecord(t *testing.T) {
	g := openGateway(t, gate.FullAccess, func(s *settings) { s.engine.RecordValues = true })
	c := g.dial()
	if got := c.ask(); got != "ZI" {
		t.Fatal(got)
	}
	c.begin(calls(loCreate, []byte{0, 0, 0x30, 0x39})).demand("VZI")
	c.begin(calls(loUnlink, []byte{0, 0, 0x30, 0x39})).demand("VZI")
	log := g.everyRecord(t)
	for _, verb := range []string{"lo_create", "lo_unlink"} {
		found := false
		for line := range strings.Lines(log) {
			if strings.Contains(line, verb) && strings.Contains(line, `00003039`) {
				found = true
			}
		}
		if !found {
			t.Errorf("no record of %s says of which object it was:\n%s", verb, lastLines(log, 4))
		}
	}
}

// TestCallsAreJudged: a FunctionCall in failed transactions, in pipelines, in blocks and behind refusals does no more than a SELECT that
// calls the function.
func TestCallsAreJudged(t *testing.T) {
	g := openGateway(t, gate.Safe)
	object := g.super("SELECT lo_from_bytea(4711, '\\x6869')")
	if object != "4711" {
		t.Fatal(object)
	}
	id := []byte{0, 0, 0x12, 0x67}
	write, read := []byte{0, 2, 0, 0}, []byte{0, 4, 0, 0}
	for name, step := range map[string]struct {
		messages []pgproto3.FrontendMessage
		ready    int
	}{
		"alone":                    {[]pgproto3.FrontendMessage{calls(loUnlink, id)}, 1},
		"in a block":               {[]pgproto3.FrontendMessage{query("BEGIN"), calls(loUnlink, id), query("COMMIT")}, 3},
		"in a failed block":        {[]pgproto3.FrontendMessage{query("BEGIN"), query("SELECT 1/0"), calls(loUnlink, id), query("COMMIT")}, 4},
		"in a pipeline":            {[]pgproto3.FrontendMessage{parse("", "SELECT 1"), bindTo("", ""), execute(""), calls(loUnlink, id), endUnit}, 2},
		"behind an error":          {[]pgproto3.FrontendMessage{parse("", "SELECT 1/0"), bindTo("", ""), execute(""), calls(loUnlink, id), endUnit}, 1},
		"behind a refusal":         {[]pgproto3.FrontendMessage{parse("", "DELETE FROM t"), bindTo("", ""), execute(""), calls(loUnlink, id), endUnit}, 1},
		"opened to write":          {[]pgproto3.FrontendMessage{query("BEGIN"), calls(loOpenNumber, id, write), calls(loWrite, []byte{0, 0, 0, 0}, []byte("evil")), query("COMMIT")}, 4},
		"opened to read":           {[]pgproto3.FrontendMessage{query("BEGIN"), calls(loOpenNumber, id, read), calls(loWrite, []byte{0, 0, 0, 0}, []byte("evil")), query("COMMIT")}, 4},
		"the mode in text":         {[]pgproto3.FrontendMessage{query("BEGIN"), &pgproto3.FunctionCall{Function: loOpenNumber, Arguments: [][]byte{[]byte("4711"), []byte("131072")}}, calls(loWrite, []byte{0, 0, 0, 0}, []byte("evil")), query("COMMIT")}, 4},
		"the mode in part binary":  {[]pgproto3.FrontendMessage{query("BEGIN"), &pgproto3.FunctionCall{Function: loOpenNumber, ArgFormatCodes: []uint16{1, 0}, Arguments: [][]byte{id, []byte("131072")}}, query("COMMIT")}, 3},
		"a format for each":        {[]pgproto3.FrontendMessage{query("BEGIN"), &pgproto3.FunctionCall{Function: loOpenNumber, ArgFormatCodes: []uint16{1, 1}, Arguments: [][]byte{id, write}}, calls(loWrite, []byte{0, 0, 0, 0}, []byte("evil")), query("COMMIT")}, 4},
		"another function":         {[]pgproto3.FrontendMessage{calls(2096, []byte{0, 0, 0, 1})}, 1}, // pg_terminate_backend
		"too many arguments":       {[]pgproto3.FrontendMessage{calls(loUnlink, id, id)}, 1},
		"no arguments":             {[]pgproto3.FrontendMessage{calls(loUnlink)}, 1},
		"lo_import by its number":  {[]pgproto3.FrontendMessage{calls(764, []byte("/etc/passwd"))}, 1},
		"behind an approval's end": {[]pgproto3.FrontendMessage{parse("", "SELECT 1"), bindTo("", ""), calls(loUnlink, id), execute(""), endUnit}, 2},
	} {
		c := g.dial()
		c.begin(step.messages...)
		got := ""
		for range step.ready {
			got += c.ready()
		}
		if strings.Contains(got, "HANGS") {
			t.Errorf("%s: %s", name, got)
		}
		if now := g.super("SELECT convert_from(lo_get(4711), 'UTF8')"); now != "hi" {
			t.Fatalf("%s: %s: the object is %q", name, got, now)
		}
		if then := c.query("SELECT 42"); then != "D(42)C(SELECT 1)ZI" {
			t.Errorf("%s: %s, then %s", name, got, then)
		}
		check(t, c.conn.Close())
	}
}
