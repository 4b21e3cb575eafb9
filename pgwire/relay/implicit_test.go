package relay_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

// TestImplicitEnds: the record tells whether what was changed in an implicit transaction was committed. If the
// outcome of a change is written before the end of the transaction, the end is on record.
func TestImplicitEnds(t *testing.T) {
	g := serve(t, "", func(s *settings) { s.engine.Mode = gate.FullAccess })
	direct(t, g.dsn, "CREATE TABLE t (a int PRIMARY KEY, b int UNIQUE DEFERRABLE INITIALLY DEFERRED)")
	insert := func(c *client, value string) []pgproto3.FrontendMessage {
		return c.extended("INSERT INTO t VALUES ("+value+", 1)", 0)
	}
	for _, test := range []struct {
		name  string
		parts [][]string // values to insert; each part is answered before the next is sent
		want  []string
	}{
		{"in one answer", [][]string{{"1", "2"}}, []string{"INSERT", "INSERT", "ROLLBACK"}}, // 1 is there twice at the end
		{"one", [][]string{{"1"}}, []string{"INSERT"}},
		{"in parts", [][]string{{"1"}, {}}, []string{"INSERT", "BEGIN", "COMMIT"}},
		{"in many parts", [][]string{{"1"}, {"NULL"}, {}}, []string{"INSERT", "BEGIN", "INSERT", "ROLLBACK"}},
		{"in parts that cannot be committed", [][]string{{"1"}, {"2"}, {}}, []string{"INSERT", "BEGIN", "INSERT", "ROLLBACK"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			direct(t, g.dsn, "TRUNCATE t")
			c := connect(t, g.addr)
			c.query("SELECT 1")
			before := len(g.outcomes(t))
			for i, part := range test.parts {
				for _, value := range part {
					c.send(insert(c, value)...)
				}
				if i == len(test.parts)-1 {
					c.send(&pgproto3.Sync{})
					c.until(1)
					break
				}
				c.send(&pgproto3.Flush{})
				for answered := false; !answered; {
					m, err := c.Receive()
					if err != nil {
						t.Fatal(err)
					}
					switch m.(type) {
					case *pgproto3.CommandComplete, *pgproto3.ErrorResponse:
						answered = true
					}
				}
			}
			var got []string
			for _, r := range g.outcomes(t)[before:] {
				got = append(got, r.Verb)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("on record are %q, want %q", got, test.want)
			}
		})
	}
}
