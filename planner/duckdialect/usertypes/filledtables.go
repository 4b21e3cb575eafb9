package usertypes

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// Tables that a query fills: their columns are of the domains and composite types that the query's columns have.

// filledColumn is a column of a new table that is of a domain or a composite type.
type filledColumn struct {
	name string
	of   *providers.UserType
}

// KeepTypes has the source keep the domains and composite types of the columns of a table that a query fills, once it is made. Where the
// text of the query does not show them, a warning tells that.
func (t *Rules) KeepTypes(s *pg_query.CreateTableAsStmt) {
	into, query := s.GetInto().GetRel(), s.GetQuery().GetSelectStmt()
	if len(t.Env.Types) == 0 || t.Env.Columns == nil || into == nil || query == nil {
		return
	}
	list, known := t.filledColumns(query, parse.Strings(s.GetInto().GetColNames()))
	if into.Relpersistence == "t" {
		for _, c := range list {
			known = known && c.of.Kind == "c"
		}
	}
	if !known {
		t.warnOfTypes(s.Query)
		return
	}
	if len(list) == 0 {
		return
	}
	if s.IfNotExists {
		if len(t.Env.Columns(into.Schemaname, into.Relname)) > 0 {
			return
		}
		s.IfNotExists, t.Changed = false, true // the source fails if another table of that name comes first
	}
	made := &pg_query.AlterTableStmt{Relation: into, Objtype: pg_query.ObjectType_OBJECT_TABLE}
	for _, c := range list {
		kept := rewrite.KeptCheck(providers.KeptConstraint{Kind: "t", Name: c.of.ID, Columns: []string{c.name}})
		t.After = append(t.After, t.DeparseStatement(build.AlterTable(made, &pg_query.AlterTableCmd{
			Subtype: pg_query.AlterTableType_AT_AddConstraint, Def: kept, Behavior: pg_query.DropBehavior_DROP_RESTRICT,
		})))
	}
}

// filledColumns are the columns of a query's result that are of domains and composite types. names are those that the table gives to the
// first ones. known is false where the text does not show all.
func (t *Rules) filledColumns(query *pg_query.SelectStmt, names []string) (list []filledColumn, known bool) {
	if query.Larg != nil || len(query.ValuesLists) > 0 {
		return nil, false
	}
	t.noteAssigned(query.TargetList)
	t.noteUserColumns((&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: query}}))
	at := 0
	add := func(name string, u *providers.UserType, array bool) {
		if at < len(names) {
			name = names[at]
		}
		if at++; u != nil && (u.Kind == "c" || !array) {
			list = append(list, filledColumn{name, u})
		}
	}
	for _, n := range query.TargetList {
		target := n.GetResTarget()
		if trees.IsStar(target.GetVal()) {
			columns, ok := t.columnsOfStar(query, target.Val)
			if !ok {
				return nil, false
			}
			for _, c := range columns {
				add(c.Name, t.ByID(c.User), c.Array)
			}
			continue
		}
		if x := target.GetVal().GetAIndirection(); x != nil && x.Indirection[len(x.Indirection)-1].GetAStar() != nil {
			u, array := t.typeOfPart(x.Arg, x.Indirection[:len(x.Indirection)-1])
			if u == nil || u.Kind != "c" || array {
				return nil, false
			}
			for _, f := range u.Fields {
				add(f.Name, t.ByID(f.User), f.Dims > 0)
			}
			continue
		}
		name := target.GetName()
		if name == "" {
			name, _ = resultcolumns.Name(target.GetVal())
		}
		u, array := t.typeOfValue(target.GetVal())
		add(name, u, array)
	}
	return list, true
}

// columnsOfStar are the columns of a star, or of one with the name of a relation, where FROM has tables alone.
func (t *Rules) columnsOfStar(query *pg_query.SelectStmt, star *pg_query.Node) (columns []rewrite.Column, known bool) {
	if query.WithClause != nil {
		return nil, false
	}
	fields := star.GetColumnRef().GetFields()
	known = len(fields) < 3
	for _, n := range query.FromClause {
		r := n.GetRangeVar()
		if r == nil || len(r.GetAlias().GetColnames()) > 0 {
			return nil, false
		}
		if len(fields) == 2 && parse.AliasOrName(r) != fields[0].GetString_().GetSval() {
			continue
		}
		own := t.Env.Columns(r.Schemaname, r.Relname)
		known = known && len(own) > 0
		columns = append(columns, own...)
	}
	return columns, known
}

// warnOfTypes tells that a table which a query fills has no columns of domains, or of composite types.
func (t *Rules) warnOfTypes(query *pg_query.Node) {
	t.EachMessage(query.ProtoReflect(), func(m any) {
		r, ok := m.(*pg_query.RangeVar)
		if !ok {
			return
		}
		for _, c := range t.Env.Columns(r.Schemaname, r.Relname) {
			if u := t.ByID(c.User); u != nil {
				t.Warning = "the new table has no columns of the type " + u.Name + ": they are of the type of its values"
			}
		}
	})
}
