package clients

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/pgwire"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
)

// table is the page that TestEmbeddedClients writes and holds.
const table = "../docs/clients.md"

// embeddedClient is a client as its users start it. Its program prints a line for each feature: its
// name, and "yes", or "no" and why.
type embeddedClient struct {
	name    string
	check   []string // fails where the client is not installed
	argv    []string
	missing func(testing.TB, string, ...any) // nil: the client's row stays as it is
}

// embeddedClients are the clients, in the order of the table. CLIENTS_PYTHON and CLIENTS_NODE name
// the interpreter and the folder of modules that scripts/embedded-clients made, CLIENTS_BUILT the folder of the programs
// in Go and Rust.
func embeddedClients() []embeddedClient {
	const installed = "../mcp/clienttest/"
	python := cmp.Or(os.Getenv("CLIENTS_PYTHON"), installed+".venv/bin/python")
	jar := cmp.Or(os.Getenv("PGJDBC_JAR"), "/usr/share/java/postgresql.jar")
	list := []embeddedClient{{"psql", []string{"psql", "--version"}, []string{"sh", "testdata/embedded/psql.sh"}, pgtest.Missing}}
	for _, c := range []struct{ name, module string }{
		{"psycopg", "psycopg"},
		{"psycopg2", "psycopg2"},
		{"asyncpg", "asyncpg"},
		{"pg8000", "pg8000"},
		{"SQLAlchemy with psycopg", "psycopg, sqlalchemy"},
		{"SQLAlchemy with psycopg2", "psycopg2, sqlalchemy"},
		{"SQLAlchemy with asyncpg", "asyncpg, sqlalchemy, greenlet"},
		{"SQLAlchemy with pg8000", "pg8000, sqlalchemy"},
		{"pandas", "pandas"},
		{"polars", "polars"},
		{"connectorx", "connectorx"},
		{"adbc", "adbc_driver_postgresql"},
		{"django", "django"},
		{"odbc", "pyodbc; assert 'PostgreSQL Unicode' in pyodbc.drivers()"},
		{"pgcli", "pgcli"},
		{"dbt", "dbt.adapters.postgres"},
		{"alembic", "alembic, psycopg"},
	} {
		list = append(list, embeddedClient{c.name, []string{python, "-c", "import " + c.module}, []string{python, "testdata/embedded/check.py", c.name}, nil})
	}
	list = append(list, embeddedClient{"postgres_fdw", []string{"sh", "-c", "ls /usr/share/postgresql/*/extension/postgres_fdw.control"}, []string{"sh", "testdata/embedded/fdw.sh"}, nil})
	list = append(list, embeddedClient{"pgjdbc", []string{"sh", "-c", "java -version && test -f " + jar}, []string{"java", "-cp", jar, "testdata/embedded/Check.java"}, nil})
	for _, c := range []struct{ name, module string }{
		{"pg", "pg-cursor"}, {"postgres.js", "postgres"}, {"knex", "knex"}, {"typeorm", "typeorm"}, {"drizzle-kit", "drizzle-orm"}, {"kysely", "kysely"}, {"postgraphile", "postgraphile"},
	} {
		list = append(list, embeddedClient{c.name, []string{"node", "-e", "require('" + c.module + "')"}, []string{"node", "testdata/embedded/check.cjs", c.name}, nil})
	}
	built := cmp.Or(os.Getenv("CLIENTS_BUILT"), "../bin/embedded-clients")
	for _, name := range []string{"pgx", "lib/pq"} {
		program := filepath.Join(built, "golang")
		list = append(list, embeddedClient{name, []string{"test", "-x", program}, []string{program, name}, nil})
	}
	for _, c := range []struct{ name, interpreter, has, program string }{
		{"ActiveRecord", "ruby", "require 'active_record'; require 'pg'", "testdata/embedded/check.rb"},
		{"Superset", filepath.Join(built, "superset", "bin", "python"), "import superset, psycopg2", "testdata/embedded/check_superset.py"},
	} {
		flag := map[bool]string{true: "-e", false: "-c"}[c.interpreter == "ruby"]
		list = append(list, embeddedClient{c.name, []string{c.interpreter, flag, c.has}, []string{c.interpreter, c.program}, nil})
	}
	program := filepath.Join(built, "rust", "debug", "embedded-rust-client")
	list = append(list, embeddedClient{"tokio-postgres", []string{"test", "-x", program}, []string{program}, nil})
	return list
}

// renewed drops what the client before has made.
const renewed = "SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public"

