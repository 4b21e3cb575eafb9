package usertypes

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/providers"
)

// valueColumn stands for VALUE where a condition is analysed.
const valueColumn = "pg__value"

// shownCheck is the condition of a domain as the analysis shows one over a column of the domain's values, with brackets around each operation
// and with few; the condition as it is written where the analysis does not know all of it.
func (t *Rules) shownCheck(n *pg_query.Node, u *providers.UserType) (shown, pretty string) {
	over := proto.CloneOf(n)
	replaceValue(over, build.Column(valueColumn))
	var s rewrite.Shown
	if t.Env.ShownExpression != nil && !t.Env.SQLite {
		column := &pg_query.ColumnDef{Colname: valueColumn, TypeName: t.parsedType(u.Base)}
		s = t.Env.ShownExpression(over, rewrite.Place{New: true, Condition: true, Columns: []*pg_query.ColumnDef{column}})
	}
	if s.Full == "" {
		s.Full = t.PostgresText(over)
		s.Pretty = s.Full
	}
	return strings.ReplaceAll(s.Full, valueColumn, "VALUE"), strings.ReplaceAll(s.Pretty, valueColumn, "VALUE")
}
