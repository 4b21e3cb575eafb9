package pgwire

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sallyportdb/sallyport/providers/duckdb"
)

// TestPreciseColumns: COPY, parameters and a database that is opened again round to the precision of a column.
func TestPreciseColumns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "precise.db")
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	value, want := time.Date(2026, 1, 2, 3, 4, 5, 678_500_000, time.UTC), time.Date(2026, 1, 2, 3, 4, 5, 679_000_000, time.UTC)
	value = value.Add(time.Microsecond * 30)
	for round := range 2 {
		p, err := duckdb.Open(ctx, duckdb.Options{Name: "demo", Path: file, Threads: 1, MemoryLimit: "500MB", TempDir: t.TempDir()})
		must(t, err)
		d := serveSource(t, "", p)
		c := pgxConnect(t, d)
		if round == 0 {
			_, err = c.Exec(ctx, "CREATE TABLE precise (i int, a timestamptz(3), b timestamp, c timestamp(0))")
			must(t, err)
		}
		n, err := c.CopyFrom(ctx, pgx.Identifier{"precise"}, []string{"i", "c", "b", "a"}, pgx.CopyFromRows([][]any{{1, value, value, value}, {2, nil, value, nil}}))
		if err != nil || n != 2 {
			t.Fatalf("CopyFrom: %d, %v", n, err)
		}
		_, err = c.Exec(ctx, "INSERT INTO precise VALUES (3, $1, $2, $2)", value, value)
		must(t, err)
		_, err = c.Exec(ctx, "UPDATE precise SET a = $1 WHERE i = 2", value)
		must(t, err)
		var rounded, whole, exact int
		must(t, c.QueryRow(ctx, "SELECT count(*) FILTER (WHERE a = $1), count(*) FILTER (WHERE c = '2026-01-02 03:04:06'), count(*) FILTER (WHERE b = '2026-01-02 03:04:05.67853') FROM precise", want).Scan(&rounded, &whole, &exact))
		if rows := 3 * (round + 1); rounded != rows || whole != rows-round-1 || exact != rows {
			t.Errorf("round %d: %d, %d and %d rows", round, rounded, whole, exact)
		}
		described, err := c.Prepare(ctx, "described", "SELECT i, a, c FROM precise")
		must(t, err)
		if f := described.Fields; f[1].TypeModifier != 3 || f[2].TypeModifier != 0 {
			t.Errorf("the fields are %+v", f)
		}
		must(t, c.Close(ctx))
		must(t, p.Close())
	}
}
