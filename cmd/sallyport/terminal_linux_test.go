package main

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
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

// typist types into the sql command and reads its screen, as a person would.
type typist struct {
	ours   *os.File
	screen *output
	seen   int
	ended  chan int
}

func startTyping(t *testing.T, environ []string, args ...string) *typist {
	t.Helper()
	ours, theirs := openTerminal(t)
	if err := unix.IoctlSetWinsize(int(theirs.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}); err != nil {
		t.Fatal(err)
	}
	p := &typist{ours: ours, screen: &output{}, ended: make(chan int, 1)}
	go func() { p.ended <- run(t.Context(), args, cli.Streams{In: theirs, Out: theirs, Err: theirs}, environ) }()
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		buffer := make([]byte, 4096)
		for {
			n, err := ours.Read(buffer)
			_, _ = p.screen.Write(buffer[:n])
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		_, _ = ours.WriteString("\x03\x04") // a shell that still reads drops the line and ends
		theirs.Close()
		<-copied
	})
	return p
}

// startShell starts the shell in a database of a server, with a home and a pager of the test's.
func startShell(t *testing.T, server *pgtest.Server, home, pager, db string) *typist {
	t.Helper()
	return startTyping(t, []string{"USER=postgres", "HOME=" + home, "PAGER=" + pager},
		"sql", "--address", fmt.Sprintf("127.0.0.1:%d", server.Port), "--source", db)
}

// types types keys and waits until the screen has something new, which it returns
// with what came before it.
func (p *typist) types(t *testing.T, keys, want string) string {
	t.Helper()
	if _, err := p.ours.WriteString(keys); err != nil {
		t.Fatal(err)
	}
	eventually(t, fmt.Sprintf("after %q there is %q", keys, want), func() bool { return strings.Contains(p.screen.String()[p.seen:], want) }, p.screen)
	from := p.seen
	p.seen += strings.Index(p.screen.String()[p.seen:], want) + len(want)
	return p.screen.String()[from:p.seen]
}

// leaves ends the shell.
func (p *typist) leaves(t *testing.T) {
	t.Helper()
	p.types(t, "\\q\r", "")
	if status := <-p.ended; status != 0 {
		t.Errorf("status %d", status)
	}
}

