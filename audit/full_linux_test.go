package audit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/sallyportdb/sallyport/internal/disktest"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// fill fills the disk up to left bytes, and returns a function that frees them.
func fill(t *testing.T, dir string, left int) (free func()) {
	t.Helper()
	path := filepath.Join(dir, "ballast")
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for chunk := make([]byte, 4096); err == nil; {
		var n int
		n, err = f.Write(chunk)
		size += n
	}
	if err := f.Truncate(int64(max(0, size-left))); err != nil {
		t.Fatal(err)
	}
	f.Close()
	return func() {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDiskFull(t *testing.T) {
	disk := disktest.Mount(t, "1m")
	log := openInside(t, Options{Dir: filepath.Join(disk, "audit")})
	open, err := log.Begin(Record{SQL: "begun before the disk is full"})
	if err != nil {
		t.Fatal(err)
	}
	free := fill(t, disk, 16<<10)
	// A few pages are left: the line is written in part, and cut off again.
	long := Record{SQL: strings.Repeat("x", 60<<10)}
	before, err := os.ReadFile(log.Path())
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := log.Begin(long); sqlstate.CodeOf(err) != sqlstate.DiskFull {
			t.Fatalf("Begin on a full disk: %v", err)
		} else if strings.Contains(err.Error(), disk) {
			t.Errorf("the client is told a path: %v", err)
		}
		if err := log.Write(long); sqlstate.CodeOf(err) != sqlstate.DiskFull {
			t.Fatalf("Write on a full disk: %v", err)
		}
	}
	if after, err := os.ReadFile(log.Path()); err != nil || string(after) != string(before) {
		t.Errorf("the file changed from %d bytes to %d (%v)", len(before), len(after), err)
	}
	if err := open.End(Outcome{Err: sqlstate.New(sqlstate.DataException, "%s", strings.Repeat("y", 8<<10)), Rows: 1}); err != nil {
		t.Fatalf("what still fits is refused: %v", err)
	}

	lost, err := log.Begin(Record{SQL: "its outcome will be lost"})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, filepath.Join(disk, "audit"), 0)
	for err = nil; err == nil; { // what is left of the last page
		err = log.Write(Record{SQL: "x"})
	}
	if err := lost.End(Outcome{}); sqlstate.CodeOf(err) != sqlstate.DiskFull {
		t.Fatalf("End on a full disk: %v", err)
	}
	free()
	if err := log.Write(Record{SQL: "after"}); err != nil {
		t.Fatalf("the log did not recover: %v", err)
	}
	notes, last := readNotes(t, log.Path())
	if len(notes) != 2 || last.Phase != PhaseNote {
		t.Fatalf("notes %q, last %+v", notes, last)
	}
	if !strings.HasPrefix(notes[0], "6 records could not be written from ") || strings.Contains(notes[0], "outcomes") || !strings.HasSuffix(notes[0], "refused, or not answered: 6 other") {
		t.Errorf("the first note: %s", notes[0])
	}
	if want := fmt.Sprintf("outcomes missing: 1, of the intents [%d]", lost.Seq()); !strings.HasSuffix(notes[1], want) {
		t.Errorf("the second note: %s\nwant at its end: %s", notes[1], want)
	}
	if _, err := log.Begin(long); err != nil {
		t.Errorf("after it: %v", err)
	}
}

// The log cannot be opened on a full disk.
func TestStartOnFullDisk(t *testing.T) {
	disk := disktest.Mount(t, "1m")
	dir := filepath.Join(disk, "audit")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, fileName), []byte(`{"seq":1}`+strings.Repeat(" ", 4096-9)), 0o600); err != nil {
		t.Fatal(err)
	}
	free := fill(t, disk, 0)
	log, err := Open(Options{Dir: dir})
	if sqlstate.CodeOf(err) != sqlstate.DiskFull {
		if err == nil {
			log.Close()
		}
		t.Fatalf("Open: %v", err)
	}
	free()
	log = openInside(t, Options{Dir: dir})
	if _, last := readNotes(t, log.Path()); last.Phase != PhaseNote || last.Seq != 2 {
		t.Errorf("the last record: %+v", last)
	}
}

// TestFileSizeLimit: files may not grow beyond a limit of the process. What does not fit is refused, and cut off; where the limit is lifted, the log
// goes on, and verifies.
func TestFileSizeLimit(t *testing.T) {
	var was syscall.Rlimit
	if err := syscall.Getrlimit(unix.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	log := openInside(t, Options{Dir: dir})
	if err := log.Write(Record{SQL: "before"}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(log.Path())
	if err != nil {
		t.Fatal(err)
	}
	limit := func(bytes uint64) {
		if err := syscall.Setrlimit(unix.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: was.Max}); err != nil {
			t.Fatal(err)
		}
	}
	defer limit(was.Cur)
	for _, room := range []uint64{0, 1, 100} {
		limit(uint64(info.Size()) + room) //nolint:gosec // a size is not negative
		if _, err := log.Begin(Record{SQL: "beyond"}); err == nil {
			t.Errorf("an intent is taken where there is room for %d bytes", room)
		}
		if err := log.Write(Record{SQL: "beyond"}); err == nil {
			t.Errorf("a record is taken where there is room for %d bytes", room)
		}
	}
	limit(was.Cur)
	if err := log.Write(Record{SQL: "after"}); err != nil {
		t.Fatal(err)
	}
	if report, err := Verify(dir, VerifyOptions{First: 1}); err != nil || !report.OK() || len(report.Gaps) == 0 {
		t.Errorf("%+v, %v", report, err)
	}
}
