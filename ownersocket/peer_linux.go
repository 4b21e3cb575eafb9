package ownersocket

import (
	"errors"
	"net"
	"syscall"
)

// peersKnown says that peerUser asks the kernel.
const peersKnown = true

// peerUser asks the kernel who has connected.
func peerUser(conn net.Conn) (int, error) {
	unix, ok := conn.(*net.UnixConn)
	if !ok {
		return -1, errors.New("not a Unix socket")
	}
	raw, err := unix.SyscallConn()
	if err != nil {
		return -1, err
	}
	var credentials *syscall.Ucred
	var failure error
	err = raw.Control(func(fd uintptr) {
		credentials, failure = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	})
	if err = errors.Join(err, failure); err != nil {
		return -1, err
	}
	return int(credentials.Uid), nil
}
