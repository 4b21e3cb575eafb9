package times

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
)

// zonePatterns are the patterns of to_char that tell the zone of a time, those before others of which they are the beginning.
var zonePatterns = []string{"TZH", "TZM", "TZ", "OF"}

// shownOffset writes a time of the session's zone by a format that has such patterns: what stands between them is written by itself. It
// returns nil for a format without them.
func shownOffset(moment *pg_query.Node, format string) *pg_query.Node {
	var parts []*pg_query.Node
	from := 0
	add := func(to int) {
		if from < to {
			parts = append(parts, build.Call("pg__to_char", build.Cast(proto.CloneOf(moment), build.PlainType("timestamp")), build.Text(format[from:to])))
		}
	}
	for i := 0; i < len(format); {
		pattern := patternAt(format, i)
		switch {
		case pattern != "":
			plain := i - len("FM")
			if plain < from || !strings.EqualFold(format[plain:i], "FM") {
				plain = i
			}
			add(plain)
			parts = append(parts, zonePart(moment, pattern, plain < i, format[i] >= 'a'))
			i += len(pattern)
			from = i
		case format[i] == '\\':
			i += 2
		case format[i] == '"':
			i = quotedEnd(format, i)
		default:
			i++
		}
	}
	if from == 0 {
		return nil
	}
	add(len(format))
	return build.Call("concat", parts...)
}

// patternAt is such a pattern at a place of a format.
func patternAt(format string, at int) string {
	for _, pattern := range zonePatterns {
		if len(format)-at >= len(pattern) && strings.EqualFold(format[at:at+len(pattern)], pattern) {
			return pattern
		}
	}
	return ""
}

// quotedEnd is the end of a text in double quotes of a format.
func quotedEnd(format string, at int) int {
	for at++; at < len(format) && format[at] != '"'; at++ {
		if format[at] == '\\' {
			at++
		}
	}
	return min(at+1, len(format))
}

// zonePart is what one of the patterns shows of a time. plain: behind FM, small: in small letters.
func zonePart(moment *pg_query.Node, pattern string, plain, small bool) *pg_query.Node {
	const (
		hour   = 3600
		minute = 60
	)
	if pattern == "TZ" {
		zone := build.Call("pg__zone", build.Call("current_setting", build.Text("TimeZone")), build.Cast(proto.CloneOf(moment), build.PlainType("timestamptz")))
		if small {
			return build.Call("lower", zone)
		}
		return zone
	}
	offset := func() *pg_query.Node {
		return build.Cast(build.Call("date_part", build.Text("timezone"), proto.CloneOf(moment)), build.PlainType("int4"))
	}
	digits := func(n *pg_query.Node) *pg_query.Node {
		return build.Call("lpad", build.Cast(n, build.PlainType("varchar")), build.Number(2), build.Text("0")) //nolint:mnd // digits
	}
	hours := build.Call("divide", build.Call("abs", offset()), build.Number(hour))
	minutes := digits(build.Call("divide", build.Binary("%", build.Call("abs", offset()), build.Number(hour)), build.Number(minute)))
	signed := func(shown *pg_query.Node) *pg_query.Node {
		return build.Binary("||", build.Case(build.Text("+"), build.When(build.Binary("<", offset(), build.Number(0)), build.Text("-"))), shown)
	}
	switch pattern {
	case "TZM":
		return minutes
	case "TZH":
		return signed(digits(hours))
	}
	shown := digits(hours)
	if plain {
		shown = build.Cast(proto.CloneOf(hours), build.PlainType("varchar"))
	}
	whole := build.Binary("=", build.Binary("%", offset(), build.Number(hour)), build.Number(0))
	return build.Binary("||", signed(shown), build.Case(build.Binary("||", build.Text(":"), minutes), build.When(whole, build.Text(""))))
}
