package duckdialect

import (
	"strings"
	"time"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/times"
)

// Constants of dates and times in forms that DuckDB does not read.

// momentConstant rewrites a constant that is cast to a date or a time.
func (t *translation) momentConstant(n *pg_query.Node, c *pg_query.TypeCast, name, s string) bool {
	if by := times.DayWord(name, strings.ToLower(strings.TrimSpace(s))); by != nil {
		t.ReplaceNode(n, by)
		return true
	}
	if moment, place, ok := constants.Place(s); ok && name == "timestamptz" {
		t.ReplaceNode(n, build.Cast(build.Call("timezone", build.Text(place), build.Cast(build.Text(moment), build.PlainType("timestamp"))), build.PlainType("timestamptz")))
		return true
	}
	at, zone, ok := constants.Moment(name, s)
	if !ok {
		return false
	}
	shown := at.Format("2006-01-02 15:04:05.999999")
	switch {
	case name == "date":
		t.ReplaceNode(c.Arg, build.Text(at.Format(time.DateOnly)))
	case name == "timestamp" || zone == "":
		t.ReplaceNode(c.Arg, build.Text(shown))
	case strings.Contains(zone, "/"):
		t.ReplaceNode(n, build.Cast(build.Call("timezone", build.Text(zone), build.Cast(build.Text(shown), build.PlainType("timestamp"))), build.PlainType("timestamptz")))
	default:
		seconds, known := constants.OffsetAt(zone, at)
		if !known {
			return false
		}
		t.ReplaceNode(c.Arg, build.Text(at.Add(-time.Duration(seconds)*time.Second).Format("2006-01-02 15:04:05.999999")+"+00"))
	}
	return true
}

// dayAndClock writes a day such as today, at a time.
func (t *translation) dayAndClock(n *pg_query.Node, c *pg_query.TypeCast, name, word, clock string) {
	if t.Definition {
		t.NoteUnsupported(c.TypeName.Location, "the word %q in a definition is not supported", word)
		return
	}
	if name == "date" {
		t.ReplaceNode(n, times.DayWord(name, word))
		return
	}
	at := build.Binary("+", times.DayWord("timestamp", word), build.Cast(build.Text(clock), build.PlainType("interval")))
	t.ReplaceNode(n, build.Cast(at, c.TypeName))
}

// dateCall makes date(x) a cast, which it is: Postgres takes the name of a type for a function of one argument.
func (t *translation) dateCall(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 || f.Over != nil || f.AggDistinct || f.AggFilter != nil || len(f.AggOrder) > 0 {
		return false
	}
	t.ReplaceNode(n, build.Cast(f.Args[0], build.PlainType("date")))
	t.RewriteCast(n, n.GetTypeCast())
	return true
}
