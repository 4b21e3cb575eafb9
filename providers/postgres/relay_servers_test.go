package postgres_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// front is an address that leads to a server that comes and goes.
type front struct {
	listener net.Listener
	port     atomic.Int64
	accepted atomic.Int64
	work     sync.WaitGroup
}

func newFront(t *testing.T) *front {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &front{listener: listener}
	f.work.Go(f.serve)
	t.Cleanup(func() {
		listener.Close()
		f.work.Wait()
	})
	return f
}

func (f *front) to(port int) { f.port.Store(int64(port)) }

func (f *front) dsn() string {
	return "postgres://postgres@" + f.listener.Addr().String() + "/postgres?sslmode=disable"
}

func (f *front) serve() {
	for {
		c, err := f.listener.Accept()
		if err != nil {
			return
		}
		f.accepted.Add(1)
		f.work.Go(func() {
			defer c.Close()
			s, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", fmt.Sprintf("127.0.0.1:%d", f.port.Load()))
			if err != nil {
				return
			}
			defer s.Close()
			var both sync.WaitGroup
			for _, way := range [][2]net.Conn{{c, s}, {s, c}} {
				both.Go(func() {
					_, _ = io.Copy(way[0], way[1]) // whichever ends first ends both
					c.Close()
					s.Close()
				})
			}
			both.Wait()
		})
	}
}
