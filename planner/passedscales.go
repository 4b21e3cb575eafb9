package planner

import (
	"fmt"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// A numeric that comes from a query in FROM or in WITH has the digits that it has there. Such a query gets a column beside it with how many
// these are, which what reads the numeric reads, too: a companion. Where one is not known the numeric is left as it is.

// scaleStart begins the names of companions.
const scaleStart = "pg__passed_"

// passedScales are the companions of a statement.
type passedScales struct {
	*definitions.Passing
	// names are those of the companions; "": the column can have none.
	names map[passedKey]string
	// added are the companions in the order in which they are written, and what else is written with them.
	added []addedCompanion
	count int
}

type passedKey struct {
	of any
	at int
}

// addedCompanion is a column that is to be written.
type addedCompanion struct {
	key   passedKey
	write func()
}

// scaleOfPassed is the reference to the companion of a column, beside a reference to the column; ok is false where it can have none.
func (w *shownNumerics) scaleOfPassed(c definitions.Passed, ref *pg_query.Node) (n *pg_query.Node, ok bool) {
	fields := ref.GetColumnRef().GetFields()
	if f, isFunction := c.Of.Tree().(*pg_query.RangeFunction); isFunction && len(f.Functions) == 1 && c.At == 0 {
		call := f.Functions[0].GetList().GetItems()[0].GetFuncCall()
		if _, name := parse.SplitName(call.GetFuncname()); name == "generate_series" && len(call.Args) > 1 {
			return scaleOfSeries(call, proto.CloneOf(ref))
		}
	}
	name, ok := w.nameCompanion(c)
	switch reads := w.passed.Reads(c.Of); {
	case !ok:
		return nil, false
	case len(fields) > 1:
		return build.Column(append(parse.Strings(fields[:len(fields)-1]), name)...), true
	case reads == 1: // another relation may hide the name of this one
		return build.Column(name), true
	default:
		return build.Column(c.Of.Name(), name), !w.passed.Shares(c.Of)
	}
}

// nameCompanion has a column of a query get a companion, and returns its name.
func (w *shownNumerics) nameCompanion(c definitions.Passed) (name string, ok bool) {
	p := w.passed
	key := passedKey{c.Of.Key(), c.At}
	if name, known := p.names[key]; known {
		return name, name != ""
	}
	p.count++
	name = fmt.Sprintf("%s%d", scaleStart, p.count)
	p.names[key] = name
	before := len(p.added)
	if !c.Of.IsRead() && !p.Repeats() && w.addCompanion(c, name, key) {
		return name, true
	}
	w.forgetCompanions(before)
	p.names[key] = ""
	return "", false
}

// forgetCompanions takes back the companions that were added last: they may read what there is not.
func (w *shownNumerics) forgetCompanions(before int) {
	p := w.passed
	for _, a := range p.added[before:] {
		delete(p.names, a.key)
	}
	p.added = p.added[:before]
}

// addCompanion notes the companion of a column.
func (w *shownNumerics) addCompanion(c definitions.Passed, name string, key passedKey) bool {
	var query *pg_query.Node
	var columns *[]*pg_query.Node // the names that the relation gives to the query's columns
	recursive := false
	switch tree := c.Of.Tree().(type) {
	case *pg_query.RangeSubselect:
		if tree.Alias == nil {
			return false
		}
		query, columns = tree.Subquery, &tree.Alias.Colnames
	case *pg_query.CommonTableExpr:
		query, columns, recursive = tree.Ctequery, &tree.Aliascolnames, w.recursive
	case *pg_query.RangeFunction:
		write, ok := w.scaledFunction(tree, c, name)
		if !ok {
			return false
		}
		w.passed.added = append(w.passed.added, addedCompanion{key, write})
		return true
	default:
		return false
	}
	write, ok := w.scaledQuery(query, c.At, name, recursive)
	if !ok {
		return false
	}
	names := c.Of.ColumnNames()
	w.passed.added = append(w.passed.added, addedCompanion{key, func() {
		write()
		if first := parse.FirstQuery(query.GetSelectStmt()); len(first.ValuesLists) == 0 && len(*columns) == 0 {
			return
		}
		for i := len(*columns); i < len(names); i++ {
			*columns = append(*columns, pg_query.MakeStrNode(names[i]))
		}
		*columns = append(*columns, pg_query.MakeStrNode(name))
	}})
	return true
}

// scaledQuery says how a query gets a column with the scales of another one of its columns.
func (w *shownNumerics) scaledQuery(query *pg_query.Node, at int, name string, recursive bool) (write func(), ok bool) {
	s := query.GetSelectStmt()
	switch {
	case s == nil || s.IntoClause != nil:
		return nil, false
	case s.Larg == nil:
		return w.scaledLeaf(s, at, name, nil)
	}
	leaves := unionLeaves(s, nil)
	all := isUnionAll(s)
	if leaves == nil || recursive && !all || s.All && !all {
		return nil, false
	}
	var writes []func()
	with := &united{
		held:     recursive && w.isHeld(leaves, at),
		besides:  slices.ContainsFunc(leaves, func(leaf *pg_query.SelectStmt) bool { return !w.isConstantColumn(leaf, at) }),
		quotient: slices.ContainsFunc(w.digitsOfRows(s, at), func(d definitions.Digits) bool { return d.Quotient }),
	}
	for _, leaf := range leaves {
		write, ok := w.scaledLeaf(leaf, at, name, with)
		if !ok {
			return nil, false
		}
		writes = append(writes, write)
	}
	return func() {
		for _, write := range writes {
			write()
		}
		if !all {
			w.groupUnion(s, name)
		}
	}, true
}

// groupUnion has a query tell the rows of a UNION apart by GROUP BY, so that a companion does not.
func (w *shownNumerics) groupUnion(s *pg_query.SelectStmt, name string) {
	if s.Larg != nil {
		names, _ := w.passed.ResultColumns(s)
		columns := make([]string, len(names))
		for i := range names {
			columns[i] = columnName(i)
		}
		rows := &pg_query.SelectStmt{Op: s.Op, Larg: s.Larg, Rarg: s.Rarg, LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT}
		keepAll(rows)
		s.Op, s.All, s.Larg, s.Rarg = pg_query.SetOperation_SETOP_NONE, false, nil, nil
		s.FromClause = []*pg_query.Node{build.Subselect(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: rows}}, build.Alias(rowsName, columns...))}
		for i, name := range names {
			s.TargetList = append(s.TargetList, build.Target(build.Column(rowsName, columns[i]), name))
			s.GroupClause = append(s.GroupClause, build.Number(int64(i+1)))
		}
	}
	alias := s.FromClause[0].GetRangeSubselect().Alias
	alias.Colnames = append(alias.Colnames, pg_query.MakeStrNode(name))
	s.TargetList = append(s.TargetList, build.Target(build.Call(firstOfGroup, build.Column(rowsName, name)), name))
}

