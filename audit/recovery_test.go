package audit_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestRestartContinues(t *testing.T) {
	dir := t.TempDir()
	for range 3 {
		log := open(t, audit.Options{Dir: dir})
		if err := log.Write(full()); err != nil {
			t.Fatal(err)
		}
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if got := records(t, dir); len(got) != 3 {
		t.Errorf("%d records", len(got))
	}
	// A crash between a rotation and the next record leaves an empty file.
	if err := os.Rename(filepath.Join(dir, "audit.jsonl"), filepath.Join(dir, "audit-2026-01-01T00-00-00.000.jsonl")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "audit.jsonl"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	log := open(t, audit.Options{Dir: dir})
	if err := log.Write(full()); err != nil {
		t.Fatal(err)
	}
	if got := records(t, dir); len(got) != 4 {
		t.Errorf("%d records", len(got))
	}
	if info, err := os.Stat(log.Path()); err != nil || info.Mode() != 0o600 {
		t.Errorf("the file is %v (%v)", info.Mode(), err)
	}
}

func TestTornLine(t *testing.T) {
	for name, torn := range map[string]string{
		"in part":     `{"v":1,"seq":3,"time":"2026`,
		"whole":       `{"v":1,"seq":3,"time":"2026-03-04T04:06:07Z","phase":"call"}`,
		"zeros":       strings.Repeat("\x00", 5000),
		"first line":  "",
		"two crashes": "{\"v\":1,\n{\"v\"",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "audit.jsonl")
			text := `{"v":1,"seq":1}` + "\n" + `{"v":1,"seq":2}` + "\n" + torn
			if name == "first line" {
				text = `{"v":1,"se`
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			log := open(t, audit.Options{Dir: dir})
			if err := log.Write(full()); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			seq := map[string]int{"whole": 4, "first line": 1}[name]
			if seq == 0 {
				seq = 3
			}
			rest, ok := strings.CutPrefix(string(got), text+"\n")
			if !ok {
				t.Fatalf("what was there changed: %q", got)
			}
			after := strings.Split(rest, "\n")
			if len(after) != 3 ||
				!strings.HasPrefix(after[0], fmt.Sprintf(`{"v":1,"seq":%d,`, seq)) || !strings.Contains(after[0], `"note":"the line before this one was torn`) ||
				!strings.HasPrefix(after[1], fmt.Sprintf(`{"v":1,"seq":%d,`, seq+1)) {
				t.Errorf("after the torn line: %q", after)
			}
		})
	}
}

func TestUnreadable(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "audit.jsonl"), []byte("what\nis\nthis\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if log, err := audit.Open(audit.Options{Dir: dir}); err == nil {
		log.Close()
		t.Fatal("a log went on after records that it cannot read")
	} else if !strings.Contains(err.Error(), "audit.jsonl") {
		t.Errorf("the error does not name the file: %v", err)
	}
}

func TestUnwritable(t *testing.T) {
	base := t.TempDir()
	file := filepath.Join(base, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	occupied := filepath.Join(base, "occupied")
	if err := os.MkdirAll(filepath.Join(occupied, "audit.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	dirs := map[string]string{"below a file": filepath.Join(file, "audit"), "a directory in place of the file": occupied}
	if os.Getuid() != 0 { // root may write everywhere
		closed := filepath.Join(base, "closed")
		if err := os.Mkdir(closed, 0o500); err != nil {
			t.Fatal(err)
		}
		dirs["no permission"] = closed
	} else if _, err := os.Stat("/proc/self"); err == nil {
		dirs["a file system that takes no files"] = "/proc/self"
	}
	for name, dir := range dirs {
		t.Run(name, func(t *testing.T) {
			log, err := audit.Open(audit.Options{Dir: dir})
			if err == nil {
				log.Close()
				t.Fatal("opened")
			}
			if sqlstate.CodeOf(err) != sqlstate.IOError || !strings.Contains(err.Error(), dir) {
				t.Errorf("error: %v", err)
			}
		})
	}
}

func TestOneServer(t *testing.T) {
	dir := t.TempDir()
	first := open(t, audit.Options{Dir: dir})
	if second, err := audit.Open(audit.Options{Dir: dir}); sqlstate.CodeOf(err) != sqlstate.LockNotAvailable {
		if err == nil {
			second.Close()
		}
		t.Fatalf("the second Open: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, audit.Options{Dir: dir})
}

const crashDir = "SALLYPORT_TEST_AUDIT_CRASH"

// crashChild records endlessly and prints the acknowledged records.
func crashChild(dir string) {
	log, err := audit.Open(audit.Options{Dir: dir, MaxSizeMB: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		entry, err := log.Begin(audit.Record{SQL: strings.Repeat("x", 20_000)})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(entry.Seq())
		if err := entry.End(audit.Outcome{}); err != nil {
			fmt.Println(err)
			return
		}
	}
}

// TestKilled kills a recording process several times over one directory: all acknowledged records
// are there, and the numbers go on.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	var acknowledged []uint64
	for range 3 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), crashDir+"="+dir)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		scanner := bufio.NewScanner(out)
		for n := 0; scanner.Scan(); n++ {
			var seq uint64
			if _, err := fmt.Sscan(scanner.Text(), &seq); err != nil {
				t.Errorf("the child says %q", scanner.Text())
				break
			}
			acknowledged = append(acknowledged, seq)
			if n == 80 { // beyond a rotation
				child.Process.Kill()
			}
		}
		child.Process.Kill()
		if err := child.Wait(); err == nil {
			t.Error("the child was not killed")
		}
	}
	open(t, audit.Options{Dir: dir}) // ends a line that the last kill tore
	have, torn := map[uint64]audit.Phase{}, 0
	for _, line := range lines(t, dir) {
		var r audit.Record
		if json.Unmarshal(line, &r) != nil {
			torn++
			continue
		}
		if r.Seq != uint64(len(have)+1) {
			t.Fatalf("seq %d after %d", r.Seq, len(have))
		}
		have[r.Seq] = r.Phase
	}
	if torn > 3 {
		t.Errorf("%d torn lines from 3 kills", torn)
	}
	if len(acknowledged) < 240 {
		t.Errorf("only %d intents", len(acknowledged))
	}
	for _, seq := range acknowledged {
		if have[seq] != audit.PhaseIntent {
			t.Errorf("intent %d was acknowledged and is %q", seq, have[seq])
		}
	}
	if len(files(t, dir)) < 3 {
		t.Errorf("no rotation in %v", files(t, dir))
	}
	if report := verify(t, dir, audit.VerifyOptions{First: 1}); !report.OK() || report.Torn != torn {
		t.Errorf("%d torn lines, and the verification says %d and %+v", torn, report.Torn, report.Findings)
	}
}
