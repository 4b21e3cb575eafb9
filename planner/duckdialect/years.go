package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Years, and decades, centuries and millennia of years, which PostgreSQL counts otherwise than DuckDB before Christ. DuckDB's years are
// those of astronomy, whose year 0 is 1 BC; its years of times with zones are those of their era.

// dated are the types that have years.
var dated = parse.WordSet(`date timestamp timestamptz`)

// clockOf is a date or a time as a clock shows it that has no zone.
func (t *translation) clockOf(moment *pg_query.Node) *pg_query.Node {
	if t.Shown(moment) == "timestamptz" {
		return build.Cast(moment, build.PlainType("timestamp"))
	}
	return moment
}

// manyYears are the units of many years, as DuckDB and PostgreSQL name them.
var manyYears = map[string]int64{"decade": 10, "century": 100, "millennium": 1000}

// yearsUnit is the unit of many years that a word means, "" for another word.
func yearsUnit(word string) string {
	switch word {
	case "decade", "decades", "dec", "decs":
		return "decade"
	case "century", "centuries", "cent", "c":
		return "century"
	case "millennium", "millennia", "mil", "mils":
		return "millennium"
	}
	return ""
}

// countYears is the number of a decade, a century or a millennium.
func countYears(clock *pg_query.Node, unit string) *pg_query.Node {
	year, years := build.Call("year", clock), manyYears[unit]
	minus := func(n *pg_query.Node) *pg_query.Node { return build.Binary("-", build.Number(0), n) }
	if unit == "decade" {
		return build.Case(minus(wholeYears(build.Binary("-", build.Number(years-1), year), years)), build.When(build.Binary(">=", year, build.Number(0)), wholeYears(year, years)))
	}
	return build.Case(minus(wholeYears(build.Binary("-", build.Number(years), year), years)),
		build.When(build.Binary(">", year, build.Number(0)), wholeYears(build.Binary("+", year, build.Number(years-1)), years)))
}

// wholeYears is a quotient of whole numbers that are not negative.
func wholeYears(n *pg_query.Node, by int64) *pg_query.Node {
	return build.Call("divide", n, build.Number(by))
}

// firstOfYears is the first moment of a decade, a century or a millennium.
func firstOfYears(clock *pg_query.Node, unit string) *pg_query.Node {
	years := manyYears[unit]
	first := build.Binary("*", countYears(clock, unit), build.Number(years))
	if unit != "decade" { // the first century begins with the year 1
		first = build.Case(build.Binary("+", first, build.Number(1)),
			build.When(build.Binary(">", build.Call("year", clock), build.Number(0)), build.Binary("-", first, build.Number(years-1))))
	}
	return build.Call("make_timestamp", first, build.Number(1), build.Number(1), build.Number(0), build.Number(0), build.Cast(build.Number(0), build.PlainType("float8")))
}

// cutYears cuts what a clock shows to a unit of many years; nil: the word means another unit.
func cutYears(clock *pg_query.Node, word string) *pg_query.Node {
	if unit := yearsUnit(word); unit != "" {
		return firstOfYears(clock, unit)
	}
	return nil
}

// truncateYears cuts a date or a time to a decade, a century or a millennium. What has no end stays as it is.
func (t *translation) truncateYears(n, moment *pg_query.Node, unit string) bool {
	kind := t.Shown(moment)
	if !dated[kind] || t.Env.SQLite {
		return false
	}
	if kind == "date" {
		kind = "timestamptz"
	}
	of := func(n *pg_query.Node) *pg_query.Node { return build.Cast(n, build.PlainType(kind)) }
	cut := of(firstOfYears(t.clockOf(moment), unit))
	return t.ReplaceCall(n, "date_trunc", build.Case(of(moment), build.When(build.Call("isfinite", moment), cut)))
}

// infinite makes a field infinite of a time that has no end.
func infinite(value, moment *pg_query.Node, kind string) *pg_query.Node {
	double := func(s string) *pg_query.Node { return build.Cast(build.Text(s), build.PlainType("float8")) }
	later := build.Binary(">", moment, build.Cast(build.Text("2000-01-01"), build.PlainType(kind)))
	return build.Case(value, build.When(build.Call("isinf", moment), build.Case(double("-Infinity"), build.When(later, double("Infinity")))))
}
