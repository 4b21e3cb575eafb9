package duckdialect

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/times"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Casts to text of what DuckDB writes otherwise than PostgreSQL, or does not know as what it is: OIDs, rows, arrays.

// nameOfOID turns a look-up of an OID into the object's name. A constant and another text are looked up, too: it may not
// exist, or be spelled otherwise.
func (t *translation) nameOfOID(n *pg_query.Node) {
	f := n.GetFuncCall()
	_, name := parse.SplitName(f.Funcname)
	last := len(f.Args) - 1
	if t.mayBeName(f.Args[last]) {
		args := append(slices.Clone(f.Args[:last]), &pg_query.Node{Node: n.Node})
		n.Node = emulation.Call(name, args...).Node
		f = n.GetFuncCall()
	}
	shown := strings.TrimSuffix(name, "_oid") + "_text"
	if name == "regtype_oid" && emulation.TypeColumns[trees.LastField(f.Args[last])] {
		shown = "regtype_name"
	}
	f.Funcname, t.Changed = build.Names(emulation.Database, emulation.Catalog, shown), true
	if found := f.Args[last]; isLookedUpOnce(found) {
		f.Args[last] = build.Column("found__")
		from := build.Subselect(build.Select(nil, build.Target(found, "found__")), build.Alias("found__"))
		n.Node = build.ValueOf(build.Select(from, build.Target(&pg_query.Node{Node: n.Node}, ""))).Node
	}
}

// isLookedUpOnce reports whether a value is the look-up of a constant. The macros that make the names of objects name
// their argument more than once, and DuckDB would look it up as often.
func isLookedUpOnce(n *pg_query.Node) bool {
	if !emulation.IsLookup(n) && emulation.TriedLookup(n) == "" {
		return false
	}
	args := n.GetFuncCall().Args
	return args[len(args)-1].GetAConst() != nil
}

// mayBeName reports whether a value may be the name of an object rather than its OID.
func (t *translation) mayBeName(n *pg_query.Node) bool {
	if _, ok := parse.TextConstant(n); ok {
		return true
	}
	switch t.Shown(n) {
	case "text", "varchar", "name":
		return true
	case "int2", "int4", "int8", "oid":
		return false
	}
	return n.GetAExpr() != nil || n.GetCoalesceExpr() != nil || n.GetFuncCall() != nil && emulation.TriedLookup(n) == ""
}

// castToText turns look-ups into names and vectors into their text.
func (t *translation) castToText(n *pg_query.Node, c *pg_query.TypeCast) {
	if emulation.IsLookup(c.Arg) {
		t.nameOfOID(c.Arg)
		return
	}
	if kind := t.numbered[c.Arg.GetTypeCast()]; kind != "" {
		t.lookUpAgain(c.Arg, kind, "_text")
		return
	}
	schema, name := parse.SplitName(c.Arg.GetFuncCall().GetFuncname())
	if schema == emulation.Database+"."+emulation.Catalog && strings.HasSuffix(name, "_names") {
		t.ReplaceNode(n, build.Call(t.rowText(), c.Arg))
		return
	}
	if kind := emulation.TriedLookup(c.Arg); kind != "" {
		shown := emulation.Call(kind+"_text", append(emulation.Constants(&t.Env, emulation.Lookups[kind]), c.Arg)...)
		c.Arg, t.Changed = build.Case(shown, build.When(build.IsNull(c.Arg), build.Null())), true
		return
	}
	if c.Arg.GetRowExpr() != nil || c.Arg.GetTypeCast().GetArg().GetRowExpr() != nil {
		t.ReplaceNode(n, build.Call(t.rowText(), c.Arg))
		return
	}
	if row := t.users.ShownRow(c.Arg); row != nil {
		t.ReplaceNode(n, build.Call(t.rowText(), row))
		return
	}
	column := trees.LastField(c.Arg)
	if strings.Contains(t.Text, "pg_") && emulation.FunctionColumns[column] {
		t.ReplaceNode(n, build.Cast(emulation.Call("regproc_text", append(emulation.Constants(&t.Env, emulation.Lookups["regproc"]), c.Arg)...), build.PlainType("text")))
		return
	}
	if parse.IsVectorColumn(column) {
		t.ReplaceNode(n, build.Call("array_to_string", c.Arg, build.Text(" ")))
		return
	}
	if t.isCatalogArray(c.Arg) {
		t.ReplaceNode(n, build.Call(t.rowText(), c.Arg))
		return
	}
	if s := c.Arg.GetSubLink(); s != nil && s.SubLinkType == pg_query.SubLinkType_ARRAY_SUBLINK {
		t.showSelect(s.Subselect.GetSelectStmt(), false)
		t.ReplaceNode(n, build.Call(t.rowText(), c.Arg))
		return
	}
	if t.nameElements(c.Arg); t.ShowsArray(c.Arg) || inference.IsArray(t.EnumShown(c.Arg)) {
		if shown := t.shownForm(c.Arg); shown != nil && trees.IsArray(c.Arg) {
			c.Arg = shown
		}
		t.ReplaceNode(n, build.Call(t.rowText(), c.Arg))
	}
}

