package duckdb

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// lookupOf makes a statement of a text whose constants are numbers, those behind LIMIT, OFFSET and a column big as
// int8, and quoted texts.
func lookupOf(sql string) providers.Statement {
	s := providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true}
	for at := 0; at < len(sql); at++ {
		var end int
		switch c := sql[at]; {
		case c == '\'':
			end = at + 2 + strings.IndexByte(sql[at+1:], '\'')
		case c >= '0' && c <= '9' && strings.IndexByte(" =<>(", sql[at-1]) >= 0:
			for end = at; end < len(sql) && sql[end] >= '0' && sql[end] <= '9'; end++ {
			}
		default:
			continue
		}
		kind := uint32(pgtype.Int4OID)
		before := strings.Fields(strings.TrimRight(sql[:at], " =<>"))
		switch word := before[len(before)-1]; {
		case sql[at] == '\'':
			kind = pgtype.TextOID
		case word == "LIMIT" || word == "OFFSET" || word == "big":
			kind = pgtype.Int8OID
		}
		s.Constants = append(s.Constants, providers.Constant{Start: at, End: end, Type: kind})
		at = end
	}
	return s
}

// rowsOf runs a statement and returns its rows, or its error.
func rowsOf(ctx context.Context, c *Conn, s providers.Statement) ([]string, error) {
	return rowsWith(ctx, c, s, providers.Args{})
}

// rowsWith is rowsOf with values of parameters.
func rowsWith(ctx context.Context, c *Conn, s providers.Statement, args providers.Args) ([]string, error) {
	rows, err := c.Query(ctx, s, args)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var all []string
	for {
		row, err := rows.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		var b strings.Builder
		for _, v := range row {
			if v == nil {
				b.WriteString("|NULL")
				continue
			}
			b.WriteString("|" + string(v))
		}
		all = append(all, b.String())
	}
}

// found runs a lookup, and returns its rows and whether it shares a plan. The rows must be those of the same text as
// a statement of its own.
func found(t *testing.T, c *Conn, sql string) (rows []string, shares bool) {
	t.Helper()
	s := lookupOf(sql)
	rows, err := rowsOf(t.Context(), c, s)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	shares = c.prepared[c.keyOf(t, sql)] != nil
	own := s
	own.Constants = nil
	want, err := rowsOf(t.Context(), c, own)
	if strings.Contains(sql, "DISTINCT") { // whose rows have no order
		slices.Sort(rows)
		slices.Sort(want)
	}
	if err != nil || !slices.Equal(rows, want) {
		t.Errorf("%s: %q, but %q by a plan of its own (%v)", sql, rows, want, err)
	}
	return rows, shares
}

const looked = "CREATE TABLE g(a int PRIMARY KEY, small smallint, big bigint, t text, v varchar(5), d date, n numeric(9,2), u uinteger);" +
	"INSERT INTO g SELECT i, i % 7, i * 1000000, 'n' || (i % 50), 'v' || (i % 9), DATE '2020-01-01' + i::int, i, i FROM range(1, 200) r(i);" +
	"INSERT INTO g(a) VALUES (500)"

func runAll(t *testing.T, c *Conn, statements string) {
	t.Helper()
	for sql := range strings.SplitSeq(statements, ";") {
		must(t, c, sql)
	}
}

// TestLookupsShare: lookups that differ in constants find their own rows by one plan.
func TestLookupsShare(t *testing.T) {
	c := demo(t)
	runAll(t, c, looked)
	for _, form := range []string{
		"SELECT a, t FROM g WHERE a = %d", "SELECT * FROM g WHERE %d = a", "SELECT t, a FROM g WHERE a > %d AND a <= 190",
		"SELECT a FROM g WHERE small = %d", "SELECT a FROM g WHERE small = %d000000", "SELECT a FROM g WHERE big >= %d000000",
		"SELECT a FROM g WHERE t = 'n%d'", "SELECT a, v FROM g WHERE t <> 'n%d' AND t < 'n3'", "SELECT a FROM g WHERE t = 'a longer text than fits %d'",
		"SELECT a FROM g WHERE u = %d", "SELECT a FROM g LIMIT 3 OFFSET %d", "SELECT a FROM g LIMIT %d", "SELECT a, t FROM g WHERE a > %d LIMIT 2", "SELECT a FROM g OFFSET %d",
		"SELECT a FROM g WHERE t = 'n7' AND a < %d LIMIT 5 OFFSET 1",
	} {
		before := len(c.prepared)
		for k := range 12 {
			if rows, shares := found(t, c, fmt.Sprintf(form, k*9)); !shares {
				t.Errorf("%s has a plan of its own, and found %q", form, rows)
			}
		}
		if len(c.prepared) == before {
			t.Errorf("%s was not kept", form)
		}
		c.dropAllPrepared()
	}
}

