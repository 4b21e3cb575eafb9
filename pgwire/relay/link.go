package relay

import (
	"net"

	"github.com/sallyportdb/sallyport/providers"
)

// descriptor takes a connection's file descriptor, or makes a pipe that leads to the connection.
func (r *Relay) descriptor(conn net.Conn) (fd int, piped chan struct{}, err error) {
	switch c := conn.(type) {
	case *net.TCPConn, *net.UnixConn:
		fd, err = detach(c)
		return fd, nil, err
	}
	return r.pipe(conn)
}

// link returns the relay's side of a backend's connection.
func (r *Relay) link(backend providers.Backend) (*remote, error) {
	kept := backend.Kept()
	link, known := (*kept).(*remote)
	if !known {
		link = &remote{}
		*kept = link
	}
	if link.conn == nil {
		if err := r.take(backend, link); err != nil {
			return nil, err
		}
	}
	link.conn.lent.Store(true)
	return link, nil
}

// take takes over a backend's connection, or makes a pipe to it.
func (r *Relay) take(backend providers.Backend, link *remote) error {
	conn := backend.Conn()
	if raw, ok := conn.(*rawConn); ok {
		link.conn, link.fd = raw, raw.fd
		return nil
	}
	fd, _, err := r.descriptor(conn)
	if err != nil {
		return err
	}
	link.conn, link.fd = &rawConn{fd: fd, local: conn.LocalAddr(), remote: conn.RemoteAddr()}, fd
	backend.SetConn(link.conn)
	return nil
}
