package pgwire

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/pgwire/relay"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/rows"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// admitRelayed gives a client a session that its source answers itself.
func (s *Server) admitRelayed(ctx context.Context, conn net.Conn, h hello, who identity, source string) error {
	settings, err := h.forServer()
	if err != nil {
		return err
	}
	p := &place{}
	if err := s.sessions.add(p, who, h.protocol); err != nil {
		return err
	}
	opened, err := s.options.Engine.Open(ctx, engine.Client{
		Door: "pgwire", Principal: who.principal, Application: h.application,
		RemoteAddr: conn.RemoteAddr().String(), ID: strconv.Itoa(int(p.pid)),
		Source: source, Only: who.sources, Ceiling: who.ceiling, OnNotice: s.sessions.notices(p),
	})
	if err != nil {
		s.sessions.remove(p)
		return err
	}
	h.known() // it may have to wait in line for a backend, for as long as the source allows
	ctx, cancel := s.untilDraining(context.WithoutCancel(ctx))
	defer cancel()
	client := conn.RemoteAddr().String()
	s.connections.Add(1) // until it has ended
	_ = conn.SetDeadline(time.Time{})
	session, err := s.relay.Open(ctx, relay.Client{
		Conn: conn, Session: opened, Application: h.application, Settings: settings,
		Hello: reply.AuthenticationOk(nil),
		Key:   func(pid uint32) []byte { return s.sessions.renumber(p, int32(pid)).keyData(nil) },
		Local: &localAnswers{},
		Ended: func() {
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
	s.sessions.opened(p, session)
	s.log.Debug("session opened", "pid", p.pid, "principal", who.principal, "source", source, "application", h.application, "client", client)
	return nil
}

// untilDraining is a context that ends when no new session is opened any more.
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

// forServer returns the settings of the startup message that the server is to
// begin the session with, sorted; those that say what is so anyway are left out.
func (h hello) forServer() ([]providers.StartupSetting, error) {
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

// localAnswers answers the statements of a relayed session that are not its
// source's, with what the engine says.
type localAnswers struct{ conversions rows.Conversions }

// localLimit bounds the answer to a local statement, which is held in memory.
const localLimit = 64 << 20

func (a *localAnswers) prepare(ctx context.Context, s *engine.Session, sql string, types []uint32) (*engine.Statement, error) {
	batch, err := s.Prepare(ctx, engine.Request{SQL: sql, ParamTypes: types, Purpose: gate.AnyPurpose})
	if err != nil {
		return nil, err
	}
	if len(batch) != 1 {
		return nil, sqlstate.New(sqlstate.SyntaxError, "there are %d statements where one was expected", len(batch))
	}
	return batch[0], nil
}

// Describe returns the types of parameters, and a RowDescription or NoData.
func (a *localAnswers) Describe(ctx context.Context, s *engine.Session, sql string, types []uint32, formats []providers.Format) ([]uint32, []byte, error) {
	st, err := a.prepare(ctx, s, sql, types)
	if err != nil {
		return nil, nil, err
	}
	d, err := st.Describe(ctx)
	if err != nil {
		return nil, nil, err
	}
	return d.Params, rows.AppendColumns(nil, d.Columns, formats), nil
}

// Execute runs a statement and returns all of its answer.
func (a *localAnswers) Execute(ctx context.Context, s *engine.Session, sql string, types []uint32, args providers.Args) (answer relay.LocalResult, err error) {
	st, err := a.prepare(ctx, s, sql, types)
	if err != nil {
		return answer, err
	}
	result, err := s.Execute(ctx, st, args, engine.Options{})
	if err != nil {
		return answer, err
	}
	columns := result.Columns()
	answer.Columns = rows.AppendColumns(nil, columns, args.ResultFormats)
	convert, err := a.conversions.For(columns, args.ResultFormats)
	if err != nil {
		return answer, result.Fail(err)
	}
	size := 0
	for {
		row, err := result.Next()
		if errors.Is(err, io.EOF) {
			answer.Tag = result.Tag()
			return answer, nil
		}
		if err != nil {
			return answer, err
		}
		message, err := convert.Append(nil, row)
		if size += len(message); err == nil && size > localLimit {
			err = sqlstate.New(sqlstate.ProgramLimitExceeded, "the answer is longer than %d MiB", localLimit>>20).
				WithHint("Connect to the source itself (its name is the database), where results are streamed, or ask for less.")
		}
		if err != nil {
			return answer, result.Fail(err)
		}
		answer.Rows = append(answer.Rows, message)
	}
}
