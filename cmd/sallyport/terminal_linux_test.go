package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// openTerminal opens a pseudo terminal: our end, and the program's.
func openTerminal(t *testing.T) (ours, theirs *os.File) {
	t.Helper()
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ours.Close() })
	if err := unix.IoctlSetPointerInt(int(ours.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(ours.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if theirs, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { theirs.Close() })
	return ours, theirs
}

// TestShell types into the shell as a person would.
func TestShell(t *testing.T) {
	server := pgtest.Start(t)
	ours, theirs := openTerminal(t)
	home := t.TempDir()
	environ := []string{"USER=postgres", "HOME=" + home}
	ended := make(chan int, 1)
	go func() {
		args := []string{"sql", "--address", fmt.Sprintf("127.0.0.1:%d", server.Port), "--source", "postgres"}
		ended <- run(t.Context(), args, streams{theirs, theirs, theirs}, environ)
	}()
	var screen output
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		buffer := make([]byte, 4096)
		for {
			n, err := ours.Read(buffer)
			_, _ = screen.Write(buffer[:n])
			if err != nil {
				return
			}
		}
	}()
	seen := 0
	for _, step := range []struct{ keys, want string }{
		{"", "sallyport=> "},
		{"SELECT 6 *\r", "sallyport-> "},
		{"7 AS answer;\r", "     42\r\n(1 row)"},
		{"\x1b[A\r", "     42\r\n(1 row)"}, // the arrow brings it back
		{"SELECT broken\r", "sallyport-> "},
		{"and forgotten\x03", "sallyport=> "}, // Ctrl-C drops it
		{"\\d\r", `no command \d here`},
		{"SELECT 'a\r", "sallyport-> "},
		{"\\d' AS path;\r", "\\d\r\n(1 row)"}, // inside a string it is text
		{"SELECT nope;\r", `column "nope" does not exist`},
		{"\\?\r", "Ctrl-C drops what was typed"},
		{"SELECT 1; SELECT pg_terminate_backend(pg_backend_pid());\r", "FATAL:  terminating connection"},
		{"SELECT 2 AS again;\r", "     2\r\n(1 row)"}, // it connects again
		{"\\q\r", ""},
	} {
		if _, err := ours.WriteString(step.keys); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(30 * time.Second); !strings.Contains(screen.String()[seen:], step.want); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("after %q there is no %q in\n%s", step.keys, step.want, screen.String()[seen:])
			}
		}
		seen += strings.Index(screen.String()[seen:], step.want) + len(step.want)
	}
	if status := <-ended; status != 0 {
		t.Errorf("status %d", status)
	}
	theirs.Close()
	<-copied
	if h := loadHistory(home + "/.local/state/sallyport/sql_history"); h.Len() != 6 || h.At(0) != "SELECT 2 AS again;" || h.At(5) != "SELECT 6 * 7 AS answer;" {
		t.Errorf("history: %q", h.entries)
	}
}

// TestTypedPassword: a password is typed twice and not shown.
func TestTypedPassword(t *testing.T) {
	for name, c := range map[string]struct {
		typed, want string
		status      int
	}{
		"the same": {"s3cret\ns3cret\n", "SCRAM-SHA-256$4096:", 0},
		"another":  {"s3cret\ns3cre\n", "the two passwords differ", 1},
	} {
		t.Run(name, func(t *testing.T) {
			ours, theirs := openTerminal(t)
			if _, err := ours.WriteString(c.typed); err != nil {
				t.Fatal(err)
			}
			var out output
			status := run(t.Context(), []string{"scram-verifier"}, streams{theirs, &out, &out}, nil)
			if got := out.String(); status != c.status || !strings.Contains(got, c.want) || strings.Contains(got, "s3cre") {
				t.Errorf("status %d, %q", status, got)
			}
		})
	}
}
