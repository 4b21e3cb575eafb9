package statements

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/times"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A quoted constant in DEFAULT is one of the column's type. Postgres reads it when the default is defined, DuckDB when
// a row takes it. So what the type does not have is refused here, and what DuckDB reads otherwise is written for DuckDB.

// wholeNumber matches a constant of an integer type.
var wholeNumber = regexp.MustCompile(`^\s*[-+]?\d+\s*$`)

// plainPoint matches a constant of type point.
var plainPoint = regexp.MustCompile(`^\s*\(?\s*([-+]?\d{1,300}(?:\.\d*)?)\s*,\s*([-+]?\d{1,300}(?:\.\d*)?)\s*\)?\s*$`)

// pointDefault reads a quoted constant in the DEFAULT of a column of type point.
func (t *Rules) pointDefault(n *pg_query.Node, s string, location int32) *pg_query.Node {
	parts := plainPoint.FindStringSubmatch(s)
	switch {
	case !strings.ContainsAny(s, "0123456789"):
		t.NoteError(location, sqlstate.InvalidTextRepresent, "invalid input syntax for type point: %q", s)
	case parts == nil || strings.Contains(s, "(") != strings.Contains(s, ")"):
		t.NoteUnsupported(location, "DEFAULT %q of type point is not supported", s).WithHint("Write two numbers: (1,2).")
	default:
		text := []byte("(")
		for i, part := range parts[1:] {
			f, err := strconv.ParseFloat(part, 64)
			if err != nil {
				t.NoteUnsupported(location, "DEFAULT %q of type point is not supported", s)
			}
			text = append(numeric.AppendFloat(text, f, 64), ",)"[i])
		}
		t.Changed = true
		return build.Text(string(text))
	}
	return n
}

// truthWords are the words for booleans, of which each beginning will do that is of one word alone.
var truthWords = []string{"true", "false", "yes", "no", "on", "off", "1", "0"}

// typeDefault reads a quoted constant in the DEFAULT of a column of a type.
func (t *Rules) typeDefault(n *pg_query.Node, name string) *pg_query.Node {
	s, quoted := parse.TextConstant(n)
	if !quoted || t.Env.SQLite {
		return n
	}
	location, word := n.GetAConst().GetLocation(), strings.ToLower(strings.TrimSpace(s))
	valid, code := true, sqlstate.InvalidTextRepresent
	switch name {
	case "int2", "int4", "int8":
		valid = wholeNumber.MatchString(s)
	case "numeric", "float4", "float8":
		_, err := strconv.ParseFloat(word, 64)
		valid = err == nil || strings.ContainsAny(word, "0123456789")
	case "bool":
		valid = isTruth(word)
	case "date", "timestamp", "timestamptz":
		if word != "epoch" && times.DayWord(name, word) != nil {
			t.NoteUnsupported(location, "DEFAULT %q of type %s is not supported", s, cmp.Or(timeNames[name], name)).
				WithHint("Postgres reads it once, when the default is defined: write that day, or current_date or now() for the day of each row.")
			return n
		}
		valid, code = strings.ContainsAny(word, "0123456789") || word == "epoch" || strings.HasSuffix(word, "infinity"), "22007"
	case "time", "timetz", "interval":
	case "point":
		return t.pointDefault(n, s, location)
	default:
		return n
	}
	if !valid {
		t.NoteError(location, code, "invalid input syntax for type %s: %q", cmp.Or(inference.SpelledNumbers[name], timeNames[name], name), s)
		return n
	}
	cast := build.Cast(n, build.PlainType(name))
	t.expressions.RewriteCast(cast, cast.GetTypeCast())
	if c := cast.GetTypeCast(); c != nil {
		if text, still := parse.TextConstant(c.Arg); still {
			if name == "timestamptz" {
				return t.bindMoment(c.Arg, text, location)
			}
			return c.Arg
		}
	}
	return cast
}

// bindMoment writes the time zone of a moment that does not tell it.
func (t *Rules) bindMoment(n *pg_query.Node, s string, location int32) *pg_query.Node {
	bound, zoneless, ok := constants.Bind(s, "timestamptz")
	if !ok {
		t.NoteUnsupported(location, "DEFAULT %q of a type with time zone is not supported", s).
			WithHint("Write it with its zone, as in '2024-01-01 00:00:00+00'.")
	}
	if zoneless {
		t.RequireUTC()
	}
	if bound == s {
		return n
	}
	return build.Text(bound)
}

// timeNames are types as Postgres's errors name them.
var timeNames = map[string]string{"bool": "boolean", "timestamptz": "timestamp with time zone"}

// isTruth reports whether a word means a boolean.
func isTruth(word string) bool {
	means := 0
	for _, w := range truthWords {
		if word == w {
			return true
		}
		if word != "" && strings.HasPrefix(w, word) {
			means++
		}
	}
	return means == 1
}
