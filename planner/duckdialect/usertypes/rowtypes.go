package usertypes

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The types of the rows of tables and views, in casts: ROW(1, 'a')::people. Each is a composite type of the columns. The source has no STRUCT
// of a name for them, so a value is made by a call that names the fields.

// packCall is the source's function that makes a STRUCT of named fields.
const packCall = "struct_pack"

// RowType returns the type of the rows of a relation that the name of a type means, nil for another type.
func (t *Rules) RowType(n *pg_query.TypeName) *providers.UserType {
	if n == nil || t.Env.Columns == nil || t.Env.SQLite || n.Setof || n.PctType || len(n.Typmods) > 0 {
		return nil
	}
	schema, name := parse.SplitName(n.Names)
	switch {
	case schema == "pg_catalog" || schema == "information_schema" || strings.HasPrefix(name, providers.RowTypePrefix):
		return nil
	case schema == "" && inference.HasType(name), t.TypeNamed(n) != nil, t.Env.Enum != nil && t.Env.Enum(schema, name) != nil:
		return nil
	}
	u, missing := t.rowType(schema, name)
	if missing != "" {
		t.NoteUnsupported(n.Location, "the type of the rows of %q, with the column %q, is not supported here", name, missing)
	}
	return u
}

// rowType is the type of the rows of a relation, nil for what is none, and for one with a column whose type is not supported here.
func (t *Rules) rowType(schema, name string) (u *providers.UserType, missing string) {
	columns := t.Env.Columns(schema, name)
	if len(columns) == 0 || columns[0].Table == 0 {
		return nil, ""
	}
	table := columns[0].Table
	if t.rowTypes[table] != nil {
		return t.rowTypes[table], ""
	}
	u = &providers.UserType{Kind: "c", Schema: schema, Name: name, OID: rowTypes + table}
	for _, c := range columns {
		spelled := t.SpelledColumn(c)
		if spelled == "" {
			return nil, c.Name
		}
		f := providers.UserAttribute{Name: c.Name, Type: spelled, TypName: inference.Names[c.Type], Dims: max(c.Dims, dimsOf(c))}
		if f.User = c.User; f.User != "" {
			f.TypName = t.ByID(c.User).Name
		} else if c.Enum != nil {
			f.TypName = c.Enum.Name
		}
		u.Fields = append(u.Fields, f)
	}
	if t.rowTypes == nil {
		t.rowTypes, t.rowColumns = map[uint32]*providers.UserType{}, map[*providers.UserType][]rewrite.Column{}
	}
	t.rowTypes[table], t.rowColumns[u] = u, columns
	return u, ""
}

func dimsOf(c rewrite.Column) int {
	if c.Array {
		return 1
	}
	return 0
}

// isTableRow reports whether a composite type is that of the rows of a relation.
func (t *Rules) isTableRow(u *providers.UserType) bool {
	return u != nil && u.Kind == "c" && u.ID == ""
}

// SpelledColumn spells the type of a column with its modifier; "" for one that is not supported here.
func (t *Rules) SpelledColumn(c rewrite.Column) string {
	array := ""
	if c.Array {
		array = "[]"
	}
	if u := t.ByID(c.User); u != nil {
		return lexical.Quote(u.Schema) + "." + lexical.Quote(u.Name) + array
	}
	if c.Enum != nil {
		return lexical.Quote(c.Enum.Schema) + "." + lexical.Quote(c.Enum.Name) + array
	}
	kind, of, _ := strings.Cut(inference.KindOfOID(c.Type), "[]")
	if kind == "" || of != "" || c.Dims > 1 || c.User != "" {
		return ""
	}
	width, scale, limited := c.Precision()
	switch {
	case limited && !c.Array:
		kind += "(" + strconv.Itoa(width) + "," + strconv.Itoa(scale) + ")"
	case c.Limit > 0:
		kind += "(" + strconv.Itoa(c.Limit) + ")"
	case c.Fields() != 0:
		return ""
	case c.Precise:
		kind += "(" + strconv.Itoa(c.Digits) + ")"
	}
	return kind + array
}

// namesRowTypes reports whether a statement casts to the type of the rows of a relation, or has a query within it that may return such
// rows.
func (t *Rules) namesRowTypes(root *pg_query.Node) (found bool) {
	if t.Env.Columns == nil || t.Env.SQLite {
		return false
	}
	relations, selected := map[string]bool{}, map[string]int{}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.TypeCast:
			found = found || t.RowType(m.TypeName) != nil
		case *pg_query.RangeVar:
			relations[parse.AliasOrName(m)] = true
		case *pg_query.ResTarget:
			if fields := m.Val.GetColumnRef().GetFields(); len(fields) == 1 {
				selected[fields[0].GetString_().GetSval()]++
			}
		}
	})
	for _, n := range trees.Explained(root).GetSelectStmt().GetTargetList() {
		if fields := n.GetResTarget().GetVal().GetColumnRef().GetFields(); len(fields) == 1 {
			selected[fields[0].GetString_().GetSval()]--
		}
	}
	for name, count := range selected {
		found = found || count > 0 && relations[name]
	}
	return found
}

