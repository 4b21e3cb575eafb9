package duckdb

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// byKey, byText and byPlace seek in the table g of looked.
var (
	byKey = &providers.Seek{Schema: "public", Table: "g", Columns: []string{"t", "a"}, Equal: []providers.Equal{{Column: "a", To: providers.SoughtValue{Constant: 1}}}, Constants: 1}
	byTwo = &providers.Seek{
		Schema: "public", Table: "g", Columns: []string{"a", "t", "n", "d"}, Constants: 3, Limit: providers.SoughtValue{Constant: 3},
		Equal: []providers.Equal{{Column: "t", To: providers.SoughtValue{Constant: 1}}, {Column: "small", To: providers.SoughtValue{Constant: 2}}},
	}
	byPlace = &providers.Seek{Schema: "public", Table: "g", Columns: []string{"a"}, Constants: 2, Limit: providers.SoughtValue{Constant: 1}, Offset: providers.SoughtValue{Constant: 2}}
	byParam = &providers.Seek{
		Schema: "public", Table: "g", Columns: []string{"a", "t"}, Params: []uint32{pgtype.Int8OID, pgtype.TextOID},
		Equal: []providers.Equal{{Column: "big", To: providers.SoughtValue{Param: 1}}, {Column: "t", To: providers.SoughtValue{Param: 2}}},
	}
)

// holds runs a lookup until its table's rows are held.
func holds(t *testing.T, c *Conn, sql string, seek *providers.Seek, args providers.Args) providers.Statement {
	t.Helper()
	s := lookupOf(sql)
	s.Seeks = seek
	for until := time.Now().Add(20 * time.Second); ; {
		if c.readsHeld(s, args) && c.heldRows(t.Context(), s, args) != nil {
			return s
		}
		if time.Now().After(until) {
			t.Fatalf("%s: the rows are not held", sql)
		}
		if _, err := rowsWith(t.Context(), c, s, args); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		c.provider.held.ended.Wait()
	}
}

// sameAsAlone compares the rows of a lookup with those of the same text as a statement of its own.
func sameAsAlone(t *testing.T, c *Conn, s providers.Statement, args providers.Args, after string) {
	t.Helper()
	own := s
	own.Constants, own.Seeks = nil, nil
	want, err := rowsWith(t.Context(), c, own, args)
	got, failed := rowsWith(t.Context(), c, s, args)
	if failed != nil && err != nil && c.Status() == providers.Failed {
		return // the first error is the one that counts
	}
	if !slices.Equal(got, want) || fmt.Sprint(err) != fmt.Sprint(failed) {
		t.Errorf("after %s, %s: %q (%v), but %q (%v) by a plan of its own", after, s.SQL, got, failed, want, err)
	}
}

// TestHeldRows: lookups find in held rows what DuckDB finds, with its columns and its tag.
func TestHeldRows(t *testing.T) {
	c := demo(t)
	runAll(t, c, looked)
	runAll(t, c, "INSERT INTO g SELECT 1000 + i, i % 3, i % 4, 'x', NULL, NULL, i / 7.0, NULL FROM range(40) r(i);INSERT INTO g(a, t) VALUES (2000, ''), (2001, NULL)")
	for _, test := range []struct {
		seek  *providers.Seek
		texts []string
	}{
		{byKey, []string{"SELECT t, a FROM g WHERE a = 7", "SELECT t, a FROM g WHERE a = 007", "SELECT t, a FROM g WHERE a = 300", "SELECT t, a FROM g WHERE 2001 = a", "SELECT t, a FROM g WHERE a = 2147483647"}},
		{byTwo, []string{"SELECT a, t, n, d FROM g WHERE t = 'x' AND small = 1 LIMIT 3", "SELECT a, t, n, d FROM g WHERE t = 'n7' AND small = 2 LIMIT 100", "SELECT a, t, n, d FROM g WHERE t = '' AND small = 1 LIMIT 1", "SELECT a, t, n, d FROM g WHERE t = 'x' AND small = 1 LIMIT 0"}},
		{byPlace, []string{"SELECT a FROM g LIMIT 5 OFFSET 17", "SELECT a FROM g LIMIT 5 OFFSET 241", "SELECT a FROM g LIMIT 0 OFFSET 0", "SELECT a FROM g LIMIT 1 OFFSET 5000"}},
	} {
		holds(t, c, test.texts[0], test.seek, providers.Args{})
		for _, sql := range test.texts {
			s := lookupOf(sql)
			s.Seeks = test.seek
			if c.heldRows(t.Context(), s, providers.Args{}) == nil {
				t.Errorf("%s is not answered by held rows", sql)
			}
			sameAsAlone(t, c, s, providers.Args{}, "nothing")
			rows, err := c.Query(t.Context(), s, providers.Args{})
			if err != nil {
				t.Fatal(err)
			}
			columns := rows.Columns()
			for _, err := rows.Next(); err == nil; _, err = rows.Next() {
			}
			s.Constants = nil
			own := must(t, c, s.SQL)
			if fmt.Sprint(columns) != fmt.Sprint(own.columns) || rows.Tag() != own.tag {
				t.Errorf("%s: %v %s, but %v %s by a plan of its own", sql, columns, rows.Tag(), own.columns, own.tag)
			}
		}
	}
}