// nameElements turns the look-ups of an array into names.
func (t *translation) nameElements(n *pg_query.Node) {
	c := n.GetTypeCast()
	elements := n.GetAArrayExpr().GetElements()
	if _, name := parse.SplitName(c.GetTypeName().GetNames()); name == "pg_oid" {
		elements = c.Arg.GetAArrayExpr().GetElements()
	}
	if len(elements) == 0 || slices.ContainsFunc(elements, func(e *pg_query.Node) bool { return !emulation.IsLookup(e) }) {
		return
	}
	for _, e := range elements {
		t.nameOfOID(e)
	}
	t.ReplaceNode(n, build.Array(elements...))
}

// isCatalogArray recognises a column of the system catalogs that is an array of OIDs.
func (t *translation) isCatalogArray(n *pg_query.Node) bool {
	return strings.Contains(t.Text, "pg_") && emulation.OIDArrays[trees.LastField(n)]
}

// offsetsWithSeconds end with 1972: until then some zones had offsets of seconds, which DuckDB's texts do not have. DuckDB writes years
// before Christ otherwise, too.
const offsetsWithSeconds = "1973-01-01 00:00:00+00"

// showMoment writes the text of an old moment with a zone by the source's function.
func (t *translation) showMoment(n *pg_query.Node, c *pg_query.TypeCast) {
	if t.Shown(c.Arg) != "timestamptz" || n.GetTypeCast() != c || len(c.TypeName.ArrayBounds) > 0 || t.styles() || t.Env.SQLite || c.Arg.GetTypeCast().GetArg().GetAConst() != nil {
		return
	}
	if len(c.TypeName.Typmods) > 0 { // the length cuts the whole text
		text := build.Cast(c.Arg, build.PlainType("text"))
		inner := build.Cast(c.Arg, build.PlainType("text"))
		t.showMoment(inner, text.GetTypeCast())
		if inner.GetCaseExpr() != nil {
			c.Arg, t.Changed = inner, true
		}
		return
	}
	old := build.Binary("<", c.Arg, build.Cast(build.Text(offsetsWithSeconds), build.PlainType("timestamptz")))
	t.ReplaceNode(n, build.Case(&pg_query.Node{Node: n.Node}, build.When(old, build.Call("pg__show_row", c.Arg))))
}

// readText has a computed text read as PostgreSQL reads dates and times.
func (t *translation) readText(n *pg_query.Node, c *pg_query.TypeCast, name string) {
	text := times.IsText(&t.Types, c)
	if name != "timetz" {
		times.SlashedText(&t.Types, c)
	}
	if text && name != "date" {
		times.ReadText(&t.Types, n, c, name)
	}
}
