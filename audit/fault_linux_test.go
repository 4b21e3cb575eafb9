package audit

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// In these tests the kernel itself fails: a small ext4 file system in a file is shut down (every
// call returns EIO) or turned read-only as after an error (EROFS), and files are made immutable.

// image is an ext4 file system in a file.
type image struct {
	t         *testing.T
	path, dir string
}

func newImage(t *testing.T) *image {
	t.Helper()
	i := &image{t, filepath.Join(t.TempDir(), "ext4"), t.TempDir()}
	if err := os.WriteFile(i.path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(i.path, 16<<20); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mkfs.ext4", "-q", i.path).CombinedOutput(); err != nil {
		t.Skipf("needs mkfs.ext4: %v %s", err, out)
	}
	if out, err := i.mount(); err != nil {
		t.Skipf("needs root and a loop device to mount a file system: %v %s", err, out)
	}
	t.Cleanup(func() { i.run("umount", i.dir) })
	return i
}

func (i *image) mount() ([]byte, error) {
	return exec.Command("mount", "-o", "loop,errors=remount-ro", i.path, i.dir).CombinedOutput()
}

func (i *image) run(name string, args ...string) {
	i.t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		i.t.Errorf("%s %q: %v %s", name, args, err, out)
	}
}

// again remounts the file system, as after a repair.
func (i *image) again() {
	i.t.Helper()
	i.run("umount", i.dir)
	if out, err := i.mount(); err != nil {
		i.t.Fatalf("%v %s", err, out)
	}
}

// shutDown makes every later call fail with EIO; what was not flushed is lost.
func (i *image) shutDown() {
	i.t.Helper()
	dir, err := os.Open(i.dir)
	if err != nil {
		i.t.Fatal(err)
	}
	defer dir.Close()
	const ext4IocShutdown, noLogFlush = 0x8004587d, 2
	how := uint32(noLogFlush)
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, dir.Fd(), ext4IocShutdown, uintptr(unsafe.Pointer(&how))); errno != 0 {
		i.t.Skipf("cannot shut the file system down: %v", errno)
	}
}

// fail makes the file system report an error in itself and turn read-only.
func (i *image) fail() {
	i.t.Helper()
	device, err := exec.Command("findmnt", "-n", "-o", "SOURCE", i.dir).Output()
	if err != nil {
		i.t.Skipf("needs findmnt: %v", err)
	}
	trigger := filepath.Join("/sys/fs/ext4", filepath.Base(strings.TrimSpace(string(device))), "trigger_fs_error")
	if err := os.WriteFile(trigger, []byte("an audit test"), 0o200); err != nil {
		i.t.Skipf("cannot make the file system fail: %v", err)
	}
}

// TestDiskFails: a disk that failed for good refuses everything, and what was acknowledged before
// is there after a remount.
func TestDiskFails(t *testing.T) {
	for name, fault := range map[string]func(*image){"io error": (*image).shutDown, "read-only": (*image).fail} {
		t.Run(name, func(t *testing.T) {
			disk := newImage(t)
			o := Options{Dir: filepath.Join(disk.dir, "audit")}
			log := openInside(t, o)
			var acknowledged []uint64
			for range 20 {
				entry, err := log.Begin(Record{Class: "delete"})
				if err != nil {
					t.Fatal(err)
				}
				acknowledged = append(acknowledged, entry.Seq())
			}
			open, err := log.Begin(Record{Class: "delete"})
			if err != nil {
				t.Fatal(err)
			}
			fault(disk)
			for range 3 {
				_, err := log.Begin(Record{Class: "delete"})
				for what, err := range map[string]error{"Begin": err, "Write": log.Write(Record{Class: "read"})} {
					if sqlstate.CodeOf(err) != sqlstate.IOError || strings.Contains(err.Error(), disk.dir) {
						t.Errorf("%s on a disk that fails: %v", what, err)
					}
				}
			}
			if err := open.End(Outcome{}); sqlstate.CodeOf(err) != sqlstate.IOError {
				t.Errorf("End on a disk that fails: %v", err)
			}
			if err := log.Close(); sqlstate.CodeOf(err) != sqlstate.IOError {
				t.Errorf("Close says nothing: %v", err)
			}
			disk.again()
			log = openInside(t, o)
			defer log.Close() // before the file system goes
			if err := log.Write(Record{Class: "read"}); err != nil {
				t.Errorf("after the repair: %v", err)
			}
			report := verified(t, log)
			open20 := map[uint64]bool{}
			for _, mark := range report.Open {
				open20[mark.Seq] = true
			}
			for _, seq := range append(acknowledged, open.Seq()) {
				if !open20[seq] {
					t.Errorf("intent %d was acknowledged and is gone", seq)
				}
			}
		})
	}
}

