package pgwire

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// maintenance is the database that tools expect on any server (psql -l does).
const maintenance = "postgres"

// ownKind is the kind of the source that tells of the server itself.
const ownKind = "sallyport"

// admitSession gives a client its session, if it may have one, and tells it so.
func (s *Server) admitSession(ctx context.Context, raw, conn net.Conn, h hello) (*guard, error) {
	principal := h.user
	_, secure := conn.(*tls.Conn)
	if s.options.Authenticate != nil {
		var err error
		principal, err = s.options.Authenticate(ctx, Login{
			User: h.user, Database: h.database, Application: h.application,
			RemoteAddr: conn.RemoteAddr().String(), TLS: secure,
		})
		if err != nil {
			return nil, err
		}
	}
	g := &guard{
		Conn: conn, raw: raw, server: s,
		in: bufio.NewReaderSize(conn, readAhead), rest: replay, opening: true,
	}
	g.session = &session{guard: g, told: map[string]string{}}
	if !s.sessions.add(g, h.protocol) {
		return nil, sqlstate.New(sqlstate.TooManyConnections, "sorry, too many clients already").
			WithHint("The server takes %d sessions at a time.", s.options.MaxConns)
	}
	opened, err := s.openEngine(ctx, g, principal, h)
	if err != nil {
		s.sessions.remove(g)
		return nil, err
	}
	s.served.Add(1) // from here on Close ends it
	g.session.opened(opened)
	g.out = s.welcome(g, h)
	if err := g.flush(); err != nil {
		_ = g.Close()
		return nil, err
	}
	_ = conn.SetDeadline(time.Time{}) // if it fails, so does the next read
	s.log.Debug("session opened", "pid", g.pid, "principal", principal, "source", opened.Source().Name,
		"application", h.application, "client", conn.RemoteAddr().String(), "tls", secure)
	return g, nil
}

// openEngine opens the engine's session: the database that a client asks for
// is the source that its unqualified names belong to. A client that asks for
// none, or by libpq's habit for one of its user's name, gets the default one, as
// does one that asks for the database that every Postgres server has. A source
// of the user's name is found all the same, but not the server's own.
func (s *Server) openEngine(ctx context.Context, g *guard, principal string, h hello) (*engine.Session, error) {
	source := cmp.Or(h.database, h.user)
	var names []string
	for _, info := range s.options.Engine.Info().Sources {
		names = append(names, info.Name)
		if info.Name == source && source == h.user && info.Kind == ownKind {
			source = maintenance // somebody of that name wants data, not the server's own records
		}
	}
	if !slices.Contains(names, source) {
		if source != h.user && source != maintenance {
			return nil, sqlstate.New(sqlstate.InvalidCatalogName, "database %q does not exist", source).
				WithHint("A database is a source here: %s.", strings.Join(names, ", "))
		}
		source = ""
	}
	return s.options.Engine.Open(ctx, engine.Client{
		Door: "pgwire", Principal: principal, Application: h.application,
		RemoteAddr: g.RemoteAddr().String(), ID: strconv.Itoa(int(g.pid)),
		Source: source, Ceiling: s.options.Ceiling, OnNotice: g.session.notice,
	})
}

// welcome is all that a client reads before its first ReadyForQuery.
func (s *Server) welcome(g *guard, h hello) []byte {
	_, buf := h.negotiate()
	buf, at := reply.Begin(buf, 'R')
	buf = reply.End(append(buf, 0, 0, 0, 0), at) // AuthenticationOk
	version := "15.0 (Sallyport)"
	if v := s.options.Engine.Info().Version; v != "" {
		version = "15.0 (Sallyport " + v + ")"
	}
	for _, p := range [...]setting{
		{"application_name", h.application},
		{"client_encoding", "UTF8"},
		{"DateStyle", "ISO, MDY"},
		{"default_transaction_read_only", "off"},
		{"in_hot_standby", "off"},
		{"integer_datetimes", "on"},
		{"IntervalStyle", "postgres"},
		{"is_superuser", "off"},
		{"server_encoding", "UTF8"},
		{"server_version", version},
		{"session_authorization", h.user},
		{"standard_conforming_strings", "on"},
		{"TimeZone", "UTC"},
	} {
		buf = reply.ParameterStatus(buf, p.name, p.value)
		g.session.told[p.name] = p.value
	}
	return g.keyData(buf)
}

// reject tells a client why it may not come in, where that can be told, and
// closes its connection.
func (s *Server) reject(conn net.Conn, err error) {
	defer conn.Close() //nolint:errcheck // nothing depends on it any more
	client := conn.RemoteAddr().String()
	var e *sqlstate.Error
	select {
	case <-s.stopping:
		e = shutdownError()
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
