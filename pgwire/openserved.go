package pgwire

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"strconv"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/served"
)

// admitServed gives a client a session that the engine serves.
func (s *Server) admitServed(ctx context.Context, raw, conn net.Conn, h hello, who identity, source string) error {
	p := &place{}
	session := s.served.NewSession(served.Client{Conn: conn, Socket: raw, Ended: func() {
		s.sessions.remove(p)
		s.connections.Done()
	}})
	p.session = session
	if err := s.sessions.add(p, who, h.protocol); err != nil {
		return err
	}
	opened, err := s.options.Engine.Open(ctx, engine.Client{
		Door: "pgwire", Principal: who.principal, Application: h.application,
		RemoteAddr: conn.RemoteAddr().String(), ID: strconv.Itoa(int(p.pid)),
		Source: source, Only: who.sources, Ceiling: who.ceiling, OnNotice: session.Notify,
		CopyIn: session.CopyIn, PID: uint32(p.pid), Terminate: session.Stop, OnNotification: session.OnNotification, //nolint:gosec // a number of ours
	})
	if err != nil {
		s.sessions.remove(p)
		return err
	}
	if err := h.applySettings(ctx, opened); err != nil {
		s.sessions.remove(p)
		return errors.Join(err, opened.Close())
	}
	s.connections.Add(1) // until it has ended
	s.sessions.expireWithToken(p, who, &s.connections)
	if err := session.Begin(opened, s.parameters(opened, h), p.keyData(nil)); err != nil {
		return err
	}
	_, secure := conn.(*tls.Conn)
	s.log.Debug("session opened", "pid", p.pid, "principal", who.principal.Name, "source", source,
		"application", h.application, "client", conn.RemoteAddr().String(), "tls", secure)
	return nil
}

// parameters are the settings that a client of a served session is told of when it
// comes in.
func (s *Server) parameters(e *engine.Session, h hello) []served.Parameter {
	version := "15.0 (Sallyport)"
	if v := s.options.Engine.Info().Version; v != "" {
		version = "15.0 (Sallyport " + v + ")"
	}
	told := e.Parameters()
	now := func(name, otherwise string) served.Parameter {
		return served.Parameter{Name: name, Value: cmp.Or(told[name], otherwise)}
	}
	return []served.Parameter{
		{Name: "application_name", Value: h.application},
		{Name: "client_encoding", Value: "UTF8"},
		now("DateStyle", "ISO, MDY"),
		now("default_transaction_read_only", "off"),
		{Name: "in_hot_standby", Value: "off"},
		{Name: "integer_datetimes", Value: "on"},
		now("IntervalStyle", "postgres"),
		{Name: "is_superuser", Value: "off"},
		{Name: "server_encoding", Value: "UTF8"},
		{Name: "server_version", Value: version},
		{Name: "session_authorization", Value: h.user},
		{Name: "standard_conforming_strings", Value: "on"},
		now("TimeZone", "UTC"),
	}
}
