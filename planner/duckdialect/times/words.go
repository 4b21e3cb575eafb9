package times

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
)

// DayWord returns the expression for a word such as today, or nil if the word is no such word of the type.
func DayWord(name, word string) *pg_query.Node {
	today := build.Call("current_date")
	switch {
	case word == "now" && name == "timestamptz":
		return build.Call("get_current_timestamp")
	case word == "now" && name == "timestamp":
		return build.Call("current_localtimestamp")
	case word == "now" && name == "date", word == "today":
	case word == "tomorrow":
		today = build.Binary("+", today, build.Number(1))
	case word == "yesterday":
		today = build.Binary("-", today, build.Number(1))
	case word == "epoch" && name == "timestamp":
		return build.Cast(build.Text("1970-01-01 00:00:00"), build.PlainType(name))
	case word == "epoch" && name == "timestamptz":
		return build.Cast(build.Text("1970-01-01 00:00:00+00"), build.PlainType(name))
	default:
		return nil
	}
	return build.Cast(today, build.PlainType(name))
}
