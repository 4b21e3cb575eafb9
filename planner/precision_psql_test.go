package planner_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// watchedSession stands between a psql and its server. It plans each query before the server gets
// it, with what the session itself sees, and looks afterwards at what the query has changed.
type watchedSession struct {
	*precision
	client, server net.Conn
	fromClient     *bufio.Reader
	fromServer     *bufio.Reader
	toClient       *bufio.Writer
	prepared       map[string]string
	cursors        planner.Cursors
	status         byte
	failure        string // of the query under way
	last           map[string]string
	unseen         bool // something has run since it was looked
}

// serve passes on what one psql sends, until it ends.
func (s *watchedSession) serve(ctx context.Context) error {
	var length [4]byte
	if _, err := io.ReadFull(s.fromClient, length[:]); err != nil {
		return err
	}
	startup := make([]byte, binary.BigEndian.Uint32(length[:]))
	copy(startup, length[:])
	if _, err := io.ReadFull(s.fromClient, startup[4:]); err != nil {
		return err
	}
	if _, err := s.server.Write(startup); err != nil {
		return err
	}
	if err := s.answer(ctx, func() { s.look(ctx) }); err != nil {
		return err
	}
	for {
		kind, frame, err := readFrame(s.fromClient)
		switch {
		case err != nil:
			return err
		case kind == 'X':
			return nil
		case kind == 'Q':
			err = s.query(ctx, string(frame[5:len(frame)-1]), frame)
		default:
			if _, err = s.server.Write(frame); err == nil && (kind == 'S' || kind == 'F') {
				err = s.answer(ctx, func() {})
			}
		}
		if err != nil {
			return err
		}
	}
}

// query has one query planned, run, and looked at.
func (s *watchedSession) query(ctx context.Context, text string, frame []byte) error {
	for range 200 { // the session that psql leaves behind at \c may still drop its temporary tables
		if s.open.Load() == 1 {
			break
		}
		time.Sleep(10 * time.Millisecond) // if the session does not end, the statement runs beside it
	}
	before := s.status
	if s.unseen && before != 'E' && !changesSession.MatchString(text) {
		s.look(ctx)
	}
	var list []*planner.Statement
	v := verdict{planner.Unknown, "not planned: the transaction has failed"}
	if before != 'E' {
		list, v = s.plan(ctx, text)
	}
	if _, err := s.server.Write(frame); err != nil {
		return err
	}
	s.failure = ""
	return s.answer(ctx, func() {
		if s.status == 'I' {
			s.cursors.ForgetUnheld()
		}
		if s.failure == "" {
			s.follow(list)
		}
		var changed []string
		switch {
		case s.status == 'E':
		case changesSession.MatchString(text):
			s.unseen = true
		default:
			changed = s.look(ctx)
		}
		s.judged(text, v, before, s.status, changed, s.failure)
	})
}

// follow remembers what statements have made for later ones, as the engine does.
func (s *watchedSession) follow(list []*planner.Statement) {
	for _, st := range list {
		s.cursors.Follow(st)
		switch made := st.Prepared; {
		case made == nil:
		case !made.Gone:
			s.prepared[made.Name] = st.SQL
		case made.Name == "":
			clear(s.prepared)
		default:
			delete(s.prepared, made.Name)
		}
	}
}

