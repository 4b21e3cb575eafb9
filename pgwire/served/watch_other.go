//go:build !linux

package served

import (
	"syscall"

	"github.com/sallyportdb/sallyport/pgwire/relay/poll"
)

// hasLeft says whether the other side has closed its connection. Elsewhere than on
// Linux that cannot be seen behind bytes that were not read.
func hasLeft(socket syscall.Conn) bool {
	raw, err := socket.SyscallConn()
	if err != nil {
		return false
	}
	left := false
	err = raw.Control(func(fd uintptr) { left = poll.AtEnd(int(fd)) })
	return err == nil && left
}
