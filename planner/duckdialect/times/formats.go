package times

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Calls of to_char, to_date and to_timestamp. Only constant formats can be translated.

// FormatOf returns the constant format of a call with two arguments.
func FormatOf(f *pg_query.FuncCall) (string, bool) {
	if len(f.Args) != 2 {
		return "", false
	}
	return parse.TextConstant(f.Args[1])
}

func badFormat(t *inference.Types, f *pg_query.FuncCall, name string) bool {
	t.NoteUnsupported(f.Location, "this format of %s is not supported", name).
		WithHint("Formats are constants of YYYY, MM, DD, HH24, MI, SS and their like.")
	return true
}

// ToChar formats by strftime where the format is a constant that has such a form.
func ToChar(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 2 {
		return false
	}
	if t.Shown(f.Args[0]) == "time" || t.Inferred(f.Args[0]) == "time" {
		f.Args[0] = build.Cast(f.Args[0], build.PlainType("interval"))
	}
	s, constant := FormatOf(f)
	if format, ok := constants.DateFormat(s); constant && ok && !strings.Contains(s, "tz") && !constants.IsNumberFormat(s) && (isMoment(t, f.Args[0]) || strings.Contains(format, "%Z")) {
		return t.ReplaceCall(n, "to_char", zonedTime(t, f.Args[0], format))
	}
	arg := f.Args[0]
	if constant && (isZoned(arg) || t.Shown(arg) == "timestamptz") {
		if by := shownOffset(arg, s); by != nil {
			return t.ReplaceCall(n, "to_char", build.Case(by, build.When(build.Or(build.IsNull(arg), build.Not(build.Call("isfinite", arg))), build.Null())))
		}
	}
	if constant && (isZoned(arg) || t.Shown(arg) == "timestamptz") && !strings.Contains(strings.ToUpper(s), "TZ") && !strings.Contains(strings.ToUpper(s), "OF") {
		arg = build.Cast(arg, build.PlainType("timestamp"))
	}
	return t.ReplaceCall(n, "to_char", build.Call("pg__to_char", arg, f.Args[1]))
}

// zonedTime writes the abbreviation of the session's time zone, for which strftime has the zone's name.
func zonedTime(t *inference.Types, moment *pg_query.Node, format string) *pg_query.Node {
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

// isMoment reports whether a value is known to be a date or a time that has one: strftime takes no other.
func isMoment(t *inference.Types, n *pg_query.Node) bool {
	return moments[t.Shown(n)] || moments[t.Inferred(n)] || isZoned(n)
}

var moments = parse.WordSet(`date timestamp timestamptz`)

// isZoned reports whether the text shows that a value is a timestamp with time zone.
func isZoned(n *pg_query.Node) bool {
	if _, name := parse.SplitName(n.GetTypeCast().GetTypeName().GetNames()); name == "timestamptz" {
		return true
	}
	_, name := parse.SplitName(n.GetFuncCall().GetFuncname())
	return name == "now" || name == "get_current_timestamp"
}

// ToDate reads a date by a format.
func ToDate(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 2 {
		return false
	}
	return t.ReplaceCall(n, "to_date", build.Call("pg__read_date", f.Args...))
}

// ToTimestamp reads a time of the session's zone, or of the zone that the format says the text has.
func ToTimestamp(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 1 {
		return t.ReplaceCall(n, "to_timestamp", build.Call("pg__to_timestamp", f.Args...))
	}
	s, ok := FormatOf(f)
	if !ok {
		return badFormat(t, f, "to_timestamp")
	}
	if upper := strings.ToUpper(s); strings.Contains(upper, "TZH") || strings.Contains(upper, "TZM") {
		return t.ReplaceCall(n, "to_timestamp", build.Call("timezone", build.Text("UTC"), build.Call("pg__read_zoned_time", f.Args...)))
	}
	return t.ReplaceCall(n, "to_timestamp", build.Cast(build.Call("pg__read_time", f.Args...), build.PlainType("timestamptz")))
}

// MakeZoned makes a time of a zone of numbers.
func MakeZoned(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	const numbers = 6
	switch len(f.Args) {
	case numbers:
		return t.ReplaceCall(n, "make_timestamptz", Within(build.Cast(build.Call("pg__make_timestamp", f.Args...), build.PlainType("timestamptz"))))
	case numbers + 1:
		moment, zone := &pg_query.Node{}, f.Args[numbers]
		if s, quoted := parse.TextConstant(zone); quoted && strings.IndexAny(s, "+-") == 0 { // which counts to the east here, and to the west in AT TIME ZONE
			zone = build.Text(string("+-"[strings.IndexByte("-+", s[0])]) + s[1:])
		}
		t.ReplaceNode(moment, build.Call("timezone", zone, build.Cast(build.Call("pg__make_timestamp", f.Args[:numbers]...), build.PlainType("timestamp"))))
		AtZone(t, moment, moment.GetFuncCall())
		return t.ReplaceCall(n, "make_timestamptz", Within(moment))
	}
	return false
}

// shownTime writes a date or time by strftime, which writes no year before Christ as Postgres does.
func shownTime(moment *pg_query.Node, format string) *pg_query.Node {
	first := build.Cast(build.Text("0001-01-01"), build.PlainType("date"))
	return build.Case(build.Call("strftime", moment, build.Text(format)),
		build.When(build.Not(build.Call("isfinite", moment)), build.Null()),
		build.When(build.Binary("<", moment, first), rewrite.Failing("to_char of a date before Christ is not supported")))
}