// TestLookupsAlone: what has constants, and a plan that is not right for others, or slow, has a plan of its own.
func TestLookupsAlone(t *testing.T) {
	c := demo(t)
	runAll(t, c, looked)
	runAll(t, c, "CREATE TABLE many(a int, t text);INSERT INTO many SELECT i, 'n' || i FROM range(40000) r(i);CREATE TEMP TABLE own(a int)")
	for _, sql := range []string{
		"SELECT a FROM many WHERE a = 5", "SELECT a FROM many WHERE t = 'n5'", "SELECT a FROM own WHERE a = 5",
		"SELECT a + 1 FROM g WHERE a = 5", "SELECT count(*) FROM g WHERE a = 5", "SELECT a FROM g WHERE a = 5 ORDER BY a", "SELECT DISTINCT small FROM g WHERE a > 5",
		"SELECT g.a FROM g JOIN g h ON g.a = h.small WHERE g.a = 5",
	} {
		if _, shares := found(t, c, sql); shares {
			t.Errorf("%s shares its plan", sql)
		}
		if _, shares := found(t, c, sql); shares {
			t.Errorf("%s shares its plan the second time", sql)
		}
	}
	if _, shares := found(t, c, "SELECT a FROM many LIMIT 1 OFFSET 5"); !shares {
		t.Error("rows that are counted only are few or many")
	}
}

// TestLookupsSeeRows: the plan stays when rows change, and finds what is there now.
func TestLookupsSeeRows(t *testing.T) {
	for _, others := range []bool{false, true} {
		for _, block := range []bool{false, true} {
			t.Run(fmt.Sprint("others ", others, " block ", block), func(t *testing.T) {
				p := open(t, Options{})
				c := connect(t, p, providers.ConnOptions{})
				w := c
				if others {
					w = connect(t, p, providers.ConnOptions{})
				}
				must(t, c, "CREATE TABLE g(a int, t text)")
				finds := func(c *Conn, want int) {
					t.Helper()
					for _, sql := range []string{"SELECT a FROM g WHERE a = 7", "SELECT a FROM g WHERE t = 'seven'", "SELECT a, t FROM g WHERE a > 6", "SELECT t FROM g LIMIT 100 OFFSET 0", "SELECT * FROM g WHERE a = 7 LIMIT 50"} {
						if rows, shares := found(t, c, sql); len(rows) != want || !shares {
							t.Errorf("%s: %d rows, want %d; shared: %v", sql, len(rows), want, shares)
						}
					}
				}
				finds(c, 0)
				kept := c.prepared[c.keyOf(t, "SELECT a FROM g WHERE a = 7")]
				changes := []struct {
					sql  string
					rows int
				}{
					{"INSERT INTO g VALUES (7, 'seven')", 1},
					{"INSERT INTO g SELECT 7, 'seven' FROM range(3)", 4},
					{"UPDATE g SET a = 8, t = 'the eighth, which is a long text'", -1},
					{"UPDATE g SET a = 7, t = 'seven'", 4},
					{"DELETE FROM g", 0},
					{"INSERT INTO g VALUES (7, 'seven')", 1},
					{"TRUNCATE g", 0},
				}
				for _, change := range changes {
					if block {
						must(t, w, "BEGIN")
					}
					must(t, w, change.sql)
					if change.rows < 0 {
						if rows, _ := found(t, w, "SELECT t FROM g WHERE t = 'the eighth, which is a long text'"); len(rows) != 4 {
							t.Errorf("%d rows of 4", len(rows))
						}
					} else {
						finds(w, change.rows)
					}
					if block {
						must(t, w, "COMMIT")
					}
					if change.rows >= 0 {
						finds(c, change.rows)
					}
				}
				if now := c.prepared[c.keyOf(t, "SELECT a FROM g WHERE a = 7")]; kept == nil || now == nil || !others && !block && now != kept && kept.long == 0 && now.version == kept.version {
					t.Error("the plan was made anew for rows")
				}
			})
		}
	}
}

func (c *Conn) keyOf(t *testing.T, sql string) string {
	t.Helper()
	shared, ok := c.sharedText(lookupOf(sql))
	if !ok {
		t.Fatalf("%s is no lookup", sql)
	}
	return shared.key
}

