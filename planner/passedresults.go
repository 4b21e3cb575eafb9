package planner

import (
	"fmt"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// needsCompanion reports whether the engine does not show the digits of a numeric that comes from a query of the statement.
func needsCompanion(t definitions.Target) bool {
	return t.Numeric && t.Digits.Scale < 0 && t.Digits.Lost
}

// needsScale reports whether the engine does not show the digits of a numeric of the result, and showPassed does. grouped: the query groups.
func needsScale(t definitions.Target, grouped bool) bool {
	isUnscaled := t.Star && t.Numeric && t.Digits.Scale > 0 && providers.IsUnscaled(t.Digits.Scale)
	return needsCompanion(t) || isUnscaled || grouped && (t.Digits.Loose || t.Digits.Kept) && t.Digits.Scale < 0
}

// showPassed notes the numerics of the result that come from queries of the statement. It reports whether some of them
// have companions.
func (w *shownNumerics) showPassed(statement *pg_query.Node) bool {
	s := statement.GetSelectStmt()
	if s == nil || s.IntoClause != nil || len(s.LockingClause) > 0 {
		return false
	}
	if s.Larg != nil || len(s.ValuesLists) > 0 || isDistinct(s) {
		shown := len(w.shown)
		if s.Larg != nil && w.showSet(s) {
			return false
		}
		set := w.shown[shown:]
		w.shown = w.shown[:shown]
		if w.showWrapped(statement, s) {
			return true
		}
		_, numerics := w.passed.ResultColumns(s)
		w.shown, w.uncovered = append(w.shown, set...), w.uncovered || len(w.neededColumns(s, numerics)) > 0
		return false
	}
	if w.showSeries(s) {
		return true
	}
	targets, ok := w.passed.Targets(s)
	grouped := len(s.GroupClause) > 0
	if !ok || !slices.ContainsFunc(targets, func(t definitions.Target) bool { return needsScale(t, grouped) }) {
		return false
	}
	was := s.TargetList
	w.expandStars(s, targets)
	any := false
	for i, t := range targets {
		target := s.TargetList[i].GetResTarget()
		if !needsScale(t, grouped) || w.scaled[target.Val] != nil || w.given[target.Val] || t.Digits.Kept && !w.isComputed(target.Val) {
			continue
		}
		scale, ok := w.scaleOfResult(s, target.Val)
		if !ok {
			w.uncovered = w.uncovered || t.Star
			continue
		}
		any, w.scaled[target.Val] = true, scale
		w.sortByValue(s, target, i)
	}
	if !any {
		s.TargetList = was
	}
	return any
}

// scaleOfResult is how many digits a value of the select list of the statement has.
func (w *shownNumerics) scaleOfResult(s *pg_query.SelectStmt, value *pg_query.Node) (*pg_query.Node, bool) {
	if trees.IsVolatile(value.ProtoReflect()) || makesRows(value) || trees.HasSubquery(value) {
		return nil, false
	}
	defer func(was *grouping) { w.grouping = was }(w.grouping)
	if w.grouping = nil; len(s.GroupClause) > 0 {
		if value.GetColumnRef() == nil && slices.ContainsFunc(s.GroupClause, func(n *pg_query.Node) bool { return n.GetGroupingSet() != nil }) {
			return nil, false
		}
		w.grouping = &grouping{s}
	}
	return w.scaleOf(value)
}

// showSeries moves a series of numerics in the select list to FROM where the first value has other digits than the others.
func (w *shownNumerics) showSeries(s *pg_query.SelectStmt) bool {
	if len(s.FromClause)+len(s.GroupClause)+len(s.WindowClause) > 0 || s.WhereClause != nil || s.HavingClause != nil || len(s.TargetList) != 1 {
		return false
	}
	target := s.TargetList[0].GetResTarget()
	call := target.GetVal().GetFuncCall()
	if _, name := parse.SplitName(call.GetFuncname()); name != "generate_series" || !w.isNoted(target.Val) || w.digits[target.Val].Scale >= 0 {
		return false
	}
	value := build.Column(rowsName, columnName(0))
	scale, ok := scaleOfSeries(call, proto.CloneOf(value))
	if !ok {
		return false
	}
	if target.Name == "" {
		target.Name = "generate_series"
	}
	items := &pg_query.Node{Node: &pg_query.Node_List{List: &pg_query.List{Items: []*pg_query.Node{{Node: target.Val.Node}, {}}}}}
	from := &pg_query.RangeFunction{Functions: []*pg_query.Node{items}, Alias: build.Alias(rowsName, columnName(0))}
	s.FromClause = []*pg_query.Node{{Node: &pg_query.Node_RangeFunction{RangeFunction: from}}}
	target.Val, w.scaled[value] = value, scale
	for _, n := range s.SortClause {
		n.GetSortBy().Node = proto.CloneOf(value)
	}
	return true
}

// sortByValue has ORDER BY and GROUP BY mean the value of an item of the select list that is about to be shown in another form.
func (w *shownNumerics) sortByValue(s *pg_query.SelectStmt, target *pg_query.ResTarget, place int) {
	name := target.Name
	if name == "" {
		name, _ = resultcolumns.Name(target.Val)
	}
	value := w.qualified(target.Val)
	for _, n := range s.SortClause {
		if by := n.GetSortBy(); isSortedAs(by.Node, name, place) {
			by.Node = proto.CloneOf(value)
		}
	}
	for i, n := range s.GroupClause {
		at, position := parse.IntConstant(n)
		if w.digits[n].Target == place+1 || position && at == int64(place+1) || trees.SameExpression(n, target.Val) {
			s.GroupClause[i] = proto.CloneOf(value)
		}
	}
	for i, n := range s.DistinctClause {
		if isSortedAs(n, name, place) {
			s.DistinctClause[i] = proto.CloneOf(value)
		}
	}
}

// isSortedAs reports whether an item of ORDER BY means an item of the select list by its place or its name.
func isSortedAs(n *pg_query.Node, name string, place int) bool {
	at, position := parse.IntConstant(n)
	fields := n.GetColumnRef().GetFields()
	return position && at == int64(place+1) || len(fields) == 1 && name != "" && fields[0].GetString_().GetSval() == name
}

// qualified is a copy of an expression whose columns of queries say which query they are of, so that they mean no item of a select list.
func (w *shownNumerics) qualified(n *pg_query.Node) *pg_query.Node {
	var names [][]*pg_query.Node
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		if ref, ok := m.(*pg_query.Node); ok && ref.GetColumnRef() != nil {
			fields := ref.GetColumnRef().Fields
			if c, passed := w.passed.ColumnOf(ref); passed && len(fields) == 1 {
				fields = append(build.Names(c.Of.Name()), fields...)
			}
			names = append(names, fields)
		}
	})
	made, at := proto.CloneOf(n), 0
	parse.EachMessage(made.ProtoReflect(), func(m proto.Message) {
		if ref, ok := m.(*pg_query.Node); ok && ref.GetColumnRef() != nil {
			ref.GetColumnRef().Fields = names[at]
			at++
		}
	})
	return made
}

