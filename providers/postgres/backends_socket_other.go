//go:build !unix

package postgres

import "net"

// quiet cannot tell here: what is wrong shows with the first statement.
func quiet(net.Conn) bool { return true }

// shutdown ends a connection.
func shutdown(c net.Conn) { c.Close() }
