package discovery_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/discovery"
)

// child makes the test binary a process that reads or writes a store.
const child = "DISCOVERY_TEST_CHILD"

// size is how many tables the snapshots of these tests have: several batches.
const size = 1200

func TestMain(m *testing.M) {
	var err error
	switch dir := os.Getenv("DISCOVERY_TEST_DIR"); os.Getenv(child) {
	case "":
		os.Exit(m.Run())
	case "read":
		err = readAlong(dir)
	case "write":
		err = writeOn(dir)
	}
	if err != nil {
		fmt.Println("error:", err, errors.Unwrap(err))
		os.Exit(1)
	}
}

func start(t *testing.T, as, dir string) (cmd *exec.Cmd, in io.WriteCloser, out *bufio.Reader) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	cmd = exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), child+"="+as, "DISCOVERY_TEST_DIR="+dir)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, in, bufio.NewReader(pipe)
}

// version writes a snapshot all of whose tables say which it is.
func version(ctx context.Context, s *discovery.Store, n int) error {
	w, err := s.Begin(ctx, "db", "")
	if err != nil {
		return err
	}
	for i := range size {
		t := table("public", fmt.Sprintf("t%04d", i), "id integer", "name text")
		t.Comment = fmt.Sprint(n)
		if err := w.Put(ctx, t); err != nil {
			return errors.Join(err, w.Close())
		}
	}
	_, err = w.Commit(ctx)
	return errors.Join(err, w.Close())
}

// seen returns which snapshot is there, or an error if parts of several are.
func seen(ctx context.Context, s *discovery.Store) (n string, err error) {
	count := 0
	err = s.Each(ctx, "db", func(t discovery.Table) error {
		if count++; n != "" && t.Comment != n {
			return fmt.Errorf("the snapshots %s and %s are mixed", n, t.Comment)
		}
		n = t.Comment
		return nil
	})
	if err == nil && count != size {
		err = fmt.Errorf("%d tables", count)
	}
	return n, err
}

// readAlong reads until standard input ends, and tells each snapshot that it sees.
func readAlong(dir string) error {
	s, err := discovery.Open(context.Background(), dir)
	if err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	revision, last := int64(0), ""
	for {
		c, err := s.Current(context.Background(), "db")
		if err != nil {
			return err
		}
		if c.Revision < revision {
			return fmt.Errorf("the revision went back from %d to %d", revision, c.Revision)
		}
		if c.Revision > revision {
			n, err := seen(context.Background(), s)
			if err != nil {
				return err
			}
			if revision = c.Revision; n != last {
				fmt.Println(n)
				last = n
			}
		}
		select {
		case <-ended:
			return s.Close()
		case <-time.After(5 * time.Millisecond): // ten of them share the machine
		}
	}
}

// writeOn writes snapshots until it is killed.
func writeOn(dir string) error {
	s, err := discovery.Open(context.Background(), dir)
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		fmt.Println(n)
		if err := version(context.Background(), s, n); err != nil {
			return err
		}
	}
}

// TestManyProcessesReadWhileOneWrites: each sees whole snapshots alone, and the last one at once.
func TestManyProcessesReadWhileOneWrites(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if err := version(t.Context(), s, 1); err != nil {
		t.Fatal(err)
	}
	type reader struct {
		cmd *exec.Cmd
		in  io.Closer
		out *bufio.Reader
	}
	var readers []reader
	for range 10 {
		cmd, in, out := start(t, "read", dir)
		if line, err := out.ReadString('\n'); line != "1\n" {
			t.Fatal(line, err)
		}
		readers = append(readers, reader{cmd, in, out})
	}
	for n := 2; n <= 4; n++ {
		if err := version(t.Context(), s, n); err != nil {
			t.Fatal(err, errors.Unwrap(err))
		}
	}
	for i, r := range readers {
		for line := ""; line != "4\n"; {
			var err error
			if line, err = r.out.ReadString('\n'); err != nil {
				t.Fatalf("reader %d: %q, %v", i, line, err)
			}
			if strings.HasPrefix(line, "error") {
				t.Fatalf("reader %d: %s", i, line)
			}
		}
		if err := errors.Join(r.in.Close(), r.cmd.Wait()); err != nil {
			t.Errorf("reader %d: %v", i, err)
		}
	}
}

// TestKilledWhileItWrites: whenever a writer is killed, there is one whole snapshot, and the next
// writer is not disturbed by what was left.
func TestKilledWhileItWrites(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if err := version(t.Context(), s, 0); err != nil {
		t.Fatal(err)
	}
	left := 0
	for i := range 5 {
		cmd, _, out := start(t, "write", dir)
		for line := ""; line != "2\n"; { // the second snapshot has begun
			var err error
			if line, err = out.ReadString('\n'); err != nil || strings.HasPrefix(line, "error") {
				t.Fatal(line, err)
			}
		}
		// How far it is when it is killed is as the machine likes, from the first batch to the commit.
		time.Sleep(time.Duration(i) * 40 * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		if n, err := seen(t.Context(), s); err != nil || n == "0" {
			t.Errorf("after kill %d: %s, %v", i, n, err)
		}
		var aside int
		if err := s.Reader().QueryRowContext(t.Context(), "SELECT count(*) FROM staged").Scan(&aside); err != nil {
			t.Fatal(err)
		}
		if aside > 0 {
			left++
		}
	}
	if left == 0 {
		t.Error("no writer was killed in the middle: the test shows nothing")
	}
	if err := version(t.Context(), s, 100); err != nil {
		t.Fatal(err)
	}
	if n, err := seen(t.Context(), s); err != nil || n != "100" {
		t.Error(n, err)
	}
}