// TestLookupsFollowTheCatalog: DDL, a search path, a table of the session's own and a rolled back change have lookups
// planned anew.
func TestLookupsFollowTheCatalog(t *testing.T) {
	p := open(t, Options{})
	c, w := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
	const sql = "SELECT * FROM g WHERE a = 7"
	expect := func(want ...string) {
		t.Helper()
		for range 2 {
			if rows, _ := found(t, c, sql); !slices.Equal(rows, want) {
				t.Errorf("%q, want %q", rows, want)
			}
		}
	}
	must(t, c, "CREATE TABLE g(a int, t text)")
	must(t, c, "INSERT INTO g VALUES (7, 'seven')")
	expect("|7|seven")
	must(t, w, "ALTER TABLE g ADD COLUMN b int DEFAULT 3")
	expect("|7|seven|3")
	must(t, w, "ALTER TABLE g ALTER COLUMN a TYPE bigint")
	expect("|7|seven|3")
	must(t, w, "ALTER TABLE g DROP COLUMN b")
	expect("|7|seven")
	must(t, w, "DROP TABLE g")
	if _, err := rowsOf(t.Context(), c, lookupOf(sql)); sqlstate.CodeOf(err) != sqlstate.UndefinedTable {
		t.Errorf("of a table that is gone: %v", err)
	}
	must(t, w, "CREATE TABLE g(t text, a int)")
	must(t, w, "INSERT INTO g VALUES ('again', 7)")
	expect("|again|7")
	must(t, w, "BEGIN")
	must(t, w, "DROP TABLE g")
	must(t, w, "CREATE VIEW g AS SELECT 7 AS a, 'a view' AS t")
	expect("|again|7")
	must(t, w, "COMMIT")
	expect("|7|a view")
	must(t, w, "DROP VIEW g")
	must(t, w, "CREATE TABLE g(a int)")
	must(t, w, "INSERT INTO g VALUES (7)")
	expect("|7")
	must(t, c, "CREATE TEMP TABLE g(a int, temporary text)")
	expect()
	must(t, c, "INSERT INTO g VALUES (7, 'mine')")
	expect("|7|mine")
	must(t, c, "DROP TABLE g")
	expect("|7")
	must(t, c, "CREATE SCHEMA s")
	must(t, c, "CREATE TABLE s.g(a int, s text)")
	must(t, c, "INSERT INTO s.g VALUES (7, 'in s')")
	must(t, c, "SET search_path = s, public")
	expect("|7|in s")
	must(t, c, "SET search_path = public")
	expect("|7")
	must(t, c, "BEGIN")
	must(t, c, "ALTER TABLE public.g ADD COLUMN x text DEFAULT 'x'")
	expect("|7|x")
	must(t, c, "ROLLBACK")
	expect("|7")
}

// TestLookupsGrow: a table that has grown is looked at again.
func TestLookupsGrow(t *testing.T) {
	c := demo(t)
	runAll(t, c, "CREATE TABLE g(a int);INSERT INTO g VALUES (1)")
	const sql = "SELECT a FROM g WHERE a = 1"
	if _, shares := found(t, c, sql); !shares {
		t.Fatal("it shares no plan")
	}
	must(t, c, "INSERT INTO g SELECT i FROM range(2, 50000) r(i)")
	c.prepared[c.keyOf(t, sql)].long = longRuns // as runs that took long say
	if rows, shares := found(t, c, sql); shares || len(rows) != 1 {
		t.Errorf("%q; shared: %v", rows, shares)
	}
}

