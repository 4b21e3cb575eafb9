package relay_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/engine"
)

// limited is a client of a gateway that hands out three rows of a result, or sixty bytes.
func limited(t *testing.T, limits engine.Limits) (*house, *client) {
	t.Helper()
	g := serve(t, "", func(s *settings) { s.engine.Limits = limits })
	return g, connect(t, g.addr)
}

// handedOut counts the rows that the client gets, up to so many ReadyForQuery: rows of results, and those of COPY.
func (c *client) handedOut(ready int) (rows int, text string) {
	c.t.Helper()
	var all strings.Builder
	for ready > 0 {
		m, err := c.Receive()
		check(c.t, err)
		switch m := m.(type) {
		case *pgproto3.DataRow:
			rows++
		case *pgproto3.CopyData:
			all.Write(m.Data)
		case *pgproto3.NoticeResponse:
			fmt.Fprint(&all, "[cut]")
		case *pgproto3.ErrorResponse:
			c.t.Errorf("%s %s", m.Code, m.Message)
		case *pgproto3.ReadyForQuery:
			ready--
		}
	}
	return rows, all.String()
}

const ninety = "SELECT n FROM generate_series(10, 99) AS n"

// TestPortalIsOneResult: a limit counts the rows of a portal, and not those of each Execute.
func TestPortalIsOneResult(t *testing.T) {
	for _, test := range []struct {
		limits engine.Limits
		want   int
	}{{engine.Limits{MaxRows: 5}, 5}, {engine.Limits{MaxBytes: 14}, 7}, {engine.Limits{}, 90}} {
		g, c := limited(t, test.limits)
		c.send(&pgproto3.Parse{Query: ninety}, &pgproto3.Bind{})
		for range 40 {
			c.send(&pgproto3.Execute{MaxRows: 3})
		}
		c.send(&pgproto3.Sync{})
		if rows, _ := c.handedOut(1); rows != test.want {
			t.Errorf("%+v: 40 Executes of a portal in one pipeline hand out %d rows, not %d", test.limits, rows, test.want)
		}
		c.send(&pgproto3.Query{String: "BEGIN"}, &pgproto3.Parse{Query: ninety}, &pgproto3.Bind{DestinationPortal: "p"}, &pgproto3.Sync{})
		c.handedOut(2)
		rows := 0
		for i := range 40 {
			c.send(&pgproto3.Execute{Portal: "p", MaxRows: uint32(i % 4)}, &pgproto3.Sync{})
			n, _ := c.handedOut(1)
			rows += n
		}
		if rows != test.want {
			t.Errorf("%+v: Executes of a portal hand out %d rows, not %d", test.limits, rows, test.want)
		}
		// Another portal of the name is another result.
		c.send(&pgproto3.Close{ObjectType: 'P', Name: "p"}, &pgproto3.Bind{DestinationPortal: "p"}, &pgproto3.Execute{Portal: "p"}, &pgproto3.Sync{}, &pgproto3.Query{String: "COMMIT"})
		if rows, _ := c.handedOut(2); rows != test.want {
			t.Errorf("%+v: another portal hands out %d rows, not %d", test.limits, rows, test.want)
		}
		if log := g.everyRecord(t); test.want < 90 && !strings.Contains(log, `"truncated"`) {
			t.Error("no record says that a result was cut")
		}
	}
}

// TestCursorIsOneResult: a limit counts the rows of a cursor, and not those of each FETCH.
func TestCursorIsOneResult(t *testing.T) {
	_, c := limited(t, engine.Limits{MaxRows: 5})
	demand := func(what string, want int, messages ...string) {
		t.Helper()
		rows := 0
		for _, sql := range messages {
			c.send(&pgproto3.Query{String: sql})
			n, _ := c.handedOut(1)
			rows += n
		}
		if rows != want {
			t.Errorf("%s: %d rows, not %d", what, rows, want)
		}
	}
	demand("FETCHes", 5, "BEGIN", "DECLARE c SCROLL CURSOR FOR "+ninety, "FETCH 3 FROM c", "FETCH 3 FROM c", "FETCH ALL FROM c", "FETCH BACKWARD 7 FROM c")
	demand("another cursor", 5, "DECLARE d CURSOR FOR "+ninety+"; FETCH 3 FROM d; FETCH 30 FROM d; FETCH 3 FROM c")
	demand("a cursor declared anew", 5, "CLOSE c", "DECLARE c CURSOR FOR "+ninety, "FETCH 3 FROM c", "FETCH 3 FROM c")
	demand("the next transaction", 5, "COMMIT; BEGIN; DECLARE c CURSOR WITH HOLD FOR "+ninety, "FETCH 3 FROM c", "COMMIT", "FETCH 3 FROM c")
	demand("the cursor of it", 0, "FETCH 3 FROM c")
	demand("a DECLARE that fails", 0, "BEGIN", "SAVEPOINT s")
	c.query("DECLARE c CURSOR FOR SELECT 1")
	demand("then", 0, "ROLLBACK TO s", "FETCH 3 FROM c", "ROLLBACK")
	demand("after CLOSE ALL", 2, "CLOSE ALL; BEGIN; DECLARE c CURSOR FOR "+ninety+"; FETCH 2 FROM c; COMMIT")
	c.send(&pgproto3.Query{String: "BEGIN; DECLARE c CURSOR FOR " + ninety}, &pgproto3.Parse{Query: "FETCH 2 FROM c"})
	for range 10 {
		c.send(&pgproto3.Bind{}, &pgproto3.Execute{})
	}
	c.send(&pgproto3.Sync{})
	if rows, _ := c.handedOut(2); rows != 5 {
		t.Errorf("FETCHes in a pipeline hand out %d rows, not 5", rows)
	}
}

