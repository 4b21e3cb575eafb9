package disktest

import (
	"syscall"
	"testing"
)

// Mount mounts a file system of some size, as tmpfs takes it, until the test ends. Who may not mount skips the test.
func Mount(tb testing.TB, size string) (dir string) {
	tb.Helper()
	dir = tb.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size+",mode=0700"); err != nil {
		tb.Skipf("needs root to mount a small file system: %v", err)
	}
	tb.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			tb.Errorf("unmount: %v", err)
		}
	})
	return dir
}
