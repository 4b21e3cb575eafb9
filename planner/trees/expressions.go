package trees

import (
	"math/big"
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// EachExpression calls f for the nodes of an expression, without the queries in it.
func EachExpression(n *pg_query.Node, f func(*pg_query.Node)) {
	visitExpression(n, f)
}

func visitExpression(m proto.Message, f func(*pg_query.Node)) {
	switch m := m.(type) {
	case *pg_query.SelectStmt:
		return
	case *pg_query.Node:
		f(m)
	}
	parse.Parts(m, func(child proto.Message) bool {
		visitExpression(child, f)
		return true
	})
}

// EachChild calls f for the nodes that a node is made of.
func EachChild(n *pg_query.Node, f func(*pg_query.Node)) {
	var visit func(m proto.Message) bool
	visit = func(m proto.Message) bool {
		if child, ok := m.(*pg_query.Node); ok {
			f(child)
		} else {
			parse.Parts(m, visit)
		}
		return true
	}
	parse.Parts(n, visit)
}

// LastField returns the name of the column of a reference, or "" if it has none.
func LastField(n *pg_query.Node) string {
	fields := n.GetColumnRef().GetFields()
	if len(fields) == 0 {
		return ""
	}
	return fields[len(fields)-1].GetString_().GetSval()
}

// changing are functions that return another value each time.
var changing = parse.WordSet(`random nextval setval gen_random_uuid clock_timestamp timeofday setseed uuid_generate_v4`)

// IsVolatile reports whether a tree calls a function that returns another value each time.
func IsVolatile(m protoreflect.Message) (found bool) {
	var search volatileSearch
	return search.finds(m.Interface())
}

// volatileSearch looks into each node once. Rewritings repeat arguments in which others have repeated theirs: there may be
// more ways to a node than anybody could go.
type volatileSearch struct {
	nodes int
	seen  map[*pg_query.Node]bool // of the nodes after the first fewNodes
}

// fewNodes is how many nodes a tree may have before it is noted which of them were looked into.
const fewNodes = 500

func (v *volatileSearch) finds(m proto.Message) (found bool) {
	switch m := m.(type) {
	case *pg_query.Node:
		if v.known(m) {
			return false
		}
	case *pg_query.FuncCall:
		found = IsVolatileCall(m)
	}
	parse.Parts(m, func(child proto.Message) bool {
		found = found || v.finds(child)
		return !found
	})
	return found
}

// known reports whether a node was looked into before, as far as it is noted.
func (v *volatileSearch) known(n *pg_query.Node) bool {
	switch n.GetNode().(type) {
	case *pg_query.Node_AConst, *pg_query.Node_ColumnRef, *pg_query.Node_String_: // to look is as quick
		return false
	}
	if v.nodes++; v.nodes <= fewNodes {
		return false
	}
	if v.seen[n] {
		return true
	}
	if v.seen == nil {
		v.seen = map[*pg_query.Node]bool{}
	}
	v.seen[n] = true
	return false
}

// IsVolatileCall reports whether a call, whatever its arguments are, returns another value each time.
func IsVolatileCall(f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	return changing[strings.TrimPrefix(name, "pg__")]
}

// CaseResults are the values that CASE chooses from.
func CaseResults(c *pg_query.CaseExpr) []*pg_query.Node {
	list := make([]*pg_query.Node, 0, len(c.Args)+1)
	for _, n := range c.Args {
		list = append(list, n.GetCaseWhen().GetResult())
	}
	if c.Defresult != nil {
		list = append(list, c.Defresult)
	}
	return list
}

// Choices are the values that COALESCE, CASE, GREATEST or LEAST chooses from.
func Choices(n *pg_query.Node) []*pg_query.Node {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_CoalesceExpr:
		return e.CoalesceExpr.Args
	case *pg_query.Node_MinMaxExpr:
		return e.MinMaxExpr.Args
	case *pg_query.Node_CaseExpr:
		return CaseResults(e.CaseExpr)
	}
	return nil
}