// keepAll has the operations of a UNION keep all rows.
func keepAll(s *pg_query.SelectStmt) {
	if s.Larg == nil || s.Op != pg_query.SetOperation_SETOP_UNION {
		return
	}
	s.All = true
	keepAll(s.Larg)
	keepAll(s.Rarg)
}

// columnName is how a query that the rewriting makes calls a column.
func columnName(at int) string { return fmt.Sprintf("pg__column_%d", at+1) }

// isUnionAll reports whether all operations of a set operation are UNION ALL.
func isUnionAll(s *pg_query.SelectStmt) bool {
	return s.Larg == nil || isLeaf(s) || s.Op == pg_query.SetOperation_SETOP_UNION && s.All && isUnionAll(s.Larg) && isUnionAll(s.Rarg)
}

// isLeaf reports whether a part of a set operation is a query of its own.
func isLeaf(s *pg_query.SelectStmt) bool {
	return s.Larg == nil || len(s.SortClause) > 0 || s.LimitCount != nil || s.LimitOffset != nil || s.WithClause != nil
}

// unionLeaves are the queries of which a UNION consists; nil: there are others.
func unionLeaves(s *pg_query.SelectStmt, list []*pg_query.SelectStmt) []*pg_query.SelectStmt {
	if s.Op != pg_query.SetOperation_SETOP_UNION {
		return nil
	}
	for _, part := range []*pg_query.SelectStmt{s.Larg, s.Rarg} {
		switch {
		case part.Larg == nil:
			list = append(list, part)
		case isLeaf(part):
			return nil
		default:
			if list = unionLeaves(part, list); list == nil {
				return nil
			}
		}
	}
	return list
}

// united says what stands beside a value in VALUES or in a UNION. besides: the column has other values than constants. quotient: it has
// quotients. held: the rewriting of recursive queries finds a decimal for the constant.
type united struct{ besides, quotient, held bool }

