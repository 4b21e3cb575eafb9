package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestOneShotWhole: where results were small, a read goes in one write; what it returns is what it returned
// before, also where there is more of it than is held back.
func TestOneShotWhole(t *testing.T) {
	p, out := fresh(t, postgres.Options{MaxConns: 1})
	out.do("CREATE FUNCTION told(i int) RETURNS int LANGUAGE plpgsql AS 'BEGIN RAISE NOTICE ''row %'', i; RETURN i; END'")
	var heard []string
	read := func(remembers *providers.Returned, sql string, args providers.Args) string {
		t.Helper()
		heard = nil
		c, err := p.Connect(t.Context(), providers.ConnOptions{ReadOnly: true, OnNotice: func(e *sqlstate.Error) { heard = append(heard, e.Message) }})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		s, args := shot(sql), args
		s.Returned, args.Alone = remembers, true
		var said strings.Builder
		rows, err := c.Query(t.Context(), s, args)
		if err == nil {
			for _, column := range rows.Columns() {
				fmt.Fprint(&said, column.Name, " ", column.TypeName, ";")
			}
		}
		for err == nil {
			var row providers.Row
			if row, err = rows.Next(); err == nil {
				fmt.Fprintf(&said, "\n%q", row)
			}
		}
		if !errors.Is(err, io.EOF) {
			return said.String() + "\n" + err.Error() + fmt.Sprint(heard)
		}
		return said.String() + "\n" + rows.Tag() + fmt.Sprint(heard)
	}
	for _, sql := range []string{
		"SELECT 1 AS a, NULL::text AS b, '' AS c",
		"SELECT FROM generate_series(1, 3)",
		"SELECT 1 WHERE false",
		"-- nothing",
		"SELECT g, repeat('x', 10) FROM generate_series(1, 127) g",
		"SELECT g FROM generate_series(1, 128) g",
		"SELECT g FROM generate_series(1, 129) g",
		"SELECT g FROM generate_series(1, 1024) g",
		"SELECT g FROM generate_series(1, 3000) g",
		"SELECT repeat('x', 32768)",
		"SELECT repeat('x', 32769)",
		"SELECT repeat('x', 20000) FROM generate_series(1, 5)",
		"SELECT told(g) FROM generate_series(1, 3) g",
		"SELECT told(g) FROM generate_series(1, 200) g",
		"SELECT 1/(g-3) FROM generate_series(1, 9) g",
		"SELECT 1/(g-300) FROM generate_series(1, 900) g",
		"SELECT 1/(g-2), repeat('x', 40000) FROM generate_series(1, 9) g",
		"SELECT nope",
		"SELECT pg_advisory_lock(7)",
		"SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'",
	} {
		for _, max := range []int64{0, 2, 128, 129, 2000} {
			small := &providers.Returned{}
			small.Note(true)
			want := read(nil, sql, providers.Args{MaxRows: max})
			if got := read(small, sql, providers.Args{MaxRows: max}); got != want {
				t.Errorf("%s, at most %d: in one write %.300s\nand otherwise %.300s", sql, max, got, want)
			}
			if got := read(small, sql, providers.Args{MaxRows: max}); got != want {
				t.Errorf("%s, at most %d, again: in one write %.300s\nand otherwise %.300s", sql, max, got, want)
			}
		}
	}
	const rows = "SELECT g FROM generate_series(1, $1::int) g"
	remembers := &providers.Returned{}
	for _, test := range []struct {
		rows string
		few  bool
	}{{"3", true}, {"128", true}, {"129", false}, {"1", false}} {
		if read(remembers, rows, providers.Args{Values: [][]byte{[]byte(test.rows)}}); remembers.Few() != test.few {
			t.Errorf("after %s rows: few is %v", test.rows, remembers.Few())
		}
	}
}

// TestOneShotWholeSnapshot: a read that runs again shows rows of one snapshot.
func TestOneShotWholeSnapshot(t *testing.T) {
	p, out := fresh(t, postgres.Options{MaxConns: 1})
	out.do("CREATE TABLE growing (a int); INSERT INTO growing SELECT 1 FROM generate_series(1, 200)")
	c := connect(t, p, providers.ConnOptions{ReadOnly: true})
	s := shot("SELECT a, txid_current_if_assigned() IS NULL, pg_current_snapshot() FROM growing")
	s.Returned = &providers.Returned{}
	s.Returned.Note(true)
	rows, err := c.Query(t.Context(), s, providers.Args{Alone: true})
	if err != nil {
		t.Fatal(err)
	}
	out.do("INSERT INTO growing SELECT 2 FROM generate_series(1, 2000)")
	seen := map[string]int{}
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		seen[string(row[0])+string(row[1])+string(row[2])]++
	}
	if len(seen) != 1 {
		t.Errorf("rows of several snapshots: %v", seen)
	}
}

// TestOneShotWholeCanceled: a read in one write ends with its context, and the connection goes on.
func TestOneShotWholeCanceled(t *testing.T) {
	p, _ := fresh(t, postgres.Options{MaxConns: 1})
	c := connect(t, p, providers.ConnOptions{ReadOnly: true})
	s := shot("SELECT pg_sleep(60)")
	s.Returned = &providers.Returned{}
	s.Returned.Note(true)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	rows, err := c.Query(ctx, s, providers.Args{Alone: true})
	if err == nil {
		_, err = rows.Next()
	}
	if sqlstate.CodeOf(err) != sqlstate.QueryCanceled || time.Since(began) > 20*time.Second {
		t.Errorf("after %v: %v", time.Since(began), err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if got, _, err := shoot(t.Context(), t, p, "SELECT 1", providers.Args{}); got != "1" {
		t.Errorf("afterwards: %q, %v", got, err)
	}
}
