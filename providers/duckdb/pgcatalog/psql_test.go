package pgcatalog_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// psql runs a command of the real psql.
func psql(t *testing.T, program string, port int, commands ...string) string {
	t.Helper()
	var out strings.Builder
	for _, c := range commands {
		run := exec.Command(program, "-X", "-h", "127.0.0.1", "-p", strconv.Itoa(port), "-U", "alice", "-d", "demo", "-c", c)
		run.Env = append(os.Environ(), "PGSSLMODE=disable", "PAGER=cat", "LC_ALL=C.UTF-8")
		text, _ := run.CombinedOutput()
		out.WriteString("$ " + c + "\n" + string(text) + "\n")
	}
	return out.String()
}

// program finds one of Postgres's own.
func program(t *testing.T, name string) string {
	t.Helper()
	for _, dir := range []string{"/usr/lib/postgresql/15/bin", "/usr/bin", "/usr/local/bin"} {
		if path := filepath.Join(dir, name); exists(path) {
			return path
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed", name)
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

func TestPsql(t *testing.T) {
	client := program(t, "psql")
	db := open(t)
	for _, s := range []string{
		"CREATE TABLE airports (iata text PRIMARY KEY, name text NOT NULL, city text, elevation integer DEFAULT 0, lat double precision, lon double precision, opened date, fee numeric(8,2), CHECK (elevation > -500))",
		"CREATE TABLE flights (id bigint PRIMARY KEY, carrier text NOT NULL, origin text NOT NULL REFERENCES airports(iata), seats smallint, cancelled boolean DEFAULT false, departs timestamp, arrives timestamptz, tags text[], UNIQUE (carrier, departs))",
		"CREATE INDEX flights_carrier_idx ON flights (carrier, origin)",
		"CREATE VIEW busy AS SELECT origin, count(*) AS flights FROM flights GROUP BY origin",
		"CREATE SEQUENCE counter",
		"COMMENT ON TABLE airports IS 'where planes land'",
		"COMMENT ON COLUMN airports.iata IS 'three letters'",
	} {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "testdata/psql.txt", strings.ReplaceAll(psql(t, client, serve(t, db), described...), "port \"", "port \""))
}
