package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// blankConstants takes the blanks at the end of quoted constants that are compared with a char(n), in whose type they do
// not count: either side may be the constant.
func (t *translation) blankConstants(value *pg_query.Node, with ...*pg_query.Node) {
	for _, other := range with {
		t.trimConstant(value, other)
		t.trimConstant(other, value)
	}
}

// trimConstant takes the blanks at the end of a constant if the other side is a char(n).
func (t *translation) trimConstant(constant, other *pg_query.Node) {
	s, quoted := parse.TextConstant(constant)
	if quoted && strings.HasSuffix(s, " ") && (t.padded[other] != nil || t.Shown(other) == "bpchar") {
		t.ReplaceNode(constant, build.Text(strings.TrimRight(s, " ")))
	}
}

// blankCases does the same for CASE value WHEN constant.
func (t *translation) blankCases(c *pg_query.CaseExpr) {
	if c.Arg == nil {
		return
	}
	for _, w := range c.Args {
		t.blankConstants(c.Arg, w.GetCaseWhen().GetExpr())
	}
}