// answer passes on what the server says up to ReadyForQuery, and the data of a COPY. Before the
// client gets the ReadyForQuery, then runs: the session is idle at that time.
func (s *watchedSession) answer(ctx context.Context, then func()) error {
	for {
		kind, frame, err := readFrame(s.fromServer)
		if err != nil {
			return err
		}
		switch kind {
		case 'Z':
			s.status = frame[5]
			then()
		case 'E':
			var e pgproto3.ErrorResponse
			if err := e.Decode(frame[5:]); err != nil {
				return err
			}
			s.failure = e.Code + " " + e.Message
		}
		if _, err := s.toClient.Write(frame); err != nil {
			return err
		}
		switch kind {
		case 'Z':
			return s.toClient.Flush()
		case 'G':
			if err := errors.Join(s.toClient.Flush(), s.passCopy()); err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// passCopy passes on the client's data of a COPY FROM STDIN.
func (s *watchedSession) passCopy() error {
	for {
		kind, frame, err := readFrame(s.fromClient)
		if err != nil {
			return err
		}
		if _, err := s.server.Write(frame); err != nil {
			return err
		}
		if kind == 'c' || kind == 'f' {
			return nil
		}
	}
}

// plan plans a text by what this session sees.
func (s *watchedSession) plan(ctx context.Context, text string) (list []*planner.Statement, v verdict) {
	defer func() {
		if p := recover(); p != nil {
			v = verdict{planner.Unknown, fmt.Sprint("PANIC ", p)}
		}
	}()
	scope := &planner.Scope{
		Default: "pg", User: "alice", Database: "regression", Own: s.status == 'T',
		Known:    func(name string) bool { return name == "pg" },
		Prepared: func(name string) (string, bool) { sql, ok := s.prepared[name]; return sql, ok },
		Cursors:  func() *planner.Cursors { return &s.cursors },
	}
	var path []string
	scope.Source = func(ctx context.Context, _ string) (planner.Source, error) {
		in := providers.Surroundings{Path: path}
		if scope.Own {
			in.Ask = s.ask
		}
		catalog, err := s.provider.CatalogIn(ctx, in)
		return planner.Source{Info: s.provider.Info(), Catalog: catalog}, err
	}
	if !obvious.MatchString(text) {
		rows, err := s.ask(ctx, providers.Query{SQL: "SELECT pg_catalog.unnest(pg_catalog.current_schemas(true))"})
		if err != nil {
			return nil, verdict{planner.Unknown, "error: " + err.Error()}
		}
		path = []string{}
		for _, row := range rows[0] {
			path = append(path, row[0])
		}
		scope.Path = strings.Join(path, "\x00")
	}
	list, err := s.planner.Plan(ctx, text, scope)
	if err != nil {
		return nil, verdict{planner.Unknown, "error: " + err.Error()}
	}
	v = verdict{class: planner.Read}
	for _, st := range list {
		if v.class = v.class.Worse(st.Class); v.class == st.Class && len(st.Effects) > 0 {
			v.reason = st.Effects[0].Text() + ": " + st.Effects[0].Reason
		}
	}
	return list, v
}

// look returns what is other than when it was looked last.
func (s *watchedSession) look(ctx context.Context) (changed []string) {
	now := map[string]string{}
	rows, err := s.ask(ctx, providers.Query{SQL: lookSQL})
	if err != nil || len(rows[0]) != 1 {
		s.last = nil
		return []string{"unseen"}
	}
	for i, name := range lookNames {
		now[name] = rows[0][0][i]
		ends := name == "inner" && now[name] == "" || name == "outer" && (now[name] == "" || s.last[name] == "")
		if s.last != nil && now[name] != s.last[name] && !ends {
			changed = append(changed, name)
		}
	}
	s.last, s.unseen = now, false
	return changed
}

// ask asks on the session's own connection.
func (s *watchedSession) ask(_ context.Context, queries ...providers.Query) ([][][]string, error) {
	f := pgproto3.NewFrontend(s.fromServer, s.server)
	lists := make([][][]string, len(queries))
	for i, q := range queries {
		f.Send(&pgproto3.Parse{Query: q.SQL})
		args := make([][]byte, len(q.Args))
		for j, arg := range q.Args {
			args[j] = []byte(arg)
		}
		f.Send(&pgproto3.Bind{Parameters: args})
		f.Send(&pgproto3.Execute{})
		f.Send(&pgproto3.Sync{})
		if err := f.Flush(); err != nil {
			return nil, err
		}
		var failure error
		for ended := false; !ended; {
			kind, frame, err := readFrame(s.fromServer)
			if err != nil {
				return nil, err
			}
			switch kind {
			case 'Z':
				s.status, ended = frame[5], true
			case 'E':
				var e pgproto3.ErrorResponse
				if err := e.Decode(frame[5:]); err != nil {
					return nil, err
				}
				failure = fmt.Errorf("%s %s", e.Code, e.Message)
			case 'D':
				var d pgproto3.DataRow
				if err := d.Decode(frame[5:]); err != nil {
					return nil, err
				}
				row := make([]string, len(d.Values))
				for j, value := range d.Values {
					row[j] = string(value)
				}
				lists[i] = append(lists[i], row)
			}
		}
		if failure != nil {
			return nil, failure
		}
	}
	return lists, nil
}

// readFrame reads one message, with its kind and length.
func readFrame(r *bufio.Reader) (kind byte, frame []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	frame = make([]byte, 1+binary.BigEndian.Uint32(head[1:]))
	copy(frame, head[:])
	_, err = io.ReadFull(r, frame[5:])
	return head[0], frame, err
}
