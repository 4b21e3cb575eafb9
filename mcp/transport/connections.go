package transport

import (
	"container/list"
	"net"
	"net/http"
	"sync"
	"time"
)

// connections bound the connections of an HTTP server. When there is one connection too
// many, the connection that has been without a request for the longest time is closed. If
// all others have a request, the new connection is closed. Safe for concurrent use.
type connections struct {
	limit int

	mu     sync.Mutex
	open   map[net.Conn]*list.Element // nil: a request is under way
	silent *list.List                 // of net.Conn, the one silent longest first
}

func newConnections(limit int) *connections {
	return &connections{limit: limit, open: map[net.Conn]*list.Element{}, silent: list.New()}
}

// noteState is called by the server with each change of a connection's state.
func (c *connections) noteState(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	if old := c.open[conn]; old != nil {
		c.silent.Remove(old)
	}
	var close net.Conn
	switch state {
	case http.StateNew:
		c.open[conn] = c.silent.PushBack(conn)
		if len(c.open) > c.limit {
			close = c.silent.Remove(c.silent.Front()).(net.Conn)
			delete(c.open, close)
		}
	case http.StateIdle:
		c.open[conn] = c.silent.PushBack(conn)
	case http.StateActive:
		c.open[conn] = nil
	default:
		delete(c.open, conn)
	}
	c.mu.Unlock()
	if close == nil {
		return
	}
	if _, plain := close.(*net.TCPConn); plain && close == conn {
		_ = close.SetWriteDeadline(time.Now().Add(time.Second))
		_, _ = close.Write([]byte("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"))
	}
	_ = close.Close()
}
