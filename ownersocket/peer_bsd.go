//go:build darwin || freebsd

package ownersocket

import (
	"errors"
	"net"

	"golang.org/x/sys/unix"
)

// peersKnown says that peerUser asks the kernel.
const peersKnown = true

// peerUser asks the kernel who has connected.
func peerUser(conn net.Conn) (int, error) {
	socket, ok := conn.(*net.UnixConn)
	if !ok {
		return -1, errors.New("not a Unix socket")
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return -1, err
	}
	var credentials *unix.Xucred
	var failure error
	err = raw.Control(func(fd uintptr) {
		credentials, failure = unix.GetsockoptXucred(int(fd), unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	})
	if err = errors.Join(err, failure); err != nil {
		return -1, err
	}
	return int(credentials.Uid), nil
}
