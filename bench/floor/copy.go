//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/sallyportdb/sallyport/pgwire/relay/poll"
)

// copier carries bytes between pairs of sockets, in one loop.
type copier struct {
	poller  *poll.Poller
	sides   []*side // by token
	buf     []byte
	due     []*side
	journal *journal // nil: nothing is kept
	commits bool     // only a COMMIT waits for the disk

	mu     sync.Mutex
	added  [][2]int // new pairs: the client's socket, the server's
	passed []*side  // whose intents are on the disk
	ended  bool
}

// side is one socket of a pair.
type side struct {
	fd      int
	other   *side
	client  bool
	out     []byte // what the socket did not take yet
	held    []byte // what waits for the disk
	isDue   bool
	waits   bool // for the disk, or for the other side to take what was read
	closed  bool
	changes reader
}

const copyBuffer = 256 << 10

// serveCopies copies between every client and a connection of its own to the server, until ctx ends.
func serveCopies(ctx context.Context, listen, to, journal string, commits bool) error {
	poller, err := poll.New()
	if err != nil {
		return err
	}
	defer poller.Close()
	c := &copier{poller: poller, buf: make([]byte, copyBuffer), commits: commits}
	poller.Hurry(true) // it sleeps when there is nothing to do
	if journal != "" {
		if c.journal, err = openJournal(journal, c.pass); err != nil {
			return err
		}
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", listen)
	if err != nil {
		return err
	}
	accepting := make(chan error, 1)
	go func() { accepting <- c.accept(ctx, l, to) }()
	end := context.AfterFunc(ctx, func() {
		_ = l.Close()
		c.post(func() { c.ended = true })
	})
	defer end()
	err = c.run()
	_ = l.Close()
	err = errors.Join(err, <-accepting)
	if c.journal != nil {
		err = errors.Join(err, c.journal.close())
	}
	return err
}

// accept connects every client until the listener is closed.
func (c *copier) accept(ctx context.Context, l net.Listener, to string) error {
	for {
		client, err := l.Accept()
		if err != nil {
			return nil //nolint:nilerr // the listener was closed
		}
		server, err := (&net.Dialer{}).DialContext(ctx, "tcp", to)
		if err != nil {
			fmt.Fprintln(os.Stderr, "floor:", errors.Join(err, client.Close()))
			continue
		}
		var pair [2]int
		if pair[0], err = taken(client); err == nil {
			pair[1], err = taken(server)
		}
		if err != nil {
			return err
		}
		c.post(func() { c.added = append(c.added, pair) })
	}
}

// taken takes a connection's socket from the runtime's poller.
func taken(conn net.Conn) (fd int, err error) {
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		return 0, err
	}
	failed := raw.Control(func(from uintptr) { fd, err = unix.FcntlInt(from, unix.F_DUPFD_CLOEXEC, 0) })
	return fd, errors.Join(failed, err, conn.Close())
}

// post changes what the loop shares, and wakes the loop.
func (c *copier) post(change func()) {
	c.mu.Lock()
	change()
	c.mu.Unlock()
	c.poller.Wake()
}

// pass is called by the journal.
func (c *copier) pass(sides []*side) { c.post(func() { c.passed = append(c.passed, sides...) }) }

// run is the loop.
func (c *copier) run() error {
	runtime.LockOSThread()
	for {
		wait := 1000 // milliseconds
		if len(c.due) > 0 {
			wait = 0
		}
		if err := c.poller.Wait(wait, func(token uint64, _ poll.Ready) { c.schedule(c.sides[token]) }); err != nil {
			return err
		}
		c.mu.Lock()
		added, passed, ended := c.added, c.passed, c.ended
		c.added, c.passed = nil, nil
		c.mu.Unlock()
		if ended {
			return nil
		}
		for _, pair := range added {
			if err := c.add(pair); err != nil {
				return err
			}
		}
		for _, s := range passed {
			s.waits = false
			c.send(s.other, s.held)
			s.held = s.held[:0]
			c.schedule(s)
		}
		due := c.due
		c.due = nil
		for _, s := range due {
			s.isDue = false
			c.step(s)
		}
		if c.due == nil {
			c.due = due[:0]
		}
	}
}

// add watches a pair of sockets.
func (c *copier) add(pair [2]int) error {
	client, server := &side{fd: pair[0], client: true}, &side{fd: pair[1]}
	client.other, server.other = server, client
	for _, s := range []*side{client, server} {
		c.sides = append(c.sides, s)
		if err := c.poller.Add(s.fd, uint64(len(c.sides)-1)); err != nil {
			return err
		}
	}
	return nil
}

func (c *copier) schedule(s *side) {
	if !s.isDue && !s.closed {
		s.isDue = true
		c.due = append(c.due, s)
	}
}

// step sends what a socket did not take earlier, and carries what the socket has.
func (c *copier) step(s *side) {
	if len(s.out) > 0 {
		out := s.out
		s.out = nil
		c.send(s, out)
		c.schedule(s.other) // it may have waited
	}
	if s.closed || s.waits || len(s.other.out) > 0 {
		return
	}
	n, err := c.poller.Read(s.fd, c.buf)
	switch {
	case errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR):
		return
	case err != nil || n == 0:
		c.close(s)
		return
	}
	if data := c.buf[:n]; s.client && c.journal != nil && c.keep(s, data) {
		s.waits, s.held = true, append(s.held, data...)
		c.journal.await(s)
	} else {
		c.send(s.other, data)
	}
	if n == len(c.buf) {
		c.schedule(s)
	}
}

// keep writes the intents of what a client sends, and reports whether the bytes wait for the disk.
func (c *copier) keep(s *side, data []byte) bool {
	changes, commits := s.changes.read(data)
	if changes+commits == 0 {
		return false
	}
	if err := c.journal.note(changes + commits); err != nil {
		fmt.Fprintln(os.Stderr, "floor:", err)
		return true
	}
	return commits > 0 || !c.commits
}

// send writes to a socket, and keeps what the socket does not take.
func (c *copier) send(s *side, data []byte) {
	if s.closed {
		return
	}
	n, err := c.poller.Write(s.fd, data)
	if err != nil && !errors.Is(err, unix.EAGAIN) && !errors.Is(err, unix.EINTR) {
		c.close(s)
		return
	}
	if n = max(0, n); n < len(data) {
		s.out = append(s.out, data[n:]...)
	}
}

// close ends both sides.
func (c *copier) close(s *side) {
	for _, end := range []*side{s, s.other} {
		if !end.closed {
			end.closed = true
			c.poller.Remove(end.fd)
			_ = unix.Close(end.fd)
		}
	}
}