// TestHeldParams: values of parameters find the same in held rows as in DuckDB, or are left to it.
func TestHeldParams(t *testing.T) {
	c := demo(t)
	runAll(t, c, looked)
	const sql = "SELECT a, t FROM g WHERE big = $1 AND t = $2"
	args := providers.Args{Values: [][]byte{[]byte("7000000"), []byte("n7")}}
	s := holds(t, c, sql, byParam, args)
	s.Compared = byParam.Params
	for _, test := range []struct {
		types  []uint32
		values [2]string
		format providers.Format
		left   bool // to DuckDB
	}{
		{nil, [2]string{"7000000", "n7"}, providers.Text, false},
		{nil, [2]string{" 7000000", "n7"}, providers.Text, true},
		{nil, [2]string{"-1", "n7"}, providers.Text, false},
		{nil, [2]string{"7000000.0", "n7"}, providers.Text, true},
		{nil, [2]string{"99999999999999999999", "n7"}, providers.Text, true},
		{[]uint32{pgtype.Int4OID, pgtype.VarcharOID}, [2]string{"7000000", "n7"}, providers.Text, false},
		{[]uint32{pgtype.Int2OID}, [2]string{"7000000", "n7"}, providers.Text, true},
		{[]uint32{pgtype.NumericOID}, [2]string{"7000000", "n7"}, providers.Text, true},
		{[]uint32{pgtype.Int8OID}, [2]string{"\x00\x00\x00\x00\x00\x6a\xcf\xc0", "n7"}, providers.Binary, false},
		{[]uint32{pgtype.Int4OID}, [2]string{"\x00\x6a\xcf\xc0", "n7"}, providers.Binary, false},
		{[]uint32{pgtype.Int4OID}, [2]string{"\x00\x6a\xcf", "n7"}, providers.Binary, true},
		{nil, [2]string{"7000000", "n7\x00"}, providers.Text, true},
		{nil, [2]string{"7000000", "\xff"}, providers.Text, true},
		{nil, [2]string{"7000000", "it's"}, providers.Text, false},
	} {
		s.ParamTypes, args.Formats = test.types, []providers.Format{test.format}
		args.Values = [][]byte{[]byte(test.values[0]), []byte(test.values[1])}
		if left := c.heldRows(t.Context(), s, args) == nil; left != test.left {
			t.Errorf("%v %q: left to DuckDB: %v", test.types, test.values, left)
		}
		sameAsAlone(t, c, s, args, "nothing")
	}
	args.Values, args.Formats, s.ParamTypes = [][]byte{nil, []byte("n7")}, nil, nil
	if c.heldRows(t.Context(), s, args) != nil {
		t.Error("NULL is compared with held rows")
	}
	sameAsAlone(t, c, s, args, "nothing")
}

