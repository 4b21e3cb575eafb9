package postgres_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// fresh opens a provider on a database of its own and returns both, with a way
// to the database that the provider does not know of.
func fresh(t *testing.T, o postgres.Options) (*postgres.Provider, *outside) {
	t.Helper()
	o.DSN = pgtest.Start(t).CreateDB(t)
	out := connectOutside(t, o.DSN)
	return open(t, o), out
}

// outside is a plain connection as the superuser.
type outside struct {
	t  *testing.T
	pg *pgconn.PgConn
}

func connectOutside(t *testing.T, dsn string) *outside {
	t.Helper()
	pg, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Close(context.Background()) })
	return &outside{t, pg}
}

// do runs SQL and returns the first value of its last result, or "".
func (o *outside) do(sql string) string {
	o.t.Helper()
	results, err := o.pg.Exec(o.t.Context(), sql).ReadAll()
	if err != nil {
		o.t.Fatalf("%s: %v", sql, err)
	}
	if last := results[len(results)-1]; len(last.Rows) > 0 {
		return string(last.Rows[0][0])
	}
	return ""
}

// session is a connection with shorter words.
type session struct {
	*testing.T
	providers.Conn
}

func connect(t *testing.T, p providers.Provider, o providers.ConnOptions) session {
	t.Helper()
	c, err := p.Connect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Errorf("Conn.Close: %v", err)
		}
	})
	return session{t, c}
}

// read makes a statement that the engine takes for a read, write for one that
// it takes for a write: whether they are is the test's affair.
func read(sql string) providers.Statement {
	verb := strings.ToUpper(strings.Trim(strings.Fields(sql)[0], ";"))
	return providers.Statement{SQL: sql, Verb: verb, ReadOnly: true}
}

func write(sql string) providers.Statement {
	st := read(sql)
	st.ReadOnly = false
	return st
}

// run runs a statement to its end and returns the first value of its last row.
func (c session) run(ctx context.Context, st providers.Statement) (value, tag string, err error) {
	rows, err := c.Query(ctx, st, providers.Args{})
	if err != nil {
		return "", "", err
	}
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return value, rows.Tag(), rows.Close()
		}
		if err != nil {
			return value, "", errors.Join(err, rows.Close())
		}
		if len(row) > 0 {
			value = string(row[0])
		}
	}
}

func (c session) must(st providers.Statement) string {
	c.Helper()
	value, _, err := c.run(c.Context(), st)
	if err != nil {
		c.Fatalf("%s: %v", st.SQL, err)
	}
	return value
}

func (c session) fails(code sqlstate.Code, st providers.Statement) *sqlstate.Error {
	c.Helper()
	_, _, err := c.run(c.Context(), st)
	if sqlstate.CodeOf(err) != code {
		c.Fatalf("%s: %v, want SQLSTATE %s", st.SQL, err, code)
	}
	return sqlstate.From(err)
}

var eventually = courttest.Eventually

// benchmarkSession opens a session on a table of a thousand rows.
func benchmarkSession(b *testing.B) (*postgres.Provider, providers.Conn) {
	server := pgtest.Start(b)
	dsn := server.CreateDB(b)
	server.Exec(b, dsn[strings.LastIndex(dsn, "/")+1:strings.Index(dsn, "?")], "CREATE TABLE t AS SELECT g AS a, 'row ' || g AS b FROM generate_series(1, 1000) g; ALTER TABLE t ADD PRIMARY KEY (a)")
	p, err := postgres.Open(b.Context(), postgres.Options{Name: "pg", DSN: dsn})
	if err != nil {
		b.Fatal(err)
	}
	c, err := p.Connect(b.Context(), providers.ConnOptions{})
	if err != nil {
		b.Fatal(err)
	}
	return p, c
}
