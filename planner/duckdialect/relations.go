package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/json"
	"github.com/sallyportdb/sallyport/planner/duckdialect/queries"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// collectReferences notes references to common table expressions, which hide relations, and the aliases of
// system relations that the rewriting asks for. It walks the tree only if the text can contain
// either.
func (t *translation) collectReferences(root *pg_query.Node) {
	lower := strings.ToLower(t.Text)
	hidden := strings.Contains(lower, "tableoid") || strings.Contains(lower, "xmin") || strings.Contains(lower, "_is_visible")
	if !hidden && !strings.Contains(lower, "with") {
		return
	}
	t.ctes, t.tables = map[*pg_query.RangeVar]bool{}, map[string]string{}
	(&scopes{t: t}).visit(root.ProtoReflect())
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if r, ok := m.(*pg_query.RangeVar); ok && emulation.IsCatalog(r) {
			alias := r.GetAlias().GetAliasname()
			if alias == "" {
				alias = r.Relname
			}
			t.tables[alias] = strings.ToLower(r.Relname)
		}
	})
}

// systemSchema returns the emulation's schema for a system relation, or "".
func (t *translation) systemSchema(r *pg_query.RangeVar) string {
	switch {
	case strings.EqualFold(r.Schemaname, "information_schema"):
		return emulation.Information
	case t.ctes[r]:
		return ""
	case emulation.IsCatalog(r):
		return emulation.Catalog
	}
	return ""
}

// unlisted are relations of the information schema whose rows the embedded engine does not know, and what to read instead.
var unlisted = map[string]string{
	"sql_features": "It is about the SQL standard, and not about this database.", "sql_sizing": "It is about the SQL standard, and not about this database.",
	"sql_parts": "It is about the SQL standard, and not about this database.", "sql_implementation_info": "It is about the SQL standard, and not about this database.",
}

// rangeVar rewrites the name of a relation.
func (t *translation) rangeVar(r *pg_query.RangeVar) {
	if emulation.Databases[strings.ToLower(r.Catalogname)] || r.Catalogname == "" && emulation.Databases[strings.ToLower(r.Schemaname)] {
		t.NoteError(r.Location, sqlstate.InsufficientPrivilege, "relation %q cannot be named", r.Relname)
		return
	}
	if r.Catalogname != "" && r.Catalogname == t.Env.Database && r.Catalogname != t.Env.Catalog {
		r.Catalogname, t.Changed = t.Env.Catalog, true
	}
	if !r.Inh { // ONLY: there is no inheritance here
		r.Inh, t.Changed = true, true
	}
	if schema := t.systemSchema(r); schema != "" {
		if sessionLists[strings.ToLower(r.Relname)] != nil {
			t.NoteUnsupported(r.Location, "%s is not supported", strings.ToLower(r.Relname)).
				WithHint("Nobody knows here what a session holds.")
			return
		}
		if hint := unlisted[strings.ToLower(r.Relname)]; hint != "" && schema == emulation.Information {
			t.NoteUnsupported(r.Location, "%s is not supported", strings.ToLower(r.Relname)).WithHint("%s", hint)
			return
		}
		r.Catalogname, r.Schemaname, r.Relname = emulation.Database, schema, strings.ToLower(r.Relname)
		t.Changed, t.catalogs = true, true
	}
}

// sessionRelation turns a system relation that depends on the session into a call with the
// session's values.
func (t *translation) sessionRelation(n *pg_query.Node, r *pg_query.RangeVar) {
	values, ok := emulation.SessionRelations[r.Relname]
	if !ok || r.Catalogname != emulation.Database {
		return
	}
	f := emulation.Call(r.Relname, emulation.Constants(&t.Env, values)...)
	f.GetFuncCall().Funcname = build.Names(emulation.Database, r.Schemaname, r.Relname)
	alias := r.Alias
	if alias == nil {
		alias = &pg_query.Alias{Aliasname: r.Relname}
	}
	t.ReplaceNode(n, rangeFunction(f, alias))
}

// rangeFunction returns a function in FROM.
func rangeFunction(f *pg_query.Node, alias *pg_query.Alias) *pg_query.Node {
	n := pg_query.MakeSimpleRangeFunctionNode([]*pg_query.Node{pg_query.MakeListNode([]*pg_query.Node{f, {}})})
	n.GetRangeFunction().Alias = alias
	return n
}