// TestCopyIsOneResult: a limit holds for the rows of COPY TO STDOUT, whatever their form, and the rest of the data stays
// what a client can read.
func TestCopyIsOneResult(t *testing.T) {
	binary := func(rows ...string) string {
		out := "PGCOPY\n\xff\r\n\x00" + strings.Repeat("\x00", 8)
		for _, r := range rows {
			out += "\x00\x01\x00\x00\x00\x02" + r
		}
		return out + "\xff\xff"
	}
	for _, test := range []struct {
		limits    engine.Limits
		sql, want string
	}{
		{engine.Limits{MaxRows: 2}, "COPY (" + ninety + ") TO STDOUT", "10\n11\n[cut]"},
		{engine.Limits{MaxBytes: 6}, "COPY (" + ninety + ") TO STDOUT", "10\n11\n12\n[cut]"},
		{engine.Limits{MaxBytes: 6}, "COPY (SELECT n, NULL::text FROM generate_series(10, 99) AS n) TO STDOUT (NULL '')", "10\t\n11\t\n12\t\n[cut]"},
		{engine.Limits{MaxRows: 2}, "COPY (" + ninety + ") TO STDOUT (FORMAT csv, HEADER)", "n\n10\n11\n[cut]"},
		{engine.Limits{MaxRows: 2}, "COPY (" + ninety + ") TO STDOUT WITH CSV HEADER", "n\n10\n11\n[cut]"},
		{engine.Limits{MaxRows: 2}, "COPY (" + ninety + ") TO STDOUT (FORMAT csv, HEADER off)", "10\n11\n[cut]"},
		{engine.Limits{MaxRows: 2}, "COPY (SELECT n::text FROM generate_series(10, 99) AS n) TO STDOUT (FORMAT binary)", binary("10", "11") + "[cut]"},
		{engine.Limits{MaxBytes: 4}, "COPY (SELECT n::text FROM generate_series(10, 99) AS n) TO STDOUT (FORMAT binary)", binary("10", "11") + "[cut]"},
		{engine.Limits{MaxRows: 2}, "COPY (SELECT 'x' WHERE false) TO STDOUT (FORMAT binary)", binary()},
		{engine.Limits{MaxRows: 2}, "COPY (SELECT n FROM generate_series(1, 2) n) TO STDOUT; COPY (SELECT 3) TO STDOUT", "1\n2\n3\n"},
		{engine.Limits{MaxRows: 1}, "COPY (" + ninety + ") TO STDOUT (HEADER, FORMAT csv); COPY (" + ninety + ") TO STDOUT", "n\n10\n[cut]10\n[cut]"},
	} {
		g, c := limited(t, test.limits)
		c.send(&pgproto3.Query{String: test.sql})
		if _, got := c.handedOut(1); got != test.want {
			t.Errorf("%+v: %s hands out %q, not %q", test.limits, test.sql, got, test.want)
		}
		records := g.outcomes(t)
		if last := records[len(records)-1]; (last.Truncated != "") != strings.Contains(test.want, "[") {
			t.Errorf("%s: the record says that it was cut by %q, and has %d rows", test.sql, last.Truncated, *last.Rows)
		}
		if strings.Contains(test.sql, ";") {
			continue
		}
		c.send(&pgproto3.Parse{Query: test.sql}, &pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Sync{})
		if _, got := c.handedOut(1); got != test.want {
			t.Errorf("%+v, extended: %s hands out %q, not %q", test.limits, test.sql, got, test.want)
		}
	}
}

// TestCopyHeadersInTurn: texts that differ in a constant alone have plans of their own: one has a line of names, the other has none.
func TestCopyHeadersInTurn(t *testing.T) {
	_, c := limited(t, engine.Limits{MaxRows: 2})
	for range 3 {
		for header, want := range map[string]string{"1": "n\n10\n11\n[cut]", "0": "10\n11\n[cut]", "true": "n\n10\n11\n[cut]", "off": "10\n11\n[cut]"} {
			c.send(&pgproto3.Query{String: "COPY (" + ninety + ") TO STDOUT (FORMAT csv, HEADER " + header + ")"})
			if _, got := c.handedOut(1); got != want {
				t.Errorf("HEADER %s hands out %q, not %q", header, got, want)
			}
		}
	}
}