// TestEmbeddedClients runs clients against the embedded engine, and compares what works with the
// table in docs/clients.md, which -update rewrites. A client that is not installed keeps its rows.
func TestEmbeddedClients(t *testing.T) {
	if modules := os.Getenv("CLIENTS_NODE"); modules != "" {
		t.Setenv("NODE_PATH", modules)
	} else if modules, err := filepath.Abs("../mcp/clienttest/node_modules"); err == nil {
		t.Setenv("NODE_PATH", modules)
	}
	data, err := os.ReadFile(table)
	must(t, err)
	head, rows := splitTable(string(data))
	now := map[string][]string{}
	g := embedded(t) // one for all, because its catalogs cost seconds to make
	for _, c := range embeddedClients() {
		t.Run(c.name, func(t *testing.T) {
			old := rows[c.name]
			if out, err := exec.CommandContext(t.Context(), c.check[0], c.check[1:]...).CombinedOutput(); err != nil {
				if c.missing != nil {
					c.missing(t, "%v %s", err, out)
				}
				t.Skipf("not installed: %v", err)
			}
			if c.name == "postgres_fdw" {
				t.Setenv("CLIENTS_POSTGRES", pgtest.Start(t).CreateDB(t))
			}
			mustRun(t, g, "psql", "-Xqv", "ON_ERROR_STOP=1", "-c", renewed, "-f", "testdata/embedded/schema.sql")
			out, err := command(t, g, c.argv[0], c.argv[1:]...)
			if err != nil {
				t.Errorf("%v: %s", err, out)
			}
			now[c.name] = tableRows(c.name, out)
			if !*update && works(now[c.name]) != works(old) {
				t.Errorf("the table (-) and what works now (+); -update writes the table:\n%s", difference(works(old), works(now[c.name])))
			}
		})
	}
	if *update {
		must(t, os.WriteFile(table, []byte(head+updatedRows(rows, now)), 0o644))
	}
}

// embedded is a door in front of an empty embedded source.
func embedded(t testing.TB) target {
	t.Helper()
	g, _ := embeddedWith(t, duckdb.Options{Name: "demo", Threads: 1, MemoryLimit: "500MB", TempDir: t.TempDir()})
	return g
}

// embeddedWith is a door in front of an embedded source, and the source.
func embeddedWith(t testing.TB, options duckdb.Options) (target, *duckdb.Provider) {
	t.Helper()
	logger := hclog.NewNullLogger()
	p, err := duckdb.Open(t.Context(), options)
	must(t, err)
	records, err := audit.Open(audit.Options{Dir: t.TempDir(), Logger: logger})
	must(t, err)
	e, err := engine.New(engine.Config{Version: "test", Mode: gate.FullAccess, Sources: []providers.Provider{p}, Log: records, Logger: logger})
	must(t, err)
	s, err := pgwire.New(pgwire.Options{Engine: e, Logger: logger, Ceiling: gate.FullAccess})
	must(t, err)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(context.Background(), ln) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		for _, err := range []error{s.Shutdown(ctx), <-ended, e.Close(), records.Close()} {
			if err != nil {
				t.Errorf("closing the door: %v", err)
			}
		}
	})
	return target{addr: ln.Addr().String(), user: "alice", database: "demo"}, p
}

// tableRows makes rows of what a client's program printed.
func tableRows(client, printed string) []string {
	var rows []string
	for line := range strings.Lines(printed) {
		feature, outcome, ok := strings.Cut(strings.TrimSpace(line), ": ")
		word, why, _ := strings.Cut(outcome, ", ")
		if !ok || word != "yes" && word != "no" {
			continue
		}
		why = strings.NewReplacer("|", `\|`, "`", "'").Replace(why)
		if len(why) > 160 {
			why = strings.ToValidUTF8(why[:160], "") + "…"
		}
		if why != "" {
			why = "`" + why + "`"
		}
		rows = append(rows, fmt.Sprintf("| %s | %s | %s | %s |\n", client, feature, word, why))
	}
	return rows
}

// splitTable returns what stands above the first row, and the rows by client.
func splitTable(page string) (head string, rows map[string][]string) {
	const rule = "| --- | --- | --- | --- |\n"
	head, body, _ := strings.Cut(page, rule)
	rows = map[string][]string{}
	for line := range strings.Lines(body) {
		client := strings.TrimSpace(strings.Split(line, "|")[1])
		rows[client] = append(rows[client], line)
	}
	return head + rule, rows
}

// updatedRows is the body of the table. A client that did not run keeps its rows: it may not be installed, and -run
// may have chosen others.
func updatedRows(old, now map[string][]string) string {
	var b strings.Builder
	for _, c := range embeddedClients() {
		rows, ran := now[c.name]
		if !ran {
			rows = old[c.name]
		}
		b.WriteString(strings.Join(rows, ""))
	}
	return b.String()
}

// works drops the reasons, which are worded otherwise by each version of a client.
func works(rows []string) string {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(strings.Join(strings.Split(row, "|")[:4], "|") + "\n")
	}
	return b.String()
}
