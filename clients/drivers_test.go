package clients

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestDrivers runs testdata/drivers, small programs that print what they get, at
// the server and through a door: with the drivers that scripts/deps installs beside
// the MCP clients, and with unixODBC's and Java's where the system has them
// (PGJDBC_JAR names another than Debian's pgjdbc).
func TestDrivers(t *testing.T) {
	jar := cmp.Or(os.Getenv("PGJDBC_JAR"), "/usr/share/java/postgresql.jar")
	const installed = "../mcp/clienttest/"
	python := installed + ".venv/bin/python"
	modules, err := filepath.Abs(installed + "node_modules")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("NODE_PATH", modules)
	for _, driver := range []struct {
		name        string
		absent      func(testing.TB, string, ...any)
		check, argv []string
	}{
		{"psycopg", pgtest.Missing, []string{python, "-c", "import psycopg"}, []string{python, "testdata/drivers/psycopg_smoke.py"}},
		{"asyncpg", pgtest.Missing, []string{python, "-c", "import asyncpg"}, []string{python, "testdata/drivers/asyncpg_smoke.py"}},
		{"node", pgtest.Missing, []string{"node", "-e", "require('pg')"}, []string{"node", "testdata/drivers/pg_smoke.js"}},
		{"odbc", testing.TB.Skipf, []string{python, "-c", "import pyodbc; assert 'PostgreSQL Unicode' in pyodbc.drivers()"}, []string{python, "testdata/drivers/odbc_smoke.py"}},
		{"jdbc", testing.TB.Skipf, []string{"sh", "-c", "java -version && test -f " + jar}, []string{"java", "-cp", jar, "testdata/drivers/Smoke.java"}},
	} {
		t.Run(driver.name, func(t *testing.T) {
			if out, err := exec.Command(driver.check[0], driver.check[1:]...).CombinedOutput(); err != nil {
				driver.absent(t, "%v %s", err, out)
			}
			d := furnished(t)
			real := mustRun(t, d, driver.argv[0], driver.argv[1:]...)
			through, err := command(t, front(t, d, gate.FullAccess), driver.argv[0], driver.argv[1:]...)
			if err != nil || real != through {
				t.Errorf("through the door (+), %v:\n%s", err, difference(real, through))
			}
		})
	}
}
