package pgwire

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// maintenance is the database that tools expect on any server (psql -l does).
const maintenance = "postgres"

// ownKind is the kind of the source that tells of the server itself.
const ownKind = "sallyport"

// admitSession gives a client its session, if it may have one, and tells it so.
func (s *Server) admitSession(ctx context.Context, raw, conn net.Conn, h hello) error {
	if _, message := h.negotiate(); len(message) > 0 { // it comes before any question
		if _, err := conn.Write(message); err != nil {
			return err
		}
	}
	who, err := s.authenticate(ctx, conn, &h)
	if err != nil {
		return err
	}
	source, err := s.sourceFor(ctx, who, h)
	if err != nil {
		return err
	}
	if s.relay != nil && s.options.Engine.Relays(source) {
		if _, secure := conn.(*tls.Conn); !secure {
			conn = raw // nothing of it is left unread
		}
		return s.admitRelayed(ctx, conn, h, who, source)
	}
	return s.admitServed(ctx, raw, conn, h, who, source)
}

// sourceFor returns the source that a client's unqualified names belong to: the
// database that it asks for. A client that asks for none, or by libpq's habit
// for one of its user's name, gets the default one, as does one that asks for
// the database that every Postgres server has. A source of the user's name is
// found all the same, but not the server's own.
//
// A source that the user may not use is not told from one that is not there.
func (s *Server) sourceFor(ctx context.Context, who identity, h hello) (string, error) {
	source := cmp.Or(h.database, h.user)
	info := s.options.Engine.InfoFor(who.principal, who.sources)
	if known := func(i providers.Info) bool { return i.Name == source }; source != maintenance && !slices.ContainsFunc(info.Sources, known) {
		s.options.Engine.FindSources(ctx)
		info = s.options.Engine.InfoFor(who.principal, who.sources)
	}
	var names []string
	for _, i := range info.Sources {
		names = append(names, i.Name)
		if i.Name == source && source == h.user && i.Kind == ownKind {
			source = maintenance // somebody of that name wants data, not the server's own records
		}
	}
	switch {
	case slices.Contains(names, source):
		return source, nil
	case source != h.user && source != maintenance && who.sources != nil:
		return "", sqlstate.New(sqlstate.InsufficientPrivilege, "permission denied for database %q", source).
			WithHint("A database is a source here, and this user may use: %s.", strings.Join(names, ", "))
	case source != h.user && source != maintenance:
		return "", sqlstate.New(sqlstate.InvalidCatalogName, "database %q does not exist", source).
			WithHint("A database is a source here: %s.", strings.Join(names, ", "))
	case who.source != "":
		return who.source, nil
	case slices.Contains(names, info.Default) || len(names) == 0:
		return info.Default, nil // which the engine refuses if there are none
	}
	return names[0], nil
}

// reject tells a client why it may not come in, where that can be told, and
// closes its connection.
func (s *Server) reject(conn net.Conn, err error) {
	defer conn.Close() //nolint:errcheck // nothing depends on it any more
	client := conn.RemoteAddr().String()
	var e *sqlstate.Error
	select {
	case <-s.draining:
		e = reply.Shutdown()
	default:
		if !errors.As(err, &e) {
			if !errors.Is(err, errCancelled) && !errors.Is(err, io.EOF) {
				s.log.Debug("a connection ended before its session began", "client", client, "error", err)
			}
			return
		}
	}
	told := *e
	told.Severity = reply.Fatal
	_ = conn.SetWriteDeadline(time.Now().Add(time.Second))
	_, _ = conn.Write(reply.Error(nil, 'E', &told)) // it may have left
	s.log.Info("connection refused", "client", client, "sqlstate", string(e.Code), "error", e.Message, "cause", e.Cause)
}
