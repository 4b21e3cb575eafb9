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
// It returns no guard for a session that is relayed.
func (s *Server) admitSession(ctx context.Context, raw, conn net.Conn, h hello) (*guard, error) {
	if _, message := h.negotiate(); len(message) > 0 { // it comes before any question
		if _, err := conn.Write(message); err != nil {
			return nil, err
		}
	}
	who, err := s.authenticate(conn, h)
	if err != nil {
		return nil, err
	}
	source, err := s.sourceFor(who, h)
	if err != nil {
		return nil, err
	}
	if s.relay != nil && s.options.Engine.Relays(source) {
		if _, secure := conn.(*tls.Conn); !secure {
			conn = raw // nothing of it is left unread
		}
		return nil, s.admitRelayed(ctx, conn, h, who, source)
	}
	if err := h.judgeSettings(); err != nil {
		return nil, err
	}
	g := &guard{
		Conn: conn, raw: raw, server: s,
		in: bufio.NewReaderSize(conn, readAhead), rest: replay, opening: true,
	}
	g.place.guard = g
	g.session = &session{guard: g, told: map[string]string{}}
	if err := s.sessions.add(&g.place, who, h.protocol); err != nil {
		return nil, err
	}
	opened, err := s.options.Engine.Open(ctx, engine.Client{
		Door: "pgwire", Principal: who.principal, Application: h.application,
		RemoteAddr: g.RemoteAddr().String(), ID: strconv.Itoa(int(g.pid)),
		Source: source, Only: who.sources, Ceiling: who.ceiling, OnNotice: g.session.notice,
	})
	if err != nil {
		s.sessions.remove(&g.place)
		return nil, err
	}
	if err := h.set(ctx, opened); err != nil {
		s.sessions.remove(&g.place)
		return nil, errors.Join(err, opened.Close())
	}
	s.served.Add(1) // from here on Close ends it
	g.session.opened(opened)
	g.out = s.welcome(g, h)
	if err := g.flush(); err != nil {
		_ = g.Close()
		return nil, err
	}
	_ = conn.SetDeadline(time.Time{}) // if it fails, so does the next read
	_, secure := conn.(*tls.Conn)
	s.log.Debug("session opened", "pid", g.pid, "principal", who.principal, "source", opened.Source().Name,
		"application", h.application, "client", conn.RemoteAddr().String(), "tls", secure)
	return g, nil
}

// sourceFor returns the source that a client's unqualified names belong to: the
// database that it asks for. A client that asks for none, or by libpq's habit
// for one of its user's name, gets the default one, as does one that asks for
// the database that every Postgres server has. A source of the user's name is
// found all the same, but not the server's own.
//
// A source that the user may not use is not told from one that is not there.
func (s *Server) sourceFor(who identity, h hello) (string, error) {
	source := cmp.Or(h.database, h.user)
	info := s.options.Engine.Info()
	var names []string
	for _, i := range info.Sources {
		if who.sources != nil && !slices.Contains(who.sources, i.Name) {
			continue
		}
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

// welcome is all that a client reads before its first ReadyForQuery.
func (s *Server) welcome(g *guard, h hello) []byte {
	buf, at := reply.Begin(nil, 'R')
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
		if set := g.session.engine.Parameters()[p.name]; set != "" && p.name == "default_transaction_read_only" {
			p.value = set
		}
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
	case <-s.draining:
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
