package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func dial(t *testing.T) *Conn {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	c, err := Dial(ctx, fmt.Sprintf("127.0.0.1:%d", pgtest.Start(t).Port), "postgres", "postgres")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestRowsAreCounted(t *testing.T) {
	c := dial(t)
	const sql = "SELECT i, 'abcde' || i FROM generate_series(1, 100000) i"
	for name, run := range map[string]func() (Result, error){
		"simple": func() (Result, error) { return c.Query(sql) },
		"binary": func() (Result, error) { return c.QueryBinary(sql) },
		"copy":   func() (Result, error) { return c.Query("COPY (" + sql + ") TO STDOUT") },
	} {
		if r, err := run(); err != nil || r.Rows != 100000 || r.Bytes < 1_000_000 || !strings.HasSuffix(r.Tag, " 100000") {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	if len(c.buf) < 2*smallBuffer {
		t.Errorf("a buffer of %d bytes after much was read", len(c.buf))
	}
	if r, err := c.Query("SELECT repeat('x', 3000000)"); err != nil || r.Bytes < 3_000_000 {
		t.Errorf("a row longer than the buffer: %+v, %v", r, err)
	}
}

func TestCopyIn(t *testing.T) {
	c := dial(t)
	if _, err := c.Query("CREATE TEMP TABLE t (a int, b text)"); err != nil {
		t.Fatal(err)
	}
	var data bytes.Buffer
	for i := range 50_000 {
		fmt.Fprintf(&data, "%d\trow %d\n", i, i)
	}
	if r, err := c.CopyIn("COPY t FROM STDIN", CopyMessages(data.Bytes())); err != nil || r.Tag != "COPY 50000" {
		t.Errorf("%+v, %v", r, err)
	}
	for sql, want := range map[string]string{
		"COPY nothing FROM STDIN": "42P01",
		"COPY t (a) FROM STDIN":   "22P04", // the server says so while it reads
	} {
		var e *ServerError
		if _, err := c.CopyIn(sql, CopyMessages(data.Bytes())); !errors.As(err, &e) || e.Code != want {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if _, err := c.CopyIn("SELECT 1", nil); err == nil {
		t.Error("SELECT is a COPY FROM STDIN")
	}
	if r, err := c.Query("SELECT FROM t"); err != nil || r.Rows != 50_000 {
		t.Errorf("after the errors: %+v, %v", r, err)
	}
}

func TestErrors(t *testing.T) {
	c := dial(t)
	var e *ServerError
	if _, err := c.QueryBinary("SELECT 1/0"); !errors.As(err, &e) || e.Code != "22012" || e.Message == "" {
		t.Errorf("%v", err)
	}
	if r, err := c.Query("SELECT 1"); err != nil || r.Rows != 1 || r.Tag != "SELECT 1" {
		t.Errorf("after the error: %+v, %v", r, err)
	}
	address := fmt.Sprintf("127.0.0.1:%d", pgtest.Start(t).Port)
	if _, err := Dial(t.Context(), address, "postgres", "nowhere"); !errors.As(err, &e) || e.Code != "3D000" {
		t.Errorf("an unknown database: %v", err)
	}
	if err := c.net.SetDeadline(time.Now().Add(-time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Query("SELECT 1"); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("after the deadline: %v", err)
	}
}

// TestStrangers: what is no server ends in an error.
func TestStrangers(t *testing.T) {
	for name, answer := range map[string]string{
		"nothing":    "",
		"password":   "R\x00\x00\x00\x08\x00\x00\x00\x03",
		"short":      "Z\x00\x00\x00\x01",
		"unfinished": "D\x00\x00\x00\x09ab",
	} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			if n, err := l.Accept(); err == nil {
				_, _ = n.Read(make([]byte, 1024))
				_, _ = n.Write([]byte(answer))
				n.Close()
			}
		}()
		if _, err := Dial(t.Context(), l.Addr().String(), "u", "d"); err == nil {
			t.Errorf("%s: connected", name)
		}
		<-done
		l.Close()
	}
}
