package pgtest

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// TestExitIsShort: the server has the library where a compiler is, programs that it starts have not, and a library that
// others could have written is not taken.
func TestExitIsShort(t *testing.T) {
	if _, err := exec.LookPath("cc"); runtime.GOOS != "linux" || err != nil {
		t.Skip("the server has the library on Linux, where cc is")
	}
	server := Start(t)
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", server.PID()))
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("LD_PRELOAD") == "" && !strings.Contains(string(maps), exitFile()) {
		t.Error("the server has not loaded the library")
	}
	got := Ask(t, server.DSN("postgres"), `CREATE TEMPORARY TABLE got (line text);
		COPY got FROM PROGRAM 'echo "of the preloaded: $LD_PRELOAD"'; SELECT line FROM got`)
	if got != "of the preloaded: " {
		t.Error(got)
	}

	t.Setenv("TMPDIR", t.TempDir())
	library := exitFile()
	if isOurs(library) {
		t.Error("it is there before it is made")
	}
	if err := compileExit(t.Context(), library); err != nil || !isOurs(library) {
		t.Fatalf("it was not made: %v", err)
	}
	if err := os.Chmod(library, 0o777); err != nil { //nolint:gosec // what must not be taken
		t.Fatal(err)
	}
	if isOurs(library) {
		t.Error("others can write it, and it was taken")
	}
}