// rangeFunction rewrites a function in FROM. DuckDB's table functions take no subqueries and few
// take columns, so a set-returning function becomes (SELECT f(…) AS name), with one row for each
// element.
func (t *translation) rangeFunction(n *pg_query.Node, r *pg_query.RangeFunction) {
	if t.checkDefinitions(r); t.Err != nil {
		return
	}
	if r.IsRowsfrom && len(r.Functions) == 1 && !r.Ordinality {
		r.IsRowsfrom, t.Changed = false, true
		if definitions := trees.DefinitionsOf(r.Functions[0]); len(definitions) > 0 {
			r.Coldeflist, r.Functions[0].GetList().Items[1] = definitions, &pg_query.Node{}
		}
	}
	if r.IsRowsfrom || r.Ordinality && trees.ReturnsRecord(t.OriginalName(trees.FunctionOf(r))) {
		t.rowsFromSeveral(n, r)
		return
	}
	if json.Records(&t.Types, n, r) {
		if made := n.GetRangeSubselect(); made != nil { // it is refused otherwise
			t.castRecords(made.Subquery.GetSelectStmt())
		}
		return
	}
	if json.Members(&t.Types, n, r) {
		return
	}
	if len(r.Coldeflist) > 0 {
		t.NoteUnsupported(build.Nowhere, "a column definition list of a function is not supported")
		return
	}
	item := r.Functions[0].GetList().GetItems()[0]
	f := item.GetFuncCall()
	if f == nil {
		t.constantRow(n, r, item)
		return
	}
	if t.jsonRows(n, r, f) || t.unnestSeveral(n, r, f) {
		return
	}
	_, name := parse.SplitName(f.Funcname)
	if name == "histogram" || name == "histogram_values" {
		t.NoteUnsupported(f.Location, "%s in FROM is not supported: it reads a table whose name is given as text", name).
			WithHint("Use the aggregate: SELECT histogram(column) FROM table.")
		return
	}
	t.rowsOf(n, r, f, name)
}

// checkDefinitions refuses a list of definitions of columns where PostgreSQL has none, and functions without one that need one.
func (t *translation) checkDefinitions(r *pg_query.RangeFunction) {
	if len(r.Coldeflist) > 0 && r.Ordinality {
		t.NoteError(build.Nowhere, sqlstate.SyntaxError, "WITH ORDINALITY cannot be used with a column definition list").WithHint("Put the column definition list inside ROWS FROM().")
		return
	}
	for _, n := range r.Functions {
		f := n.GetList().GetItems()[0].GetFuncCall()
		if f == nil {
			continue
		}
		name := t.OriginalName(f)
		defined := len(r.Coldeflist) > 0 || len(trees.DefinitionsOf(n)) > 0
		switch _, listed := functions[name]; {
		case strings.HasSuffix(name, "_to_record") || strings.HasSuffix(name, "_to_recordset"):
			if trees.ReturnsRecord(name) && !defined {
				t.NoteError(f.Location, sqlstate.SyntaxError, `a column definition list is required for functions returning "record"`)
			}
		case defined && listed && !strings.Contains(name, "_populate_record"):
			t.NoteError(build.Nowhere, sqlstate.SyntaxError, `a column definition list is only allowed for functions returning "record"`)
		}
	}
}

// castRecords rewrites the casts of a query of json_to_record to types with a length or a precision.
func (t *translation) castRecords(s *pg_query.SelectStmt) {
	for _, column := range s.TargetList {
		value := column.GetResTarget().Val
		to := value.GetTypeCast().GetTypeName()
		if _, kind := parse.SplitName(to.GetNames()); kind != "numeric" && len(to.GetTypmods())+len(t.precisions[to]) > 0 {
			t.RewriteCast(value, value.GetTypeCast())
		}
	}
}

// rowsOf rewrites a call in FROM of a function of this name.
func (t *translation) rowsOf(n *pg_query.Node, r *pg_query.RangeFunction, f *pg_query.FuncCall, name string) {
	known, listed := functions[t.OriginalName(f)]
	_, rare := t.rareOf[f]
	if listed && !known.set && !tableFunctions[name] || rare {
		known, listed = rule{set: true, emulated: name}, true // a scalar in FROM is one row
	}
	native := known.emulated == "" && known.native == "" && (name == "unnest" || (known.by == nil || name == "generate_series") && constant(f))
	if !listed || !known.set || native {
		t.scalarAlias(r, name)
		if name == "generate_series" && native && smallIntegers(f) {
			t.integerRows(n, r)
		}
		return
	}
	t.elementRows(n, r, known, t.OriginalName(f))
}

