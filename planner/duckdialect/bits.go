package duckdialect

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Bit strings. DuckDB has one type for bit and bit varying, without a length.

// castToBits cuts or fills a cast to bit(n) or varbit(n), as Postgres does. Of an integer it is the last n bits.
func (t *translation) castToBits(n *pg_query.Node, c *pg_query.TypeCast, name string) {
	mods := t.precisions[c.TypeName]
	if len(c.TypeName.ArrayBounds) > 0 {
		t.castElementsToBits(n, c, name, mods)
		return
	}
	kind := t.Shown(c.Arg)
	if len(mods) != 1 {
		if inference.Numbers[kind] {
			t.NoteUnsupported(c.TypeName.Location, "a cast of a number to bit without a length is not supported")
		}
		return
	}
	length, ok := parse.IntConstant(mods[0])
	s, quoted := parse.TextConstant(c.Arg)
	if !ok || length < 1 || length > resultcolumns.LongestBits || quoted && strings.Trim(s, "01") != "" {
		t.NoteUnsupported(c.TypeName.Location, "this cast to bit(n) is not supported").WithHint("Write the bits, as in B'101'.")
		return
	}
	if f := c.Arg.GetFuncCall(); f != nil {
		if _, function := parse.SplitName(f.Funcname); function == "pg_relation_is_updatable" {
			kind = "int4"
		}
	}
	var bits *pg_query.Node
	switch {
	case quoted:
		bits = c.Arg
	case kind == "bit":
		bits = build.Cast(c.Arg, build.PlainType("text"))
	case kind == "int4" || kind == "int8" || kind == "int2":
		if kind == "int2" {
			kind = "int4"
		}
		digits := build.Cast(build.Cast(build.Cast(c.Arg, build.PlainType(kind)), build.PlainType("bit")), build.PlainType("text"))
		bits = build.Call("right", build.Call("lpad", digits, build.Cast(build.Call("greatest", build.Number(length), build.Call("length", digits)), build.PlainType("int4")), build.Call("left", digits, build.Number(1))), build.Number(length))
		t.ReplaceNode(n, build.Cast(bits, build.PlainType("bit")))
		return
	case inference.TextTypes[kind] || resultcolumns.IsTextType(c.Arg):
		bits = build.Call("pg__bits", build.Cast(c.Arg, build.PlainType("text")))
	default:
		t.NoteUnsupported(c.TypeName.Location, "a cast of this expression to %s(n) is not supported", name)
		return
	}
	if name == "bit" {
		bits = build.Call("rpad", bits, build.Number(length), build.Text("0"))
	} else {
		bits = build.Call("left", bits, build.Number(length))
	}
	t.ReplaceNode(n, build.Cast(bits, build.PlainType("bit")))
}

// castElementsToBits cuts or fills the elements of an array that is cast to bit(n)[] or varbit(n)[].
func (t *translation) castElementsToBits(n *pg_query.Node, c *pg_query.TypeCast, name string, mods []*pg_query.Node) {
	if len(mods) == 0 || c.Arg.GetAConst().GetIsnull() {
		return
	}
	length, ok := parse.IntConstant(mods[0])
	elements := c.Arg.GetAArrayExpr().GetElements()
	written := c.Arg.GetAArrayExpr() != nil && !slices.ContainsFunc(elements, func(n *pg_query.Node) bool {
		s, quoted := parse.TextConstant(n)
		return !n.GetAConst().GetIsnull() && t.Shown(n) != "bit" && (!quoted || s == "" || strings.Trim(s, "01") != "")
	})
	switch shown := t.Inferred(c.Arg); {
	case len(c.TypeName.ArrayBounds) > 1 || len(mods) != 1 || !ok || length < 1 || length > resultcolumns.LongestBits:
		t.NoteUnsupported(c.TypeName.Location, "this cast to an array of %s(n) is not supported", name)
		return
	case !written && shown != "bit[]":
		t.NoteUnsupported(c.TypeName.Location, "a cast of this expression to an array of %s(n) is not supported", name)
		return
	}
	texts := build.Cast(&pg_query.Node{Node: &pg_query.Node_TypeCast{TypeCast: c}}, build.TextArray())
	fitted := build.Call("pg__fit_bits", texts, build.Number(length), build.Truth(name == "bit"))
	t.ReplaceNode(n, build.Cast(fitted, c.TypeName))
}

// bitFunction rewrites functions of bit strings that DuckDB has for texts.
func (t *translation) bitFunction(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	if len(f.Args) == 0 || t.Shown(f.Args[0]) != "bit" {
		return false
	}
	args := make([]*pg_query.Node, len(f.Args))
	for i, a := range f.Args {
		if args[i] = a; t.Shown(a) == "bit" {
			args[i] = build.Cast(a, build.PlainType("text"))
		}
	}
	var by *pg_query.Node
	switch name {
	case "substring":
		by = build.Cast(build.Call("pg__substring", args...), build.PlainType("bit"))
	case "overlay":
		by = build.Cast(emulation.Call("overlay", args...), build.PlainType("bit"))
	case "position":
		by = build.Cast(build.Call("strpos", args...), build.PlainType("int4"))
	case "bit_length":
		by = build.Cast(build.Call("length", args...), build.PlainType("int4"))
	case "octet_length":
		by = build.Cast(build.Call("ceil", build.Binary("/", build.Cast(build.Call("length", args...), build.PlainType("float8")), build.Number(8))), build.PlainType("int4"))
	case "bit_count":
		by = build.Cast(build.Call("bit_count", f.Args...), build.PlainType("int8"))
	default:
		return false
	}
	t.ReplaceNode(n, by)
	t.NoteName(by, name)
	return true
}

// bitName tells the two types of bit strings apart, which are one in DuckDB.
func (t *translation) bitName(n *pg_query.TypeName) string {
	if slices.Contains(t.varying, n) {
		return "varbit"
	}
	return "bit"
}

// orderBits has bit strings ordered by their texts: DuckDB orders those of several lengths otherwise than Postgres.
func (t *translation) orderBits(operands ...**pg_query.Node) {
	found := false
	for _, n := range operands {
		found = found || t.Shown(*n) == "bit"
	}
	for _, n := range operands {
		if _, quoted := parse.TextConstant(*n); found && (quoted || t.Shown(*n) == "bit") {
			*n, t.Changed = build.Cast(*n, build.PlainType("text")), true
		}
	}
}
