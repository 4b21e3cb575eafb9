package pgwire

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"slices"

	"github.com/sallyportdb/sallyport/pgwire/scram"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// SetTLS replaces Options.TLS for the connections to come, so that a
// certificate can be renewed while the server runs. nil offers no TLS.
func (s *Server) SetTLS(c *tls.Config) {
	if c != nil {
		c = c.Clone()
		if !slices.Contains(c.NextProtos, alpn) {
			c.NextProtos = append(slices.Clone(c.NextProtos), alpn)
		}
		c.MinVersion = max(c.MinVersion, tls.VersionTLS12)
		// A resumed session shows no certificate again, neither ours nor the client's.
		c.SessionTicketsDisabled = true
		if c.ClientCAs != nil {
			c.ClientAuth = tls.VerifyClientCertIfGiven
		}
	}
	s.tls.Store(c)
}

// handshake makes a connection TLS. It also returns the channel's end point, for channel
// binding: the hash of the certificate that the client was shown.
func (s *Server) handshake(ctx context.Context, conn net.Conn) (*tls.Conn, []byte, error) {
	c := s.tls.Load().Clone()
	choose := chooser(c)
	var shown *tls.Certificate
	c.Certificates = nil
	c.GetCertificate = func(hello *tls.ClientHelloInfo) (_ *tls.Certificate, err error) {
		shown, err = choose(hello)
		return shown, err
	}
	secure := tls.Server(conn, c)
	if err := secure.HandshakeContext(ctx); err != nil {
		return secure, nil, err
	}
	if shown == nil || len(shown.Certificate) == 0 {
		return secure, nil, nil
	}
	return secure, scram.EndPoint(shown.Certificate[0]), nil
}

// chooser returns what chooses the certificate for a client.
func chooser(c *tls.Config) func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	if c.GetCertificate != nil {
		return c.GetCertificate
	}
	list := c.Certificates
	return func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		for i := range list {
			if hello.SupportsCertificate(&list[i]) == nil {
				return &list[i], nil
			}
		}
		if len(list) == 0 {
			return nil, errors.New("there is no certificate")
		}
		return &list[0], nil
	}
}

// certifiedNames returns the names that a client's certificate gives its owner; none if
// the client showed no certificate that was verified.
func certifiedNames(conn net.Conn) []string {
	secure, ok := conn.(*tls.Conn)
	if !ok {
		return nil
	}
	state := secure.ConnectionState()
	if len(state.VerifiedChains) == 0 || len(state.PeerCertificates) == 0 {
		return nil
	}
	return ownersOf(state.PeerCertificates[0])
}

// ownersOf returns the common name of a certificate and its alternative names.
func ownersOf(c *x509.Certificate) []string {
	list := slices.Concat([]string{c.Subject.CommonName}, c.DNSNames, c.EmailAddresses)
	for _, u := range c.URIs {
		list = append(list, u.String())
	}
	return slices.DeleteFunc(list, func(name string) bool { return name == "" })
}

// security describes a connection's TLS.
type security struct {
	asked    bool   // there was a request, or the connection began with TLS
	endPoint []byte // see handshake
}

// directTLS serves clients that begin with TLS at once.
func (s *Server) directTLS(ctx context.Context, raw net.Conn) (net.Conn, security, error) {
	var first [1]byte
	if _, err := io.ReadFull(raw, first[:]); err != nil {
		return raw, security{}, err
	}
	conn := net.Conn(&unread{Conn: raw, first: first[:]})
	if first[0] != 0x16 { // a TLS handshake record; no startup packet is that long
		return conn, security{}, nil
	}
	if s.tls.Load() == nil {
		return conn, security{}, errNoPostgres
	}
	secure, endPoint, err := s.handshake(ctx, conn)
	if err != nil {
		return conn, security{}, err
	}
	if secure.ConnectionState().NegotiatedProtocol != alpn {
		return secure, security{}, sqlstate.New(sqlstate.ProtocolViolation,
			"received direct SSL connection request without ALPN protocol negotiation extension")
	}
	return secure, security{asked: true, endPoint: endPoint}, nil
}

// answerTLSRequest answers a TLS request.
func (s *Server) answerTLSRequest(ctx context.Context, conn net.Conn, length int) (net.Conn, []byte, error) {
	if length != 4 {
		return conn, nil, errNoPostgres
	}
	if s.tls.Load() == nil {
		_, err := conn.Write([]byte{'N'})
		return conn, nil, err
	}
	if _, err := conn.Write([]byte{'S'}); err != nil {
		return conn, nil, err
	}
	return s.handshake(ctx, conn)
}

// unread is a connection of which one byte was read too early.
type unread struct {
	net.Conn
	first []byte
}

func (u *unread) Read(p []byte) (int, error) {
	if len(u.first) > 0 && len(p) > 0 {
		n := copy(p, u.first)
		u.first = u.first[n:]
		return n, nil
	}
	return u.Conn.Read(p)
}
