package checks

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The bits of a window's frame by the grammar.
const (
	frameRange  = 0x00002
	frameGroups = 0x00008
)

// checkFrame refuses frames that PostgreSQL refuses and DuckDB takes.
func (t *checker) checkFrame(w *pg_query.WindowDef) {
	if t.Env.SQLite || w.StartOffset == nil && w.EndOffset == nil && w.FrameOptions&frameGroups == 0 {
		return
	}
	mode := "ROWS"
	switch {
	case w.FrameOptions&frameRange != 0:
		mode = "RANGE"
	case w.FrameOptions&frameGroups != 0:
		mode = "GROUPS"
		if len(w.OrderClause) == 0 && w.Refname == "" {
			t.NoteError(w.Location, "42P20", "GROUPS mode requires an ORDER BY clause")
		}
	}
	if mode == "RANGE" && len(w.OrderClause) != 1 && w.Refname == "" {
		t.NoteError(w.Location, "42P20", "RANGE with offset PRECEDING/FOLLOWING requires exactly one ORDER BY column")
	}
	for i, offset := range []*pg_query.Node{w.StartOffset, w.EndOffset} {
		if offset == nil {
			continue
		}
		trees.EachColumn(offset.ProtoReflect(), func(c *pg_query.ColumnRef) {
			t.NoteError(c.Location, "42P10", "argument of %s must not contain variables", mode)
		})
		end := [2]string{"starting", "ending"}[i]
		if offset.GetAConst().GetIsnull() || offset.GetTypeCast().GetArg().GetAConst().GetIsnull() {
			t.NoteError(build.Nowhere, "22004", "frame %s offset must not be null", end)
		}
		if k, ok := parse.IntConstant(offset); ok && k < 0 && mode != "RANGE" {
			t.NoteError(build.Nowhere, "22013", "frame %s offset must not be negative", end)
		} else if ok && k < 0 {
			t.NoteError(build.Nowhere, "22013", "invalid preceding or following size in window function")
		}
		if mode == "RANGE" && len(w.OrderClause) == 1 {
			t.checkRange(w, t.Shown(w.OrderClause[0].GetSortBy().GetNode()), t.Shown(offset))
		}
	}
}

// checkRange refuses the offset of a type that is none of the column in the order.
func (t *checker) checkRange(w *pg_query.WindowDef, column, offset string) {
	shown := map[string]string{"int2": "smallint", "int4": "integer", "int8": "bigint", "float4": "real", "float8": "double precision"}
	spell := func(kind string) string {
		if name := shown[kind]; name != "" {
			return name
		}
		return kind
	}
	if numberRank[column] > 0 && numberRank[column] < numberRank["float4"] && numberRank[offset] > max(numberRank["int8"], numberRank[column]) ||
		column == "date" && numberRank[offset] > 0 {
		t.NoteUnsupported(w.Location, "RANGE with offset PRECEDING/FOLLOWING is not supported for column type %s and offset type %s", spell(column), spell(offset)).
			WithHint("Cast the offset value to an appropriate type.")
	}
}

// numberRank orders the types of numbers: a common type of two is the later one.
var numberRank = map[string]int{"int2": 1, "int4": 2, "int8": 3, "numeric": 4, "float4": 5, "float8": 6}

// checkWindowCall refuses arguments of a window function that PostgreSQL refuses, and gives a value and the one that stands
// in for it their common type.
func (t *checker) checkWindowCall(f *pg_query.FuncCall, name string) {
	if t.Env.SQLite {
		return
	}
	first := func() (int64, bool) { return parse.IntConstant(f.Args[len(f.Args)-1]) }
	switch {
	case name == "count" && len(f.Args) == 0 && !f.AggStar:
		t.NoteError(f.Location, "42809", "count(*) must be used to call a parameterless aggregate function")
	case f.Over == nil:
	case name == "nth_value" && len(f.Args) == 2:
		if n, ok := first(); ok && n < 1 {
			t.NoteError(build.Nowhere, "22016", "argument of nth_value must be greater than zero")
		}
	case name == "ntile" && len(f.Args) == 1:
		if n, ok := first(); ok && n < 1 {
			t.NoteError(build.Nowhere, "22014", "argument of ntile must be greater than zero")
		}
	case (name == "lag" || name == "lead") && len(f.Args) == 3:
		t.commonDefault(f, name)
	}
}

// commonDefault gives the value of lag or lead the type that it has in common with what stands for missing rows: DuckDB
// casts the latter to the type of the value.
func (t *checker) commonDefault(f *pg_query.FuncCall, name string) {
	value, other := t.Shown(f.Args[0]), t.Shown(f.Args[2])
	number := f.Args[2].GetAConst().GetFval().GetFval()
	whole, fraction, isDecimal := strings.Cut(number, ".")
	switch {
	case other != "numeric" && numberRank[value] > 0 && numberRank[other] > numberRank[value]:
		f.Args[0], t.Changed = build.Cast(f.Args[0], build.PlainType(other)), true
	case other != "numeric" || numberRank[value] > numberRank["numeric"] || t.fitsPlain(f.Args[0], f.Args[2]):
	case number != "" && !isDecimal && len(whole) < 19 && numberRank[value] > 0 && !strings.ContainsAny(whole, "eE"): // a bigint
		f.Args[0], t.Changed = build.Cast(f.Args[0], build.PlainType("int8")), true
	case isDecimal && numberRank[value] > 0 && numberRank[value] < numberRank["numeric"] && len(fraction) < 19 && !strings.ContainsAny(number, "eE"):
		zero := pg_query.MakeAConstStrNode("", build.Nowhere) // a sum with it has its scale
		zero.GetAConst().Val = &pg_query.A_Const_Fval{Fval: &pg_query.Float{Fval: "0." + strings.Repeat("0", max(len(fraction), 1))}}
		f.Args[0], t.Changed = build.Binary("+", f.Args[0], zero), true
	case number == "" || strings.Trim(fraction, "0") != "":
		t.NoteUnsupported(f.Location, "%s with this numeric in the place of missing rows is not supported", name)
	}
}

// fitsPlain reports whether the source's decimal for a column that is a numeric without a precision, of which a value is, has all digits of
// another numeric.
func (t *checker) fitsPlain(value, other *pg_query.Node) bool {
	if f := value.GetFuncCall(); f != nil && len(f.Args) == 1 && f.Over == nil {
		if _, name := parse.SplitName(f.Funcname); name == "sum" || name == "max" || name == "min" {
			value = f.Args[0]
		}
	}
	if value.GetColumnRef() == nil {
		return false
	}
	whole, scale, ok := t.PlainDigits(value.GetColumnRef())
	if c := other.GetColumnRef(); c != nil {
		_, others, known := t.PlainDigits(c)
		return ok && known && others == scale
	}
	if c := other.GetTypeCast(); c != nil {
		if schema, name := parse.SplitName(c.TypeName.Names); schema != "pg_catalog" || name != "numeric" || len(c.TypeName.Typmods)+len(c.TypeName.ArrayBounds) > 0 {
			return false
		}
		other = c.Arg
	}
	number, isNumber := trees.Number(other)
	digits, fraction, _ := strings.Cut(strings.TrimPrefix(number, "-"), ".")
	return ok && isNumber && trees.Decimal.MatchString(strings.TrimPrefix(number, "-")) && len(digits) <= whole && len(fraction) <= scale
}
