package redact

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// Secrets that come through tables: WITH n AS (INSERT INTO t (a) VALUES ('x') RETURNING a AS z) INSERT INTO users
// (password) SELECT z FROM n. What RETURNING calls z ends where a secret belongs, so what the same statement puts into
// the column a is a secret. So is what INSERT proposes, if ON CONFLICT puts excluded.a there.

// targets says which columns that a statement fills hold secrets, beside those with the name of a secret.
type targets struct {
	flowing bool // those that a secret is read from
	all     bool
}

// isTarget reports whether a column that a statement fills holds a secret.
func (w *secretWalk) isTarget(name string) bool {
	return w.redactor.secretName(name) || w.targets.all || w.targets.flowing && w.flows.columns[name]
}

// withTargets walks with other targets.
func (w *secretWalk) withTargets(t targets, walk func()) {
	was := w.targets
	w.targets = targets{flowing: was.flowing || t.flowing, all: was.all || t.all}
	walk()
	w.targets = was
}

// walkReturning walks a statement in WITH whose RETURNING gives columns these names.
func (w *secretWalk) walkReturning(n *pg.Node, names []string, name string) {
	list := returningOf(n)
	columns, all := w.secretColumns(&pg.SelectStmt{TargetList: list}, names, name)
	if !all && !slices.Contains(columns, true) {
		w.walkNode(n, false)
		return
	}
	star := false
	for i, item := range list {
		fields := item.GetResTarget().GetVal().GetColumnRef().GetFields()
		star = star || len(fields) > 0 && fields[len(fields)-1].GetAStar() != nil
		w.walkNode(item, all || star || i < len(columns) && columns[i])
	}
	w.withTargets(targets{flowing: true, all: star}, func() { w.walkNode(n, false) })
}

// returningOf returns the RETURNING of a statement.
func returningOf(n *pg.Node) []*pg.Node {
	switch {
	case n.GetInsertStmt() != nil:
		return n.GetInsertStmt().ReturningList
	case n.GetUpdateStmt() != nil:
		return n.GetUpdateStmt().ReturningList
	case n.GetDeleteStmt() != nil:
		return n.GetDeleteStmt().ReturningList
	case n.GetMergeStmt() != nil:
		return n.GetMergeStmt().ReturningList
	}
	return nil
}
