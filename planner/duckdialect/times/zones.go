package times

import (
	"fmt"
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Within is a date or a time, or the error that it is out of range.
func Within(n *pg_query.Node) *pg_query.Node { return build.Call(inference.Within, n) }

// AtZoneWithin rewrites AT TIME ZONE of a client's.
func AtZoneWithin(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	done := AtZone(t, n, f)
	if zone, _ := parse.TextConstant(f.Args[0]); t.Env.SQLite || t.Err != nil || zone == "UTC" {
		return done
	}
	t.ReplaceNode(n, Within(&pg_query.Node{Node: n.Node}))
	return true
}

// HoldCast has a cast between a clock and a zone fail where its result is out of range.
func HoldCast(t *inference.Types, n *pg_query.Node, c *pg_query.TypeCast, name string) {
	if n.GetTypeCast() != c || c.Arg.GetSqlvalueFunction() != nil || len(c.TypeName.ArrayBounds) > 0 || t.Env.SQLite {
		return
	}
	if f := c.Arg.GetFuncCall(); f != nil && len(f.Args) == 0 { // now() and the like
		return
	}
	switch from := t.Inferred(c.Arg); {
	case name == "timestamptz" && (from == "timestamp" || from == "date"), name == "timestamp" && from == "timestamptz":
		t.ReplaceNode(n, Within(&pg_query.Node{Node: n.Node}))
	}
}

// onlySeconds matches the text of an interval that is a number of seconds.
var onlySeconds = regexp.MustCompile(`^-?\d+ seconds$`)

// withoutDays is an interval that is the offset of a zone, in which there are neither months nor days.
func withoutDays(offset *pg_query.Node) *pg_query.Node {
	part := func(field string) *pg_query.Node {
		return build.Binary("<>", build.Call("date_part", build.Text(field), proto.CloneOf(offset)), build.Number(0))
	}
	words := build.Binary("||", build.Text(`22023: interval time zone "`), build.Call("pg__show_row", proto.CloneOf(offset)))
	failure := build.Call("error", build.Binary("||", words, build.Text(`" must not include months or days`)))
	return build.Case(offset, build.When(build.Or(part("day"), part("month"), part("year")), failure))
}

// AtZone rewrites AT TIME ZONE of an interval, and of a zone by letters or by numbers: DuckDB knows zones by their names.
func AtZone(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 2 {
		return false
	}
	if t.Inferred(f.Args[1]) == "date" && !t.Env.SQLite { // a timestamp with time zone comes before one without
		f.Args[1], t.Changed = build.Cast(f.Args[1], build.PlainType("timestamptz")), true
	}
	if name, constant := parse.TextConstant(f.Args[0]); constant && !t.Env.SQLite {
		return atNamedZone(t, n, f, name)
	}
	if t.Shown(f.Args[0]) != "interval" {
		return false
	}
	offset, isConstant := f.Args[0], false
	if c := offset.GetTypeCast(); c != nil {
		text, quoted := parse.TextConstant(c.Arg)
		isConstant = quoted && onlySeconds.MatchString(text)
	}
	switch {
	case isConstant:
	case trees.IsVolatile(offset.ProtoReflect()) || trees.HasSubquery(offset):
		t.NoteUnsupported(f.Location, "AT TIME ZONE of an interval that is computed so is not supported")
		return true
	default:
		f.Args[0] = withoutDays(offset)
	}
	utc := func(moment *pg_query.Node) *pg_query.Node { return build.Call("timezone", build.Text("UTC"), moment) }
	var by *pg_query.Node
	switch t.Shown(f.Args[1]) {
	case "timestamp":
		by = utc(build.Binary("-", f.Args[1], f.Args[0]))
	case "timestamptz":
		by = build.Binary("+", utc(f.Args[1]), f.Args[0])
	default:
		t.NoteUnsupported(f.Location, "AT TIME ZONE of an interval is not supported here").WithHint("Cast the value to timestamp or timestamptz.")
		return true
	}
	t.ReplaceNode(n, by)
	return true
}

// atNamedZone rewrites AT TIME ZONE of a constant.
func atNamedZone(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	seconds, fixed, known, ok := constants.Zone(name)
	const hour, west, east = 3600, -12, 14
	switch hours := seconds / hour; {
	case !ok:
		t.NoteError(f.Args[0].GetAConst().GetLocation(), sqlstate.InvalidParameterValue, "time zone %q not recognized", name)
	case !fixed:
		if known != name {
			f.Args[0], t.Changed = build.Text(known), true
		}
	case seconds == 0:
		f.Args[0], t.Changed = build.Text("UTC"), true
	case seconds%hour == 0 && hours >= west && hours <= east: // whose names count to the west
		f.Args[0], t.Changed = build.Text(fmt.Sprintf("Etc/GMT%+d", -hours)), true
	default:
		f.Args[0] = build.Cast(build.Text(fmt.Sprintf("%d seconds", seconds)), build.PlainType("interval"))
		return AtZone(t, n, f)
	}
	return false
}

// TruncateIn cuts a timestamp by the clock of a zone. many cuts a clock to a decade, a century or a millennium.
func TruncateIn(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall, many func(clock *pg_query.Node, word string) *pg_query.Node) bool {
	unit, constant := parse.TextConstant(f.Args[0])
	unit = strings.ToLower(unit)
	zone, moment := f.Args[2], build.Cast(f.Args[1], build.PlainType("timestamptz"))
	clock := build.Call("timezone", zone, moment)
	years := many(clock, unit)
	switch {
	case constant && years != nil:
		return t.ReplaceCall(n, "date_trunc", build.Case(moment, build.When(build.Call("isfinite", moment), build.Call("timezone", zone, years))))
	case constant && withinDay[unit]: // which leaves the offset as it is, where a clock shows an hour twice
		cut := build.Binary("-", moment, build.Binary("-", clock, build.Call("date_trunc", f.Args[0], clock)))
		return t.ReplaceCall(n, "date_trunc", build.Case(moment, build.When(build.Call("isfinite", moment), cut)))
	case constant && truncated[unit]:
		return t.ReplaceCall(n, "date_trunc", build.Call("timezone", zone, build.Call("date_trunc", f.Args[0], clock)))
	}
	t.NoteUnsupported(f.Location, "date_trunc to this unit with a time zone is not supported")
	return true
}

// withinDay are the units below a day that both cut to.
var withinDay = map[string]bool{"microseconds": true, "milliseconds": true, "second": true, "minute": true, "hour": true}

// truncated are the units that both cut to.
var truncated = map[string]bool{"day": true, "week": true, "month": true, "quarter": true, "year": true}
