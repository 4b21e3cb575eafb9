package relay

import (
	"github.com/sallyportdb/sallyport/pgwire/relay/descriptor"
	"github.com/sallyportdb/sallyport/providers"
)

// linkBackend returns the relay's side of a backend's connection.
func (r *Relay) linkBackend(backend providers.Backend) (*remote, error) {
	kept := backend.Kept()
	link, known := (*kept).(*remote)
	if !known {
		link = &remote{}
		*kept = link
	}
	if link.conn == nil {
		if err := r.takeConnection(backend, link); err != nil {
			return nil, err
		}
	}
	link.conn.Lend(true)
	return link, nil
}

// takeConnection takes over a backend's connection, or makes a pipe to it.
func (r *Relay) takeConnection(backend providers.Backend, link *remote) error {
	conn := backend.Conn()
	if raw, ok := conn.(*descriptor.Conn); ok {
		link.conn, link.fd = raw, raw.Descriptor()
		return nil
	}
	fd, _, err := descriptor.Of(conn, &r.work)
	if err != nil {
		return err
	}
	link.conn, link.fd = descriptor.New(fd, conn.LocalAddr(), conn.RemoteAddr()), fd
	backend.SetConn(link.conn)
	return nil
}
