package planner

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/changes"
	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/scalecolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// keptScales are what a statement does with the companions of columns (providers.ScaleColumn): the scales that its result is shown with, and
// those that it writes. They are found while the statement is analysed, and written into its tree once it is known that no step of it runs
// alone, or before where the steps of a change keep them (writeDivided). Another statement that is divided into steps has none.
type keptScales struct {
	statement *pg_query.Node
	columns   scalecolumns.Columns
	bare      bool              // the result has no scales
	usable    bool              // the statement may read companions
	result    *[]*pg_query.Node // the list of the columns that the statement returns
	shown     []int             // the columns of the result that are shown with scales
	results   []*pg_query.Node  // these scales
	writes    []func()          // what writes the scales of values that are assigned
	written   bool              // the tree has all of that
}

// findScales refuses a statement that names companions, and prepares one that names tables with some.
func (r *resolver) findScales(w *walker, one parse.Statement, env *rewrite.Env) error {
	r.scales = nil
	root := one.Raw.Stmt
	if err := scalecolumns.CheckNames(root, one.Text); err != nil {
		return err
	}
	if r.foreign || env.SQLite || env.Rewritten || tooLarge(one.Text, root) {
		return nil
	}
	statement := root
	if _, defines := definitionIn(statement); !runsAtOnce(statement) && !defines {
		return nil
	}
	r.readAsWritten(w, one)
	changed, some := scalecolumns.ExpandStars(statement, env.Columns)
	env.Placed = env.Placed || changed
	if some {
		r.scales = &keptScales{statement: statement, columns: env.Columns, bare: r.scope.Bare, usable: scalecolumns.AreUsable(statement, env.Columns)}
	}
	return nil
}

// hasScales reports whether the statement shows or writes scales.
func (k *keptScales) hasScales() bool { return k != nil && len(k.shown)+len(k.writes) > 0 }

// write writes the scales into the tree, and returns which columns of the result are shown with one.
func (k *keptScales) write(env *rewrite.Env) []int {
	if !k.hasScales() {
		return nil
	}
	if env.Placed = true; k.written {
		return k.shown
	}
	for _, write := range k.writes {
		write()
	}
	for _, scale := range k.results {
		*k.result = append(*k.result, build.Target(scale, ""))
	}
	k.written = true
	return k.shown
}

// writeDivided writes the scales into the tree of a change that may be divided into steps, each of which has the lists of the change as they
// stand in the tree. Others are written when it is known that they are not divided.
func (k *keptScales) writeDivided(one parse.Statement, env *rewrite.Env) []int {
	if k == nil || one.Raw.Stmt.GetSelectStmt() != nil || one.Raw.Stmt.GetInsertStmt() != nil || len(one.Checks) > 0 ||
		changes.InWith(one.Raw.Stmt) || namesColumns(one.Raw.Stmt) {
		return nil
	}
	return k.write(env)
}

// namesColumns reports whether a statement gives the columns of a table other names, which companions have none of in the steps.
func namesColumns(n *pg_query.Node) (found bool) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		r, ok := m.(*pg_query.RangeVar)
		found = found || ok && len(r.GetAlias().GetColnames()) > 0
	})
	return found
}

// resultOf is the list of the columns that a statement returns, where further columns change no rows; nil: they may, or there is none.
func resultOf(statement *pg_query.Node) *[]*pg_query.Node {
	switch e := statement.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		return &e.InsertStmt.ReturningList
	case *pg_query.Node_UpdateStmt:
		return &e.UpdateStmt.ReturningList
	case *pg_query.Node_DeleteStmt:
		return &e.DeleteStmt.ReturningList
	case *pg_query.Node_SelectStmt:
		if s := e.SelectStmt; (isRowByRow(s) || isGrouped(s)) && s.IntoClause == nil {
			return &s.TargetList
		}
	}
	return nil
}

// isGrouped reports whether each row of a query is of a group of rows, and stays as it is beside another aggregate.
func isGrouped(s *pg_query.SelectStmt) bool {
	return s.Op == pg_query.SetOperation_SETOP_NONE && len(s.ValuesLists)+len(s.DistinctClause) == 0 && len(s.GroupClause) > 0
}

// isRowByRow reports whether each row of a query is of one row that it reads, and stays as it is beside another.
func isRowByRow(s *pg_query.SelectStmt) bool {
	return s.Op == pg_query.SetOperation_SETOP_NONE && len(s.ValuesLists)+len(s.GroupClause) == 0 && !isDistinct(s) && s.HavingClause == nil &&
		!slices.ContainsFunc(s.TargetList, callsAggregate)
}

// callsAggregate reports whether an expression calls an aggregate, or a function that may be one.
func callsAggregate(n *pg_query.Node) (found bool) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		if f, ok := m.(*pg_query.FuncCall); ok && f.Over == nil {
			_, name := parse.SplitName(f.Funcname)
			found = found || f.AggStar || functionnames.IsAggregate(name) || !functionnames.InPostgres(name)
		}
	})
	return found
}

