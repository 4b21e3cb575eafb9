package trees

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// SameExpression reports whether two expressions are the same but for their places in the text.
func SameExpression(a, b *pg_query.Node) bool {
	a, b = proto.CloneOf(a), proto.CloneOf(b)
	for _, n := range []*pg_query.Node{a, b} {
		parse.EachMessage(n.ProtoReflect(), func(m proto.Message) { parse.SetLocation(m, 0) })
	}
	return proto.Equal(a, b)
}
