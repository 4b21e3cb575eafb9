package pgtest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// exitSource is a library in C that the server is started with, on Linux. Each connection is a process that the server
// forks, and exit would run the end of each of its forty libraries there: OpenSSL frees its tables, so the kernel copies
// their pages for a process that ends. That is a quarter of the processor time of a connection. PostgreSQL has done its own
// part (proc_exit) before it calls exit. Programs that the server starts are left alone.
const exitSource = `#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void load(void) { unsetenv("LD_PRELOAD"); }
void exit(int code) { fflush(NULL); _exit(code); }
`

// serverEnvironment is environment with the library of exitSource. The server of a benchmark does without, and where no
// compiler makes it every server.
func serverEnvironment(ctx context.Context, o Options) []string {
	env := environment()
	if o.Durable || runtime.GOOS != "linux" || os.Getenv("LD_PRELOAD") != "" {
		return env
	}
	library := exitFile()
	if !isOurs(library) && compileExit(ctx, library) != nil {
		return env
	}
	return append(env, "LD_PRELOAD="+library)
}

// exitFile is where the library is kept, beside the template.
func exitFile() string {
	made := sha256.Sum256([]byte(exitSource))
	return filepath.Join(os.TempDir(), fmt.Sprintf("pgtest-exit-%d-%x.so", os.Getuid(), made[:8]))
}

// compileExit writes the library. Whoever is last to end has written it.
func compileExit(ctx context.Context, library string) error {
	file, err := os.CreateTemp(filepath.Dir(library), filepath.Base(library)+".*")
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "cc", "-shared", "-fPIC", "-O1", "-o", file.Name(), "-x", "c", "-")
	cmd.Stdin = strings.NewReader(exitSource)
	err = firstError(file.Close(), cmd.Run(), os.Chmod(file.Name(), 0o755)) //nolint:gosec // the server's user reads it
	if err == nil {
		err = os.Rename(file.Name(), library)
	}
	if err != nil {
		return firstError(err, os.Remove(file.Name()))
	}
	return nil
}

// isOurs tells whether the library is there and only we can have written it.
func isOurs(library string) bool {
	info, err := os.Lstat(library)
	return err == nil && hasOurMode(info, 0o755)
}
