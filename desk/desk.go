// Package desk is where people decide what waits for approval.
//
// It is an HTTP server over an [approval.Store], with two ways in, and neither
// is a way that a client of the front doors has:
//
//   - A Unix socket, desk.sock, in the folder of the store, which only its owner
//     may enter. Where the kernel says who has connected (Linux), anybody but the
//     server's own user and root is turned away, and the approver is the name of
//     that user. An agent that runs as the same user can come in: run the server
//     as a user of its own.
//   - TCP, where it is configured: with a bearer token of its own, compared in
//     constant time, and over TLS but on loopback. With the token of all, who
//     approves is what the caller claims; a token of one's own says who it is.
//     Rules of approvals take only what is proven.
//
// Browsers have no business here: a request with an Origin is refused, and over
// TCP one for a host that the desk is not.
//
// # Requests
//
//	GET  /v1/approvals?state=pending    all requests, or those in these states
//	GET  /v1/approvals/watch            the pending ones, then every change: one JSON object a line, blank lines as heartbeats
//	GET  /v1/approvals/{id}             one request
//	GET  /v1/approvals/{id}/look        ?plan=true&sample=true: the source's plan of it, rows before and after
//	POST /v1/approvals/{id}/approve     {"digest": …, "comment": …, "max_rows": …, "grant": …, "approver": …}
//	POST /v1/approvals/{id}/deny        {"comment": …, "approver": …}
//	GET  /v1/grants                     all grants that are kept
//	POST /v1/grants/{id}/revoke         {"approver": …}
//
// An approval names the digest of what was seen, so that nobody approves what
// they were not shown. Errors are {"code", "message", "hint"} with a SQLSTATE.
//
// [Client] is the other end.
package desk

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/ownersocket"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// SocketName is the socket's name in the folder of its store.
const SocketName = "desk.sock"

// The channels, as a request names them.
const (
	Local  = "desk"
	Remote = "http"
)

const (
	maxHeader   = 16 << 10
	maxBody     = 16 << 10
	maxWatchers = 16
	heartbeat   = 15 * time.Second
	patience    = 10 * time.Second // with who reads or writes slowly
)

// purpose is what the socket is for.
var purpose = ownersocket.Purpose{Name: "approval desk", Without: "approvals.desk: false does without a desk"}

// Options are what a desk is made of.
type Options struct {
	Store  *approval.Store
	Logger hclog.Logger
	// Dir is the folder that gets the socket; only its owner may enter it.
	Dir string
	// Address is where the desk listens over TCP; "" is nowhere.
	Address string
	Token   string            // of those who come over TCP
	Own     map[string]string // tokens of people of their own, by their names; one of them or Token is needed with Address
	TLS     *tls.Config       // needed where Address is not loopback
}

// Desk serves until Shutdown.
type Desk struct {
	store    *approval.Store
	logger   hclog.Logger
	watchers chan struct{} // one element for each
	done     chan struct{}
	servers  []served
	looker   atomic.Pointer[Looker]
}

// served is one way in.
type served struct {
	listener net.Listener
	server   *http.Server
}

// Open opens the ways in; they answer once Serve runs.
func Open(ctx context.Context, o Options) (*Desk, error) {
	d := &Desk{store: o.Store, logger: o.Logger, watchers: make(chan struct{}, maxWatchers), done: make(chan struct{})}
	if d.logger == nil {
		d.logger = hclog.NewNullLogger()
	}
	socket, err := ownersocket.Listen(ctx, filepath.Join(o.Dir, SocketName), purpose, d.logger)
	if err != nil {
		return nil, err
	}
	d.add(socket, d.routes(localCaller))
	if o.Address == "" {
		return d, nil
	}
	remote, err := d.listenTCP(ctx, o)
	if err != nil {
		return nil, errors.Join(err, socket.Close())
	}
	names := hosts{address: remote.Addr()}
	if o.TLS != nil {
		remote = tls.NewListener(remote, withHTTP1(o.TLS))
		names.certificate = leaf(o.TLS)
	}
	d.add(remote, tokenOnly(newTokens(o.Token, o.Own), names, d.routes(remoteCaller)))
	return d, nil
}

func (d *Desk) listenTCP(ctx context.Context, o Options) (net.Listener, error) {
	if o.Token == "" && len(o.Own) == 0 {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "the approval desk at %s needs a token", o.Address).
			WithHint("Set approvals.token_env or approvals.token_file.")
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.Address)
	if err != nil {
		return nil, sqlstate.Wrap(err, sqlstate.ConfigFileError, "cannot listen on %s (approvals.address): %v", o.Address, err).
			WithHint("Give an address of this machine whose port is free.")
	}
	if a, ok := l.Addr().(*net.TCPAddr); o.TLS == nil && (!ok || !a.IP.IsLoopback()) {
		l.Close()
		return nil, sqlstate.New(sqlstate.ConfigFileError, "the approval desk at %s can be reached from other machines, and needs TLS", o.Address).
			WithHint("Set approvals.tls, or use 127.0.0.1.")
	}
	return l, nil
}

func withHTTP1(c *tls.Config) *tls.Config {
	c = c.Clone()
	c.NextProtos = []string{"http/1.1"}
	return c
}

// leaf is the certificate that a desk shows, nil if it cannot be told.
func leaf(c *tls.Config) *x509.Certificate {
	if len(c.Certificates) == 0 {
		return nil
	}
	if c.Certificates[0].Leaf != nil {
		return c.Certificates[0].Leaf
	}
	certificate, err := x509.ParseCertificate(c.Certificates[0].Certificate[0])
	if err != nil {
		return nil
	}
	return certificate
}

func (d *Desk) add(l net.Listener, h http.Handler) {
	d.servers = append(d.servers, served{l, &http.Server{
		Handler: noBrowsers(h), ConnContext: ownersocket.WithPeer,
		ReadHeaderTimeout: patience, ReadTimeout: patience, WriteTimeout: 3 * patience, IdleTimeout: time.Minute,
		MaxHeaderBytes: maxHeader,
		ErrorLog:       d.logger.StandardLogger(&hclog.StandardLoggerOptions{ForceLevel: hclog.Warn}),
	}})
}

// Socket is the path of the socket.
func (d *Desk) Socket() string { return d.servers[0].listener.Addr().String() }

// Address is where the desk listens over TCP, nil for nowhere.
func (d *Desk) Address() net.Addr {
	if len(d.servers) < 2 {
		return nil
	}
	return d.servers[1].listener.Addr()
}

// Serve answers until Shutdown, or until a way in fails.
func (d *Desk) Serve() error {
	failed := make(chan error, len(d.servers))
	for _, s := range d.servers {
		go func() { failed <- s.server.Serve(s.listener) }()
	}
	var errs []error
	for range d.servers {
		if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
			errs = append(errs, err)
			for _, s := range d.servers {
				errs = append(errs, s.server.Close())
			}
		}
	}
	return errors.Join(errs...)
}

// Shutdown takes no more requests, ends the watches, and waits for what is being
// answered as long as the context allows. It is called once.
func (d *Desk) Shutdown(ctx context.Context) error {
	close(d.done)
	var errs []error
	for _, s := range d.servers {
		if err := s.server.Shutdown(ctx); err != nil {
			errs = append(errs, err, s.server.Close())
		}
		// A server that never served does not know its listener.
		if err := s.listener.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
