package planner

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// copiesHeader reports whether a line of names precedes the rows of a COPY TO.
func copiesHeader(c *pg_query.CopyStmt) bool {
	if c == nil || c.IsFrom {
		return false
	}
	for _, n := range c.Options {
		if d := n.GetDefElem(); strings.EqualFold(d.GetDefname(), "header") {
			return parse.OptionOn(d)
		}
	}
	return false
}