// rowsName is how a statement calls the query whose rows it shows.
const rowsName = "pg__rows"

// showWrapped has the statement show the rows of a query whose columns have companions: a set operation, VALUES, SELECT DISTINCT.
func (w *shownNumerics) showWrapped(statement *pg_query.Node, s *pg_query.SelectStmt) bool {
	names, numerics := w.passed.ResultColumns(s)
	needed := w.neededColumns(s, numerics)
	order, ok := w.orderOfRows(s, names)
	if len(needed) == 0 || !ok {
		return false
	}
	before := len(w.passed.added)
	sort, count, offset := s.SortClause, s.LimitCount, s.LimitOffset
	s.SortClause, s.LimitCount, s.LimitOffset = nil, nil, nil
	columns := make([]string, len(names), len(names)+len(needed))
	for i := range names {
		columns[i] = columnName(i)
	}
	scales := map[int]string{}
	for _, i := range needed {
		w.passed.count++
		scales[i] = fmt.Sprintf("%s%d", scaleStart, w.passed.count)
		write, ok := w.scaledQuery(statement, i, scales[i], false)
		if !ok {
			s.SortClause, s.LimitCount, s.LimitOffset = sort, count, offset
			w.passed.added = w.passed.added[:before]
			clear(w.passed.names)
			return false
		}
		columns = append(columns, scales[i])
		w.passed.added = append(w.passed.added, addedCompanion{passedKey{s, i}, write})
	}
	outer := build.Select(build.Subselect(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}}, build.Alias(rowsName, columns...)))
	rows := outer.GetSelectStmt()
	rows.LimitCount, rows.LimitOffset, rows.LimitOption = count, offset, s.LimitOption
	s.LimitOption = pg_query.LimitOption_LIMIT_OPTION_DEFAULT
	for i, name := range names {
		value := build.Column(rowsName, columns[i])
		if scales[i] != "" {
			w.scaled[value] = build.Column(rowsName, scales[i])
		}
		rows.TargetList = append(rows.TargetList, build.Target(value, name))
	}
	for i, n := range sort {
		by := proto.CloneOf(n)
		by.GetSortBy().Node = build.Column(rowsName, columns[order[i]])
		rows.SortClause = append(rows.SortClause, by)
	}
	statement.Node = outer.Node
	return true
}

