package providertest

import (
	"errors"
	"io"
	"slices"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var resultCases = map[string]func(*suite){
	"describe agrees with query": describeAgrees,
	"describe runs nothing":      describeRunsNothing,
	"command tags":               commandTags,
	"end of rows":                endOfRows,
	"close early":                closeEarly,
	"close early in transaction": closeEarlyInTransaction,
	"many rows":                  manyRows,
}

func describeAgrees(s *suite) {
	c := s.connect(providers.ConnOptions{})
	c.must("CREATE TABLE d (a integer, b numeric(10,2), c text)")
	for _, sql := range []string{
		"SELECT 1 AS one, CAST('x' AS text) AS two",
		"SELECT * FROM d",
		"SELECT a + 1 AS next, count(*) FROM d GROUP BY a",
		"INSERT INTO d VALUES (1, 2, 'x')",
		"INSERT INTO d VALUES (1, 2, 'x') RETURNING b, c",
		"CREATE TABLE d2 (a integer)",
	} {
		described, err := c.Describe(s.ctx, statement(sql))
		if err != nil {
			s.Errorf("Describe %s: %v", sql, err)
			continue
		}
		r := c.must(sql)
		if len(described.Params) != 0 {
			s.Errorf("%s: parameters %v, want none", sql, described.Params)
		}
		if len(described.Columns) != len(r.columns) {
			s.Errorf("%s: described with %d columns, came with %d", sql, len(described.Columns), len(r.columns))
			continue
		}
		for i, d := range described.Columns {
			q := r.columns[i]
			if d.Format = q.Format; d != q {
				s.Errorf("%s, column %d: described as %+v, came as %+v", sql, i, d, q)
			}
		}
	}
	described, err := c.Describe(s.ctx, statement("SELECT CAST($1 AS integer), CAST($2 AS text), CAST($1 AS integer) + 1"))
	if err != nil {
		s.Fatal(err)
	}
	if want := []uint32{integer, textType}; !slices.Equal(described.Params, want) {
		s.Errorf("parameters %v, want %v", described.Params, want)
	}
	_, err = c.Describe(s.ctx, statement("SELECT nothing FROM nowhere"))
	s.isError("Describe of an unknown table", err, sqlstate.UndefinedTable)
	c.status(providers.Idle)
}

func describeRunsNothing(s *suite) {
	c := s.connect(providers.ConnOptions{})
	c.must("CREATE TABLE d (a integer)")
	for _, sql := range []string{"INSERT INTO d VALUES (1)", "DROP TABLE d", "BEGIN"} {
		if _, err := c.Describe(s.ctx, statement(sql)); err != nil {
			s.Errorf("Describe %s: %v", sql, err)
		}
	}
	if got := c.one("SELECT count(*) FROM d"); got != "0" {
		s.Errorf("%s rows after Describe, want 0", got)
	}
	c.status(providers.Idle)
}

func commandTags(s *suite) {
	c := s.connect(providers.ConnOptions{})
	for _, step := range []struct{ sql, tag string }{
		{"CREATE TABLE g (a integer)", "CREATE TABLE"},
		{"INSERT INTO g VALUES (1), (2), (3)", "INSERT 0 3"},
		{"SELECT * FROM g", "SELECT 3"},
		{"SELECT * FROM g WHERE a > 5", "SELECT 0"},
		{"UPDATE g SET a = a + 1 WHERE a > 1", "UPDATE 2"},
		{"INSERT INTO g VALUES (9) RETURNING a", "INSERT 0 1"},
		{"DELETE FROM g WHERE a = 9", "DELETE 1"},
		{"BEGIN", "BEGIN"},
		{"COMMIT", "COMMIT"},
		{"BEGIN", "BEGIN"},
		{"ROLLBACK", "ROLLBACK"},
		{"DROP TABLE g", "DROP TABLE"},
	} {
		if r := c.must(step.sql); r.tag != step.tag {
			s.Errorf("%s: tag %q, want %q", step.sql, r.tag, step.tag)
		}
	}
}

func endOfRows(s *suite) {
	c := s.connect(providers.ConnOptions{})
	rows, err := c.Query(s.ctx, statement("SELECT 1"), providers.Args{})
	if err != nil {
		s.Fatal(err)
	}
	if row, err := rows.Next(); err != nil || string(row[0]) != "1" {
		s.Fatalf("first: %q, %v", row, err)
	}
	for range 3 {
		if row, err := rows.Next(); !errors.Is(err, io.EOF) || row != nil {
			s.Errorf("after the last: %q, %v, want io.EOF", row, err)
		}
	}
	if rows.Tag() != "SELECT 1" {
		s.Errorf("tag %q", rows.Tag())
	}
	for range 2 {
		if err := rows.Close(); err != nil {
			s.Errorf("Close after io.EOF: %v", err)
		}
	}

	rows, err = c.Query(s.ctx, statement("SELECT 1/CAST($1 AS integer)"), text("0"))
	if err == nil {
		_, err = rows.Next()
		_, again := rows.Next()
		if sqlstate.CodeOf(again) != sqlstate.DivisionByZero {
			s.Errorf("the error does not stay: %v", again)
		}
		if err := rows.Close(); err != nil {
			s.Errorf("Close after an error: %v", err)
		}
	}
	s.isError("division", err, sqlstate.DivisionByZero)
	c.must("SELECT 1")
}

// million returns a statement with a million rows; it makes the table for it.
func million(c *session) string {
	c.must("CREATE TABLE thousand (i integer)")
	c.must("INSERT INTO thousand SELECT i FROM generate_series(1, 1000) AS g(i)")
	return "SELECT a.i, b.i FROM thousand a, thousand b"
}

func closeEarly(s *suite) {
	c := s.connect(providers.ConnOptions{})
	sql := million(c)
	for read := range 3 {
		rows, err := c.Query(s.ctx, statement(sql), providers.Args{})
		if err != nil {
			s.Fatal(err)
		}
		for range read {
			if _, err := rows.Next(); err != nil {
				s.Fatal(err)
			}
		}
		s.within("Rows.Close", func() {
			if err := rows.Close(); err != nil {
				s.Errorf("Close after %d rows: %v", read, err)
			}
		})
		c.status(providers.Idle)
		if got := c.one("SELECT count(*) FROM thousand"); got != "1000" {
			s.Errorf("after an early Close: %s", got)
		}
	}
}

func closeEarlyInTransaction(s *suite) {
	c := s.connect(providers.ConnOptions{})
	million(c)
	c.must("BEGIN")
	c.must("INSERT INTO thousand VALUES (0)")
	rows, err := c.Query(s.ctx, statement("SELECT i FROM thousand"), providers.Args{})
	if err != nil {
		s.Fatal(err)
	}
	if _, err := rows.Next(); err != nil {
		s.Fatal(err)
	}
	if err := rows.Close(); err != nil {
		s.Error(err)
	}
	c.status(providers.InTransaction)
	c.must("COMMIT")
	if got := c.one("SELECT count(*) FROM thousand"); got != "1001" {
		s.Errorf("%s rows, want 1001", got)
	}
}

func manyRows(s *suite) {
	c := s.connect(providers.ConnOptions{})
	rows, err := c.Query(s.ctx, statement(million(c)), providers.Args{})
	if err != nil {
		s.Fatal(err)
	}
	n := 0
	for ; ; n++ {
		if _, err = rows.Next(); err != nil {
			break
		}
	}
	if !errors.Is(err, io.EOF) || n != 1_000_000 || rows.Tag() != "SELECT 1000000" {
		s.Errorf("%d rows, %v, tag %q", n, err, rows.Tag())
	}
}