// readScales finds the scales that a statement shows and writes.
func (w *shownNumerics) readScales(statement *pg_query.Node, k *keptScales) {
	if k == nil {
		return
	}
	if !k.usable && w.writeMeant() {
		k.usable = scalecolumns.AreUsable(statement, k.columns)
	}
	w.kept, w.merged, w.withheld = k.usable, map[string]bool{}, map[*pg_query.Node]bool{}
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.JoinExpr:
			for _, name := range parse.Strings(m.UsingClause) {
				w.merged[strings.ToLower(name)] = true
			}
		case *pg_query.SelectStmt:
			if len(m.GroupClause) > 0 || m.HavingClause != nil {
				w.blockGrouped(m)
			}
		}
	})
	w.divides = statement.GetUpdateStmt() != nil || statement.GetMergeStmt() != nil
	w.assign(statement, k)
	if k.result = resultOf(statement); k.result != nil && w.kept && !k.bare {
		w.expandKept(statement.GetSelectStmt())
		w.given = map[*pg_query.Node]bool{}
		var group *grouping
		if s := statement.GetSelectStmt(); len(s.GetGroupClause()) > 0 {
			group = &grouping{s}
		}
		isStar := func(n *pg_query.Node) bool { return !trees.IsSingleColumn(n) }
		for i, n := range *k.result {
			at := i
			if slices.ContainsFunc((*k.result)[:i], isStar) {
				at -= len(*k.result)
			}
			value := n.GetResTarget().GetVal()
			if at < 0 && slices.ContainsFunc((*k.result)[i:], isStar) {
				continue
			}
			if scale := w.companionIn(group, value); scale != nil {
				k.shown, k.results, w.given[value] = append(k.shown, at), append(k.results, scale), true
			}
		}
	}
}

// writeMeant writes what stars and NATURAL JOIN mean where that could be companions, too. It reports whether it has written something.
func (w *shownNumerics) writeMeant() bool {
	if w.passed.Repeats() {
		return false
	}
	was := w.placed
	for join, names := range w.passed.Naturals {
		if len(names) > 0 {
			join.IsNatural, join.UsingClause, w.placed = false, build.Names(names...), true
		}
	}
	w.passed.EachStar(func(s *pg_query.SelectStmt, targets []definitions.Target) {
		if slices.ContainsFunc(targets, func(t definitions.Target) bool { return t.Star && t.Digits.Kept }) {
			w.expandStars(s, targets)
			w.placed = true
		}
	})
	return w.placed && !was
}

// expandKept writes the columns that the stars of a query stand for, where queries that it reads pass companions of these.
func (w *shownNumerics) expandKept(s *pg_query.SelectStmt) {
	targets, ok := w.passed.Targets(s)
	if s == nil || !ok || w.passed.Repeats() {
		return
	}
	for _, t := range targets {
		if t.Star && t.IsColumn && t.Digits.Kept {
			if _, ok := w.nameCompanion(t.Column); ok {
				w.expandStars(s, targets)
				return
			}
		}
	}
}

// companionIn is the companion of a column in a query: in one that groups, that of the first row of a group. nil: it is not known.
func (w *shownNumerics) companionIn(g *grouping, n *pg_query.Node) *pg_query.Node {
	if g == nil {
		return w.companionOf(n)
	}
	if !w.passed.IsOf(g.query, n) {
		return nil
	}
	defer w.within(nil)()
	if companion := w.companionOf(n); companion != nil {
		return build.Call(firstOfGroup, companion)
	}
	return nil
}

// blockGrouped notes the columns that a query which groups reads outside of aggregates: their companions are not grouped by.
func (w *shownNumerics) blockGrouped(s *pg_query.SelectStmt) {
	for _, list := range [][]*pg_query.Node{s.TargetList, s.SortClause, s.GroupClause, {s.HavingClause}} {
		for _, n := range list {
			if n != nil {
				eachOutside(n, func(part *pg_query.Node) {
					if w.digits[part].Kept {
						w.withheld[part] = true
					}
				})
			}
		}
	}
}

// scaleOfKept is the scale that a column with a companion shows its values with: as many digits as the value has, where more are not known. nil:
// the expression is another one, or its companion cannot be read.
func (w *shownNumerics) scaleOfKept(n *pg_query.Node) *pg_query.Node {
	companion := w.companionOf(n)
	if companion == nil {
		return nil
	}
	asShown := build.Call("pg__digits_behind", proto.CloneOf(n))
	return build.Call("greatest", build.Coalesce(companion, asShown), build.Call("pg__min_scale", proto.CloneOf(n))) // a decimal may be wider
}

// companionOf is the companion of a column, of a table or of a query that passes one, which is NULL where the scale is not known.
func (w *shownNumerics) companionOf(n *pg_query.Node) *pg_query.Node {
	d := w.digits[n]
	fields := n.GetColumnRef().GetFields()
	if !w.kept || !d.Kept || len(fields) == 0 || w.withheld[n] {
		return nil
	}
	if column, passed := w.passed.ColumnOf(n); passed {
		companion, _ := w.scaleOfPassed(column, n)
		return companion
	}
	switch isMerged := len(fields) == 1 && w.merged[strings.ToLower(fields[0].GetString_().GetSval())]; {
	case d.Companion == "":
		return nil
	case isMerged && w.passed.NameOf(n) == "":
		return nil
	case isMerged:
		return build.Column(w.passed.NameOf(n), d.Companion)
	}
	if relation := w.passed.NameOf(n); (w.defines || w.divides) && len(fields) == 1 && relation != "" { // which no name of the select list hides, and no step has twice
		return build.Column(relation, d.Companion)
	}
	return scalecolumns.ColumnOf(n, d.Companion)
}
