//go:build unix && (!linux || poll)

package poll

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// Way names what this poller is made of.
const Way = "poll"

// What a socket is ready for.
const (
	Readable Ready = 1 << iota
	Writable
	HungUp
)

// Poller waits for many sockets at once. A socket that was reported is not looked
// at again for the same until Read or Write says so. Wake may be called from any
// goroutine, the rest by one alone.
type Poller struct {
	ask    []unix.PollFd
	tokens []uint64    // by place in ask
	places map[int]int // of file descriptors, in ask
	found  []report    // by the last wait
	pipe   [2]int      // Wake writes to it; ask begins with its reading end
}

type report struct {
	token uint64
	what  Ready
}

// New returns a poller without sockets.
func New() (*Poller, error) {
	p := &Poller{places: map[int]int{}}
	if _, err := both(func() error { return unix.Pipe(p.pipe[:]) }, &p.pipe); err != nil {
		return nil, fmt.Errorf("pipe: %w", err)
	}
	p.ask = append(p.ask, unix.PollFd{Fd: int32(p.pipe[0]), Events: unix.POLLIN})
	p.tokens = append(p.tokens, 0)
	return p, nil
}

// Add watches a socket; what happens to it is reported with the token.
func (p *Poller) Add(fd int, token uint64) error {
	if _, watched := p.places[fd]; watched {
		return fmt.Errorf("poll: the descriptor %d is watched already", fd)
	}
	p.places[fd] = len(p.ask)
	p.ask = append(p.ask, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN | unix.POLLOUT})
	p.tokens = append(p.tokens, token)
	return nil
}

// Remove stops watching a socket, before it is closed.
func (p *Poller) Remove(fd int) {
	place, watched := p.places[fd]
	if !watched {
		return
	}
	last := len(p.ask) - 1
	p.ask[place], p.tokens[place] = p.ask[last], p.tokens[last]
	p.places[descriptor(p.ask[place])] = place
	delete(p.places, fd)
	p.ask, p.tokens = p.ask[:last], p.tokens[:last]
}

// Hurry changes nothing: this poller always gives its thread up as soon as there is
// nothing to do.
func (p *Poller) Hurry(bool) {}

// descriptor is what an entry is about. One that nothing is asked of has its
// complement, which the system skips: a hang-up is told whether asked for or not.
func descriptor(ask unix.PollFd) int {
	if ask.Fd < 0 {
		return int(^ask.Fd)
	}
	return int(ask.Fd)
}

// want has a socket looked at for something.
func (p *Poller) want(fd int, events int16) {
	if place, watched := p.places[fd]; watched {
		ask := &p.ask[place]
		ask.Fd = int32(fd)
		ask.Events |= events
	}
}

// Wait calls each for every socket that something happened to, waiting no longer
// than so many milliseconds.
func (p *Poller) Wait(milliseconds int, each func(token uint64, what Ready)) error {
	n, err := unix.Poll(p.ask, milliseconds)
	switch {
	case errors.Is(err, unix.EINTR):
		return nil
	case err != nil:
		return fmt.Errorf("poll: %w", err)
	}
	p.found = p.found[:0]
	for i := 0; i < len(p.ask) && n > 0; i++ {
		ask := &p.ask[i]
		if ask.Revents == 0 {
			continue
		}
		n--
		if i == 0 {
			p.drain()
			continue
		}
		p.found = append(p.found, report{p.tokens[i], take(ask)})
	}
	for _, f := range p.found { // which may remove any
		each(f.token, f.what)
	}
	return nil
}

// take says what happened to a socket and no longer asks for it.
func take(ask *unix.PollFd) (what Ready) {
	got := ask.Revents
	if got&(unix.POLLHUP|unix.POLLERR|unix.POLLNVAL) != 0 {
		what = Readable | Writable | HungUp
		ask.Events &^= unix.POLLIN | unix.POLLOUT
	}
	if got&unix.POLLIN != 0 {
		what |= Readable
		ask.Events &^= unix.POLLIN
		if what&HungUp == 0 && AtEnd(int(ask.Fd)) {
			what |= HungUp
		}
	}
	if got&unix.POLLOUT != 0 {
		what |= Writable
		ask.Events &^= unix.POLLOUT
	}
	if ask.Events == 0 {
		ask.Fd = ^ask.Fd
	}
	return what
}

func (p *Poller) drain() {
	var b [64]byte
	for {
		if n, err := unix.Read(p.pipe[0], b[:]); n < len(b) || err != nil {
			return
		}
	}
}

// Wake ends the present wait, or the next.
func (p *Poller) Wake() {
	_, _ = unix.Write(p.pipe[1], []byte{1}) // full is as good
}

// Read reads what a watched socket has. Where that is all, the socket is looked at
// for more.
func (p *Poller) Read(fd int, b []byte) (int, error) {
	n, err := unix.Read(fd, b)
	if err == nil && n > 0 && n < len(b) || errors.Is(err, unix.EAGAIN) {
		p.want(fd, unix.POLLIN)
	}
	return n, err
}

// Write writes what a watched socket takes. Where that is nothing, the socket is
// looked at until it takes more. A pipe that is broken is an error alone: the
// runtime catches the signal.
func (p *Poller) Write(fd int, b []byte) (int, error) {
	n, err := unix.Write(fd, b)
	if errors.Is(err, unix.EAGAIN) {
		p.want(fd, unix.POLLOUT)
	}
	return n, err
}

// Together reports whether WriteAll takes fewer system calls than as many Writes.
func (p *Poller) Together() bool { return false }

// WriteAll does what Write does, for each of a list.
func (p *Poller) WriteAll(list []Send) {
	for i := range list {
		list[i].N, list[i].Err = p.Write(list[i].FD, list[i].Bytes)
	}
}

// Close ends the poller.
func (p *Poller) Close() {
	_ = unix.Close(p.pipe[0])
	_ = unix.Close(p.pipe[1])
}
