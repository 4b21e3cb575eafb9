//go:build unix

// Package poll waits for the sockets of relayed sessions, in one of two ways:
//
//	epoll.go   Linux: epoll(7), edge-triggered
//	poll.go    other systems, and Linux with the build tag poll: poll(2)
//
// On Linux, many sends are one system call where the kernel has an io_uring for us (ring.go).
//
// Both report a socket once when it becomes readable or writable, and again only
// when [Poller.Read] has found nothing more or [Poller.Write] had to stop. So a
// socket that a session leaves alone for a while does not keep its loop awake.
//
// What poll(2) does not have is that an end is noticed behind bytes that were not
// read: a client that leaves before all that it has sent was read, or a backend
// that dies while a person is asked. It is noticed when the rest is read. Each wait
// costs a look at every socket.
//
// The package needs no C: it is compiled for other systems by a test.
package poll

import "errors"

// Send is bytes for a socket, and what [Poller.WriteAll] did with them.
type Send struct {
	FD    int
	Bytes []byte // at least one; not to be touched meanwhile
	N     int    // how many bytes the socket has taken
	Err   error  // as of Write
}

// errUnsent is the error of a send of which nothing is known.
var errUnsent = errors.New("it is not known whether the bytes were sent")

// Ready says what a socket is ready for.
type Ready uint32
