package scans

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// resolveColumn finds the item that a column belongs to, at a level or around it, and the column's name.
// nil: it is not known.
func (t *taker) resolveColumn(l *level, ref *pg_query.ColumnRef) (*item, string) {
	n := len(ref.Fields)
	if n == 0 || ref.Fields[n-1].GetString_() == nil {
		return nil, ""
	}
	name := ref.Fields[n-1].GetString_().GetSval()
	for ; l != nil; l = l.outer {
		found, certain := l.findItems(ref, name)
		if len(found) == 1 || len(found) > 1 && certain {
			return found[0], name
		}
		if len(found) == 0 {
			continue
		}
		if n == 1 && slices.ContainsFunc(found, func(i *item) bool { return i.relation != nil && i.relation.hasInput(name) }) {
			t.noteError(ref.Location, sqlstate.AmbiguousColumn, "Write the table's name or alias before it.", "column reference %q is ambiguous", name)
		}
		return nil, name
	}
	return nil, name
}

// findItems lists the items of a level that a column may belong to. certain: the first is as good as any.
func (l *level) findItems(ref *pg_query.ColumnRef, name string) (found []*item, certain bool) {
	n := len(ref.Fields)
	for _, i := range l.items {
		if n == 1 && i.mayHave(name) || n > 1 && i.isCalled(ref.Fields[:n-1]) {
			found = append(found, i)
		}
	}
	if n == 1 && len(found) > 1 {
		certain = !slices.ContainsFunc(found, func(i *item) bool {
			return !slices.ContainsFunc(i.path, func(s step) bool { return s.join.mergesColumn(name) })
		})
	}
	return found, certain
}

// mergesColumn reports whether a join makes one column of those that have the name, on both sides.
func (j *join) mergesColumn(name string) bool {
	return j.expr.Jointype == pg_query.JoinType_JOIN_INNER && slices.ContainsFunc(j.expr.UsingClause, func(n *pg_query.Node) bool {
		return strings.EqualFold(n.GetString_().GetSval(), name)
	})
}

// isCalled reports whether a qualifier means the item: its alias, or the full name of a relation.
func (i *item) isCalled(qualifier []*pg_query.Node) bool {
	last := qualifier[len(qualifier)-1].GetString_().GetSval()
	if !strings.EqualFold(last, i.alias) {
		return false
	}
	if len(qualifier) == 1 {
		return true
	}
	var full []string
	switch {
	case i.relation != nil:
		full = []string{i.relation.source, i.relation.service, i.relation.resource}
	case i.called != nil:
		full = i.called
	case i.view != nil:
		full = []string{i.view.source, i.view.service, i.view.resource}
	default:
		return false
	}
	for at, q := range slices.Backward(qualifier) {
		j := len(full) - (len(qualifier) - at)
		if j < 0 || !strings.EqualFold(q.GetString_().GetSval(), full[j]) {
			return false
		}
	}
	return true
}

// itemsOf lists the items of a level, and of those around it, whose columns an expression names. It
// fails where a name is not known.
func (t *taker) itemsOf(l *level, expr *pg_query.Node) (list []*item, ok bool) {
	outside := map[*level]bool{}
	for around := l; around != nil; around = around.outer {
		outside[around] = true
	}
	ok = true
	var visit func(m protoreflect.Message, in *level)
	visit = func(m protoreflect.Message, in *level) {
		switch n := m.Interface().(type) {
		case *pg_query.SelectStmt:
			if own := t.owner[n]; own != nil {
				in = own
			}
		case *pg_query.ColumnRef:
			last := n.Fields[len(n.Fields)-1]
			if last.GetAStar() != nil {
				ok = ok && !outside[in]
				return
			}
			at, _ := t.resolveColumn(in, n)
			switch {
			case at == nil:
				ok = false
			case outside[at.level] && !slices.Contains(list, at):
				list = append(list, at)
			}
			return
		}
		eachChild(m, func(child protoreflect.Message) { visit(child, in) })
	}
	visit(expr.ProtoReflect(), l)
	return list, ok
}

// sharesColumn reports whether a name means a column that inner joins make one of, and an input of
// the relation.
func (t *taker) sharesColumn(r *relation, ref *pg_query.ColumnRef) bool {
	if len(ref.Fields) != 1 {
		return false
	}
	name := ref.Fields[0].GetString_().GetSval()
	for _, s := range r.path {
		if s.join.mergesColumn(name) {
			return r.hasInput(name)
		}
	}
	return false
}
