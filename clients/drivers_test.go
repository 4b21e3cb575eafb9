package clients

import (
	"os"
	"os/exec"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
)

// TestDrivers runs testdata/drivers, small programs that print what they get, at
// the server and through a door, where a driver is installed: Python's modules,
// node's, and pgjdbc as Debian has it or where PGJDBC_JAR says.
func TestDrivers(t *testing.T) {
	jar := os.Getenv("PGJDBC_JAR")
	if jar == "" {
		jar = "/usr/share/java/postgresql.jar"
	}
	python := os.Getenv("PYTHON")
	if python == "" {
		python = "python3"
	}
	for _, driver := range []struct {
		name        string
		check, argv []string
	}{
		{"psycopg", []string{python, "-c", "import psycopg"}, []string{python, "testdata/drivers/psycopg_smoke.py"}},
		{"asyncpg", []string{python, "-c", "import asyncpg"}, []string{python, "testdata/drivers/asyncpg_smoke.py"}},
		{"odbc", []string{python, "-c", "import pyodbc; assert 'PostgreSQL Unicode' in pyodbc.drivers()"}, []string{python, "testdata/drivers/odbc_smoke.py"}},
		{"node", []string{"node", "-e", "require('pg')"}, []string{"node", "testdata/drivers/pg_smoke.js"}},
		{"jdbc", []string{"sh", "-c", "java -version && test -f " + jar}, []string{"java", "-cp", jar, "testdata/drivers/Smoke.java"}},
	} {
		t.Run(driver.name, func(t *testing.T) {
			if out, err := exec.Command(driver.check[0], driver.check[1:]...).CombinedOutput(); err != nil {
				t.Skipf("it is not installed: %v %s", err, out)
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