// immutable removes, and restores, the permission to change a file or a directory, for root too.
func immutable(t *testing.T, path string) (undo func()) {
	t.Helper()
	if out, err := exec.Command("chattr", "+i", path).CombinedOutput(); err != nil {
		t.Skipf("cannot make %s immutable: %v %s", path, err, out)
	}
	done := false
	undo = func() {
		if done {
			return
		}
		done = true
		if out, err := exec.Command("chattr", "-i", path).CombinedOutput(); err != nil {
			t.Errorf("%v %s", err, out)
		}
	}
	t.Cleanup(undo)
	return undo
}

func TestPermissionLost(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir()})
	if _, err := log.Begin(Record{}); err != nil {
		t.Fatal(err)
	}
	undo := immutable(t, log.Path())
	for range 3 {
		if _, err := log.Begin(Record{Class: "delete"}); sqlstate.CodeOf(err) != sqlstate.IOError || !strings.Contains(err.Error(), syscall.EPERM.Error()) {
			t.Errorf("Begin into a file that may not be written: %v", err)
		}
	}
	undo()
	if _, err := log.Begin(Record{}); err != nil {
		t.Errorf("the log did not recover: %v", err)
	}
	report := verified(t, log)
	if len(report.Gaps) != 1 || recordsOf(t, log)[2].Gap.Refused["delete"] != 3 {
		t.Errorf("report: %+v", report)
	}
}

// If nothing can be renamed in the directory, only the rotation stops.
func TestRotationFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "audit")
	log := openInside(t, Options{Dir: dir, MaxSizeMB: 1})
	long := Record{SQL: strings.Repeat("x", maxSQL)}
	write := func(n int) {
		t.Helper()
		for range n {
			if _, err := log.Begin(long); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(10)
	undo := immutable(t, dir)
	write(20)
	if info, err := os.Stat(log.Path()); err != nil || info.Size() < 1<<20 {
		t.Errorf("the file has %d bytes (%v)", info.Size(), err)
	}
	undo()
	write(10)
	if report := verified(t, log); len(report.Files) != 2 || report.Records != 40 {
		t.Errorf("report: %+v", report)
	}
}

// TestTornByFailure: what a failed write left is ended and noted, or counts if it is whole.
func TestTornByFailure(t *testing.T) {
	for name, test := range map[string]struct {
		left    func(line []byte) []byte
		records int // beside the note
	}{
		"half a line":          {func(l []byte) []byte { return l[:len(l)/2] }, 2},
		"a line without end":   {func(l []byte) []byte { return l[:len(l)-1] }, 3},
		"a whole line":         {func(l []byte) []byte { return l }, 3},
		"what the disk filled": {func([]byte) []byte { return make([]byte, 5000) }, 2},
	} {
		t.Run(name, func(t *testing.T) {
			log := openInside(t, Options{Dir: t.TempDir()})
			if _, err := log.Begin(Record{}); err != nil {
				t.Fatal(err)
			}
			d := realDisk()
			d.write = func(f *os.File, line []byte) (int, error) {
				if _, err := f.Write(test.left(line)); err != nil {
					t.Error(err)
				}
				return 0, syscall.EIO
			}
			log.setDisk(d)
			if _, err := log.Begin(Record{SQL: "lost"}); err == nil {
				t.Fatal("the fault did not show")
			}
			log.setDisk(realDisk())
			if _, err := log.Begin(Record{}); err != nil {
				t.Fatalf("the log did not recover: %v", err)
			}
			report := verified(t, log)
			if len(report.Open) != test.records || report.Torn != map[bool]int{true: 1}[name != "a whole line"] {
				t.Errorf("%d intents, %d torn", len(report.Open), report.Torn)
			}
		})
	}
}
