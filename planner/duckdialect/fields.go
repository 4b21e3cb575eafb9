package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Fields of times: of constants without an end, and those that a value chooses.

// endOf is how a numeric writes a constant time without an end; "": the expression is another one.
func endOf(moment *pg_query.Node) string {
	s, _ := parse.TextConstant(moment.GetTypeCast().GetArg())
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "infinity", "+infinity":
		return "Infinity"
	case "-infinity":
		return "-Infinity"
	}
	return ""
}

// endlessConstant replaces a field of a constant time without an end where the field has no end, either.
func (t *translation) endlessConstant(n, moment *pg_query.Node, field string) bool {
	if end := endOf(moment); end != "" && (monotonic[field] || field == "epoch" || field == "julian") {
		value, _ := numeric.Parse(end)
		return t.ReplaceCall(n, "extract", numerics.Constant(&t.Types, value))
	}
	return false
}

// fieldNames are the fields of a timestamp by each of their names.
var fieldNames = [][]string{
	{"epoch"},
	{"year", "years", "y", "yr", "yrs"},
	{"month", "months", "mon", "mons"},
	{"day", "days", "d"},
	{"hour", "hours", "h", "hr", "hrs"},
	{"minute", "minutes", "m", "min", "mins"},
	{"second", "seconds", "s", "sec", "secs"},
	{"dow"},
	{"isodow"},
	{"doy"},
	{"week", "weeks", "w"},
	{"quarter", "qtr"},
	{"isoyear"},
	{"decade", "decades", "dec", "decs"},
	{"century", "centuries", "cent", "c"},
	{"millennium", "millennia", "mil", "mils"},
	{"millisecond", "milliseconds", "ms", "msec", "msecs"},
	{"microsecond", "microseconds", "us", "usec", "usecs"},
	{"julian", "j"},
}

// chosenField is date_part of a field that a value names. The source's own function has whole numbers, and others of some fields.
func (t *translation) chosenField(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	kind := t.Shown(f.Args[1])
	if t.Env.SQLite {
		return false
	}
	if kind != "timestamp" && kind != "timestamptz" || name != "date_part" {
		t.NoteUnsupported(f.Location, "%s of a field that is no constant is supported for values whose type is shown to be timestamp or timestamptz", name)
		return true
	}
	word := build.Call("lower", f.Args[0])
	chosen := build.Cast(build.Null(), build.PlainType("float8"))
	whens := []*pg_query.Node{build.When(build.IsNull(f.Args[0]), chosen)}
	for _, names := range fieldNames {
		field := build.Call(name, build.Text(names[0]), proto.CloneOf(f.Args[1]))
		t.extract(field, field.GetFuncCall())
		for _, called := range names {
			whens = append(whens, build.When(build.Binary("=", proto.CloneOf(word), build.Text(called)), field))
			field = proto.CloneOf(field)
		}
	}
	return t.ReplaceCall(n, name, build.Case(rewrite.Failing("date_part of this field is not supported where the field is no constant"), whens...))
}
