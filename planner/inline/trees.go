package inline

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

type protoMessage = proto.Message

// unplace sets all locations in a tree to build.Nowhere.
func unplace(m protoreflect.Message) {
	parse.EachMessage(m, func(one protoMessage) { parse.SetLocation(one, build.Nowhere) })
}

// contains reports whether a condition holds for some message of a tree.
func contains(n *pg_query.Node, is func(protoMessage) bool) bool {
	found := false
	if n != nil {
		parse.EachMessage(n.ProtoReflect(), func(m protoMessage) { found = found || is(m) })
	}
	return found
}

func isQuery(m protoMessage) bool {
	_, is := m.(*pg_query.SelectStmt)
	return is
}

func isColumn(m protoMessage) bool {
	_, is := m.(*pg_query.ColumnRef)
	return is
}

func isParameter(m protoMessage) bool {
	_, is := m.(*pg_query.ParamRef)
	return is
}

// size counts the messages of a tree.
func size(m protoreflect.Message) int {
	n := 0
	parse.EachMessage(m, func(protoMessage) { n++ })
	return n
}

// numberOf returns the value of a constant number.
func numberOf(n *pg_query.Node) (float64, bool) {
	switch v := n.GetNode().(type) {
	case *pg_query.Node_Integer:
		return float64(v.Integer.Ival), true
	case *pg_query.Node_Float:
		f, err := strconv.ParseFloat(v.Float.Fval, 64)
		return f, err == nil
	}
	return 0, false
}
