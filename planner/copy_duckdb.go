package planner

import (
	"context"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/copyformat"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB's COPY is not used: it reads and writes files. A COPY TO STDOUT is planned as the query whose
// rows are copied, and a COPY FROM STDIN as an INSERT into its columns: each is judged as that.

// planCopy plans a COPY.
func (p *Planner) planCopy(ctx context.Context, one parse.Statement, text string, scope *Scope, before *batchState) (*Statement, error) {
	c := one.Raw.Stmt.GetCopyStmt()
	if err := refuseCopy(c); err != nil {
		return nil, err
	}
	format, err := copyformat.Read(c, text)
	if err != nil {
		return nil, err
	}
	computed, view, companions := leaveComputed(ctx, c, scope)
	instead, err := parse.Deparsed(one, Copied(c), "what this COPY copies")
	if err != nil {
		return nil, err
	}
	st, err := p.planInstead(ctx, one, instead, scope, before)
	if err != nil {
		return nil, err
	}
	if st.Call != nil {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "COPY … FROM STDIN into a resource of an API is not supported").
			WithHint("Send INSERT with the rows: each is a request, and is judged as one.")
	}
	st.Verb = "COPY"
	st.Copy = &providers.Copy{From: c.IsFrom, Schema: c.Relation.GetSchemaname(), Table: c.Relation.GetRelname(), Columns: parse.Strings(c.Attlist), Companions: companions, Computed: computed, View: view, Format: format}
	if c.IsFrom {
		if st.Copy.Check, err = p.planDomains(ctx, one, scope, before); err != nil {
			return nil, err
		}
		for i := range st.Effects {
			if e := &st.Effects[i]; e.Kind == RowChange && !e.Hidden() {
				e.What, e.Name, e.Reason = "COPY … FROM STDIN", "COPY", "it adds rows"
			}
		}
	}
	return st, nil
}

// planDomains plans the query by which the source checks the domains of the columns that a COPY fills: it casts all values of the table.
// It is empty for a table without domains, for one with columns of composite types or of arrays of domains, and where a column is to have the
// default of its domain.
func (p *Planner) planDomains(ctx context.Context, one parse.Statement, scope *Scope, before *batchState) (string, error) {
	r, named := one.Raw.Stmt.GetCopyStmt().Relation, parse.Strings(one.Raw.Stmt.GetCopyStmt().Attlist)
	src, err := scope.Source(ctx, scope.Default)
	if err != nil || src.Info.Dialect != providers.DuckDB {
		return "", nil //nolint:nilerr // the COPY itself has been planned
	}
	relation, _ := src.Catalog.Relation(r.GetSchemaname(), r.GetRelname())
	all, _ := userTypes(src.Catalog)
	var casts []string
	for _, column := range relation.Typed {
		u := providers.UserTypeByID(all, column.User)
		switch {
		case column.User == "":
			continue
		case u == nil || u.Kind != "d" || strings.HasSuffix(column.TypeName, "[]"):
			return "", nil
		case len(named) > 0 && !slices.Contains(named, column.Name) && !column.HasDefault && hasDefault(all, u): // which the source does not know
			return "", nil
		}
		domain := QuoteName(u.Schema) + "." + QuoteName(u.Name)
		casts = append(casts, "count(CAST(CAST("+QuoteName(column.Name)+" AS "+u.Base+") AS "+domain+"))")
	}
	if len(casts) == 0 {
		return "", nil
	}
	table := QuoteName(r.GetRelname())
	if r.GetSchemaname() != "" {
		table = QuoteName(r.Schemaname) + "." + table
	}
	text := "SELECT " + strings.Join(casts, ", ") + " FROM " + table
	st, err := p.planInstead(ctx, one, text, scope, before)
	if err != nil || len(st.Before)+len(st.After) > 0 {
		return "", err
	}
	return st.SQL, nil
}

// hasDefault reports whether a domain, or one that it is over, has a default.
func hasDefault(all []*providers.UserType, domain *providers.UserType) bool {
	for range all { // no more are over each other
		if domain == nil || domain.Default != "" {
			break
		}
		domain = providers.UserTypeByID(all, domain.Over)
	}
	return domain != nil && domain.Default != ""
}

