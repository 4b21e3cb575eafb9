package scans

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
)

// The query of a user's view stands in the place of the view's name before the statement is taken apart. Its conditions are
// no defaults: a condition of the statement gives an input of one of the view's relations a value only if the view's own text
// gives none.
//
// If the view has the input as a column, the condition restricts the rows of the relation and the rows of the view alike only
// if the view's query neither groups rows nor drops rows by their number. Of any other query, the condition gives a value only
// if the relation cannot be read without it.

// collectUsersView notes the query of a user's view.
func (t *taker) collectUsersView(l *level, n *pg_query.Node, name string, path []step) {
	from := n.GetRangeSubselect()
	i := &item{level: l, alias: from.GetAlias().GetAliasname(), node: n, path: path, lateral: from.Lateral}
	i.columns, i.open = outputNames(from.Subquery.GetSelectStmt(), from.Alias)
	t.names[strings.ToLower(i.alias)] = true
	ref := &pg_query.RangeVar{Relname: name, Alias: from.Alias, Location: locationOf(from.Subquery)}
	i.view = &view{item: i, ref: ref, resource: name, around: t.inside, ofUser: true}
	i.called = t.calledAs(name)
	l.items = append(l.items, i)
}

// calledAs returns the full name of a user's view.
func (t *taker) calledAs(name string) []string {
	return []string{t.env.Source, t.env.ViewSchema, name}
}

// locationOf returns the location of nodes in a view's query: the place of the view's name.
func locationOf(query *pg_query.Node) int32 {
	for _, n := range query.GetSelectStmt().GetTargetList() {
		return n.GetResTarget().GetLocation()
	}
	return -1
}

// enterUsersView collects what the query of a user's view reads.
func (t *taker) enterUsersView(v *view) {
	inside, first := t.inside, len(t.relations)
	t.inside = append(slices.Clone(v.around), v)
	t.collectLevels(v.node.GetRangeSubselect().Subquery.ProtoReflect(), v.level.outer, nil)
	t.inside = inside
	for _, r := range t.relations[first:] {
		at := slices.Index(r.around, v)
		for _, in := range r.takes {
			if at >= 0 && !t.givenWithin(r, at, in.Name) {
				v.takes = append(v.takes, in.Name)
			}
		}
	}
}

// givenWithin reports whether the text of a user's view gives an input of a relation a value, or the text of another user's view
// that it reads. at is the view's place among the views around the relation.
func (t *taker) givenWithin(r *relation, at int, name string) bool {
	given := func(c *condition) bool {
		author := r.authorOf(c)
		return strings.EqualFold(c.name, name) && author >= at && r.around[author].ofUser
	}
	if slices.ContainsFunc(t.listConditions(r), given) {
		return true
	}
	for _, v := range r.around[at+1:] {
		as := v.asRelation(r.takes)
		for _, c := range t.listConditions(as) {
			if c.view = as; given(c) {
				return true
			}
		}
	}
	return false
}

// outsideUsers lists what conditions on the user's view at a place around a relation say of its inputs.
func (t *taker) outsideUsers(r *relation, at int) (list []*condition) {
	v := r.around[at]
	var takes []providers.Input
	for _, in := range r.takes {
		if (t.showsWithin(r, at, in.Name) || !v.hasColumn(r, in.Name)) && !t.givenWithin(r, at, in.Name) {
			takes = append(takes, in)
		}
	}
	as := v.asRelation(takes)
	for _, c := range t.listConditions(as) {
		c.view, c.shown = as, t.showsWithin(r, at, c.name)
		c.spare = c.shown && !v.keepsRows()
		if c.feed == nil || c.shown {
			list = append(list, c)
		}
	}
	return list
}

// outsideOf lists what conditions on users' views around a document's view say of what it needs.
func (t *taker) outsideOf(v *view, needs []providers.Input) (list []*condition) {
	for _, around := range v.around {
		if around.ofUser {
			list = append(list, t.listConditions(around.asRelation(needs))...)
		}
	}
	return list
}

// hasColumn reports whether a view has a column of the name, which need not be the relation's.
func (v *view) hasColumn(r *relation, name string) bool {
	is := func(c string) bool { return strings.EqualFold(c, name) }
	return slices.ContainsFunc(v.columns, is) || v.open && slices.ContainsFunc(r.known, is)
}

// showsWithin reports whether the view at a place around a relation has a column of the relation's, or the value
// of its input, under its own name.
func (t *taker) showsWithin(r *relation, at int, name string) bool {
	v, of := r.around[at], r.item
	if at+1 < len(r.around) {
		if of = r.around[at+1].item; !t.showsWithin(r, at+1, name) {
			return false
		}
	}
	s := v.openQuery()
	if s == nil || of.level.stmt != s || len(v.node.GetRangeSubselect().GetAlias().GetColnames()) > 0 {
		return false
	}
	found := false
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		fields := target.GetVal().GetColumnRef().GetFields()
		switch called := target.GetName(); {
		case len(fields) > 0 && fields[len(fields)-1].GetAStar() != nil:
			all := len(fields) == 1 || of.isCalled(fields[:len(fields)-1])
			found = found || all && slices.ContainsFunc(r.known, func(c string) bool { return strings.EqualFold(c, name) })
		case len(fields) > 0 && (called == "" || strings.EqualFold(called, name)):
			from, column := t.resolveColumn(of.level, target.Val.GetColumnRef())
			found = found || from == of && strings.EqualFold(column, name)
		case strings.EqualFold(called, name):
			return false // another column has the name
		}
	}
	return found
}

// keepsRows reports whether a view's query makes each of its rows of one row that it reads, independent of all other rows.
func (v *view) keepsRows() bool {
	s := v.openQuery()
	if s == nil || s.LimitCount != nil || s.LimitOffset != nil || s.HavingClause != nil || s.WithClause != nil ||
		len(s.GroupClause)+len(s.DistinctClause)+len(s.WindowClause) > 0 {
		return false
	}
	return !slices.ContainsFunc(s.TargetList, func(n *pg_query.Node) bool { return callsFunction(n) || !isSelfContained(n) })
}

// takesAll chooses the method that answers when all inputs of a relation are given.
func (r *relation) takesAll() (providers.Method, error) {
	names := make([]string, len(r.takes))
	for i, in := range r.takes {
		names[i] = in.Name
	}
	return r.methods.Choose(r.service, r.resource, "select", names)
}
