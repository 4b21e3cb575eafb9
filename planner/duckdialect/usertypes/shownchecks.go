package usertypes

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// shownCheck is the condition of a domain with brackets around each operation, and with few.
func (t *Rules) shownCheck(n *pg_query.Node, u *providers.UserType) (shown, pretty string) {
	if s := t.analysedCheck(n, u); s.Full != "" {
		return s.Full, s.Pretty
	}
	shown = withValue(t.PostgresText(n))
	return shown, shown
}

// valueColumn stands for VALUE where a condition is analysed.
const valueColumn = "pg__value"

// analysedCheck is the condition as the analysis shows one over a column of the domain's values; nothing where it does not know all of it.
func (t *Rules) analysedCheck(n *pg_query.Node, u *providers.UserType) rewrite.Shown {
	if t.Env.ShownExpression == nil || t.Env.SQLite {
		return rewrite.Shown{}
	}
	over := proto.CloneOf(n)
	parse.EachMessage(over.ProtoReflect(), func(m proto.Message) {
		if ref, is := m.(*pg_query.ColumnRef); is && len(ref.Fields) == 1 && ref.Fields[0].GetString_().GetSval() == "value" {
			ref.Fields = build.Names(valueColumn)
		}
	})
	column := &pg_query.ColumnDef{Colname: valueColumn, TypeName: t.parsedType(t.domains(u)[0].Base)}
	s := t.Env.ShownExpression(over, rewrite.Place{New: true, Condition: true, Columns: []*pg_query.ColumnDef{column}})
	s.Full, s.Pretty = strings.ReplaceAll(s.Full, valueColumn, "VALUE"), strings.ReplaceAll(s.Pretty, valueColumn, "VALUE")
	return s
}

// withValue writes VALUE in capitals.
func withValue(sql string) string {
	words := strings.Split(sql, " ")
	for i, w := range words {
		if strings.Trim(w, "()") == "value" {
			words[i] = strings.ReplaceAll(w, "value", "VALUE")
		}
	}
	return strings.Join(words, " ")
}
