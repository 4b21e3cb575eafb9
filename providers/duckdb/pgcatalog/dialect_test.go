package pgcatalog_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
)

// TestDialect sends the same queries to a real Postgres and to the embedded engine, one per line,
// and compares the differences with a golden file.
func TestDialect(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	real, err := pgconn.Connect(ctx, pgtest.Start(t).CreateDB(t))
	if err != nil {
		t.Fatal(err)
	}
	defer real.Close(ctx)
	if _, err := real.Exec(ctx, "SET TimeZone = 'UTC'").ReadAll(); err != nil {
		t.Fatal(err)
	}
	provider, err := duckdb.Open(ctx, duckdb.Options{Name: "demo", TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer provider.Close()
	conn, err := provider.Connect(ctx, providers.ConnOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()

	data, err := os.ReadFile("testdata/dialect.sql")
	if err != nil {
		t.Fatal(err)
	}
	var differences strings.Builder
	same, differ, failing, lenient := 0, 0, 0, 0
	for _, probe := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		theirs, theyFail := askPostgres(ctx, real, probe)
		ours, weFail := askEmbedded(ctx, conn, probe)
		switch {
		case theyFail && weFail, theirs == ours:
			same++
			continue
		case weFail:
			failing++
		case theyFail:
			lenient++
		default:
			differ++
		}
		fmt.Fprintf(&differences, "%s\n    postgres: %s\n    embedded: %s\n", probe, theirs, ours)
	}
	golden(t, "testdata/dialect.txt", fmt.Sprintf("%d the same, %d differ, %d fail only here, %d fail only in Postgres.\n\n%s",
		same, differ, failing, lenient, differences.String()))
}

func askPostgres(ctx context.Context, conn *pgconn.PgConn, probe string) (answer string, failed bool) {
	results, err := conn.Exec(ctx, probe).ReadAll()
	if err != nil {
		var e *pgconn.PgError
		if errors.As(err, &e) {
			return "error " + e.Code + " " + e.Message, true
		}
		return err.Error(), true
	}
	var b strings.Builder
	for _, r := range results {
		var columns []string
		for _, f := range r.FieldDescriptions {
			columns = append(columns, f.Name)
		}
		fmt.Fprintf(&b, "(%s)", strings.Join(columns, ", "))
		for _, row := range r.Rows {
			writeRow(&b, row)
		}
	}
	return b.String(), false
}

func askEmbedded(ctx context.Context, conn providers.Conn, probe string) (answer string, failed bool) {
	sql, err := translate(probe)
	if err != nil {
		return "error " + firstLine(err), true
	}
	return ask(ctx, conn, sql)
}

// ask runs a query of the embedded engine's own SQL.
func ask(ctx context.Context, conn providers.Conn, sql string) (answer string, failed bool) {
	rows, err := conn.Query(ctx, providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true}, providers.Args{})
	if err != nil {
		return "error " + firstLine(err), true
	}
	defer rows.Close()
	var b strings.Builder
	var columns []string
	for _, c := range rows.Columns() {
		columns = append(columns, c.Name)
	}
	fmt.Fprintf(&b, "(%s)", strings.Join(columns, ", "))
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return b.String(), false
		}
		if err != nil {
			return "error " + firstLine(err), true
		}
		writeRow(&b, row)
	}
}

func firstLine(err error) string {
	first, _, _ := strings.Cut(err.Error(), "\n")
	return first
}

func writeRow(b *strings.Builder, row [][]byte) {
	values := make([]string, len(row))
	for i, v := range row {
		values[i] = "NULL"
		if v != nil {
			values[i] = string(v)
		}
	}
	fmt.Fprintf(b, " [%s]", strings.Join(values, "|"))
}
