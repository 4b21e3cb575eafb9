//go:build unix

package backends

import (
	"errors"
	"net"
	"syscall"
)

// descriptor looks at a connection below Go's own reading and writing.
type descriptor struct {
	raw    syscall.RawConn
	peek   func(fd uintptr) // made once, for quiet is asked for each transaction
	peeked error
}

func newDescriptor(c net.Conn) *descriptor {
	d := &descriptor{}
	d.peek = func(fd uintptr) {
		var one [1]byte
		_, _, d.peeked = syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
	}
	if s, ok := socket(c).(syscall.Conn); ok {
		if raw, err := s.SyscallConn(); err == nil {
			d.raw = raw
		}
	}
	return d
}

// quiet reports whether the connection is open and has nothing to read, without reading.
// An idle server only sends something when it closes the connection.
func (d *descriptor) quiet() bool {
	return d.raw != nil && d.raw.Control(d.peek) == nil && errors.Is(d.peeked, syscall.EAGAIN)
}

// shutdown ends the connection for both sides, and leaves its descriptor.
func (d *descriptor) shutdown() {
	if d.raw != nil {
		_ = d.raw.Control(func(fd uintptr) { _ = syscall.Shutdown(int(fd), syscall.SHUT_RDWR) }) // fails only where it is over already
	}
}
