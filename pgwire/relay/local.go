package relay

import (
	"context"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file answers statements that are not for the session's source: the dialect's own verbs, and
// statements over other sources. They are answered between two messages for the backend.

// localPortal is a portal whose statement the relay answers.
type localPortal struct {
	ran  bool
	rows [][]byte // DataRows that no Execute has fetched yet
	tag  string
}

var tooLong = sqlstate.New(sqlstate.ProgramLimitExceeded, "the parameters are too long for a statement that is for another source, or has to be approved")

// ensureLocalTurn makes sure that the server has answered all, since answers go out in order. done
// says, where ok is false, that the message was refused, because the transaction has failed.
func (s *session) ensureLocalTurn(kind byte) (ok, done bool) {
	switch {
	case !s.ensureAnswered():
		return false, false
	case s.status == byte(providers.Failed):
		return false, s.refuseMessage(kind, errAborted)
	}
	return true, false
}

var errAborted = sqlstate.New(sqlstate.InFailedTransaction, sqlstate.TransactionAborted)

// localQuery answers a simple query.
func (s *session) localQuery(it *item) bool {
	if !s.head.intended {
		if ok, done := s.ensureLocalTurn(request.Query); !ok {
			return done
		}
		if ok, done := s.ensureUnitOver(); !ok {
			return done
		}
		sql := it.batch.Request.SQL
		s.workForPerson(func(ctx context.Context) {
			result, err := s.front.Local.Execute(ctx, s.front.Session, sql, nil, providers.Args{})
			s.head.setRefusal(err)
			it.bytes = result.whole()
			s.head.intended = true
		})
		return false
	}
	if s.head.err != nil {
		return s.refuseMessage(request.Query, s.head.err)
	}
	out := it.bytes
	s.loop.dropItem(it)
	s.head = head{}
	s.oweClient(out)
	s.oweClient(reply.Ready(nil, s.status))
	return true
}

// whole is the answer to a simple query.
func (r LocalResult) whole() []byte {
	var out []byte
	if len(r.Columns) > 0 && r.Columns[0] == 'T' {
		out = append(out, r.Columns...)
	}
	for _, row := range r.Rows {
		out = append(out, row...)
	}
	return reply.Complete(out, r.Tag)
}

// localParse answers Parse.
func (s *session) localParse(name string, st *statement) bool {
	if ok, done := s.ensureLocalTurn(request.Parse); !ok {
		return done
	}
	was, _ := s.statements.get([]byte(name), s.unit)
	if name != "" && was != nil {
		return s.refuseMessage(request.Parse, reply.StatementExists(name))
	}
	s.loop.dropItem(s.head.item)
	s.head = head{}
	s.beginNaming(s.oweItem(emptyReply('1')), &naming[*statement]{name: name, to: st}, nil)
	s.payClient()
	return true
}

// localBind answers Bind; b is what follows the names in it.
func (s *session) localBind(name string, st *statement, b []byte) bool {
	if ok, done := s.ensureLocalTurn(request.Bind); !ok {
		return done
	}
	p := &portal{of: st, local: &localPortal{}}
	p.params, p.args = boundArgs(b, true)
	s.beginPortal(s.oweItem(emptyReply('2')), name, p)
	s.payClient()
	return true
}

// localDescribe answers Describe.
func (s *session) localDescribe(st *statement, p *portal) bool {
	if s.head.item == nil {
		if ok, done := s.ensureLocalTurn(request.Describe); !ok {
			return done
		}
		it := s.loop.newItem(waitLocal)
		s.head.item = it
		var formats []providers.Format
		if p != nil {
			formats = p.args.ResultFormats
		}
		sql, types := st.batch.Request.SQL, st.batch.Request.ParamTypes
		s.workBeside(func(ctx context.Context) {
			var err error
			s.head.params, it.bytes, err = s.front.Local.Describe(ctx, s.front.Session, sql, types, formats)
			s.head.setRefusal(err)
		})
		return false
	}
	if s.head.err != nil {
		return s.refuseMessage(request.Describe, s.head.err)
	}
	out, types := s.head.item.bytes, s.head.params
	s.loop.dropItem(s.head.item)
	s.head = head{}
	if p == nil { // the parameters of a statement come first
		s.oweClient(reply.Parameters(nil, types))
	}
	s.oweClient(out)
	return true
}

// localExecute answers Execute.
func (s *session) localExecute(p *portal, limit int32) bool {
	if !p.local.ran {
		if s.head.item == nil {
			if ok, done := s.ensureLocalTurn(request.Execute); !ok {
				return done
			}
			it := s.loop.newItem(waitLocal)
			s.head.item = it
			s.lendBackend()
			sql, types, args := p.of.batch.Request.SQL, p.of.batch.Request.ParamTypes, p.args
			s.workForPerson(func(ctx context.Context) {
				result, err := s.front.Local.Execute(ctx, s.front.Session, sql, types, args)
				s.head.setRefusal(err)
				p.local.rows, p.local.tag, p.local.ran = result.Rows, result.Tag, err == nil
			})
			return false
		}
		if s.head.err != nil {
			return s.refuseMessage(request.Execute, s.head.err)
		}
	}
	if s.head.item != nil {
		s.loop.dropItem(s.head.item)
		s.head = head{}
	}
	var out []byte
	rows := p.local.rows
	if limit > 0 && int(limit) <= len(rows) {
		rows = rows[:limit]
	}
	for _, row := range rows {
		out = append(out, row...)
	}
	if p.local.rows = p.local.rows[len(rows):]; limit > 0 && len(rows) == int(limit) {
		out = append(out, emptyReply('s')...)
	} else {
		out = reply.Complete(out, p.local.tag)
	}
	s.oweClient(out)
	return true
}
