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

// TestAnswers sends the same catalog queries about the same tables to a real Postgres and to the
// emulation, and compares the differences with a golden file.
func TestAnswers(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	real, err := pgconn.Connect(ctx, pgtest.Start(t).CreateDB(t))
	if err != nil {
		t.Fatal(err)
	}
	defer real.Close(ctx)
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
	for _, statement := range tables {
		if answer, failed := askPostgres(ctx, real, statement); failed {
			t.Fatal(answer)
		}
		define(ctx, t, conn, statement)
	}
	data, err := os.ReadFile("testdata/answers.sql")
	if err != nil {
		t.Fatal(err)
	}
	var differences strings.Builder
	same, differ := 0, 0
	for _, question := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		theirs, theyFail := askPostgres(ctx, real, question)
		ours, weFail := askEmbedded(ctx, conn, question)
		if theirs == ours || theyFail && weFail {
			same++
			continue
		}
		differ++
		fmt.Fprintf(&differences, "%s\n%s\n", question, diff(perLine(theirs), perLine(ours)))
	}
	golden(t, "testdata/answers.txt", fmt.Sprintf("%d the same, %d differ (- Postgres, + here).\n\n%s", same, differ, differences.String()))
}

// perLine puts every row on its own line.
func perLine(answer string) string { return strings.ReplaceAll(answer, "] [", "]\n[") }

// define runs a statement that defines something.
func define(ctx context.Context, t *testing.T, conn providers.Conn, statement string) {
	t.Helper()
	sql, err := translate(statement)
	if err != nil {
		t.Fatal(err)
	}
	verb, _, _ := strings.Cut(statement, " ")
	rows, err := conn.Query(ctx, providers.Statement{SQL: sql, Verb: verb}, providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = rows.Next()
	}
	if closing := rows.Close(); !errors.Is(err, io.EOF) || closing != nil {
		t.Fatal(err, closing)
	}
}
