package postgres_test

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// cancelCode is the code of a cancel request, which stands where others have the version of the protocol.
const cancelCode = 80877102

// delayCancels passes connections on to a server, and cancel requests so much later.
func delayCancels(t *testing.T, dsn string, by time.Duration) (through string) {
	t.Helper()
	to, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	server := to.Host
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go passOn(client, server, by)
		}
	}()
	to.Host = listener.Addr().String()
	return to.String()
}

func passOn(client net.Conn, server string, by time.Duration) {
	defer client.Close()
	first := make([]byte, 8)
	if _, err := io.ReadFull(client, first); err != nil {
		return
	}
	rest := io.Reader(client)
	if binary.BigEndian.Uint32(first[4:]) == cancelCode {
		time.Sleep(by)
		rest = io.LimitReader(client, 8)
	}
	backend, err := net.Dial("tcp", server) //nolint:noctx // it ends with the test's server
	if err != nil {
		return
	}
	defer backend.Close()
	go func() {
		_, _ = backend.Write(first)
		_, _ = io.Copy(backend, rest)
	}()
	_, _ = io.Copy(client, backend)
}

// TestLateCancel: a cancel request that arrives when its statement is over does not cancel the next one.
func TestLateCancel(t *testing.T) {
	t.Parallel() // most of it waits
	p := open(t, postgres.Options{DSN: delayCancels(t, pgtest.Start(t).CreateDB(t), 500*time.Millisecond)})
	c := connect(t, p, providers.ConnOptions{})
	c.must(read("SELECT 1"))
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, _, _ = c.run(ctx, read("SELECT pg_sleep(0.3)")) // it is over before the request arrives
	c.must(read("SELECT pg_sleep(0.5)"))
}
