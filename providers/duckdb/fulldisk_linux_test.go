package duckdb

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sallyportdb/sallyport/internal/disktest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestFullDisk fills the disk of a database file. The statement that finds it full says 53100 and has done nothing;
// what was there is read, and with room on the disk the source takes rows again, also after it was opened anew.
func TestFullDisk(t *testing.T) {
	dir := disktest.Mount(t, "12m")
	ballast, path := filepath.Join(dir, "ballast"), filepath.Join(dir, "t.duckdb")
	if err := os.WriteFile(ballast, make([]byte, 4<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	p := open(t, Options{Path: path})
	c := connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE TABLE kept AS SELECT range AS i, hash(range)::varchar AS h FROM range(1000)")
	const more = "INSERT INTO kept SELECT range, hash(range)::varchar || hash(range + 1)::varchar FROM range(1000000)"
	if _, err := try(c, more); sqlstate.CodeOf(err) != sqlstate.DiskFull {
		t.Fatalf("on a full disk: %v", err)
	}
	wantCount(t, c, "1000")
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	must(t, c, "INSERT INTO kept VALUES (1000, 'one more')")
	wantCount(t, c, "1001")
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	c = connect(t, open(t, Options{Path: path}), providers.ConnOptions{})
	wantCount(t, c, "1001")
}

func wantCount(t *testing.T, c *Conn, want string) {
	t.Helper()
	a, err := try(c, "SELECT count(*) FROM kept")
	if err != nil || len(a.rows) != 1 || a.rows[0] != want {
		t.Fatalf("%v rows, %v, not %s", a.rows, err, want)
	}
}
