package numerics

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Constants of several scales in one column of VALUES or of a UNION: each keeps its own in PostgreSQL, and a column of DuckDB's
// decimals has one. Where the text shows the types of all numerics they are numerics of any width.

// KeepScales makes the constants of such columns numerics of any width. The tree is the client's.
func KeepScales(t *inference.Types, root *pg_query.Node) {
	s := trees.Explained(root).GetSelectStmt()
	keepWritten(t, s)
	if s == nil || !t.Simple || t.Env.SQLite || readsRows(t, s) {
		return
	}
	t.EachMessage(s.ProtoReflect(), func(m any) {
		list, ok := m.(*pg_query.SelectStmt)
		if !ok || len(list.ValuesLists) == 0 && (list.Larg == nil || list != s) {
			return
		}
		for i, column := range constantColumns(list) {
			if !needsScales(column) {
				continue
			}
			if list.Larg != nil {
				nameConstant(trees.Leaves(list)[0].TargetList[i].GetResTarget())
			}
			for _, n := range column {
				n.Node = widened(t, &pg_query.Node{Node: n.Node}, build.Nowhere).Node
				t.KeepScale(n)
			}
		}
	})
}

// keepWritten notes the columns of the outermost set operation that the planner has written as numerics of any width.
func keepWritten(t *inference.Types, s *pg_query.SelectStmt) {
	if s.GetLarg() == nil {
		return
	}
	for _, column := range constantColumns(s) {
		if slices.ContainsFunc(column, func(n *pg_query.Node) bool { return !t.IsWide(n) }) {
			continue
		}
		for _, n := range column {
			t.KeepScale(n)
		}
	}
}

// readsRows reports whether a query reads rows as values, which would have a text in them, or joins by columns of one name, which
// DuckDB would compare by their texts.
func readsRows(t *inference.Types, s *pg_query.SelectStmt) bool {
	reads, names, aliases := false, map[string]bool{}, []string{}
	t.EachMessage(s.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.JoinExpr:
			reads = reads || m.IsNatural || len(m.UsingClause) > 0
		case *pg_query.ColumnRef:
			if len(m.Fields) == 1 {
				names[m.Fields[0].GetString_().GetSval()] = true
			}
		case *pg_query.FuncCall:
			for _, a := range m.Args {
				reads = reads || trees.IsStar(a)
			}
		case *pg_query.Alias:
			aliases = append(aliases, m.Aliasname)
		case *pg_query.CommonTableExpr:
			aliases = append(aliases, m.Ctename)
		}
	})
	return reads || slices.ContainsFunc(aliases, func(name string) bool { return names[name] })
}

// nameConstant gives a constant the name that PostgreSQL gives it.
func nameConstant(target *pg_query.ResTarget) {
	if target.Name == "" {
		target.Name = "?column?"
	}
}

// constantColumns are the columns of VALUES, or of the parts of a set operation.
func constantColumns(s *pg_query.SelectStmt) [][]*pg_query.Node {
	var rows [][]*pg_query.Node
	for _, row := range s.ValuesLists {
		rows = append(rows, row.GetList().GetItems())
	}
	if s.Larg != nil {
		for _, part := range trees.Leaves(s) {
			row := make([]*pg_query.Node, len(part.TargetList))
			for i, n := range part.TargetList {
				row[i] = n.GetResTarget().GetVal()
			}
			rows = append(rows, row)
		}
	}
	columns := make([][]*pg_query.Node, len(rows[0]))
	for _, row := range rows {
		if len(row) != len(columns) {
			return nil // which is an error
		}
		for i, n := range row {
			columns[i] = append(columns[i], n)
		}
	}
	return columns
}

// deepestTrimmed is how many digits behind the point a numeric without a scale has in DuckDB, which shows no zeros at their end.
const deepestTrimmed = 9

// needsScales reports whether a column consists of constants that a decimal does not show: of several scales, or of too many digits.
// Of equal numbers of several scales PostgreSQL shows any where it tells rows apart: such a column is none.
func needsScales(column []*pg_query.Node) bool {
	hard, wide, scales, written := false, false, map[int]bool{}, map[string]string{}
	for _, n := range column {
		c := n.GetAConst()
		if c.GetIsnull() {
			continue
		}
		s, ok := trees.Number(n)
		if s == "" {
			s = c.GetFval().GetFval()
		}
		hard = hard || strings.ContainsAny(s, "eE") // a number of another type in DuckDB
		x, err := numeric.Parse(s)
		if c == nil || !ok && c.GetFval() == nil || err != nil {
			return false
		}
		s = x.String()
		whole, fraction, _ := strings.Cut(strings.TrimPrefix(s, "-"), ".")
		scales[len(fraction)] = true
		hard = hard || strings.HasSuffix(fraction, "0") || len(fraction) > deepestTrimmed
		wide = wide || len(whole)+len(fraction) > constants.WidestNumber
		value := x.TrimScale().String()
		if was, known := written[value]; known && was != s {
			return false
		}
		written[value] = s
	}
	return wide || hard && len(scales) > 1
}

// isValues reports whether a query is a list of rows and nothing else.
func isValues(n *pg_query.Node) bool {
	s := n.GetSelectStmt()
	return len(s.GetValuesLists()) > 0 && len(s.SortClause) == 0 && s.LimitCount == nil && s.LimitOffset == nil && s.WithClause == nil
}

// areConstants reports whether the parts of a set operation read nothing.
func areConstants(s *pg_query.SelectStmt) bool {
	for _, part := range trees.Leaves(s) {
		if len(part.ValuesLists) > 0 || len(part.FromClause) > 0 || part.WithClause != nil || len(part.GroupClause) > 0 || part.WhereClause != nil || part.HavingClause != nil || len(part.DistinctClause) > 0 {
			return false
		}
	}
	return s.WithClause == nil
}

// withValues reports whether the queries of a WITH are lists of rows.
func withValues(w *pg_query.WithClause) bool {
	for _, n := range w.GetCtes() {
		if !isValues(n.GetCommonTableExpr().GetCtequery()) {
			return false
		}
	}
	return !w.GetRecursive()
}
