package pgwire

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// TestArraysOfArraysAreRefused: an array of arrays gets into no column of one dimension, neither by COPY nor as a parameter, in texts or
// binary. Nothing of it stays.
func TestArraysOfArraysAreRefused(t *testing.T) {
	d := serveDuckDB(t)
	c := pgxConnect(t, d)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, err := c.Exec(ctx, "CREATE TABLE deep (t text[], v varchar(3)[], n int[])")
	must(t, err)
	texts, numbers := [][]string{{"a", "b"}, {"c", "d"}}, [][]int32{{1, 2}, {3, 4}}
	refused := func(what string, err error) {
		t.Helper()
		if pg := (*pgconn.PgError)(nil); !errors.As(err, &pg) || pg.Code != "0A000" && pg.Code != "22P02" {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, mode := range []pgx.QueryExecMode{pgx.QueryExecModeCacheStatement, pgx.QueryExecModeDescribeExec} {
		for column, value := range map[string]any{"t": texts, "v": texts, "n": numbers} {
			_, err := c.Exec(ctx, "INSERT INTO deep ("+column+") VALUES ($1)", mode, value)
			refused(mode.String()+" "+column, err)
		}
	}
	for column, value := range map[string]string{"t": "{{a,b},{c,d}}", "v": "{{a}}", "n": "{{1,2}}"} { // as a text
		_, err := c.Exec(ctx, "INSERT INTO deep ("+column+") VALUES ($1)", pgx.QueryExecModeExec, value)
		refused("a text "+column, err)
	}
	for column, value := range map[string]any{"t": texts, "v": texts, "n": numbers} {
		_, err := c.CopyFrom(ctx, pgx.Identifier{"deep"}, []string{column}, pgx.CopyFromRows([][]any{{value}}))
		refused("COPY of "+column, err)
	}
	for _, row := range []string{"{{a,b},{c,d}}\t\\N\t\\N\n", "\\N\t{{a}}\t\\N\n", "\\N\t\\N\t{{1}}\n"} {
		_, err := c.PgConn().CopyFrom(ctx, strings.NewReader(row), "COPY deep FROM STDIN")
		refused("COPY of "+row, err)
	}
	var rows int
	if must(t, c.QueryRow(ctx, "SELECT count(*) FROM deep").Scan(&rows)); rows != 0 {
		t.Errorf("%d rows stay", rows)
	}
	_, err = c.Exec(ctx, "CREATE TABLE deeper (n int[][])")
	must(t, err)
	_, err = c.Exec(ctx, "INSERT INTO deeper VALUES ($1)", numbers)
	must(t, err)
	var shown string
	if must(t, c.QueryRow(ctx, "SELECT n::text FROM deeper").Scan(&shown)); shown != "{{1,2},{3,4}}" {
		t.Errorf("a column of two dimensions has %s", shown)
	}
}
