package pgcatalog_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// ports are the ports of test servers, which change.
var ports = regexp.MustCompile(`port "\d+"`)

// psql runs commands of the real psql.
func psql(t *testing.T, program string, port int, commands ...string) []string {
	t.Helper()
	out := make([]string, len(commands))
	for i, c := range commands {
		run := exec.Command(program, "-X", "-h", "127.0.0.1", "-p", strconv.Itoa(port), "-U", "alice", "-d", "demo", "-c", c)
		run.Env = append(os.Environ(), "PGSSLMODE=disable", "PAGER=cat", "LC_ALL=C.UTF-8")
		text, _ := run.CombinedOutput()
		out[i] = "$ " + c + "\n" + ports.ReplaceAllString(string(text), `port "…"`)
	}
	return out
}

// program returns the path of one of Postgres's programs.
func program(t *testing.T, name string) string {
	t.Helper()
	for _, dir := range []string{"/usr/lib/postgresql/15/bin", "/usr/bin", "/usr/local/bin"} {
		if path := filepath.Join(dir, name); exists(path) {
			return path
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		pgtest.Missing(t, "%s", name)
	}
	return path
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// described are psql's commands that describe a database.
var described = []string{
	`\d`, `\dt`, `\d airports`, `\d+ airports`, `\d flights`, `\d+ flights`, `\d busy`, `\d+ busy`, `\d flights_carrier_idx`,
	`\l`, `\dn`, `\dv`, `\di`, `\ds`, `\df`, `\du`, `\dT`, `\dt public.*`, `\dt nothing`, `\d nothing`, `\dx`, `\dp`,
	`\db`, `\dD`, `\dE`, `\sv busy`, `\conninfo`, `\dt+`, `\dv+`, `\dn+`, `\dC nothing`, `\dL`, `\dP`, `\dy`, `\dRp`,
}

// tables is the sample that both servers describe.
var tables = []string{
	"CREATE TABLE airports (iata text PRIMARY KEY, name text NOT NULL, city text, elevation integer DEFAULT 0, lat double precision, lon double precision, opened date, fee numeric(8,2), CHECK (elevation > -500))",
	"CREATE TABLE flights (id bigint PRIMARY KEY, carrier text NOT NULL, origin text NOT NULL REFERENCES airports(iata), seats smallint, cancelled boolean DEFAULT false, departs timestamp, arrives timestamptz, tags text[], UNIQUE (carrier, departs))",
	"CREATE INDEX flights_carrier_idx ON flights (carrier, origin)",
	"CREATE VIEW busy AS SELECT origin, count(*) AS flights FROM flights GROUP BY origin",
	"CREATE SEQUENCE counter",
	"COMMENT ON TABLE airports IS 'where planes land'",
	"COMMENT ON COLUMN airports.iata IS 'three letters'",
}

// TestPsql runs the real psql against the emulation and a real Postgres. One golden file has the
// emulation's output, the other the differences.
func TestPsql(t *testing.T) {
	client := program(t, "psql")
	conn := connect(t)
	for _, s := range tables {
		define(t.Context(), t, conn, s)
	}
	ours := psql(t, client, serve(t, conn), described...)

	dir, err := pgtest.Dir()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	real, err := pgtest.Launch(t.Context(), dir, pgtest.Options{}) // its own: \l lists the databases of other tests
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := real.Stop(); err != nil {
			t.Error(err)
		}
	})
	real.Exec(t, "postgres", "CREATE ROLE alice LOGIN")
	real.Exec(t, "postgres", "CREATE DATABASE demo OWNER alice TEMPLATE template0")
	for _, s := range tables {
		real.Exec(t, "demo", "SET SESSION AUTHORIZATION alice; "+s)
	}
	theirs := psql(t, client, port(t, real.DSN("demo")), described...)

	golden(t, "testdata/psql.txt", strings.Join(ours, "\n"))
	var differences strings.Builder
	for i, command := range described {
		if d := diff(theirs[i], ours[i]); d != "" {
			differences.WriteString("$ " + command + "\n" + d + "\n")
		}
	}
	golden(t, "testdata/psql_differs.txt", differences.String())
}

// port returns the port in a DSN.
func port(t *testing.T, dsn string) int {
	t.Helper()
	config, err := pgconn.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	return int(config.Port)
}

// diff lists the lines that only one of two texts has, in order: - for the first text, + for the
// second. It ignores blanks at the end of lines and the rules of tables.
func diff(a, b string) string {
	x, y := lines(a), lines(b)
	longest := make([][]int, len(x)+1)
	for i := range longest {
		longest[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			if x[i] == y[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			}
		}
	}
	var out strings.Builder
	for i, j := 0, 0; i < len(x) || j < len(y); {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			i, j = i+1, j+1
		case j == len(y) || i < len(x) && longest[i+1][j] >= longest[i][j+1]:
			out.WriteString("- " + x[i] + "\n")
			i++
		default:
			out.WriteString("+ " + y[j] + "\n")
			j++
		}
	}
	return out.String()
}

func lines(s string) []string {
	var out []string
	for _, line := range strings.Split(s, "\n") {
		line = strings.Join(strings.Fields(line), " ")
		if strings.Trim(line, "-+ ") != "" {
			out = append(out, line)
		}
	}
	return out
}
