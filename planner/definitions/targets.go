package definitions

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/providers"
)

func itoa(i int) string { return strconv.Itoa(i) }

// targets analyses the select list: stars are expanded.
func (s *scope) targets(list []*pg_query.Node) {
	for _, n := range list {
		t := n.GetResTarget()
		first := len(s.q.targets)
		ref := t.GetVal().GetColumnRef()
		if ref == nil || ref.Fields[len(ref.Fields)-1].GetAStar() == nil {
			if len(t.Indirection) > 0 || t.GetVal().GetAIndirection() != nil && endsInStar(t.Val.GetAIndirection()) {
				s.refuse("a star of a row")
			}
			name := t.Name
			if name == "" {
				name, _ = resultcolumns.Name(t.Val)
			}
			s.q.targets = append(s.q.targets, &target{expr: s.expression(t.Val), name: name, written: t})
			continue
		}
		switch len(ref.Fields) {
		case 1:
			for _, it := range s.items {
				if it.byColumns {
					s.expand(it)
				}
			}
		case 2:
			s.expand(s.findItem(ref.Fields[0].GetString_().GetSval()))
		case 3:
			s.expand(s.findQualified(ref.Fields[0].GetString_().GetSval(), ref.Fields[1].GetString_().GetSval()))
		default:
			s.refuse("a star")
		}
		for _, made := range s.q.targets[first:] {
			made.written, made.star = t, s.nameOf(made)
		}
	}
}

// returns analyses RETURNING.
func (s *scope) returns(list []*pg_query.Node) {
	s.targets(list)
	if s.passing != nil {
		s.passing.returned = s.q
	}
	s.returned = s.q.resultTypes()
}

// nameOf is how a column of a star is named.
func (s *scope) nameOf(t *target) []string {
	for _, it := range s.items {
		if it.byName && it.rel == t.expr.rel && t.expr.kind == variable && t.expr.column < len(it.columns) {
			return []string{it.name, it.columns[t.expr.column].name}
		}
	}
	return []string{}
}

func endsInStar(n *pg_query.A_Indirection) bool {
	return n.Indirection[len(n.Indirection)-1].GetAStar() != nil
}

// expand puts the columns of a relation into the select list.
func (s *scope) expand(it *item) {
	if it == nil {
		s.refuse("a relation")
	}
	for _, c := range it.columns {
		s.q.targets = append(s.q.targets, &target{expr: copyOf(c.expr), name: c.name})
		if s.passing != nil && c.expr.typ == numericOID && (c.expr.isDerived() || c.expr.mod >= 0 && providers.IsUnscaled(scaleOfMod(c.expr.mod))) {
			s.passing.Stars = true
		}
	}
}

// windowsOf are the windows of a WINDOW clause.
func windowsOf(list []*pg_query.Node) (out []*pg_query.WindowDef) {
	for _, n := range list {
		out = append(out, n.GetWindowDef())
	}
	return out
}

// over is the window of a call: one of the WINDOW clause, or one of its own, which windows analyses at the end.
func (s *scope) over(n *pg_query.WindowDef) *window {
	for len(s.q.windows) < len(s.written) {
		w := s.written[len(s.q.windows)]
		s.q.windows = append(s.q.windows, &window{name: w.Name})
	}
	if n.Name != "" {
		for _, w := range s.q.windows {
			if w.name == n.Name {
				return w
			}
		}
		s.refuse("a window")
	}
	made := &window{}
	s.written, s.q.windows = append(s.written, n), append(s.q.windows, made)
	return made
}

// windows analyses the definitions of windows.
func (s *scope) windows() {
	for len(s.q.windows) < len(s.written) {
		w := s.written[len(s.q.windows)]
		s.q.windows = append(s.q.windows, &window{name: w.Name})
	}
	for i, n := range s.written {
		w := s.q.windows[i]
		w.parent, w.frame = n.Refname, n.FrameOptions
		for _, p := range n.PartitionClause {
			made := s.expression(p)
			if made.typ == unknownOID {
				*made = *s.coerce(made, textOID, -1, implicit, implicitCast)
			}
			s.groupable(made.typ, placeOf(p))
			w.partition = append(w.partition, made)
		}
		w.order = s.sorted(n.OrderClause, false)
		for _, other := range s.q.windows[:i] {
			if n.Refname != "" && other.name == n.Refname && len(w.order) == 0 {
				w.order, w.copied = other.order, true
			}
		}
		w.start, w.finish = s.offset(n.StartOffset, w), s.offset(n.EndOffset, w)
		if len(s.written) > len(s.q.windows) {
			s.refuse("a window in a window")
		}
	}
}

// The options of frames, as PostgreSQL numbers them.
const (
	frameNonDefault = 0x1
	frameRange      = 0x2
	frameRows       = 0x4
	frameGroups     = 0x8
	frameBetween    = 0x10
	startUnbounded  = 0x20
	endUnbounded    = 0x100
	startCurrent    = 0x200
	endCurrent      = 0x400
	startPreceding  = 0x800
	endPreceding    = 0x1000
	startFollowing  = 0x2000
	endFollowing    = 0x4000
	excludeCurrent  = 0x8000
	excludeGroup    = 0x10000
	excludeTies     = 0x20000
)

// offset is the distance of an end of a frame.
func (s *scope) offset(n *pg_query.Node, w *window) *node {
	if n == nil {
		return nil
	}
	made := s.expression(n)
	switch {
	case w.frame&frameGroups != 0:
		return s.toBigint("GROUPS", made)
	case w.frame&frameRange == 0:
		return s.toBigint("ROWS", made)
	}
	s.checkDistance(w, made)
	if made.typ != unknownOID || len(w.order) != 1 {
		return made
	}
	to := s.distanceOf(w)
	if to == 0 {
		s.refuse("a distance of RANGE")
	}
	if s.typed != nil && n.GetAConst().GetSval() != nil {
		s.typed[n] = Typed{s.typeOf(to).name, false}
	}
	return s.coerce(made, to, -1, implicit, implicitCast)
}
