//go:build linux && !poll

package poll

import (
	"errors"
	"fmt"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Way names what this poller is made of.
const Way = "epoll"

// Poller waits for many sockets at once. It is edge-triggered: a socket is
// reported once when it becomes readable or writable, so nothing has to be
// switched on and off while data flows. Wake may be called from any goroutine,
// the rest by one alone.
// (epoll(7), "Level-triggered and edge-triggered")
type Poller struct {
	epoll, event int // file descriptors
	events       [128]unix.EpollEvent
	patience     time.Duration // how long the next wait looks again and again before it sleeps
	hurried      bool          // it does not: others have work for this processor
	ring         *ring         // nil: the kernel has none for us
	sending      []Send        // of WriteAll, so that what it points to is on the heap, where it does not move
}

// longestPatience bounds how long a wait that may be short keeps its thread awake.
// A thread that sleeps costs two changes of threads and, on a virtual machine
// whose processor has halted meanwhile, up to a tenth of a millisecond. Where
// others have work for the processor, it would only take their time, and the
// kernel lets a thread that yields wait for longer than one that wakes.
const longestPatience = 200 * time.Microsecond

// What a socket is ready for.
const (
	Readable = Ready(unix.EPOLLIN | unix.EPOLLRDHUP | unix.EPOLLHUP | unix.EPOLLERR)
	Writable = Ready(unix.EPOLLOUT | unix.EPOLLHUP | unix.EPOLLERR)
	HungUp   = Ready(unix.EPOLLRDHUP | unix.EPOLLHUP | unix.EPOLLERR)
)

// New returns a poller without sockets.
func New() (*Poller, error) {
	p := &Poller{}
	var err error
	if p.epoll, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC); err != nil {
		return nil, fmt.Errorf("epoll_create1: %w", err)
	}
	if p.event, err = unix.Eventfd(0, unix.EFD_NONBLOCK|unix.EFD_CLOEXEC); err != nil {
		_ = unix.Close(p.epoll)
		return nil, fmt.Errorf("eventfd: %w", err)
	}
	if err := p.Add(p.event, wakeToken); err != nil {
		p.Close()
		return nil, err
	}
	p.ring, _ = newRing() // without it, each send is a system call
	return p, nil
}

// wakeToken is the poller's own.
const wakeToken = ^uint64(0)

// Add watches a socket; what happens to it is reported with the token.
func (p *Poller) Add(fd int, token uint64) error {
	e := unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLOUT | unix.EPOLLRDHUP | unix.EPOLLET, Fd: int32(token), Pad: int32(token >> 32)}
	if fd == p.event {
		e.Events = unix.EPOLLIN | unix.EPOLLET
	}
	if err := unix.EpollCtl(p.epoll, unix.EPOLL_CTL_ADD, fd, &e); err != nil {
		return fmt.Errorf("epoll_ctl: %w", err)
	}
	return nil
}

// Remove stops watching a socket, before it is closed.
func (p *Poller) Remove(fd int) { _ = unix.EpollCtl(p.epoll, unix.EPOLL_CTL_DEL, fd, nil) }

// Hurry says whether the next waits give the thread up as soon as there is nothing
// to do, because others have work for its processor.
func (p *Poller) Hurry(hurried bool) { p.hurried = hurried }

// Wait calls each for every socket that something happened to, waiting no
// longer than so many milliseconds.
func (p *Poller) Wait(milliseconds int, each func(token uint64, what Ready)) error {
	if p.patience > 0 && !p.hurried {
		yield() // to those who were just sent something: more may be there when they have answered
	}
	n, err := p.look()
	if milliseconds > 0 && n == 0 && err == nil {
		n, err = p.sleep(milliseconds)
	}
	if err != nil {
		if errors.Is(err, unix.EINTR) {
			return nil
		}
		return fmt.Errorf("epoll_wait: %w", err)
	}
	for i := range p.events[:n] {
		e := &p.events[i]
		if token := uint64(uint32(e.Fd)) | uint64(uint32(e.Pad))<<32; token != wakeToken {
			each(token, Ready(e.Events))
			continue
		}
		var count [8]byte
		_, _ = unix.Read(p.event, count[:]) // back to zero
	}
	return nil
}

// sleep waits when there is nothing to do. It is patient before it gives the
// thread up, as long as that has paid: the last wait was short.
func (p *Poller) sleep(milliseconds int) (n int, err error) {
	if p.hurried {
		return unix.EpollWait(p.epoll, p.events[:], milliseconds)
	}
	since := time.Now()
	for time.Since(since) < p.patience {
		yield()
		if n, err = p.look(); n != 0 || err != nil {
			return n, err
		}
	}
	n, err = unix.EpollWait(p.epoll, p.events[:], milliseconds)
	p.waited(time.Since(since))
	return n, err
}

// waited learns from a wait that patience was not enough for: more would have
// been, or none was of use.
func (p *Poller) waited(d time.Duration) {
	const least = 10 * time.Microsecond
	switch {
	case d <= longestPatience:
		p.patience = min(longestPatience, max(least, 2*p.patience))
	case p.patience > least:
		p.patience /= 2
	default:
		p.patience = 0
	}
}

// yield lets another thread have the processor that waits for one.
func yield() { _, _, _ = unix.RawSyscall(unix.SYS_SCHED_YIELD, 0, 0, 0) }

// look is a wait that takes no time.
func (p *Poller) look() (int, error) {
	n, _, errno := unix.RawSyscall6(unix.SYS_EPOLL_PWAIT, uintptr(p.epoll), uintptr(unsafe.Pointer(&p.events[0])), uintptr(len(p.events)), 0, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// Read reads what a watched socket has. Sockets never block, so the runtime need
// not be told of reads and writes: it would take the loop's processor away after
// 20 µs, and its monitor would stay awake for that.
func (p *Poller) Read(fd int, b []byte) (int, error) {
	n, _, errno := unix.RawSyscall6(unix.SYS_RECVFROM, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), unix.MSG_DONTWAIT, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// Write writes what a watched socket takes.
func (p *Poller) Write(fd int, b []byte) (int, error) {
	n, _, errno := unix.RawSyscall6(unix.SYS_SENDTO, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// Together reports whether WriteAll takes fewer system calls than as many Writes.
func (p *Poller) Together() bool { return p.ring != nil }

// WriteAll does what Write does, for each of a list.
func (p *Poller) WriteAll(list []Send) {
	p.sending = list
	for len(list) > 0 && p.ring != nil {
		some := list[:min(len(list), ringSize)]
		if len(some) < fewestTogether {
			break
		}
		if list = list[len(some):]; !p.ring.submit(some) {
			p.ring.close()
			p.ring = nil
		}
	}
	for i := range list {
		list[i].N, list[i].Err = p.Write(list[i].FD, list[i].Bytes)
	}
	p.sending = nil
}

// Wake ends the present wait, or the next.
func (p *Poller) Wake() {
	_, _ = unix.Write(p.event, []byte{1, 0, 0, 0, 0, 0, 0, 0}) // full is as good
}

// Close ends the poller.
func (p *Poller) Close() {
	if p.ring != nil {
		p.ring.close()
	}
	_ = unix.Close(p.epoll)
	_ = unix.Close(p.event)
}