// typeOfTableRow is the type of an expression that names the row of a table, nil for another one.
func (t *Rules) typeOfTableRow(n *pg_query.Node) *providers.UserType {
	if r := t.rowOfTable(n); r != nil && t.casts {
		u, _ := t.rowType(r.Schemaname, r.Relname)
		return u
	}
	return nil
}

// packRow makes a value of the type of a table's rows.
func (t *Rules) packRow(value *pg_query.Node, u *providers.UserType) *pg_query.Node {
	switch {
	case value.GetRowExpr() != nil:
		return t.packFields(value.GetRowExpr().Args, u)
	case value.GetAConst().GetIsnull():
		absent := build.Call("list_extract", build.Array(t.packFields(makeNulls(len(u.Fields)), u)), build.Number(2))
		t.packs[absent.GetFuncCall()] = u
		return absent
	}
	return value
}

// isNullRow reports whether a value is NULL of the type of a table's rows.
func (t *Rules) isNullRow(n *pg_query.Node) bool {
	f := n.GetFuncCall()
	return t.packs[f] != nil && len(f.Args) == 2 && f.Args[0].GetAArrayExpr() != nil
}

// packFields is the call that makes a STRUCT of the fields of a row.
func (t *Rules) packFields(values []*pg_query.Node, u *providers.UserType) *pg_query.Node {
	args := make([]*pg_query.Node, len(values))
	for i, value := range values {
		f := u.Fields[i]
		if value.GetAConst().GetIsnull() {
			value = t.typedNull(f)
		}
		if limit, limited := writes.LimitOf(&t.Translation, t.parsedType(f.Type)); f.User == "" && limited {
			value = build.Cast(value, build.PlainType(writes.LimitName(limit)))
		}
		args[i] = &pg_query.Node{Node: &pg_query.Node_NamedArgExpr{NamedArgExpr: &pg_query.NamedArgExpr{
			Arg: value, Name: f.Name, Argnumber: -1, Location: build.Nowhere,
		}}}
	}
	call := build.Call(packCall, args...)
	if t.packs == nil {
		t.packs = map[*pg_query.FuncCall]*providers.UserType{}
	}
	t.packs[call.GetFuncCall()] = u
	return call
}

// typedNull is NULL of the type of a field.
func (t *Rules) typedNull(f providers.UserAttribute) *pg_query.Node {
	switch of := t.ByID(f.User); {
	case of != nil && of.Kind == "c":
		return t.asRow(build.Null(), of, f.Dims > 0)
	case of != nil:
		return build.Cast(build.Null(), t.parsedType(t.domains(of)[0].Base))
	}
	return build.Cast(build.Null(), t.parsedType(f.Type))
}

func makeNulls(n int) []*pg_query.Node {
	list := make([]*pg_query.Node, n)
	for i := range list {
		list[i] = build.Null()
	}
	return list
}

// noteShownRows notes the columns of the result that are rows of such types: FormRows gives them the form of rows.
func (t *Rules) noteShownRows(root *pg_query.Node) {
	statement := trees.Explained(root)
	list := statement.GetSelectStmt().GetTargetList()
	for _, n := range list {
		target := n.GetResTarget()
		if u, _ := t.typeOfValue(target.GetVal()); t.isTableRow(u) && t.rowOfTable(target.Val) == nil {
			if t.shownRows == nil {
				t.shownRows = map[*pg_query.ResTarget]*providers.UserType{}
			}
			t.shownRows[target] = u
		} else if c, ok := t.columnOfRow(target.GetVal()); ok {
			if t.shownFields == nil {
				t.shownFields = map[*pg_query.ResTarget]rewrite.Column{}
			}
			t.shownFields[target] = c
		}
	}
	t.refuseStarsOver(statement.GetSelectStmt())
	if s := statement.GetSelectStmt(); s.GetLarg() != nil {
		for _, leaf := range trees.Leaves(s) {
			for _, n := range leaf.TargetList {
				if u, _ := t.typeOfValue(n.GetResTarget().GetVal()); t.isTableRow(u) {
					t.NoteUnsupported(build.Nowhere, "%s of rows of %q is not supported", parse.SetOperations[s.Op], u.Name)
				}
			}
		}
	}
	t.refuseInserted(statement.GetInsertStmt())
}

