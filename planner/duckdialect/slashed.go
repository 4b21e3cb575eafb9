package duckdialect

import (
	"fmt"
	"regexp"
	"strconv"
	"time"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// slashed matches a date whose first two fields are a month and a day in the order that DateStyle says.
var slashed = regexp.MustCompile(`^\s*(\d{1,2})/(\d{1,2})/(\d{4})(\s.*)?$`)

// slashedDate reads such a date by the session's DateStyle, which is asked when the statement runs.
func (t *translation) slashedDate(n *pg_query.Node, c *pg_query.TypeCast, s string) bool {
	m := slashed.FindStringSubmatch(s)
	if m == nil || t.definition || t.env.SQLite || m[1] == m[2] {
		return false
	}
	first, _ := strconv.Atoi(m[1])
	second, _ := strconv.Atoi(m[2])
	year, _ := strconv.Atoi(m[3])
	outOfRange := call("error", text(fmt.Sprintf("22008: date/time field value out of range: %q", s)))
	read := func(month, day int) *pg_query.Node {
		at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
		if month > 12 || at.Day() != day || year == 0 {
			return outOfRange
		}
		return cast(text(at.Format(time.DateOnly)+m[4]), c.TypeName)
	}
	style := func(order string) *pg_query.Node {
		return binary("=", emulated("current_setting", text("datestyle")), text("ISO, "+order))
	}
	t.replaceNode(n, cast(choose(outOfRange, when{style("MDY"), read(first, second)}, when{style("DMY"), read(second, first)}), c.TypeName))
	return true
}