// TestNobodyCallsSupplied: clients' statements do not reach the constants that sessions leave in connections.
func TestNobodyCallsSupplied(t *testing.T) {
	p := open(t, Options{})
	for range 2 { // the second has the connection of the first
		c := connect(t, p, providers.ConnOptions{})
		for _, sql := range []string{"SELECT pg__supplied_int4(0)", "SELECT pg__supplied_text(0)", "SELECT pg__supplied_int8(99)"} {
			refused(t, c, sqlstate.UndefinedFunction, sql)
		}
		if c.supplied == nil {
			must(t, c, "CREATE TABLE IF NOT EXISTS g(a int)")
		}
		found(t, c, "SELECT a FROM g WHERE a = 41")
		refused(t, c, sqlstate.UndefinedFunction, "SELECT pg__supplied_int4(0)")
		rows, err := c.Query(t.Context(), lookupOf("SELECT a FROM g WHERE a = 42"), providers.Args{})
		if err != nil {
			t.Fatal(err)
		}
		refused(t, c, sqlstate.UndefinedFunction, "SELECT pg__supplied_int4(0)")
		_ = rows.Close()
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLookupsTogether: connections do not have each other's constants.
func TestLookupsTogether(t *testing.T) {
	p := open(t, Options{})
	runAll(t, connect(t, p, providers.ConnOptions{}), looked)
	done := make(chan error)
	const sessions = 4
	for range sessions {
		c := connect(t, p, providers.ConnOptions{ReadOnly: true})
		go func() {
			for range 200 {
				n := 1 + rand.IntN(199)
				rows, err := rowsOf(context.Background(), c, lookupOf(fmt.Sprintf("SELECT a, t FROM g WHERE a = %d AND t = 'n%d'", n, n%50)))
				if want := fmt.Sprintf("|%d|n%d", n, n%50); err != nil || len(rows) != 1 || rows[0] != want {
					done <- fmt.Errorf("%q, want %q: %w", rows, want, err)
					return
				}
			}
			done <- nil
		}()
	}
	for range sessions {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// TestLookupsLikeOthers compares random lookups with plans of their own while rows come and go.
func TestLookupsLikeOthers(t *testing.T) {
	c := demo(t)
	must(t, c, "CREATE TABLE g(a int, big bigint, t text)")
	random := rand.New(rand.NewPCG(1, 2))
	texts := []string{"", "a", "b", "seven", "a long text of many letters", "7"}
	comparisons := []string{"=", "<>", "<", "<=", ">", ">="}
	for range 600 {
		switch random.IntN(8) {
		case 0:
			must(t, c, fmt.Sprintf("INSERT INTO g VALUES (%d, %d, '%s')", random.IntN(9), random.IntN(9), texts[random.IntN(len(texts))]))
		case 1:
			must(t, c, fmt.Sprintf("INSERT INTO g(a) VALUES (%d)", random.IntN(9)))
		case 2:
			must(t, c, fmt.Sprintf("DELETE FROM g WHERE a = %d", random.IntN(9)))
		}
		var where []string
		for range random.IntN(3) {
			by := comparisons[random.IntN(len(comparisons))]
			where = append(where, []string{
				fmt.Sprintf("a %s %d", by, random.IntN(9)), fmt.Sprintf("big %s %d", by, random.IntN(9)), fmt.Sprintf("t %s '%s'", by, texts[random.IntN(len(texts))]),
			}[random.IntN(3)])
		}
		sql := "SELECT " + []string{"*", "a", "t, a", "t"}[random.IntN(4)] + " FROM g"
		if len(where) > 0 {
			sql += " WHERE " + strings.Join(where, " AND ")
		}
		if random.IntN(3) == 0 || len(where) == 0 {
			sql += fmt.Sprintf(" LIMIT %d", random.IntN(5))
		}
		if random.IntN(3) == 0 {
			sql += fmt.Sprintf(" OFFSET %d", random.IntN(5))
		}
		if _, shares := found(t, c, sql); !shares {
			t.Errorf("%s has a plan of its own", sql)
		}
	}
}

// TestLookupsInFiles: lookups in a file that has a copy share a plan, and find what the file has now. A file without a
// copy, and one whose table somebody has put a view in the place of, are read by plans of their own.
func TestLookupsInFiles(t *testing.T) {
	folder := t.TempDir()
	path := write(t, filepath.Join(folder, "a.csv"), "i,t\n1,one\n2,two\n")
	p, c := folderWith(t, Options{Folder: folder})
	expect := func(shared bool, sql string, want ...string) {
		t.Helper()
		if rows, shares := found(t, c, sql); shares != shared || !slices.Equal(rows, want) {
			t.Errorf("%s: %q, want %q; shared: %v", sql, rows, want, shares)
		}
	}
	awaitCopy(t, p, "a")
	expect(true, "SELECT t FROM a WHERE i = 1", "|one")
	expect(true, "SELECT t FROM a WHERE i = 2", "|two")
	expect(true, "SELECT i FROM a WHERE t = 'two' LIMIT 5", "|2")
	expect(true, "SELECT i, t FROM a LIMIT 1 OFFSET 1", "|2|two")
	for i := range 5 {
		write(t, path, fmt.Sprintf("i,t\n1,one\n2,the %d\n", i))
		expect(true, "SELECT t FROM a WHERE i = 2", fmt.Sprintf("|the %d", i))
		expect(true, "SELECT t FROM a WHERE i = 1", "|one")
	}
	write(t, path, "i,t,more\n2,two,3\n")
	expect(true, "SELECT * FROM a LIMIT 9", "|2|two|3")
	must(t, c, "CREATE TEMP VIEW own AS SELECT * FROM a")
	write(t, path, "i,t,more\n2,two,4\n")
	expect(true, "SELECT more FROM a WHERE i = 2", "|4")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := rowsOf(t.Context(), c, lookupOf("SELECT more FROM a WHERE i = 2")); sqlstate.CodeOf(err) != sqlstate.UndefinedFile {
		t.Errorf("a file that is gone: %v", err)
	}
	write(t, path, "i,t\n7,seven\n")
	expect(true, "SELECT t FROM a WHERE i = 7", "|seven")
	must(t, c, "CREATE OR REPLACE VIEW a AS SELECT CAST(7 AS BIGINT) AS i, 'a view' AS t")
	expect(false, "SELECT t FROM a WHERE i = 7", "|a view")

	_, c = folderWith(t, Options{Folder: folder, Copies: "0"})
	expect(false, "SELECT t FROM a WHERE i = 7", "|seven")
	write(t, path, "i,t\n7,sept\n")
	expect(false, "SELECT t FROM a WHERE i = 7", "|sept")
}
