package scans

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// plainTypes are the types by which a cast does not change the text of a constant that has the
// type's form, with their OIDs.
var plainTypes = map[string]uint32{
	"text": pgtype.TextOID, "varchar": pgtype.VarcharOID, "name": pgtype.TextOID, "json": pgtype.JSONOID, "jsonb": pgtype.JSONOID,
	"int2": pgtype.Int2OID, "int4": pgtype.Int4OID, "int8": pgtype.Int8OID, "numeric": pgtype.NumericOID,
	"float4": pgtype.Float4OID, "float8": pgtype.Float8OID, "bool": pgtype.BoolOID, "uuid": pgtype.UUIDOID,
	"date": pgtype.DateOID, "timestamp": pgtype.TimestampOID, "timestamptz": pgtype.TimestamptzOID,
}

// Constant reads a constant or a parameter, with or without a cast to a plain type.
func Constant(n *pg_query.Node) (providers.Value, bool) {
	oid := uint32(0)
	if c := n.GetTypeCast(); c != nil {
		words := c.GetTypeName().GetNames()
		if len(words) == 0 || len(c.TypeName.ArrayBounds) > 0 || len(c.TypeName.Typmods) > 0 {
			return providers.Value{}, false
		}
		plain := false
		if oid, plain = plainTypes[words[len(words)-1].GetString_().GetSval()]; !plain {
			return providers.Value{}, false
		}
		n = c.Arg
	}
	if p := n.GetParamRef(); p != nil {
		return providers.Value{Param: int(p.Number), Type: oid}, true
	}
	c := n.GetAConst()
	if c == nil {
		return providers.Value{}, false
	}
	text, null := constantText(c)
	switch oid {
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID:
		if i, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64); err == nil || null {
			text = strconv.FormatInt(i, 10)
		} else {
			return providers.Value{}, false
		}
	case pgtype.BoolOID:
		if !null && text != "true" && text != "false" {
			return providers.Value{}, false
		}
	}
	if null {
		return providers.Value{}, true
	}
	return providers.Value{Text: []byte(text)}, true
}

// constantText returns the text of a constant.
func constantText(c *pg_query.A_Const) (text string, null bool) {
	switch v := c.Val.(type) {
	case *pg_query.A_Const_Sval:
		return v.Sval.Sval, false
	case *pg_query.A_Const_Ival:
		return strconv.Itoa(int(v.Ival.Ival)), false
	case *pg_query.A_Const_Fval:
		return v.Fval.Fval, false
	case *pg_query.A_Const_Boolval:
		return strconv.FormatBool(v.Boolval.Boolval), false
	case *pg_query.A_Const_Bsval:
		return v.Bsval.Bsval, false
	}
	return "0", true
}

// inQuery returns the condition column IN (SELECT …).
func (t *taker) inQuery(r *relation, column, query *pg_query.Node) *condition {
	ref, name := t.inputColumn(r, column)
	if ref == nil {
		return nil
	}
	if items, ok := t.itemsOf(r.level, query); !ok || len(items) > 0 || len(query.GetSelectStmt().GetValuesLists()) == 0 && columnCount(query) != 1 {
		return nil
	}
	alias := &pg_query.Alias{Aliasname: "given"}
	from := &pg_query.Node{Node: &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{Subquery: query, Alias: alias}}}
	return &condition{name: name, column: ref, query: selectNode(targetOf(pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeAStarNode()}, -1)), from)}
}

// columnCount returns the number of columns of a query, as far as its text shows it.
func columnCount(query *pg_query.Node) int {
	s := parse.FirstQuery(query.GetSelectStmt())
	return len(s.GetTargetList())
}

// conditionOfAlternatives returns the condition column = constant OR column IN (constants) ….
func (t *taker) conditionOfAlternatives(r *relation, arms []*pg_query.Node) *condition {
	var all *condition
	for _, arm := range arms {
		list := t.conditionsOf(r, &conjunct{node: arm}, nil)
		if len(list) != 1 || len(list[0].values) == 0 || all != nil && !strings.EqualFold(all.name, list[0].name) {
			return nil
		}
		if all == nil {
			all = list[0]
			continue
		}
		all.values = append(slices.Clone(all.values), list[0].values...)
		all.more = append(all.more, list[0].column)
	}
	return all
}

// conditionOfUsing returns JOIN … USING (name) as a condition on the relation on one side of the join.
func (t *taker) conditionOfUsing(r *relation, s step, name string) *condition {
	if !r.hasInput(name) {
		return nil
	}
	var others []*item
	for _, i := range r.level.items {
		at := slices.IndexFunc(i.path, func(o step) bool { return o.join == s.join })
		if at >= 0 && i.path[at].right != s.right && i.mayHave(name) {
			others = append(others, i)
		}
	}
	if len(others) != 1 || others[0].lateral || t.mayChangeBetweenReads(others[0]) {
		return nil
	}
	ref := pg_query.MakeColumnRefNode(nameNodes(others[0].alias, name), -1)
	return &condition{conjunct: &conjunct{}, name: name, merged: true, feed: others[0], query: selectNode(targetOf(ref), others[0].node)}
}

// mayHave reports whether an item may have a column of the name.
func (i *item) mayHave(name string) bool {
	is := func(s string) bool { return strings.EqualFold(s, name) }
	if r := i.relation; r != nil {
		return r.hasInput(name) || slices.ContainsFunc(r.known, is)
	}
	if i.view != nil && slices.ContainsFunc(i.view.takes, is) {
		return true
	}
	return i.open || slices.ContainsFunc(i.columns, is)
}

// selectNode returns SELECT target FROM from, with DISTINCT if there is a FROM.
func selectNode(target, from *pg_query.Node) *pg_query.Node {
	s := &pg_query.SelectStmt{TargetList: []*pg_query.Node{target}, LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE}
	if from != nil {
		s.FromClause, s.DistinctClause = []*pg_query.Node{from}, []*pg_query.Node{{}}
	}
	return &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}}
}

// valuesNode returns VALUES with a row for each expression.
func valuesNode(exprs []*pg_query.Node) *pg_query.Node {
	rows := make([]*pg_query.Node, len(exprs))
	for i, e := range exprs {
		rows[i] = pg_query.MakeListNode([]*pg_query.Node{e})
	}
	return &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: &pg_query.SelectStmt{
		ValuesLists: rows, LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE,
	}}}
}

// elementsQuery returns a query of the elements of an array.
func elementsQuery(array *pg_query.Node) *pg_query.Node {
	if array.GetParamRef() != nil || array.GetAConst() != nil {
		array = &pg_query.Node{Node: &pg_query.Node_TypeCast{TypeCast: &pg_query.TypeCast{Arg: array, TypeName: &pg_query.TypeName{
			Names: nameNodes("text"), Typemod: -1, ArrayBounds: []*pg_query.Node{{Node: &pg_query.Node_Integer{Integer: &pg_query.Integer{Ival: -1}}}},
		}}}}
	}
	return selectNode(targetOf(pg_query.MakeFuncCallNode(nameNodes("unnest"), []*pg_query.Node{array}, -1)), nil)
}

func targetOf(n *pg_query.Node) *pg_query.Node { return pg_query.MakeResTargetNodeWithVal(n, -1) }