// elementRows makes a query of a function in FROM that returns a list, with one row for each element.
func (t *translation) elementRows(n *pg_query.Node, r *pg_query.RangeFunction, known rule, name string) {
	alias := r.Alias
	if alias == nil {
		alias = &pg_query.Alias{Aliasname: name}
	}
	if len(known.fields) > 0 && !r.Ordinality {
		t.recordRows(n, r, known, alias)
		return
	}
	columns := parse.NameParts(alias.Colnames)
	if len(columns) == 0 {
		columns = []string{alias.Aliasname}
		if json.ElementFunctions[name] && (r.Alias == nil || json.Mentions(&t.Types, "value")) {
			columns[0] = "value"
		}
	}
	if r.Ordinality && len(columns) == 1 {
		columns = append(columns, "ordinality")
	}
	set := r.Functions[0].GetList().Items[0]
	kind := t.typeOfSeries(name, set.GetFuncCall())
	rows := unnest(known, set)
	if name == "generate_subscripts" {
		rows = build.Cast(subscriptRows(set.GetFuncCall(), rows), build.PlainType("int4"))
	}
	if kind != nil {
		rows = build.Cast(rows, kind)
	}
	query := build.Select(nil, pg_query.MakeResTargetNodeWithNameAndVal(columns[0], rows, build.Nowhere))
	if r.Ordinality {
		query = build.Select(build.Lateral(query, &pg_query.Alias{Aliasname: alias.Aliasname}),
			pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode(build.Names(columns[0]), build.Nowhere), build.Nowhere),
			numbered(columns[1]))
	}
	t.ReplaceNode(n, build.Lateral(query, &pg_query.Alias{Aliasname: alias.Aliasname, Colnames: alias.Colnames}))
}

// recordRows makes a query of a function in FROM whose elements are rows, with a column for each of theirs.
func (t *translation) recordRows(n *pg_query.Node, r *pg_query.RangeFunction, known rule, alias *pg_query.Alias) {
	const element = "__element"
	query := build.Select(nil, pg_query.MakeResTargetNodeWithNameAndVal(element, unnest(known, r.Functions[0].GetList().Items[0]), build.Nowhere))
	targets := make([]*pg_query.Node, len(known.fields))
	for i, field := range known.fields {
		part := build.Call("struct_extract", pg_query.MakeColumnRefNode(build.Names(element), build.Nowhere), build.Text(field))
		targets[i] = pg_query.MakeResTargetNodeWithNameAndVal(field, part, build.Nowhere)
	}
	t.ReplaceNode(n, build.Lateral(build.Select(build.Lateral(query, &pg_query.Alias{Aliasname: "__rows"}), targets...), alias))
}

// integerRows gives a series of integers the type integer, which is bigint in DuckDB.
func (t *translation) integerRows(n *pg_query.Node, r *pg_query.RangeFunction) {
	alias := r.Alias
	if alias == nil {
		alias = &pg_query.Alias{Aliasname: "generate_series"}
	}
	columns := parse.NameParts(alias.Colnames)
	if len(columns) == 0 {
		columns = []string{alias.Aliasname}
	}
	if r.Ordinality && len(columns) == 1 {
		columns = append(columns, "ordinality")
	}
	targets := []*pg_query.Node{pg_query.MakeResTargetNodeWithNameAndVal(columns[0],
		build.Cast(pg_query.MakeColumnRefNode(build.Names(columns[0]), build.Nowhere), build.PlainType("int4")), build.Nowhere)}
	if r.Ordinality {
		targets = append(targets, numbered(columns[1]))
	}
	r.Ordinality, r.Alias = false, &pg_query.Alias{Aliasname: alias.Aliasname, Colnames: build.Names(columns[0])}
	query := build.Select(&pg_query.Node{Node: n.Node}, targets...)
	rows := build.Lateral(query, &pg_query.Alias{Aliasname: alias.Aliasname, Colnames: alias.Colnames})
	rows.GetRangeSubselect().Lateral = false
	t.ReplaceNode(n, rows)
}

// smallIntegers reports whether all arguments are constants of type integer.
func smallIntegers(f *pg_query.FuncCall) bool {
	for _, a := range f.Args {
		if _, name := parse.SplitName(a.GetTypeCast().GetTypeName().GetNames()); name == "int4" && len(a.GetTypeCast().TypeName.ArrayBounds) == 0 {
			continue
		}
		if _, ok := parse.IntConstant(a); !ok {
			return false
		}
	}
	return true
}

// constantRow makes a row of what a function in FROM became.
func (t *translation) constantRow(n *pg_query.Node, r *pg_query.RangeFunction, value *pg_query.Node) {
	if r.Alias == nil || r.Ordinality {
		t.NoteUnsupported(build.Nowhere, "this function in FROM is not supported without an alias, or WITH ORDINALITY").WithHint("Write FROM f(…) AS name.")
		return
	}
	name := r.Alias.Aliasname
	if given := parse.NameParts(r.Alias.Colnames); len(given) > 0 {
		name = given[0]
	}
	query := build.Select(nil, pg_query.MakeResTargetNodeWithNameAndVal(name, value, build.Nowhere))
	t.ReplaceNode(n, build.Lateral(query, &pg_query.Alias{Aliasname: r.Alias.Aliasname}))
}