// TestHeldRowsFollowChanges: after a change of rows, of the table or of what its name means, by the session or by another one,
// no lookup finds the rows of before.
func TestHeldRowsFollowChanges(t *testing.T) {
	const sql = "SELECT t, a FROM g WHERE a = 7"
	for _, change := range []string{
		"UPDATE g SET t = 'other' WHERE a = 7", "DELETE FROM g WHERE a = 7", "DELETE FROM g", "TRUNCATE g", "UPDATE g SET a = 10000 WHERE a = 7; INSERT INTO g(a, t) VALUES (7, 'new')",
		"INSERT INTO g(a, t) VALUES (7, 'again') ON CONFLICT (a) DO UPDATE SET t = 'again'", "MERGE INTO g USING (SELECT 7 AS k) s ON g.a = s.k WHEN MATCHED THEN UPDATE SET t = 'merged'",
		"DROP TABLE g", "DROP TABLE g; CREATE TABLE g(a text, t int); INSERT INTO g VALUES ('7', 8)", "ALTER TABLE g RENAME TO h", "ALTER TABLE g RENAME COLUMN t TO u", "ALTER TABLE g DROP COLUMN t",
		"ALTER TABLE g ALTER COLUMN t TYPE varchar USING upper(t)", "ALTER TABLE g RENAME TO h; CREATE VIEW g AS SELECT 'seen' AS t, 7 AS a",
		"BEGIN; UPDATE g SET t = 'other' WHERE a = 7; COMMIT", "BEGIN; UPDATE g SET t = 'other' WHERE a = 7; ROLLBACK", "BEGIN; UPDATE g SET t = 'other' WHERE a = 7", "BEGIN; DROP TABLE g; CREATE TABLE g(a int, t text); COMMIT",
		"BEGIN; SAVEPOINT s; DELETE FROM g; ROLLBACK TO s; UPDATE g SET t = 'kept' WHERE a = 7; COMMIT",
		"CREATE TEMP TABLE g(a int, t text); INSERT INTO g VALUES (7, 'own')", "SET bytea_output = 'escape'", "CREATE INDEX ON g(t)",
	} {
		p := open(t, Options{})
		c, w := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
		runAll(t, c, looked)
		s := holds(t, c, sql, byKey, providers.Args{})
		for statement := range strings.SplitSeq(change, ";") {
			_, _ = try(w, strings.TrimSpace(statement)) // what is not supported changes nothing
			sameAsAlone(t, c, s, providers.Args{}, statement+" of another session")
			sameAsAlone(t, w, s, providers.Args{}, statement)
		}
		for range 2 {
			sameAsAlone(t, c, s, providers.Args{}, change)
			for range 200 { // until other rows may be held
				_, _ = rowsOf(t.Context(), c, s)
			}
			p.held.ended.Wait()
		}
		sameAsAlone(t, w, s, providers.Args{}, change)
	}
}

// TestHeldRowsOfFiles: a file that is replaced is read anew, whether there are copies of files or not.
func TestHeldRowsOfFiles(t *testing.T) {
	for _, copies := range []string{"", t.TempDir()} {
		folder := t.TempDir()
		write := func(name string) {
			t.Helper()
			if err := os.WriteFile(filepath.Join(folder, "f.csv"), []byte("id,name\n1,"+name+"\n2,b\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write("first")
		c := connect(t, open(t, Options{Folder: folder, CopyDir: copies}), providers.ConnOptions{})
		seek := &providers.Seek{Schema: "public", Table: "f", Columns: []string{"name"}, Equal: []providers.Equal{{Column: "id", To: providers.SoughtValue{Constant: 1}}}, Constants: 1}
		for _, name := range []string{"second", "third"} {
			s := holds(t, c, "SELECT name FROM f WHERE id = 1", seek, providers.Args{})
			write(name)
			for range 2 {
				if rows, err := rowsOf(t.Context(), c, s); err != nil || !slices.Equal(rows, []string{"|" + name}) {
					t.Errorf("%q (%v), want %s", rows, err, name)
				}
			}
		}
		s := holds(t, c, "SELECT name FROM f WHERE id = 1", seek, providers.Args{})
		if err := os.Remove(filepath.Join(folder, "f.csv")); err != nil {
			t.Fatal(err)
		}
		if rows, err := rowsOf(t.Context(), c, s); sqlstate.CodeOf(err) != sqlstate.UndefinedFile {
			t.Errorf("%q (%v) of a file that is gone", rows, err)
		}
	}
}

// TestHeldRowsAreNeverOld: a lookup that begins after a commit was told of finds what was committed, while sessions read and change
// the same row.
func TestHeldRowsAreNeverOld(t *testing.T) {
	p := open(t, Options{})
	w := connect(t, p, providers.ConnOptions{})
	runAll(t, w, "CREATE TABLE g(a int, t text);INSERT INTO g SELECT i, '0' FROM range(500) r(i)")
	var told, hits atomic.Int64
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var readers sync.WaitGroup
	done := make(chan struct{})
	for range 3 {
		c := connect(t, p, providers.ConnOptions{})
		s := lookupOf("SELECT t, a FROM g WHERE a = 7")
		s.Seeks = byKey
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				least := told.Load()
				rows, err := c.Query(ctx, s, providers.Args{})
				if err != nil {
					t.Error(err)
					return
				}
				row, err := rows.Next()
				var got int64
				if _, scanning := fmt.Sscan(string(row[0]), &got); err != nil || scanning != nil || got < least {
					t.Errorf("%q was found after %d was committed (%v)", row[0], least, err)
				}
				if _, is := rows.(*heldResult); is {
					hits.Add(1)
				}
				_ = rows.Close()
			}
		})
	}
	for n := int64(1); n <= 12; n++ {
		for before := hits.Load(); hits.Load() < before+20 && ctx.Err() == nil; {
			time.Sleep(time.Millisecond)
		}
		if n%2 == 0 {
			runAll(t, w, fmt.Sprintf("BEGIN;UPDATE g SET t = '%d' WHERE a = 7;COMMIT", n))
		} else {
			must(t, w, fmt.Sprintf("UPDATE g SET t = '%d' WHERE a = 7", n))
		}
		told.Store(n)
	}
	close(done)
	readers.Wait()
	if hits.Load() < 200 {
		t.Errorf("held rows have answered %d lookups", hits.Load())
	}
}