// scale is how many digits behind the point the decimals have that constants become.
func (u *united) scale() int {
	if u.quotient {
		return providers.QuotientScale
	}
	return providers.PlainScale
}

// isHeld reports whether a column of a recursive query begins with one constant, with which the other values are computed.
func (w *shownNumerics) isHeld(leaves []*pg_query.SelectStmt, at int) bool {
	constants := 0
	for _, s := range leaves {
		if w.isConstantColumn(s, at) {
			constants += max(len(s.ValuesLists), 1)
			continue
		}
		targets, ok := w.passed.Targets(s)
		if !ok || at >= len(targets) || len(s.ValuesLists) > 0 {
			return false
		}
		if value := targets[at].Written.GetVal(); value.GetAExpr() == nil && value.GetColumnRef() == nil {
			return false
		}
	}
	return constants == 1
}

// isConstantColumn reports whether the values of a column are constants.
func (w *shownNumerics) isConstantColumn(s *pg_query.SelectStmt, at int) bool {
	if len(s.ValuesLists) > 0 {
		return !slices.ContainsFunc(s.ValuesLists, func(row *pg_query.Node) bool {
			n := row.GetList().GetItems()[at]
			_, constant := looseNumber(n)
			return !constant && !n.GetAConst().GetIsnull()
		})
	}
	targets, ok := w.passed.Targets(s)
	if !ok || at >= len(targets) || targets[at].Star {
		return false
	}
	_, constant := looseNumber(targets[at].Written.GetVal())
	return constant || targets[at].Null
}

// scaledLeaf is scaledQuery for a query that is no set operation.
func (w *shownNumerics) scaledLeaf(s *pg_query.SelectStmt, at int, name string, with *united) (write func(), ok bool) {
	if len(s.ValuesLists) > 0 {
		return w.scaledValues(s, at, name, with)
	}
	targets, known := w.passed.Targets(s)
	if !known || at >= len(targets) || s.IntoClause != nil {
		return nil, false
	}
	distinct := isDistinct(s)
	if distinct && !isPlainList(s) {
		return nil, false
	}
	scale, ok := w.scaleOfTarget(s, targets[at], distinct, with == nil)
	if !ok || with != nil && (!with.holdsConstant(targets[at].Written.GetVal()) || targets[at].Whole > providers.WidestDecimal-providers.PlainScale) {
		return nil, false
	}
	return func() {
		if distinct {
			groupDistinct(s, len(targets))
		}
		s.TargetList = append(s.TargetList, build.Target(w.passedAs(name, scale), name))
		if with != nil && !targets[at].Star {
			nameConstant(targets[at].Written)
			writeLoose(targets[at].Written.Val, with)
		}
	}, true
}

// isDistinct reports whether a query is SELECT DISTINCT, without ON.
func isDistinct(s *pg_query.SelectStmt) bool {
	return len(s.GetDistinctClause()) == 1 && s.DistinctClause[0].GetNode() == nil
}

// nameConstant gives a constant of a select list the name that PostgreSQL gives it.
func nameConstant(target *pg_query.ResTarget) {
	if _, constant := constantNumber(target.Val); constant && target.Name == "" {
		target.Name, _ = resultcolumns.Name(target.Val)
	}
}

// isPlainList reports whether a SELECT DISTINCT neither groups nor has windows.
func isPlainList(s *pg_query.SelectStmt) bool {
	if len(s.GroupClause) > 0 || s.HavingClause != nil || len(s.WindowClause) > 0 {
		return false
	}
	plain := !slices.ContainsFunc(s.TargetList, makesRows)
	for _, n := range s.TargetList {
		parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
			switch m := m.(type) {
			case *pg_query.FuncCall:
				_, name := parse.SplitName(m.Funcname)
				plain = plain && m.Over == nil && !aggregatesRows[name] && !m.AggStar
			case *pg_query.SubLink, *pg_query.ParamRef:
				plain = false
			}
		})
	}
	return plain && !trees.IsVolatile(s.ProtoReflect())
}

// aggregatesRows are the aggregates that a query without GROUP BY may have.
var aggregatesRows = parse.WordSet(`sum avg max min count string_agg array_agg json_agg jsonb_agg json_object_agg jsonb_object_agg bool_and bool_or every bit_and bit_or bit_xor
	stddev stddev_samp stddev_pop variance var_samp var_pop corr covar_pop covar_samp regr_slope regr_intercept regr_count regr_r2 mode percentile_cont percentile_disc
	any_value range_agg xmlagg grouping`)

