package statements

import (
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// DuckDB's foreign keys have no actions, are not deferred, and count rows that the transaction has changed. So a foreign
// key becomes a CHECK that is always true and says in its text what the key is: the source reads the text and keeps the
// key. The names of other constraints, which DuckDB forgets, are kept in the same way.

// keepConstraints keeps the constraints of a table's elements. table is the name of the table.
func (t *Rules) keepConstraints(table string, elements []*pg_query.Node) []*pg_query.Node {
	out := make([]*pg_query.Node, 0, len(elements))
	taken := map[string]bool{}
	for _, e := range elements {
		if column := e.GetColumnDef(); column != nil {
			out = append(out, e)
			t.keepOfColumn(table, column, taken)
			continue
		}
		out = append(out, t.keepConstraint(table, e, taken)...)
	}
	return out
}

// keepOfColumn keeps the constraints that stand behind a column.
func (t *Rules) keepOfColumn(table string, column *pg_query.ColumnDef, taken map[string]bool) {
	var out []*pg_query.Node
	for _, n := range timed(column.Constraints) {
		if k := n.GetConstraint(); k.GetContype() == pg_query.ConstrType_CONSTR_FOREIGN {
			k.FkAttrs = build.Names(column.Colname)
		} else if k.GetContype() == pg_query.ConstrType_CONSTR_UNIQUE || k.GetContype() == pg_query.ConstrType_CONSTR_PRIMARY {
			kept := t.keepName(k, []string{column.Colname})
			out = append(append(out, n), kept...)
			continue
		}
		out = append(out, t.keepConstraint(table, n, taken)...)
	}
	column.Constraints = out
}

// timed sets when a key is checked, which the constraints behind it say (DEFERRABLE, INITIALLY DEFERRED).
func timed(list []*pg_query.Node) (out []*pg_query.Node) {
	var key *pg_query.Constraint
	for _, n := range list {
		k := n.GetConstraint()
		switch kind := k.GetContype(); {
		case key != nil && kind == pg_query.ConstrType_CONSTR_ATTR_DEFERRABLE:
			key.Deferrable = true
		case key != nil && kind == pg_query.ConstrType_CONSTR_ATTR_DEFERRED:
			key.Deferrable, key.Initdeferred = true, true
		case key != nil && (kind == pg_query.ConstrType_CONSTR_ATTR_NOT_DEFERRABLE || kind == pg_query.ConstrType_CONSTR_ATTR_IMMEDIATE):
		default:
			if key = nil; kind == pg_query.ConstrType_CONSTR_FOREIGN || isKey(k) {
				key = k
			}
			out = append(out, n)
		}
	}
	return out
}

// keepConstraint returns what stands for a constraint of a table.
func (t *Rules) keepConstraint(table string, n *pg_query.Node, taken map[string]bool) []*pg_query.Node {
	k := n.GetConstraint()
	switch k.GetContype() {
	case pg_query.ConstrType_CONSTR_FOREIGN:
		return []*pg_query.Node{t.keepKey(table, k, taken)}
	case pg_query.ConstrType_CONSTR_CHECK:
		if rewrite.IsKeptText(k.RawExpr) { // it tells of the type of a column
			break
		}
		kept := providers.KeptConstraint{Kind: "c", Name: k.Conname}
		if kept.Name == "" && k.RawExpr != nil {
			kept.Name, kept.Generated = generatedCheckName(table, k, taken)
		}
		if k.RawExpr != nil {
			at := t.place
			at.Condition = true
			if t.noteShownText(&kept, k.RawExpr, at); k.Conname == "" && kept.Shown+kept.Written != "" {
				kept.Generated = true
			}
		}
		if k == t.unchecked && k.RawExpr != nil {
			kept.Generated, kept.Unchecked = k.Conname == "", true
			k.RawExpr = build.Or(whileCopied(), k.RawExpr)
		}
		if taken[kept.Name] = true; k.RawExpr != nil && (k.Conname != "" || kept.Generated) {
			k.RawExpr = build.And(rewrite.KeptText(kept), k.RawExpr)
			k.Conname, t.Changed = "", true
		}
	case pg_query.ConstrType_CONSTR_UNIQUE, pg_query.ConstrType_CONSTR_PRIMARY:
		return append([]*pg_query.Node{n}, t.keepName(k, parse.NameParts(k.Keys))...)
	}
	return []*pg_query.Node{n}
}

// whileCopied is true while the source copies the rows that a table has: a CHECK that is added NOT VALID passes them.
func whileCopied() *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_NullTest{NullTest: &pg_query.NullTest{
		Arg: build.Call("getvariable", build.Text(providers.CopiesVariable)), Nulltesttype: pg_query.NullTestType_IS_NOT_NULL, Location: build.Nowhere,
	}}}
}

