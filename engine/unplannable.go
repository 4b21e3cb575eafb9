package engine

import (
	"context"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// PostgreSQL plans the statements of a message one by one: those before the one that cannot be planned have run by then, and the client
// has their results. Here all are planned first. A statement that cannot be planned ends the batch where it stands, if all before it are
// allowed.

// laterCodes are the classes of the errors that end a batch where they stand. What the gate refuses, and what is too large, is not run
// at all.
var laterCodes = map[string]bool{"0A": true, "21": true, "22": true, "24": true, "26": true, "34": true, "42": true}

// endWith returns a batch with the statement that could not be planned, or nil if the batch is to be refused.
func (s *Session) endWith(ctx context.Context, r *Request, list []*Statement, began time.Time, err error) []*Statement {
	code := string(sqlstate.CodeOf(err))
	if !r.Stepwise || len(list) == 0 || len(code) < 2 || !laterCodes[code[:2]] || code == string(sqlstate.InsufficientPrivilege) {
		return nil
	}
	if told := s.concealAbsent(ctx, began, err); sqlstate.CodeOf(told) != sqlstate.CodeOf(err) {
		return nil
	}
	for _, st := range list {
		if st.decision.Verdict != gate.Allow {
			return nil
		}
	}
	last := list[len(list)-1].plan
	text := strings.TrimLeft(r.SQL[last.Offset+len(last.Text):], "; \t\r\n")
	offset := len(r.SQL) - len(text)
	return append(list, &Statement{
		session: s, plan: &planner.Statement{Text: text, Offset: offset, Class: planner.Read}, request: r, of: len(list) + 1, fails: err, names: s.names.version,
		decision: gate.Decision{Verdict: gate.Allow, Class: planner.Read, Mode: s.mode, Offset: -1},
	})
}

// failUnplanned is the error of a statement that could not be planned. It is on record.
func (st *Statement) failUnplanned() error {
	r := *st.request
	r.SQL = st.plan.Text
	return st.session.refuseBatch(r, nil, gate.Decision{Mode: st.session.mode}, st.fails)
}