// groupDistinct has a query tell its rows apart by GROUP BY and not by DISTINCT.
func groupDistinct(s *pg_query.SelectStmt, columns int) {
	if s.DistinctClause == nil {
		return // for another column
	}
	s.DistinctClause = nil
	for i := range columns {
		s.GroupClause = append(s.GroupClause, build.Number(int64(i+1)))
	}
}

// scaleOfTarget is how many digits a column of a query's result has. alone: no other rows stand beside those of the query, so that a companion is
// passed as it is.
func (w *shownNumerics) scaleOfTarget(s *pg_query.SelectStmt, t definitions.Target, distinct, alone bool) (scale *pg_query.Node, ok bool) {
	value := t.Written.GetVal()
	if t.Star {
		if value = build.Column(t.Name...); t.Numeric {
			w.digits[value] = t.Digits
			w.passed.Refer(value, t)
		}
	}
	defer func(was *grouping) { w.grouping = was }(w.grouping)
	w.grouping = nil
	if len(s.GroupClause) > 0 || distinct {
		w.grouping = &grouping{s}
	}
	if trees.IsVolatile(value.ProtoReflect()) || makesRows(value) && !isUnnestedArray(value) {
		return nil, false
	}
	if alone && w.digits[value].Kept && value.GetColumnRef() != nil {
		scale = w.companionIn(w.grouping, value)
		return scale, scale != nil
	}
	return w.scaleOf(value)
}

// isUnnestedArray reports whether a value is a row for each element of an array that is written out.
func isUnnestedArray(n *pg_query.Node) bool {
	_, name := parse.SplitName(n.GetFuncCall().GetFuncname())
	return name == "unnest" && len(n.GetFuncCall().Args) == 1 && n.GetFuncCall().Args[0].GetAArrayExpr() != nil
}

// grouping is a query that groups.
type grouping struct{ query *pg_query.SelectStmt }

// within has digits counted in a query that groups, or in single rows (nil), until leave is called. What a query groups by is there what it is
// computed of: written as a value of its group it would be counted in itself, without end.
func (w *shownNumerics) within(g *grouping) (leave func()) {
	was, blocked := w.grouping, w.blocked
	withheld := w.withheld
	w.grouping, w.blocked, w.withheld = g, nil, nil
	return func() { w.grouping, w.blocked, w.withheld = was, blocked, withheld }
}

// writePassed writes the companions, and expands the stars of the relations that get some.
func (w *shownNumerics) writePassed() {
	p := w.passed
	if len(p.added) == 0 {
		return
	}
	touched := map[any]bool{}
	for _, a := range p.added {
		touched[a.key.of] = true
	}
	p.EachStar(func(s *pg_query.SelectStmt, targets []definitions.Target) {
		if !slices.ContainsFunc(targets, func(t definitions.Target) bool { return t.Star && t.IsColumn && touched[t.Column.Of.Key()] }) {
			return
		}
		w.expandStars(s, targets)
	})
	for _, a := range p.added {
		a.write()
	}
}

// expandStars writes the columns that the stars of a query stand for. Items that are no stars stay.
func (w *shownNumerics) expandStars(s *pg_query.SelectStmt, targets []definitions.Target) {
	s.TargetList = w.withoutStars(s.TargetList, targets)
}

// expandReturned writes the columns that the stars of RETURNING stand for, where some have companions.
func (w *shownNumerics) expandReturned(list []*pg_query.Node) []*pg_query.Node {
	targets := w.passed.Returned()
	if !slices.ContainsFunc(targets, func(t definitions.Target) bool { return t.Star && t.IsColumn && needsCompanion(t) }) {
		return list
	}
	return w.withoutStars(list, targets)
}

// withoutStars is a select list with the columns that its stars stand for.
func (w *shownNumerics) withoutStars(was []*pg_query.Node, targets []definitions.Target) (list []*pg_query.Node) {
	if !slices.ContainsFunc(was, func(n *pg_query.Node) bool { return trees.IsStar(n.GetResTarget().GetVal()) }) {
		return was
	}
	written := map[*pg_query.ResTarget]*pg_query.Node{}
	for _, n := range was {
		written[n.GetResTarget()] = n
	}
	for _, t := range targets {
		if !t.Star {
			list = append(list, written[t.Written])
			continue
		}
		ref := build.Column(t.Name...)
		if t.Numeric {
			w.digits[ref] = t.Digits
			w.passed.Refer(ref, t)
		}
		list = append(list, build.Target(ref, ""))
	}
	return list
}