// scalarAlias names the one column of f() AS name as Postgres does: name.
func (t *translation) scalarAlias(r *pg_query.RangeFunction, function string) {
	switch function {
	case "generate_series", "unnest", "range", "generate_subscripts":
	default:
		return
	}
	if r.Alias != nil && len(r.Alias.Colnames) == 0 && !r.Ordinality {
		r.Alias.Colnames, t.Changed = build.Names(r.Alias.Aliasname), true
	}
}

// unnest turns a list into rows.
func unnest(known rule, f *pg_query.Node) *pg_query.Node {
	if known.list {
		return build.Call("unnest", f)
	}
	return f
}

// constant reports whether a call has only constants as arguments.
func constant(f *pg_query.FuncCall) bool {
	for _, a := range f.Args {
		if a.GetTypeCast() != nil {
			a = a.GetTypeCast().Arg
		}
		if _, isInt := parse.IntConstant(a); a.GetAConst() == nil && !isInt {
			return false
		}
	}
	return true
}

// selectStmt checks a SELECT and unnests set-returning functions in its list.
func (t *translation) selectStmt(s *pg_query.SelectStmt) {
	if len(s.LockingClause) > 0 {
		s.LockingClause, t.Changed = nil, true // the engine locks the tables
	}
	if s.IntoClause != nil {
		t.NoteUnsupported(s.IntoClause.GetRel().GetLocation(), "SELECT INTO is not supported here").WithHint("Write CREATE TABLE … AS SELECT ….")
		return
	}
	t.sqliteOrder(s)
	json.OrderResult(&t.Types, s)
	json.GroupValues(&t.Types, s)
	t.Changed = queries.SpellWindows(s) || t.Changed
	t.keepValuesOrder(s)
	t.unitedScales(s)
	t.typeAlike(s)
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		if x := target.GetVal().GetAIndirection(); x.GetArg().GetFuncCall() != nil && functions[t.OriginalName(x.Arg.GetFuncCall())].list {
			x.Arg, t.Changed = build.Call("unnest", x.Arg), true
		}
		if target.GetVal() != nil {
			t.unnestTargets(target.Val, map[*pg_query.Node]bool{})
		}
	}
	t.spreadRows(s)
}

// columnRef removes the schema from schema.table.column and replaces the hidden columns of system
// relations.
func (t *translation) columnRef(n *pg_query.Node, c *pg_query.ColumnRef) {
	if len(c.Fields) == 3 {
		if s := c.Fields[0].GetString_().GetSval(); s == "pg_catalog" || s == "information_schema" {
			c.Fields, t.Changed = c.Fields[1:], true
		}
	}
	last := c.Fields[len(c.Fields)-1].GetString_().GetSval()
	if last != "tableoid" && last != "xmin" || len(t.tables) == 0 {
		return
	}
	table := ""
	if len(c.Fields) > 1 {
		table = t.tables[c.Fields[len(c.Fields)-2].GetString_().GetSval()]
	} else if len(t.tables) == 1 {
		for _, table = range t.tables {
		}
	}
	switch {
	case table == "":
	case last == "xmin":
		t.ReplaceNode(n, build.Number(1))
	default:
		t.ReplaceNode(n, emulation.Call("_catalog_oid", build.Text(table)))
	}
}

// sortBy writes ORDER BY … USING as a direction.
func (t *translation) sortBy(s *pg_query.SortBy) {
	t.orderBits(&s.Node)
	json.Order(&t.Types, s)
	_, op := parse.SplitName(s.UseOp)
	if (op == "~<~" || op == "~>~") && !byBytes[t.Inferred(s.Node)] {
		t.NoteUnsupported(s.Location, "ORDER BY … USING %s is not supported of this type", op).WithHint("Write ASC or DESC.")
		return
	}
	switch op {
	case "":
	case "<", "~<~":
		s.SortbyDir, s.UseOp, t.Changed = pg_query.SortByDir_SORTBY_ASC, nil, true
	case ">", "~>~":
		s.SortbyDir, s.UseOp, t.Changed = pg_query.SortByDir_SORTBY_DESC, nil, true
	default:
		t.NoteUnsupported(s.Location, "ORDER BY … USING is not supported").WithHint("Write ASC or DESC.")
	}
}
