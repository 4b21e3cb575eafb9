//go:build unix

package postgres

import (
	"errors"
	"net"
	"syscall"
)

// quiet reports whether a connection is open and has nothing to read, without
// reading. An idle server says nothing; what it does say is that it goes away.
func quiet(c net.Conn) bool {
	var peeked error
	return control(c, func(fd int) {
		var one [1]byte
		_, _, peeked = syscall.Recvfrom(fd, one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
	}) && errors.Is(peeked, syscall.EAGAIN)
}

// shutdown ends a connection for both sides, and leaves its descriptor.
func shutdown(c net.Conn) {
	control(c, func(fd int) { _ = syscall.Shutdown(fd, syscall.SHUT_RDWR) }) // fails only where it is over already
}

func control(c net.Conn, use func(fd int)) bool {
	s, ok := socket(c).(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := s.SyscallConn()
	return err == nil && raw.Control(func(fd uintptr) { use(int(fd)) }) == nil
}
