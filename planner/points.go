package planner

import (
	"slices"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/raretypes"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Points have no equality and no order in PostgreSQL. DuckDB keeps them as texts, which it would compare. So a statement over a
// column of points runs only where the analysis of its types knows all of it: the analysis refuses what PostgreSQL refuses.

// checkPoints refuses a statement that does something with a column of points that nobody has checked.
func (r *resolver) checkPoints(w *walker, one parse.Statement, env rewrite.Env) error {
	p := points{columns: map[string]bool{}, relations: map[string]bool{}, rows: map[string]bool{}}
	for _, m := range w.mentions {
		at := r.tables[m.provider]
		elsewhere := r.foreign && at != nil && at.Info.Dialect != providers.DuckDB
		if m.relation == nil || r.scope.Ours || m.relation.Builtin || elsewhere {
			continue
		}
		for _, c := range m.relation.Typed {
			switch c.Type {
			case pgtype.PointOID, pgtype.PointArrayOID, pgtype.TSVectorOID, pgtype.TSVectorArrayOID, pgtype.JSONPathOID, pgtype.JSONPathArrayOID:
				p.columns[c.Name] = true
			}
			if u := providers.UserTypeByID(env.Types, c.User); u != nil && definitions.NeverEqual(u, env.Types) {
				p.rows[c.Name] = true
			}
		}
	}
	root := one.Raw.Stmt
	p.noteDefined(root)
	if len(p.columns) == 0 && len(p.rows) == 0 {
		return nil
	}
	p.noteNames(root.ProtoReflect())
	checked, known := checkedQuery(root), false
	if checked != nil {
		known = !r.foreign && !tooLarge(one.Text, root) && definitions.Known(checked, r.definitionSource(env.Types, env.VisiblePath()))
	}
	if len(p.rows) > 0 && !known && p.mayCompareRows(root.ProtoReflect(), false) {
		return sqlstate.New(sqlstate.FeatureNotSupported, "a statement that may compare composite values, one of whose attributes has no operators of comparison, is not supported").
			WithHint("Compare the other attributes of the values.")
	}
	if len(p.columns) > 0 && p.mayMisuse(root, checked, known) {
		return sqlstate.New(sqlstate.FeatureNotSupported, "this use of a column of type point, tsvector or jsonpath is not supported").
			WithHint("Read the column by its name, or cast it to text.")
	}
	return nil
}

// mayMisuse reports whether a statement may do with points what PostgreSQL refuses. checked is the part of it that is analysed; known: the
// analysis knows all of that.
func (p points) mayMisuse(root, checked *pg_query.Node, known bool) bool {
	if p.unchecked(root.ProtoReflect(), checked == nil) {
		return true
	}
	return checked != nil && !known && p.mentioned(checked.ProtoReflect())
}

// points are the names of the columns of points that a statement may mean, those of its relations, and those of the columns of composite
// types with attributes that are never equal.
type points struct{ columns, relations, rows map[string]bool }

// noteDefined notes the columns of points that a definition has.
func (p points) noteDefined(root *pg_query.Node) {
	note := func(c *pg_query.ColumnDef) {
		if schema, name := parse.SplitName(c.GetTypeName().GetNames()); raretypes.Columns[name] && (schema == "" || schema == "pg_catalog") {
			p.columns[c.Colname] = true
		}
	}
	for _, e := range root.GetCreateStmt().GetTableElts() {
		note(e.GetColumnDef())
	}
	for _, c := range root.GetAlterTableStmt().GetCmds() {
		note(c.GetAlterTableCmd().GetDef().GetColumnDef())
	}
}

// noteNames notes the names that whole rows of a statement have, and the other names of its columns of points.
func (p points) noteNames(m protoreflect.Message) {
	switch n := m.Interface().(type) {
	case *pg_query.RangeVar:
		p.relations[n.Relname] = true
	case *pg_query.RangeFunction: // whose name is its value's, too; of points only where the call has the name of a column of points
		for _, f := range n.Functions {
			p.noteNames(f.ProtoReflect())
		}
		return
	case *pg_query.Alias:
		p.relations[n.Aliasname] = true
	case *pg_query.ResTarget:
		if n.Name != "" && p.names(n.Val) {
			p.columns[n.Name] = true
		}
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		p.noteNames(child)
		return true
	})
}

// names reports whether an expression is the name of a column of points.
func (p points) names(n *pg_query.Node) bool {
	return p.columns[trees.LastField(n)]
}

