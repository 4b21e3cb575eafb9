//go:build unix

package duckdb

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// redirect sends file descriptor 1 to a file until the returned function is called. DuckDB prints
// from C, so os.Stdout does not matter.
func redirect(t *testing.T, file *os.File) func() {
	t.Helper()
	saved, err := unix.Dup(1)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Dup2(int(file.Fd()), 1); err != nil {
		t.Fatal(err)
	}
	restored := false
	restore := func() {
		if !restored {
			restored = true
			if err := unix.Dup2(saved, 1); err != nil {
				t.Error(err)
			}
			unix.Close(saved)
		}
	}
	t.Cleanup(restore)
	return restore
}
