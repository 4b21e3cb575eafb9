package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Calls of to_char, to_date and to_timestamp. Only constant formats can be translated.

// formatOf returns the constant format of a call with two arguments.
func formatOf(f *pg_query.FuncCall) (string, bool) {
	if len(f.Args) != 2 {
		return "", false
	}
	return parse.TextConstant(f.Args[1])
}

func (t *translation) badFormat(f *pg_query.FuncCall, name string) bool {
	t.NoteUnsupported(f.Location, "this format of %s is not supported", name).
		WithHint("Formats are constants of YYYY, MM, DD, HH24, MI, SS and their like.")
	return true
}

// toChar formats by strftime where the format is a constant that has such a form.
func (t *translation) toChar(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 2 {
		return false
	}
	if t.Shown(f.Args[0]) == "time" {
		f.Args[0] = build.Cast(f.Args[0], build.PlainType("interval"))
	}
	s, constant := formatOf(f)
	if format, ok := constants.DateFormat(s); constant && ok && !constants.IsNumberFormat(s) && !isInterval(f.Args[0]) && !inference.Numbers[t.Shown(f.Args[0])] {
		return t.ReplaceCall(n, "to_char", t.zonedTime(f.Args[0], format))
	}
	arg := f.Args[0]
	if constant && (isZoned(arg) || t.Shown(arg) == "timestamptz") && !strings.Contains(strings.ToUpper(s), "TZ") && !strings.Contains(strings.ToUpper(s), "OF") {
		arg = build.Cast(arg, build.PlainType("timestamp"))
	}
	return t.ReplaceCall(n, "to_char", build.Call("pg__to_char", arg, f.Args[1]))
}

// zonedTime writes the abbreviation of the session's time zone, for which strftime has the zone's name.
func (t *translation) zonedTime(moment *pg_query.Node, format string) *pg_query.Node {
	const place = "\x01"
	if !strings.Contains(format, "%Z") || strings.Contains(format, place) {
		return shownTime(moment, format)
	}
	zone := build.Call("pg__zone", build.Call("current_setting", build.Text("TimeZone")), build.Cast(moment, build.PlainType("timestamptz")))
	if !isZoned(moment) && t.Shown(moment) != "timestamptz" {
		zone = build.Case(build.Text(""), build.When(build.Binary("=", build.Call("typeof", moment), build.Text("TIMESTAMP WITH TIME ZONE")), zone))
	}
	return build.Call("replace", shownTime(moment, strings.ReplaceAll(format, "%Z", place)), build.Text(place), zone)
}

func isInterval(n *pg_query.Node) bool {
	_, name := parse.SplitName(n.GetTypeCast().GetTypeName().GetNames())
	return name == "interval"
}

// isZoned reports whether the text shows that a value is a timestamp with time zone.
func isZoned(n *pg_query.Node) bool {
	if _, name := parse.SplitName(n.GetTypeCast().GetTypeName().GetNames()); name == "timestamptz" {
		return true
	}
	_, name := parse.SplitName(n.GetFuncCall().GetFuncname())
	return name == "now" || name == "get_current_timestamp"
}

func (t *translation) toDate(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 2 {
		return false
	}
	return t.ReplaceCall(n, "to_date", build.Cast(build.Call("pg__read_time", f.Args...), build.PlainType("date")))
}

// toTimestamp reads a time of the session's zone, or of the zone that the format says the text has.
func (t *translation) toTimestamp(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 1 {
		return false
	}
	s, ok := formatOf(f)
	if !ok {
		return t.badFormat(f, "to_timestamp")
	}
	if upper := strings.ToUpper(s); strings.Contains(upper, "TZH") || strings.Contains(upper, "TZM") {
		return t.ReplaceCall(n, "to_timestamp", build.Call("timezone", build.Text("UTC"), build.Call("pg__read_zoned_time", f.Args...)))
	}
	return t.ReplaceCall(n, "to_timestamp", build.Cast(build.Call("pg__read_time", f.Args...), build.PlainType("timestamptz")))
}

// beforeChrist gives a year before Christ, which is a negative number, DuckDB's number: DuckDB has a year 0.
func (t *translation) beforeChrist(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) < 3 {
		return false
	}
	year := f.Args[0]
	if i, ok := parse.IntConstant(year); ok && i > 0 {
		return false
	}
	f.Args[0], t.Changed = build.Case(year,
		build.When(build.Binary("=", year, build.Number(0)), build.Call("error", build.Text("22008: date field value out of range: year 0"))),
		build.When(build.Binary("<", year, build.Number(0)), build.Cast(build.Binary("+", year, build.Number(1)), build.PlainType("int4")))), true
	return false
}
