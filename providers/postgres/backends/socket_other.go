//go:build !unix

package backends

import "net"

// descriptor is the connection.
type descriptor struct{ conn net.Conn }

func newDescriptor(c net.Conn) *descriptor { return &descriptor{c} }

// quiet cannot look at the socket here: a broken connection shows with the first statement.
func (d *descriptor) quiet() bool { return true }

// shutdown ends the connection.
func (d *descriptor) shutdown() { d.conn.Close() }
