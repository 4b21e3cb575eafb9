package served

import (
	"context"
	"errors"
	"log/slog"
	"net"

	wire "github.com/jeroenrinzema/psql-wire"
	"github.com/jeroenrinzema/psql-wire/pkg/buffer"
	"github.com/jeroenrinzema/psql-wire/pkg/types"

	"github.com/sallyportdb/sallyport/pgwire/request"
)

// This file is the whole of the joint to psql-wire: the library runs the
// message loop of every session, calls the hooks below, skips to Sync after an
// error and sends ReadyForQuery. What it knows of statements and portals are
// blanks; the session holds the real ones.

// libraryBuffer is the read buffer that the library allocates for a
// connection. The guard has read the message before, so it may be small.
const libraryBuffer = 64

type sessionKey struct{}

// sessionOf returns the session that the library calls for.
func sessionOf(ctx context.Context) *Session {
	return ctx.Value(sessionKey{}).(*Session)
}

// newLibrary returns psql-wire, made to call us.
func newLibrary(maxMessage int) (*wire.Server, error) {
	blank := wire.NewStatement(func(context.Context, wire.DataWriter, []wire.Parameter) error { return nil })
	var statements wire.DefaultStatementCache
	var portals wire.DefaultPortalCache
	ctx := context.Background()
	err := statements.Set(ctx, "", blank)
	if err != nil {
		return nil, err
	}
	b := &blanks{}
	if b.statement, err = statements.Get(ctx, ""); err != nil {
		return nil, err
	}
	if err = portals.Bind(ctx, "", b.statement, nil, nil); err != nil {
		return nil, err
	}
	if b.portal, err = portals.Get(ctx, ""); err != nil {
		return nil, err
	}
	return wire.NewServer(b.parse,
		wire.Logger(slog.New(slog.DiscardHandler)), // it logs parameters
		wire.MessageBufferSize(libraryBuffer),
		wire.SessionAuthStrategy(func(ctx context.Context, w *buffer.Writer, r *buffer.Reader) (context.Context, error) {
			g, ok := w.Writer.(*guard)
			if !ok {
				return ctx, errors.New("a connection that is not guarded")
			}
			g.library = r
			r.MaxMessageSize = maxMessage
			ctx, cancel := context.WithCancel(context.WithValue(ctx, sessionKey{}, g.session))
			g.onLeave(cancel)
			return ctx, nil
		}),
		wire.Statements(func() wire.StatementCache { return statementHooks{b} }),
		wire.Portals(func() wire.PortalCache { return portalHooks{b} }),
		wire.TxStatus(func(ctx context.Context) types.ServerStatus { return types.ServerStatus(sessionOf(ctx).settle(ctx)) }),
		wire.FlushConn(func(ctx context.Context) error { return sessionOf(ctx).guard.flush() }),
	)
}

// blanks stand for every statement and portal towards the library: they have
// no parameters and no columns, and running one does nothing.
type blanks struct {
	statement *wire.Statement
	portal    *wire.Portal
}

// parse is called with the text of a simple query, or of Parse.
func (b *blanks) parse(ctx context.Context, q wire.Query) (wire.PreparedStatements, error) {
	s := sessionOf(ctx)
	if s.refusal != nil {
		return nil, s.fail(s.refusal)
	}
	if !q.SimpleQuery {
		if err := s.parse(ctx, q.Query, q.ParameterOIDs); err != nil {
			return nil, s.fail(err)
		}
		return wire.Prepared(wire.NewStatement(nil)), nil
	}
	return wire.Prepared(wire.NewStatement(func(ctx context.Context, _ wire.DataWriter, _ []wire.Parameter) error {
		return s.fail(s.simple(ctx, q.Query))
	})), nil
}

// statementHooks is called for Parse, Bind, Describe and Close.
type statementHooks struct{ *blanks }

// Get is called first by each of the four messages. Not to find a statement is
// an error for Describe only: Bind was refused before if there is none, Parse
// makes one, and Close does not mind.
func (h statementHooks) Get(ctx context.Context, name string) (*wire.Statement, error) {
	s := sessionOf(ctx)
	if s.refused() {
		return nil, nil // the library makes an error of the missing statement
	}
	switch s.current.Kind {
	case request.Parse:
		return nil, s.fail(s.mayParse(name))
	case request.Describe:
		if s.failed(s.describeStatement(ctx, name)) {
			return nil, nil
		}
	case request.Close:
		return nil, nil
	}
	return h.statement, nil
}

// Set is called when Parse succeeded.
func (h statementHooks) Set(ctx context.Context, name string, _ *wire.PreparedStatement) error {
	sessionOf(ctx).keep(name)
	return nil
}

// Delete is called by Close.
func (h statementHooks) Delete(ctx context.Context, name string) error {
	sessionOf(ctx).forget(name)
	return nil
}

// Close is called at the end of the connection, when the guard cleans up.
func (h statementHooks) Close() {}

// portalHooks is called for Bind, Execute, Describe and Close.
type portalHooks struct{ *blanks }

// Bind is called with what the guard found good; the library hangs up if it
// fails all the same.
func (h portalHooks) Bind(ctx context.Context, name string, _ *wire.Statement, parameters []wire.Parameter, formats []wire.FormatCode) error {
	sessionOf(ctx).bind(name, parameters, formats)
	return nil
}

// Get is called by Describe.
func (h portalHooks) Get(ctx context.Context, name string) (*wire.Portal, error) {
	s := sessionOf(ctx)
	if s.failed(s.describePortal(ctx, name)) {
		return nil, nil // the library makes an error of the missing portal
	}
	return h.portal, nil
}

// Execute runs a portal.
func (h portalHooks) Execute(ctx context.Context, name string, limit wire.Limit, _ *buffer.Reader, _ *buffer.Writer) error {
	s := sessionOf(ctx)
	return s.fail(s.execute(ctx, name, int32(limit)))
}

// Delete is called by Close.
func (h portalHooks) Delete(ctx context.Context, name string) error {
	sessionOf(ctx).closePortal(name)
	return nil
}

// DeleteByStatement is called when a statement is closed or made again; as in
// Postgres, its portals live on.
func (h portalHooks) DeleteByStatement(context.Context, *wire.Statement) error { return nil }

// Close is called when the library finds the session idle, but without saying
// which session: settle has closed the portals by then.
func (h portalHooks) Close() {}

// handOver is the listener that gives guards to the library.
type handOver struct {
	guards chan net.Conn
	closed <-chan struct{}
	addr   net.Addr
}

func (h *handOver) Accept() (net.Conn, error) {
	select {
	case g := <-h.guards:
		return g, nil
	case <-h.closed:
		return nil, net.ErrClosed
	}
}

func (h *handOver) Close() error   { return nil }
func (h *handOver) Addr() net.Addr { return h.addr }
