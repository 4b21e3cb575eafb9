package blame

import (
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// misplacedAggregate names the part of the statement in which an aggregate may not stand.
func (s *statement) misplacedAggregate(e *sqlstate.Error) {
	if s.position > 0 {
		s.misplaced(e, "aggregate functions are not allowed in ", func(f *pg_query.FuncCall) bool { return f.Over == nil })
	}
}

// misplacedWindow names the part of the statement in which a window function may not stand.
func (s *statement) misplacedWindow(e *sqlstate.Error) {
	s.misplaced(e, "window functions are not allowed in ", func(f *pg_query.FuncCall) bool { return f.Over != nil })
}

// misplaced says where a call may not stand, if it is known which call the error is about.
func (s *statement) misplaced(e *sqlstate.Error, message string, is func(*pg_query.FuncCall) bool) {
	path := s.path(func(m proto.Message) bool {
		f, ok := m.(*pg_query.FuncCall)
		return ok && s.isAt(f.Location) && is(f)
	})
	if path == nil {
		return
	}
	if place := placeOf(path); place != "" {
		e.Message = message + place
		if f, ok := path[len(path)-1].(*pg_query.FuncCall); ok {
			s.at(e, f.Location)
		}
	}
}

// placeOf is the part of a statement that a path ends in, as PostgreSQL names it; "": another one.
func placeOf(path []proto.Message) string {
	for i := len(path) - 2; i >= 0; i-- {
		within := func(parts ...*pg_query.Node) bool {
			return slices.ContainsFunc(parts, func(n *pg_query.Node) bool { return n != nil && slices.Contains(path[i+1:], proto.Message(n)) })
		}
		switch m := path[i].(type) {
		case *pg_query.JoinExpr:
			if within(m.Quals) {
				return "JOIN conditions"
			}
		case *pg_query.SelectStmt:
			switch {
			case within(m.WhereClause):
				return "WHERE"
			case within(m.HavingClause):
				return "HAVING"
			case within(m.GroupClause...):
				return "GROUP BY"
			case within(m.ValuesLists...):
				return "VALUES"
			case within(m.LimitCount):
				return "LIMIT"
			case within(m.LimitOffset):
				return "OFFSET"
			}
			return ""
		case *pg_query.UpdateStmt:
			return firstOf(within, part{"UPDATE", m.TargetList}, part{"WHERE", []*pg_query.Node{m.WhereClause}}, part{"RETURNING", m.ReturningList})
		case *pg_query.DeleteStmt:
			return firstOf(within, part{"WHERE", []*pg_query.Node{m.WhereClause}}, part{"RETURNING", m.ReturningList})
		case *pg_query.InsertStmt:
			return firstOf(within, part{"RETURNING", m.ReturningList})
		}
	}
	return ""
}

// part is a part of a statement.
type part struct {
	name string
	list []*pg_query.Node
}

func firstOf(within func(...*pg_query.Node) bool, parts ...part) string {
	for _, p := range parts {
		if within(p.list...) {
			return p.name
		}
	}
	return ""
}

// negativeLimit says which of LIMIT and OFFSET is negative.
func (s *statement) negativeLimit(e *sqlstate.Error) {
	limits, offsets, known := false, false, true
	for _, m := range s.queries() {
		count, isCount := parse.IntConstant(m.LimitCount)
		skipped, isSkipped := parse.IntConstant(m.LimitOffset)
		limits = limits || isCount && count < 0
		offsets = offsets || isSkipped && skipped < 0
		known = known && (isCount || m.LimitCount == nil) && (isSkipped || m.LimitOffset == nil)
	}
	switch {
	case known && offsets: // which is read first
		e.Code, e.Message = "2201X", "OFFSET must not be negative"
	case known && limits:
		e.Message = "LIMIT must not be negative"
	case !known && !s.hasOffset():
		e.Message = "LIMIT must not be negative"
	}
}

// queries are the queries of the statement.
func (s *statement) queries() (list []*pg_query.SelectStmt) {
	parse.EachMessage(s.root.ProtoReflect(), func(m proto.Message) {
		if q, ok := m.(*pg_query.SelectStmt); ok {
			list = append(list, q)
		}
	})
	return list
}

func (s *statement) hasOffset() bool {
	return slices.ContainsFunc(s.queries(), func(q *pg_query.SelectStmt) bool { return q.LimitOffset != nil })
}

// unequalQueries says which set operation has queries of other numbers of columns.
func (s *statement) unequalQueries(e *sqlstate.Error) {
	operations := map[string]bool{}
	for _, q := range slices.Backward(s.queries()) { // the inner ones come first
		if q.Larg == nil {
			continue
		}
		name := parse.SetOperations[q.Op]
		operations[name] = true
		left, known := trees.CountColumns(q.Larg)
		right, also := trees.CountColumns(q.Rarg)
		if known && also && left != right {
			operations = map[string]bool{name: true}
			break
		}
	}
	if len(operations) == 1 {
		for name := range operations {
			e.Message = "each " + name + " query must have the same number of columns"
		}
	}
}

// unequalAssignment is the error of a row that is assigned to another number of columns.
func (s *statement) unequalAssignment(e *sqlstate.Error) {
	e.Message = "number of columns does not match number of values"
}

// wideSubquery says that the query of IN, ANY or ALL has too many columns, where no other subquery may be meant.
func (s *statement) wideSubquery(e *sqlstate.Error) {
	compared, others := false, false
	parse.EachMessage(s.root.ProtoReflect(), func(m proto.Message) {
		if link, ok := m.(*pg_query.SubLink); ok {
			isCompared := link.SubLinkType == pg_query.SubLinkType_ANY_SUBLINK || link.SubLinkType == pg_query.SubLinkType_ALL_SUBLINK
			compared = compared || isCompared
			others = others || !isCompared && link.SubLinkType != pg_query.SubLinkType_EXISTS_SUBLINK
		}
	})
	if compared && !others {
		e.Message = "subquery has too many columns"
	}
}

// positionInList says which position in GROUP BY or ORDER BY is none of the select list.
func (s *statement) positionInList(e *sqlstate.Error) {
	found := []*pg_query.Node{}
	for _, q := range s.queries() {
		count, known := trees.CountColumns(q)
		list := q.GroupClause
		if s.name == "ORDER" {
			list = q.SortClause
		}
		for _, n := range list {
			if by := n.GetSortBy(); by != nil {
				n = by.Node
			}
			if at, ok := parse.IntConstant(n); ok && (!known || at < 1 || at > int64(count)) {
				found = append(found, n)
			}
		}
	}
	if len(found) == 0 {
		return
	}
	if at, _ := parse.IntConstant(found[0]); len(found) == 1 {
		e.Message = s.name + " BY position " + strconv.FormatInt(at, 10) + " is not in select list"
		s.at(e, found[0].GetAConst().GetLocation())
	}
}