// refuseStarsOver refuses a star that stands for a column of rows of a table.
func (t *Rules) refuseStarsOver(s *pg_query.SelectStmt) {
	if !slices.ContainsFunc(s.GetTargetList(), func(n *pg_query.Node) bool { return trees.IsStar(n.GetResTarget().GetVal()) }) {
		return
	}
	refuse := func(q *pg_query.SelectStmt) {
		for _, n := range parse.FirstQuery(q).GetTargetList() {
			if u, _ := t.typeOfValue(n.GetResTarget().GetVal()); t.isTableRow(u) {
				t.NoteUnsupported(build.Nowhere, "* of a query with rows of %q as a column is not supported", u.Name).WithHint("Name the columns.")
			}
		}
	}
	for _, n := range s.FromClause {
		eachQuery(n, func(q *pg_query.RangeSubselect) { refuse(q.Subquery.GetSelectStmt()) })
	}
	for _, n := range s.WithClause.GetCtes() {
		refuse(n.GetCommonTableExpr().GetCtequery().GetSelectStmt())
	}
}

// columnOfRow is the column of a relation whose value a field of a row of such a type is.
func (t *Rules) columnOfRow(n *pg_query.Node) (c rewrite.Column, ok bool) {
	x := n.GetAIndirection()
	if len(x.GetIndirection()) != 1 {
		return c, false
	}
	u := t.compositeOf(x.Arg)
	if !t.isTableRow(u) {
		return c, false
	}
	at := slices.IndexFunc(u.Fields, func(f providers.UserAttribute) bool { return f.Name == x.Indirection[0].GetString_().GetSval() })
	if at < 0 {
		return c, false
	}
	return t.rowColumns[u][at], true
}

// refuseInserted refuses such a row in the place of a column's value.
func (t *Rules) refuseInserted(s *pg_query.InsertStmt) {
	columns := t.Env.Columns(s.GetRelation().GetSchemaname(), s.GetRelation().GetRelname())
	for i, n := range s.GetSelectStmt().GetSelectStmt().GetTargetList() {
		u, _ := t.typeOfValue(n.GetResTarget().GetVal())
		if !t.isTableRow(u) {
			continue
		}
		if len(s.Cols) == 0 && i < len(columns) && columns[i].User == "" {
			t.NoteError(build.Nowhere, sqlstate.DatatypeMismatch, "column %q is of type %s but expression is of type %s", columns[i].Name, inference.Spelled(inference.Names[columns[i].Type]), t.Env.ShownName(u.Schema, u.Name)).
				WithHint("You will need to rewrite or cast the expression.")
		} else {
			t.NoteUnsupported(build.Nowhere, "a row of %q as the value of a column is not supported", u.Name)
		}
		return
	}
}

// takesRows are the functions that take a row of any type, and return no row.
var takesRows = parse.WordSet(`row_to_json to_json to_jsonb json_agg jsonb_agg json_build_array json_build_object jsonb_build_array jsonb_build_object json_object_agg
	jsonb_object_agg count pg_typeof num_nulls num_nonnulls json_populate_record jsonb_populate_record json_populate_recordset jsonb_populate_recordset`)

// refuseRowUses refuses arrays of such rows, and functions that may return one.
func (t *Rules) refuseRowUses(root *pg_query.Node) {
	if !t.casts {
		return
	}
	refuse := func(list []*pg_query.Node, what string) {
		for _, n := range list {
			if u, _ := t.typeOfValue(n); t.isTableRow(u) {
				t.NoteUnsupported(build.Nowhere, "%s of rows of %q is not supported here", what, u.Name)
			}
		}
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.A_ArrayExpr:
			refuse(m.Elements, "an array")
		case *pg_query.FuncCall:
			if name := t.OriginalName(m); !takesRows[name] {
				refuse(m.Args, "the function "+name)
			}
		}
	})
}

// showRow gives a column of the result that is a row of such a type the form of a row.
func (t *Rules) showRow(s *pg_query.SelectStmt, target *pg_query.ResTarget, u *providers.UserType) {
	if target.Name == "" {
		target.Name, _ = resultcolumns.Name(target.Val)
	}
	value := build.Call("struct_values", target.Val)
	if t.isNullRow(target.Val) {
		value = build.Cast(build.Null(), build.PlainType("text"))
	}
	target.Val, t.Changed = value, true
	if d := t.describedAs(s, target); d != nil {
		d.Computed, d.Type, d.TypeMod, d.Row = true, u.OID, -1, true
	}
}

// showField gives a column of the result that is a field of such a row the type of the column.
func (t *Rules) showField(s *pg_query.SelectStmt, target *pg_query.ResTarget, c rewrite.Column) {
	if d := t.describedAs(s, target); d != nil && (c.Type == pgtype.VarcharOID || c.Type == pgtype.BPCharOID || c.Type == pgtype.NumericOID) {
		d.Computed, d.Type, d.TypeMod = true, c.Type, c.TypeMod
	}
}

// isRowOf reports whether an expression names the row of the relation that a type is of.
func (t *Rules) isRowOf(n *pg_query.Node, u *providers.UserType) bool {
	r := t.rowOfTable(n)
	if r == nil {
		return false
	}
	columns := t.Env.Columns(r.Schemaname, r.Relname)
	return len(columns) > 0 && rowTypes+columns[0].Table == u.OID
}
