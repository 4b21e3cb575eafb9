package inline

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// Parts of trees, made and looked at.

type protoMessage = proto.Message

const nowhere = -1

// treeVersion is the version of trees that the parser makes and writes.
const treeVersion = 170007

// selectOf is SELECT value FROM ….
func selectOf(value *pg_query.Node, from ...*pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: &pg_query.SelectStmt{
		TargetList: []*pg_query.Node{pg_query.MakeResTargetNodeWithVal(value, nowhere)}, FromClause: from,
		LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE,
	}}}
}

// target is value AS name.
func target(value *pg_query.Node, name string) *pg_query.Node {
	return pg_query.MakeResTargetNodeWithNameAndVal(name, value, nowhere)
}

// star is a SELECT list of all columns.
func star() *pg_query.Node {
	return pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeAStarNode()}, nowhere)
}

func column(words ...string) *pg_query.Node {
	list := make([]*pg_query.Node, len(words))
	for i, w := range words {
		list[i] = pg_query.MakeStrNode(w)
	}
	return pg_query.MakeColumnRefNode(list, nowhere)
}

// subselect is a query in FROM.
func subselect(query *pg_query.Node, alias string, lateral bool, columns ...string) *pg_query.Node {
	a := &pg_query.Alias{Aliasname: alias}
	for _, c := range columns {
		a.Colnames = append(a.Colnames, pg_query.MakeStrNode(c))
	}
	return &pg_query.Node{Node: &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{Subquery: query, Alias: a, Lateral: lateral}}}
}

// valueOf is a query in the place of a value.
func valueOf(query *pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_SubLink{SubLink: &pg_query.SubLink{SubLinkType: pg_query.SubLinkType_EXPR_SUBLINK, Subselect: query, Location: nowhere}}}
}

func castTo(value *pg_query.Node, t *pg_query.TypeName) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_TypeCast{TypeCast: &pg_query.TypeCast{Arg: value, TypeName: t, Location: nowhere}}}
}

func null() *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{Isnull: true, Location: nowhere}}}
}

func isNotNull(value *pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_NullTest{NullTest: &pg_query.NullTest{Arg: value, Nulltesttype: pg_query.NullTestType_IS_NOT_NULL, Location: nowhere}}}
}

func allOf(conditions []*pg_query.Node) *pg_query.Node {
	if len(conditions) == 1 {
		return conditions[0]
	}
	return pg_query.MakeBoolExprNode(pg_query.BoolExprType_AND_EXPR, conditions, nowhere)
}

// when is CASE WHEN condition THEN value END.
func when(condition, value *pg_query.Node) *pg_query.Node {
	return pg_query.MakeCaseExprNode(nil, []*pg_query.Node{pg_query.MakeCaseWhenNode(condition, value, nowhere)}, nowhere)
}

// unplace takes the places of a text out of a tree.
func unplace(m protoreflect.Message) {
	parse.EachMessage(m, func(one protoMessage) { parse.SetLocation(one, nowhere) })
}

// contains reports whether some message of a tree is one.
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

// size is how many nodes a tree has, up to a bound.
func size(m protoreflect.Message) int {
	n := 0
	parse.EachMessage(m, func(protoMessage) { n++ })
	return n
}

// numberOf is a constant number.
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
