package relay_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

// TestNotUTF8: what is no text is refused, wherever it stands, and nothing is put in
// its place.
func TestNotUTF8(t *testing.T) {
	g := openGateway(t, gate.FullAccess)
	c := g.dial()
	for _, bad := range []string{"\xff", "\xc0\xaf", "\xed\xa0\x80"} {
		value := &pgproto3.Bind{Parameters: [][]byte{[]byte(bad)}}
		for name, got := range map[string]string{
			"query":          c.query("SELECT '" + bad + "'"),
			"parse":          c.ask(parse("", "SELECT '"+bad+"'"), bind("", ""), execute("")),
			"statement name": c.ask(parse(bad, "SELECT 1"), bind("", bad), execute("")),
			"portal name":    c.ask(parse("", "SELECT 1"), bind(bad, ""), execute(bad)),
			"value":          c.ask(parse("", "SELECT $1::text"), value, execute("")),
			"insert":         c.ask(parse("", "INSERT INTO t VALUES (1, $1)"), value, execute("")),
		} {
			if !strings.Contains(got, "E(22021)ZI") {
				t.Errorf("%q as %s: %s", bad, name, got)
			}
		}
		if _, got := g.connect(map[string]string{"application_name": bad}); !strings.Contains(got, "E(22021)") {
			t.Errorf("%q when connecting: %s", bad, got)
		}
	}
	if got := g.super("SELECT count(*) FROM t"); got != "0" {
		t.Errorf("%s rows", got)
	}
}