// orderOfRows are the places of the columns that ORDER BY of a query sorts by; ok is false where it sorts by something else.
func (w *shownNumerics) orderOfRows(s *pg_query.SelectStmt, names []string) (places []int, ok bool) {
	targets, _ := w.passed.Targets(s)
	for _, n := range s.SortClause {
		by := n.GetSortBy()
		place := -1
		for i := range names {
			isSame := len(s.ValuesLists) == 0 && i < len(targets) && !targets[i].Star && trees.SameExpression(by.Node, targets[i].Written.GetVal())
			if isSortedAs(by.Node, names[i], i) || isSame {
				place = i
				break
			}
		}
		if place < 0 || len(by.UseOp) > 0 {
			return nil, false
		}
		places = append(places, place)
	}
	return places, true
}

// neededColumns are the columns of a query's result that need companions.
func (w *shownNumerics) neededColumns(s *pg_query.SelectStmt, numerics []bool) (needed []int) {
	for i, isNumeric := range numerics {
		if isNumeric && needScales(w.digitsOfRows(s, i)) {
			needed = append(needed, i)
		}
	}
	return needed
}

// digitsOfRows are the digits of the values that a column of a query has, those of NULLs left out.
func (w *shownNumerics) digitsOfRows(s *pg_query.SelectStmt, at int) (list []definitions.Digits) {
	switch {
	case s.Larg != nil:
		for _, part := range []*pg_query.SelectStmt{s.Larg, s.Rarg} {
			list = append(list, w.digitsOfRows(part, at)...)
		}
	case len(s.ValuesLists) > 0:
		for _, row := range s.ValuesLists {
			n := row.GetList().GetItems()[at]
			d, known := w.digits[n]
			if text, constant := constantNumber(n); constant {
				_, fraction, _ := strings.Cut(text, ".")
				d, known = definitions.Digits{Scale: len(fraction)}, true
			}
			if known {
				list = append(list, d)
			}
		}
	default:
		if targets, ok := w.passed.Targets(s); ok && at < len(targets) && !targets[at].Null {
			list = append(list, targets[at].Digits)
		}
	}
	return list
}

// needScales reports whether values that stand below each other have digits that one decimal of the engine does not show.
func needScales(list []definitions.Digits) bool {
	plain := 0
	for i, d := range list {
		if d.Scale < 0 && (d.Lost || d.Written() || d.Kept) || d.Scale != list[0].Scale && !(d.Quotient || list[0].Quotient) {
			return true
		}
		if d.Plain {
			plain = i + 1
		}
	}
	return plain > 0 && plain < len(list)
}

// loosenScales has constants of several scales that no companion was asked for, as they are only compared or counted, be decimals of one
// type.
func (w *shownNumerics) loosenScales() {
	if w.uncovered {
		return
	}
	w.passed.EachQuery(func(d definitions.Derived) {
		s := queryOf(d)
		if s == nil || d.IsRead() {
			return
		}
		leaves := []*pg_query.SelectStmt{s}
		if s.Larg != nil {
			leaves = unionLeaves(s, nil)
		}
		for at := range d.ColumnNames() {
			if w.passed.names[passedKey{d.Key(), at}] != "" || len(leaves) == 0 || !needScales(w.digitsOfRows(s, at)) {
				continue
			}
			w.loosenColumn(leaves, at)
		}
	})
}

// loosenColumn has the constants of a column be decimals of one type.
func (w *shownNumerics) loosenColumn(leaves []*pg_query.SelectStmt, at int) {
	var list []*pg_query.Node
	for _, s := range leaves {
		if !w.isConstantColumn(s, at) {
			return
		}
		for _, row := range s.ValuesLists {
			list = append(list, row.GetList().Items[at])
		}
		if len(s.ValuesLists) == 0 {
			targets, _ := w.passed.Targets(s)
			nameConstant(targets[at].Written)
			list = append(list, targets[at].Written.Val)
		}
	}
	with := &united{}
	if slices.ContainsFunc(list, func(n *pg_query.Node) bool { return !with.holdsConstant(n) }) {
		return
	}
	for _, n := range list {
		writeLoose(n, with)
	}
}

// queryOf is the query that a relation consists of; nil: it is none.
func queryOf(d definitions.Derived) *pg_query.SelectStmt {
	switch tree := d.Tree().(type) {
	case *pg_query.RangeSubselect:
		return tree.Subquery.GetSelectStmt()
	case *pg_query.CommonTableExpr:
		return tree.Ctequery.GetSelectStmt()
	}
	return nil
}