// leaveComputed has a COPY of a whole table copy the columns that are not computed from others. It returns one that the COPY names,
// what kind of view the COPY is of, and the companions of the columns.
func leaveComputed(ctx context.Context, c *pg_query.CopyStmt, scope *Scope) (named, view string, companions []string) {
	r := c.Relation
	if r == nil || r.Catalogname != "" && r.Catalogname != scope.Default && r.Catalogname != scope.Database {
		return "", "", nil
	}
	src, err := scope.Source(ctx, scope.Default)
	if err != nil || src.Info.Dialect != providers.DuckDB {
		return "", "", nil
	}
	relation, known := src.Catalog.Relation(r.Schemaname, r.Relname)
	if known && !relation.Builtin && (relation.Kind == "view" || relation.Kind == "materialized view") {
		return "", relation.Kind, nil
	}
	if !known || relation.Kind != "table" || relation.Builtin {
		return "", "", nil
	}
	var kept []*pg_query.Node
	names := parse.Strings(c.Attlist)
	for _, column := range relation.Typed {
		switch {
		case column.Generated && slices.Contains(names, column.Name):
			return column.Name, "", nil
		case !column.Generated:
			kept = append(kept, pg_query.MakeStrNode(column.Name))
		}
	}
	some := slices.ContainsFunc(relation.Typed, func(c providers.TypedColumn) bool { return c.Companion != "" })
	if len(names) == 0 && len(kept) > 0 && (some || len(kept) < len(relation.Typed)) {
		c.Attlist = kept
	}
	if !some {
		return "", "", nil
	}
	return "", "", companionsOf(relation, parse.Strings(c.Attlist))
}

// companionsOf are the companions of the columns that a COPY names.
func companionsOf(relation providers.Relation, names []string) []string {
	companions := map[string]string{}
	for _, column := range relation.Typed {
		companions[column.Name] = column.Companion
	}
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = companions[name]
	}
	return list
}

// copiesElsewhere reports a COPY TO of a query that names a relation of another source than the session's.
func copiesElsewhere(c *pg_query.CopyStmt, scope *Scope) (elsewhere bool) {
	if c == nil || c.IsFrom {
		return false
	}
	parse.EachMessage(c.ProtoReflect(), func(m proto.Message) {
		if r, ok := m.(*pg_query.RangeVar); ok && r.Catalogname != "" && r.Catalogname != scope.Database && r.Catalogname != scope.Default {
			elsewhere = elsewhere || scope.Known(r.Catalogname)
		}
	})
	return elsewhere
}

// refuseCopy refuses a COPY that no client's connection carries, or that means more than rows.
func refuseCopy(c *pg_query.CopyStmt) error {
	what := ""
	switch {
	case c.IsProgram:
		what = "COPY … PROGRAM"
	case c.Filename != "":
		what = "COPY with a file of the server"
	case c.WhereClause != nil:
		return sqlstate.New(sqlstate.FeatureNotSupported, "COPY FROM … WHERE is not supported").
			WithHint("Copy into a table first, and INSERT … SELECT … WHERE from there.")
	case c.Query.GetSelectStmt().GetIntoClause() != nil:
		return sqlstate.New(sqlstate.FeatureNotSupported, "COPY (SELECT INTO) is not supported")
	default:
		return nil
	}
	return sqlstate.New(sqlstate.FeatureNotSupported, "%s is not supported", what).
		WithHint("Use COPY … FROM STDIN and COPY … TO STDOUT, as psql's \\copy does: the file is the client's then. COPY (SELECT …) TO 'files/name.parquet' makes a file " +
			"in the folder of a source that allows it (docs/joins.md).")
}

// Copied returns the statement that a COPY is planned as.
func Copied(c *pg_query.CopyStmt) *pg_query.Node {
	if c.Query != nil {
		return c.Query
	}
	columns := parse.Strings(c.Attlist)
	if !c.IsFrom {
		return &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: &pg_query.SelectStmt{
			TargetList: selected(columns), FromClause: []*pg_query.Node{{Node: &pg_query.Node_RangeVar{RangeVar: c.Relation}}},
			LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE,
		}}}
	}
	insert := &pg_query.InsertStmt{Relation: c.Relation, Override: pg_query.OverridingKind_OVERRIDING_NOT_SET}
	if len(columns) > 0 {
		row := make([]*pg_query.Node, len(columns))
		for i, name := range columns {
			insert.Cols = append(insert.Cols, pg_query.MakeResTargetNodeWithName(name, -1))
			row[i] = &pg_query.Node{Node: &pg_query.Node_SetToDefault{SetToDefault: &pg_query.SetToDefault{}}}
		}
		insert.SelectStmt = &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: &pg_query.SelectStmt{
			ValuesLists: []*pg_query.Node{pg_query.MakeListNode(row)},
			LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE,
		}}}
	}
	return &pg_query.Node{Node: &pg_query.Node_InsertStmt{InsertStmt: insert}}
}

// selected is a select list of columns, of all where none are named.
func selected(columns []string) (list []*pg_query.Node) {
	if len(columns) == 0 {
		star := &pg_query.Node{Node: &pg_query.Node_AStar{AStar: &pg_query.A_Star{}}}
		return []*pg_query.Node{pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode([]*pg_query.Node{star}, -1), -1)}
	}
	for _, name := range columns {
		list = append(list, pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(name)}, -1), -1))
	}
	return list
}