// unchecked reports whether a part of a statement uses points where the analysis of types does not look. all: it looks nowhere.
func (p points) unchecked(m protoreflect.Message, all bool) bool {
	switch n := m.Interface().(type) {
	case *pg_query.ColumnRef:
		fields := n.Fields
		name := fields[len(fields)-1].GetString_().GetSval()
		return all && p.columns[name] || len(fields) == 1 && p.relations[name] && !p.columns[name]
	case *pg_query.ResTarget: // what is assigned or returned as it is
		if all && p.names(n.Val) {
			return false
		}
	case *pg_query.InsertStmt:
		if n.OnConflictClause != nil && (p.unchecked(n.OnConflictClause.ProtoReflect(), true) || p.anyUnchecked(n.ReturningList)) {
			return true
		}
	case *pg_query.MultiAssignRef, *pg_query.RowExpr, *pg_query.A_ArrayExpr, *pg_query.MergeStmt:
		all = true
	case *pg_query.FuncCall:
		_, name := parse.SplitName(n.Funcname)
		all = all || name == "array_agg"
	}
	found := false
	parse.Children(m, func(child protoreflect.Message) bool {
		found = p.unchecked(child, all)
		return !found
	})
	return found
}

// mentioned reports whether a statement may read or assign a column of points: it has the name of one, a star, a whole row, or a form of
// SQL that means columns without their names.
func (p points) mentioned(m protoreflect.Message) bool {
	switch n := m.Interface().(type) {
	case *pg_query.ColumnRef:
		name := n.Fields[len(n.Fields)-1].GetString_().GetSval()
		return name == "" || p.columns[name] || p.relations[name]
	case *pg_query.JoinExpr:
		if n.IsNatural || slices.ContainsFunc(parse.NameParts(n.UsingClause), func(name string) bool { return p.columns[name] }) {
			return true
		}
	case *pg_query.Alias:
		return len(n.Colnames) > 0
	case *pg_query.ResTarget:
		if p.columns[n.Name] {
			return true
		}
	case *pg_query.InsertStmt:
		if len(n.Cols) == 0 {
			return true
		}
	case *pg_query.CommonTableExpr:
		if len(n.Aliascolnames) > 0 {
			return true
		}
	}
	found := false
	parse.Children(m, func(child protoreflect.Message) bool {
		found = p.mentioned(child)
		return !found
	})
	return found
}

func (p points) anyUnchecked(list []*pg_query.Node) bool {
	return slices.ContainsFunc(list, func(n *pg_query.Node) bool { return p.unchecked(n.ProtoReflect(), true) })
}

// checkedQuery is the query or the change of rows that is analysed of a statement; nil: it has none.
func checkedQuery(root *pg_query.Node) *pg_query.Node {
	switch s := root.GetNode().(type) {
	case *pg_query.Node_SelectStmt, *pg_query.Node_InsertStmt, *pg_query.Node_UpdateStmt, *pg_query.Node_DeleteStmt:
		return root
	case *pg_query.Node_ExplainStmt:
		return checkedQuery(s.ExplainStmt.Query)
	case *pg_query.Node_DeclareCursorStmt:
		return checkedQuery(s.DeclareCursorStmt.Query)
	case *pg_query.Node_CreateTableAsStmt:
		return checkedQuery(s.CreateTableAsStmt.Query)
	case *pg_query.Node_ViewStmt:
		return checkedQuery(s.ViewStmt.Query)
	case *pg_query.Node_PrepareStmt:
		return checkedQuery(s.PrepareStmt.Query)
	}
	return nil
}

// mayCompareRows reports whether a statement may compare composite values whose attributes are never equal. within: it compares what it has there.
func (p points) mayCompareRows(m protoreflect.Message, within bool) bool {
	switch n := m.Interface().(type) {
	case *pg_query.ColumnRef:
		name := n.Fields[len(n.Fields)-1].GetString_().GetSval()
		return within && (p.rows[name] || p.relations[name])
	case *pg_query.SelectStmt:
		if len(n.DistinctClause) > 0 || len(n.GroupClause) > 0 || n.Op != pg_query.SetOperation_SETOP_NONE && !n.All {
			return true
		}
	case *pg_query.JoinExpr:
		if n.IsNatural || slices.ContainsFunc(parse.NameParts(n.UsingClause), func(name string) bool { return p.rows[name] }) {
			return true
		}
	case *pg_query.FuncCall:
		if n.AggDistinct {
			return true
		}
		within = true
	case *pg_query.A_Indirection: // an attribute is compared by itself, and the analysis knows it or the attribute is a number or a text
		within = false
	case *pg_query.A_Expr, *pg_query.SortBy, *pg_query.SubLink, *pg_query.WindowDef, *pg_query.MinMaxExpr, *pg_query.MergeWhenClause:
		within = true
	case *pg_query.NullTest:
		within = false
	}
	found := false
	parse.Children(m, func(child protoreflect.Message) bool {
		found = p.mayCompareRows(child, within)
		return !found
	})
	return found
}
