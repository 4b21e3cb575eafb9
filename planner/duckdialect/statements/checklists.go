package statements

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// PostgreSQL shows IN of a CHECK as = ANY (ARRAY[…]), and pg_dump writes it so. DuckDB takes that for a subquery, which no CHECK may have.

// listChecks writes = ANY and <> ALL of arrays that are written out as IN and NOT IN in the CHECKs of a definition.
func (t *Rules) listChecks(root *pg_query.Node) {
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		k, ok := m.(*pg_query.Constraint)
		if !ok || k.Contype != pg_query.ConstrType_CONSTR_CHECK || k.RawExpr == nil {
			return
		}
		parse.EachMessage(k.RawExpr.ProtoReflect(), func(m proto.Message) {
			if e, ok := m.(*pg_query.A_Expr); ok {
				t.listArray(e)
			}
		})
	})
}

// listArray writes a comparison with each element of an array as one with a list.
func (t *Rules) listArray(e *pg_query.A_Expr) {
	op := parse.Strings(e.Name)
	isAny, isAll := e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ANY, e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ALL
	if len(op) != 1 || !(isAny && op[0] == "=" || isAll && op[0] == "<>") {
		return
	}
	array, of := e.Rexpr, (*pg_query.TypeName)(nil)
	if c := array.GetTypeCast(); c != nil && len(c.GetTypeName().GetArrayBounds()) == 1 {
		array, of = c.Arg, proto.CloneOf(c.TypeName)
		of.ArrayBounds = nil
	}
	elements := array.GetAArrayExpr().GetElements()
	if len(elements) == 0 {
		return
	}
	list := make([]*pg_query.Node, len(elements))
	for i, n := range elements {
		if n.GetAArrayExpr() != nil {
			return
		}
		if list[i] = n; of != nil {
			list[i] = build.Cast(n, proto.CloneOf(of))
		}
	}
	e.Kind, e.Rexpr = pg_query.A_Expr_Kind_AEXPR_IN, &pg_query.Node{Node: &pg_query.Node_List{List: &pg_query.List{Items: list}}}
	t.Changed = true
}
