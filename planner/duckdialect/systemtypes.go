package duckdialect

import (
	"math"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The types of PostgreSQL's own catalogs, where clients use them: name, oid, "char", xid, pg_lsn.

// parseIdent is strict unless the call says otherwise.
func (t *translation) parseIdent(n *pg_query.Node, f *pg_query.FuncCall) bool {
	strict := build.Cast(build.Text("true"), build.PlainType("bool"))
	if len(f.Args) == 2 {
		strict = f.Args[1]
	}
	return len(f.Args) > 0 && t.ReplaceCall(n, "parse_ident", build.Call("pg__parse_ident", f.Args[0], strict))
}

// castToSystemType casts to "char", name or oid.
func (t *translation) castToSystemType(n *pg_query.Node, c *pg_query.TypeCast, name string) {
	switch name {
	case "char":
		t.castToCharacter(n, c)
	case "name":
		t.castToName(c)
	case "oid":
		t.castToOID(c)
	}
}

// castToName casts a value to name, which has the text of the value's type as a result shows it, cut to the length of a name.
func (t *translation) castToName(c *pg_query.TypeCast) {
	s, constant := parse.TextConstant(c.Arg)
	elements := c.Arg.GetAArrayExpr().GetElements()
	isArray := c.Arg.GetAArrayExpr() != nil
	switch {
	case c.Arg.GetAConst().GetIsnull():
	case len(c.TypeName.ArrayBounds) > 1 || slices.ContainsFunc(elements, func(e *pg_query.Node) bool { return e.GetAArrayExpr() != nil }):
	case isArray && len(c.TypeName.ArrayBounds) == 1:
		for i, e := range elements {
			elements[i] = build.Cast(t.writeAsName(e), build.PlainType("pg_name"))
		}
		t.Changed = true
	case len(c.TypeName.ArrayBounds) == 1 && !constant:
		each := build.Binary("->", build.Column("name__"), t.writeAsName(build.Column("name__"))) // a lambda of the source's
		c.Arg, t.Changed = build.Call("list_transform", c.Arg, each), true
	case len(c.TypeName.ArrayBounds) > 0:
	case !constant:
		c.Arg, t.Changed = t.writeAsName(c.Arg), true
	case len(s) > lexical.MaxName:
		c.Arg, t.Changed = build.Text(lexical.CutName(s)), true
	}
}

// writeAsName writes the text of a value as a name has it.
func (t *translation) writeAsName(n *pg_query.Node) *pg_query.Node {
	if n.GetRowExpr() != nil || strings.TrimPrefix(t.Shown(n), "pg_") == "inet" {
		n = build.Call(t.rowText(), n)
	}
	if emulation.IsLookup(n) {
		return build.Call("pg__name", build.Cast(n, build.PlainType("varchar")))
	}
	return writes.NameText(n, t.Inferred(n))
}

// castToOID reads a text, or a number that may be none of an object, as an object identifier.
func (t *translation) castToOID(c *pg_query.TypeCast) {
	if len(c.TypeName.ArrayBounds) > 0 || t.Env.SQLite {
		return
	}
	if i, ok := parse.IntConstant(c.Arg); ok && i >= 0 {
		return
	}
	if emulation.IsLookup(c.Arg) {
		args := c.Arg.GetFuncCall().Args
		if found := args[len(args)-1]; emulation.IsOwnedSequence(found) {
			c.Arg, t.Changed = found, true
			return
		}
	}
	if s, ok := parse.TextConstant(c.Arg); ok {
		if _, err := strconv.ParseUint(s, 10, 32); err == nil {
			return
		}
	}
	if s, ok := trees.Number(c.Arg); ok {
		if oid, err := strconv.ParseInt(s, 10, 64); err == nil && (oid < 0 && c.Arg.GetAConst().GetFval() != nil || oid > math.MaxUint32) {
			t.NoteError(c.Arg.GetAConst().GetLocation(), sqlstate.NumericOutOfRange, "OID out of range")
			return
		}
	}
	switch t.Shown(c.Arg) {
	case "unknown", "text", "varchar", "int2", "int4", "int8":
		if !c.Arg.GetAConst().GetIsnull() {
			c.Arg, t.Changed = build.Call("pg__oid", c.Arg), true
		}
	}
}

// refuseOrder refuses to order values of types that have no order.
func (t *translation) refuseOrder(e *pg_query.A_Expr, op string) {
	for _, n := range []*pg_query.Node{e.Lexpr, e.Rexpr} {
		switch kind := strings.TrimPrefix(t.Shown(n), "pg_"); {
		case t.Env.SQLite:
		case kind == "xid" || kind == "cid":
			t.NoteError(e.Location, sqlstate.UndefinedFunction, "operator does not exist: %[1]s %[2]s %[1]s", kind, op).
				WithHint("No operator matches the given name and argument types. You might need to add explicit type casts.")
		case kind == "lsn" || kind == "pg_lsn":
			t.NoteUnsupported(e.Location, "the order of places in the log, which are of type pg_lsn, is not supported")
		}
	}
}

// HasType reports whether a name without a schema is that of a type of PostgreSQL's own, or of one that PostgreSQL's grammar has.
func HasType(name string) bool { return inference.HasType(name) }

// isRowOfCatalog reports whether the name of a type is that of a relation of the system's catalogs.
func isRowOfCatalog(schema, name string) bool {
	return strings.EqualFold(schema, "information_schema") || (schema == "" || schema == "pg_catalog") && emulation.IsCatalog(&pg_query.RangeVar{Relname: name})
}
