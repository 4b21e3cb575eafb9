package pgwire

import (
	"context"
	"errors"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/relay"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// admitRelayed gives a client a session that its source answers itself.
func (s *Server) admitRelayed(ctx context.Context, conn net.Conn, h hello, who identity, source string) error {
	settings, err := h.settingsForServer()
	if err != nil {
		return err
	}
	p := &place{}
	var session atomic.Pointer[relay.Session]
	if err := s.sessions.add(p, who, h.protocol); err != nil {
		return err
	}
	opened, err := s.options.Engine.Open(ctx, engine.Client{
		Door: "pgwire", Principal: who.principal, Application: h.application,
		RemoteAddr: conn.RemoteAddr().String(), ID: strconv.Itoa(int(p.pid)),
		Source: source, Only: who.sources, Ceiling: who.ceiling, OnNotice: func(e *sqlstate.Error) {
			if s := session.Load(); s != nil {
				s.Notify(e)
			}
		},
	})
	if err != nil {
		s.sessions.remove(p)
		return err
	}
	h.leaveStartup() // the client may have to wait in line for a backend, for as long as the source allows
	ctx, cancel := s.untilDraining(context.WithoutCancel(ctx))
	defer cancel()
	client := conn.RemoteAddr().String()
	s.connections.Add(1) // until it has ended
	_ = conn.SetDeadline(time.Time{})
	err = s.relay.Open(ctx, relay.Client{
		Conn: conn, Session: opened, Application: h.application, Settings: settings,
		Hello: reply.AuthenticationOk(nil),
		Key:   func(pid uint32) []byte { return s.sessions.renumber(p, int32(pid)).keyData(nil) },
		Local: &localAnswers{},
		Begun: func(relayed *relay.Session) {
			session.Store(relayed)
			s.sessions.setSession(p, relayed)
		},
		Ended: func() {
			if err := opened.Close(); err != nil {
				s.log.Warn("closing a session", "error", err)
			}
			s.sessions.remove(p)
			s.connections.Done()
		},
	})
	if err != nil {
		_ = conn.SetDeadline(time.Now().Add(lastWords))
		s.sessions.remove(p)
		s.connections.Done()
		return errors.Join(err, opened.Close())
	}
	s.sessions.expireWithToken(p, who, &s.connections)
	s.log.Debug("session opened", "pid", p.pid, "principal", who.principal.Name, "source", source, "application", h.application, "client", client)
	return nil
}

// untilDraining returns a context that ends when no new session is opened any more.
func (s *Server) untilDraining(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	s.connections.Go(func() {
		select {
		case <-s.draining:
			cancel()
		case <-ctx.Done():
		}
	})
	return ctx, cancel
}

// settingsForServer returns the settings of the startup message that the server is to
// begin the session with, sorted; settings that have this value anyway are left out.
func (h hello) settingsForServer() ([]providers.StartupSetting, error) {
	var list []providers.StartupSetting
	for _, set := range h.settings {
		switch set.name {
		case "client_encoding", "standard_conforming_strings", "integer_datetimes":
			if !startupSettings[set.name](set.value) {
				return nil, unsuitable(set)
			}
		case "application_name", "fallback_application_name":
		default:
			list = slices.DeleteFunc(list, func(s providers.StartupSetting) bool { return s.Name == set.name }) // the last one counts
			list = append(list, providers.StartupSetting{Name: set.name, Value: set.value})
		}
	}
	slices.SortFunc(list, func(a, b providers.StartupSetting) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}
