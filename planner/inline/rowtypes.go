package inline

import (
	"strconv"
	"strings"
	"unicode/utf8"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// asColumn gives a value the type of a column of the relation whose rows a function returns, with the type's modifier. shown is the
// type, as catalogs spell it. A type of users is left to the body, of which it was checked; so is one with a length, but for a
// constant that has no more characters: a cast would cut off what is too long, where an assignment fails.
func (e *expander) asColumn(value, computed *pg_query.Node, shown string) *pg_query.Node {
	base, limit, _ := strings.Cut(shown, "(")
	t := parse.TypeNamed(shown)
	if oidOf(base) == 0 || strings.HasSuffix(shown, "[]") || t == nil {
		return value
	}
	if limit == "" {
		value, e.err = e.castTo(value, shown)
		return value
	}
	switch internalName(base) {
	case "varchar", "bpchar":
		length, _ := parse.IntConstant(t.Typmods[0])
		if text, constant := parse.TextConstant(computed); !constant || int64(utf8.RuneCountInString(text)) > length {
			return value
		}
	case "numeric", "timestamp", "timestamptz", "time", "timetz":
	default:
		return value
	}
	return build.Cast(value, t)
}

// columnType spells the type of a column with its modifier.
func columnType(c providers.Column) string {
	const header = 4 // of a text with a length, which its modifier counts
	switch name := typeByOID[c.Type]; name {
	case "varchar", "bpchar":
		if c.TypeMod > header {
			return builtinTypes[name].shown + "(" + strconv.Itoa(int(c.TypeMod-header)) + ")"
		}
	}
	return c.TypeName
}

// computedBy is the expression of a query's column, nil where its select list does not show it.
func computedBy(query *pg_query.Node, i, columns int) *pg_query.Node {
	list := query.GetSelectStmt().GetTargetList()
	if len(list) != columns {
		return nil
	}
	return list[i].GetResTarget().GetVal()
}
