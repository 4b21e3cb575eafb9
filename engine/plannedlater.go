package engine

import (
	"context"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A statement that could not be planned with its batch is planned again when its turn comes, if those before it have changed what names
// mean: ALTER TABLE t ADD COLUMN a int; ALTER TABLE t ALTER COLUMN a SET DEFAULT 5. So are those behind it, which had not been planned.

// planLater returns the rest of a batch, which begins with a statement that could not be planned before. It returns nil if the statement
// fails: still, or because the rest is not allowed as it stands.
func (s *Session) planLater(ctx context.Context, st *Statement) []*Statement {
	s.namesAfter()
	if st.names == s.names.version {
		return nil
	}
	rest, began := *st.request, time.Now()
	rest.SQL = st.plan.Text
	before := st.plan.Offset
	list, err := s.planAndDecide(ctx, &rest)
	if err != nil {
		err = sqlstate.Shifted(err, utf8.RuneCountInString(st.request.SQL[:before]))
		if told := s.concealAbsent(ctx, began, err); sqlstate.CodeOf(told) != sqlstate.CodeOf(err) {
			return nil
		}
		if len(list) == 0 {
			st.fails = err
			return nil
		}
		if list = s.endWith(ctx, &rest, list, began, err); list == nil {
			return nil
		}
	}
	for _, later := range list {
		if later.decision.Verdict != gate.Allow {
			return nil
		}
		later.plan, later.request, later.of = later.plan.Moved(before), st.request, st.of+len(list)
	}
	if s.carriesCopies(list) != nil {
		return nil
	}
	return list
}