// EachColumn calls f with the columns of an expression, but not with columns in subqueries.
func EachColumn(m protoreflect.Message, f func(*pg_query.ColumnRef)) {
	switch m := m.Interface().(type) {
	case *pg_query.ColumnRef:
		f(m)
		return
	case *pg_query.SubLink:
		return
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		EachColumn(child, f)
		return true
	})
}

// HasSubquery reports whether a statement or expression has a query within an expression.
func HasSubquery(root *pg_query.Node) (found bool) {
	var visit func(m protoreflect.Message) bool
	visit = func(m protoreflect.Message) bool {
		_, found = m.Interface().(*pg_query.SubLink)
		return !found && parse.Children(m, visit)
	}
	visit(root.ProtoReflect())
	return found
}

// Comparisons are the operators that compare two values, and that are NULL if one of the values is.
var Comparisons = map[string]bool{"=": true, "<": true, ">": true, "<=": true, ">=": true, "<>": true}

// WithoutCasts returns an expression without its casts.
func WithoutCasts(n *pg_query.Node) *pg_query.Node {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	return n
}

// Unqualified is a copy of an expression that does not say which relations its columns are of.
func Unqualified(n *pg_query.Node) *pg_query.Node {
	bare := proto.CloneOf(n)
	parse.EachMessage(bare.ProtoReflect(), func(m proto.Message) {
		if c, ok := m.(*pg_query.ColumnRef); ok {
			c.Fields = c.Fields[len(c.Fields)-1:]
		}
	})
	return bare
}

// IsArray reports whether an expression is written as an array: ARRAY[…], or a cast to one.
func IsArray(n *pg_query.Node) bool {
	return n.GetAArrayExpr() != nil || len(n.GetTypeCast().GetTypeName().GetArrayBounds()) > 0
}

// Decimal matches the digits of a numeric constant.
var Decimal = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

// Number is the text of a number that is a constant.
func Number(n *pg_query.Node) (string, bool) {
	if e := n.GetAExpr(); e != nil && e.Lexpr == nil {
		if _, op := parse.SplitName(e.Name); op == "-" {
			s, ok := Number(e.Rexpr)
			return "-" + s, ok && !strings.HasPrefix(s, "-")
		}
		return "", false
	}
	if c := n.GetTypeCast(); c != nil && len(c.TypeName.ArrayBounds) == 0 {
		mods := c.TypeName.Typmods
		if _, name := parse.SplitName(c.TypeName.Names); name == "numeric" && (len(mods) == 0 || mods[0].GetAConst().GetLocation() == build.Nowhere) {
			if s, quoted := parse.TextConstant(c.Arg); quoted && Decimal.MatchString(strings.TrimPrefix(s, "-")) {
				return s, true
			}
			return Number(c.Arg)
		}
		return "", false
	}
	switch v := n.GetAConst().GetVal().(type) {
	case *pg_query.A_Const_Ival:
		return big.NewInt(int64(v.Ival.GetIval())).String(), true
	case *pg_query.A_Const_Fval:
		return v.Fval.Fval, Decimal.MatchString(strings.TrimPrefix(v.Fval.Fval, "-"))
	}
	return "", false
}

// Single returns the one element of a list, or nil if there are none or several.
func Single(list []*pg_query.Node) *pg_query.Node {
	if len(list) != 1 {
		return nil
	}
	return list[0]
}

// HasConstraint reports whether one of the constraints of a column or a table is of a kind.
func HasConstraint(list []*pg_query.Node, kind pg_query.ConstrType) bool {
	for _, c := range list {
		if c.GetConstraint().GetContype() == kind {
			return true
		}
	}
	return false
}

// VerbOfChange returns INSERT, UPDATE or DELETE, or "" for another statement.
func VerbOfChange(n *pg_query.Node) string {
	switch {
	case n.GetInsertStmt() != nil:
		return "INSERT"
	case n.GetUpdateStmt() != nil:
		return "UPDATE"
	case n.GetDeleteStmt() != nil:
		return "DELETE"
	}
	return ""
}