// TestShell types into the shell.
func TestShell(t *testing.T) {
	server := pgtest.Start(t)
	home := t.TempDir()
	p := startShell(t, server, home, "cat", "postgres")
	for _, step := range []struct{ keys, want string }{
		{"", "sallyport=> "},
		{"SELECT 6 *\r", "sallyport-> "},
		{"7 AS answer;\r", "     42\r\n(1 row)"},
		{"", "sallyport=> "},               // the terminal itself takes keys like the next ones until the shell reads
		{"\x1b[A\r", "     42\r\n(1 row)"}, // the arrow brings it back
		{"", "sallyport=> "},
		{"answer\x12\r", "     42\r\n(1 row)"},
		{"SELECT broken\r", "sallyport-> "},
		{"and forgotten\x03", "sallyport=> "}, // Ctrl-C drops it
		{"\\dwim\r", `no command \dwim here`},
		{"SELECT 'a\r", "sallyport'> "},
		{"\\d' AS path;\r", "\\d\r\n(1 row)"}, // inside a string it is text
		{"SELECT (\r", "sallyport(> "},
		{"1)\\gx\r", "?column? | 1\r\n"},
		{"SELECT nope;\r", `column "nope" does not exist`},
		{"help\r", "Ctrl-C drops what was typed"},
		{"BEGIN;\r", "sallyport=*> "},
		{"SELECT 1/0;\r", "sallyport=!> "},
		{"ROLLBACK;\r", "sallyport=> "},
		{" SELECT 'nobody need know';\r", "nobody need know"},
		{"SELECT 'x' AS password;\r", "password"},
		{"SELECT 1; SELECT pg_terminate_backend(pg_backend_pid());\r", "FATAL:  terminating connection"},
		{"SELECT 2 AS again;\r", "     2\r\n(1 row)"}, // it connects again
	} {
		p.types(t, step.keys, step.want)
	}
	p.leaves(t)
	file := home + "/.local/state/sallyport/sql_history"
	history, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(history)
	if !strings.HasPrefix(text, "SELECT 6 * 7 AS answer;\n\\dwim\n") || !strings.HasSuffix(text, "\nSELECT 2 AS again;\n\\q\n") ||
		strings.Contains(text, "nobody") || strings.Contains(text, "password") || strings.Contains(text, "forgotten") {
		t.Errorf("history: %q", text)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestShellCompletes presses Tab.
func TestShellCompletes(t *testing.T) {
	server := pgtest.Start(t)
	const db = "completing"
	server.Exec(t, "postgres", "CREATE DATABASE "+db)
	server.Exec(t, db, `CREATE TABLE customers (customer_id int, "Full Name" text); CREATE TABLE customs_duties (n int);
		CREATE SCHEMA warehouse; CREATE TABLE warehouse.shelves (shelf int, height int)`)
	p := startShell(t, server, t.TempDir(), "cat", db)
	p.types(t, "", "sallyport=> ")
	for _, step := range []struct{ keys, want string }{
		{"sel\t", "select "},
		{"1 from cus\t", "custom"}, // as far as it is clear
		{"\t", "customers"},        // and what it may become
		{"", "customs_duties"},
		{"e\t", "customers "},
		{"c where c.\t", "\a"},
	} {
		if step.want != "\a" {
			p.types(t, step.keys, step.want)
			continue
		}
		p.types(t, step.keys+"\t", "c.customer_id")
	}
	p.types(t, "\x15select shelf from ware\t\t", "warehouse.")
	p.types(t, "\t", "warehouse.shelves ")
	p.types(t, "where hei\t", "height ")
	p.types(t, "is null;\r", "(0 rows)")
	p.types(t, "\\cop\t", "\\copy ")
	p.types(t, "\x15\\tim\t", "\\timing ")
	p.types(t, "of\t\r", "Timing is off.")
	// In a failed transaction there is nothing to ask, and nothing is harmed.
	p.types(t, "BEGIN; SELECT 1/0;\r", "sallyport=!> ")
	p.types(t, "SELECT * FROM cust\t\t;\r", "current transaction is aborted")
	p.types(t, "ROLLBACK;\r", "sallyport=> ")
	p.leaves(t)
}

// TestShellPages: what is larger than the screen goes through $PAGER, and nothing
// else does.
func TestShellPages(t *testing.T) {
	server := pgtest.Start(t)
	p := startShell(t, server, t.TempDir(), "sed 's/^/paged: /'", "postgres")
	p.types(t, "", "sallyport=> ")
	if text := p.types(t, "SELECT generate_series(1, 10) AS n;\r", "(10 rows)"); strings.Contains(text, "paged: ") {
		t.Errorf("ten rows: %q", text)
	}
	p.types(t, "SELECT generate_series(1, 100) AS n;\r", "paged: (100 rows)")
	p.types(t, "SELECT repeat('x', 100);\r", "paged: (1 row)")
	p.types(t, "\\x auto\rSELECT repeat('x', 40) AS a, repeat('y', 40) AS b;\r", "b | yyyy")
	p.types(t, "\\x off\r", "tables")
	p.types(t, "\\?\r", "paged:   \\copy")
	p.leaves(t)
}

// TestShellCancels: Ctrl-C ends the statement, and neither the shell nor its
// connection.
func TestShellCancels(t *testing.T) {
	server := pgtest.Start(t)
	p := startShell(t, server, t.TempDir(), "cat", "postgres")
	p.types(t, "", "sallyport=> ")
	p.types(t, "CREATE TEMP TABLE mine (n int);\r", "CREATE TABLE")
	p.types(t, "SELECT pg_sleep(600);\r", "")
	for running := ""; running != "n\n1\n"; {
		_, running, _ = call(t, []string{"USER=postgres"}, "", "sql", "--address", fmt.Sprintf("127.0.0.1:%d", server.Port), "--source", "postgres", "--csv",
			"SELECT count(*) AS n FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(600)%' AND state = 'active'")
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil { // as the terminal does to its foreground
		t.Fatal(err)
	}
	p.types(t, "", "canceling statement due to user request (57014)")
	p.types(t, "SELECT count(*) AS still FROM mine;\r", "     0\r\n(1 row)")
	p.types(t, "COPY mine FROM STDIN;\r", ">> ")
	p.types(t, "1\r", ">> ")
	p.types(t, "\x03", "interrupted")
	p.types(t, "COPY mine FROM STDIN;\r", ">> ")
	p.types(t, "1\r2\r\\.\r", "COPY 2")
	p.leaves(t)
}

// TestShellEdits: \e has the editor change the last statement, which then runs.
func TestShellEdits(t *testing.T) {
	server := pgtest.Start(t)
	p := startTyping(t, []string{"USER=postgres", "HOME=" + t.TempDir(), "PAGER=cat", "EDITOR=sed -i s/one/two/"},
		"sql", "--address", fmt.Sprintf("127.0.0.1:%d", server.Port), "--source", "postgres")
	p.types(t, "", "sallyport=> ")
	p.types(t, "SELECT 'one' AS n;\r", "one\r\n(1 row)")
	p.types(t, "\\e\r", "two\r\n(1 row)")
	p.leaves(t)
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
			status := run(t.Context(), []string{"scram-verifier"}, cli.Streams{In: theirs, Out: &out, Err: &out}, nil)
			if got := out.String(); status != c.status || !strings.Contains(got, c.want) || strings.Contains(got, "s3cre") {
				t.Errorf("status %d, %q", status, got)
			}
		})
	}
}