// TestHeldRowsEnd: a result of many held rows ends with its context.
func TestHeldRowsEnd(t *testing.T) {
	c := demo(t)
	runAll(t, c, "CREATE TABLE g AS SELECT i AS a FROM range(20000) r(i)")
	s := holds(t, c, "SELECT a FROM g LIMIT 20000 OFFSET 0", byPlace, providers.Args{})
	ctx, cancel := context.WithCancel(t.Context())
	rows, err := c.Query(ctx, s, providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	if _, is := rows.(*heldResult); !is {
		t.Fatal("the rows are not held")
	}
	cancel()
	read := 0
	for ; err == nil; read++ {
		_, err = rows.Next()
	}
	if sqlstate.CodeOf(err) != sqlstate.QueryCanceled || read > 2*lookAfter {
		t.Errorf("%v after %d rows", err, read)
	}
}

// TestHeldBound: rows are held within a bound, and those that were used last stay.
func TestHeldBound(t *testing.T) {
	p := open(t, Options{})
	c := connect(t, p, providers.ConnOptions{})
	runAll(t, c, "CREATE TABLE one AS SELECT i AS a, 'row ' || i AS t FROM range(1000) r(i);CREATE TABLE two AS FROM one;CREATE TABLE three AS FROM one;CREATE TABLE large AS SELECT i AS a, 'row ' || i AS t FROM range(100000) r(i)")
	seek := func(table string) *providers.Seek {
		return &providers.Seek{Schema: "public", Table: table, Columns: []string{"t"}, Equal: []providers.Equal{{Column: "a", To: providers.SoughtValue{Constant: 1}}}, Constants: 1}
	}
	first := holds(t, c, "SELECT t FROM one WHERE a = 7", seek("one"), providers.Args{})
	p.held.most = p.held.size*2 + 1000
	second := holds(t, c, "SELECT t FROM two WHERE a = 7", seek("two"), providers.Args{})
	if c.heldRows(t.Context(), second, providers.Args{}) == nil || c.heldRows(t.Context(), first, providers.Args{}) == nil {
		t.Errorf("rows of two tables are not held, which have %d bytes", p.held.size)
	}
	holds(t, c, "SELECT t FROM three WHERE a = 7", seek("three"), providers.Args{})
	if p.held.size > p.held.most || c.heldRows(t.Context(), first, providers.Args{}) == nil || c.heldRows(t.Context(), second, providers.Args{}) != nil {
		t.Errorf("%d bytes are held, of at most %d; or others than those that were used last", p.held.size, p.held.most)
	}
	big := lookupOf("SELECT t FROM large WHERE a = 7")
	big.Seeks = seek("large")
	for range 400 {
		if _, err := rowsOf(t.Context(), c, big); err != nil {
			t.Fatal(err)
		}
		p.held.ended.Wait()
	}
	if p.held.size > p.held.most || c.heldRows(t.Context(), big, providers.Args{}) != nil {
		t.Errorf("rows of a large table are held: %d bytes, of at most %d", p.held.size, p.held.most)
	}
}