// generatedCheckName returns the name that PostgreSQL gives to a CHECK: one that reads one column is named after it. differs: DuckDB
// gives it another.
func generatedCheckName(table string, k *pg_query.Constraint, taken map[string]bool) (name string, differs bool) {
	columns := columnsIn(k.RawExpr.ProtoReflect(), nil)
	several := len(columns) > 1 // DuckDB's name has a column as often as the condition reads it
	slices.Sort(columns)
	column := ""
	if columns = slices.Compact(columns); len(columns) == 1 {
		column = columns[0]
	}
	for number := 0; name == "" || taken[name]; number++ {
		suffix := "check"
		if number > 0 {
			suffix += strconv.Itoa(number)
		}
		name = generatedName(table, column, suffix)
		differs = column == "" || several || number > 0
	}
	return name, differs
}

// keepName keeps the name of a UNIQUE or PRIMARY KEY.
func (t *Rules) keepName(k *pg_query.Constraint, columns []string) []*pg_query.Node {
	if len(k.Options) > 0 {
		t.NoteUnsupported(build.Nowhere, "storage parameters of a constraint are not supported")
	}
	if k.Indexspace != "" { // it says where the index is stored
		k.Indexspace, t.Changed = "", true
	}
	if k.Conname == "" {
		return nil
	}
	kind := "u"
	if k.Contype == pg_query.ConstrType_CONSTR_PRIMARY {
		kind = "p"
	}
	t.Changed = true
	kept := rewrite.KeptCheck(providers.KeptConstraint{Kind: kind, Name: k.Conname, Columns: columns})
	k.Conname = ""
	return []*pg_query.Node{kept}
}

// keepKey returns the CHECK that stands for a foreign key.
func (t *Rules) keepKey(table string, k *pg_query.Constraint, taken map[string]bool) *pg_query.Node {
	if len(k.FkDelSetCols) > 0 {
		t.NoteUnsupported(k.Location, "SET NULL and SET DEFAULT of some columns are not supported")
	}
	emulation.RefuseTarget(&t.Translation, k.Pktable)
	columns := parse.NameParts(k.FkAttrs)
	name := k.Conname
	for number := 0; name == "" || k.Conname == "" && taken[name]; number++ {
		suffix := "fkey"
		if number > 0 {
			suffix += strconv.Itoa(number)
		}
		name = generatedName(table, strings.Join(columns, "_"), suffix)
	}
	taken[name] = true
	t.Changed = true
	schema := k.Pktable.GetSchemaname()
	if k.Pktable.GetCatalogname() != "" {
		t.NoteUnsupported(k.Location, "a foreign key to another database is not supported")
	}
	return rewrite.KeptCheck(providers.KeptConstraint{
		Kind: "f", Name: name, Generated: k.Conname == "", Columns: columns, Schema: schema, Table: k.Pktable.GetRelname(), Others: parse.NameParts(k.PkAttrs),
		Delete: k.FkDelAction, Update: k.FkUpdAction, Deferrable: k.Deferrable || k.Initdeferred, Deferred: k.Initdeferred,
		Full: k.FkMatchtype == "f", Unchecked: k == t.unchecked, Unlogged: t.unlogged,
	})
}

// refuseMark refuses a label of an enum that would be taken for a type which the source keeps.
func (t *Rules) refuseMark(label string) {
	if strings.HasPrefix(strings.ToLower(label), providers.KeptPrefix) {
		t.NoteUnsupported(build.Nowhere, "a label that begins with %q is not supported", providers.KeptPrefix)
	}
}

// refuseKept refuses texts that would be taken for a constraint which the source keeps.
func (t *Rules) refuseKept(root *pg_query.Node) {
	var visit func(m protoreflect.Message) bool
	visit = func(m protoreflect.Message) bool {
		if c, ok := m.Interface().(*pg_query.A_Const); ok && strings.HasPrefix(strings.ToLower(c.GetSval().GetSval()), providers.KeptPrefix) {
			t.NoteUnsupported(c.Location, "a text that begins with %q is not supported in a definition", providers.KeptPrefix)
		}
		return parse.Children(m, visit)
	}
	visit(root.ProtoReflect())
}
