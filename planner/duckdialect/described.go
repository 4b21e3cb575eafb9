package duckdialect

import (
	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Postgres tells the length or the scale of a result's column where the column is a table's, or a cast to such a
// type; DuckDB has one scale for every numeric. So what the statement's text says of its result goes with the
// translation.

// describe notes what the text says of the result's columns. The tree is still the client's.
func (t *translation) describe(root *pg_query.Node) {
	switch s := root.GetNode().(type) {
	case *pg_query.Node_SelectStmt:
		t.results = describeSelect(s.SelectStmt, nil)
	case *pg_query.Node_InsertStmt:
		t.results = describeTargets(s.InsertStmt.ReturningList, nil)
	case *pg_query.Node_UpdateStmt:
		t.results = describeTargets(s.UpdateStmt.ReturningList, nil)
	case *pg_query.Node_DeleteStmt:
		t.results = describeTargets(s.DeleteStmt.ReturningList, nil)
	}
}

// computedNames are the columns of queries in FROM, by name: whether each is computed.
type computedNames map[string]bool

// describeSelect describes the columns of a query. outer has those of common table expressions.
func describeSelect(s *pg_query.SelectStmt, outer map[string][]providers.Described) []providers.Described {
	known := map[string][]providers.Described{}
	for name, columns := range outer {
		known[name] = columns
	}
	for _, n := range s.GetWithClause().GetCtes() {
		if cte := n.GetCommonTableExpr(); cte.GetCtequery().GetSelectStmt() != nil {
			known[cte.Ctename] = renamed(cte.GetAliascolnames(), describeSelect(cte.Ctequery.GetSelectStmt(), known))
		}
	}
	switch {
	case s.Larg != nil:
		columns := describeSelect(s.Larg, known)
		for i := range columns {
			columns[i] = providers.Described{Name: columns[i].Name, Star: columns[i].Star, Computed: true}
		}
		return columns
	case len(s.ValuesLists) > 0:
		columns := make([]providers.Described, len(s.ValuesLists[0].GetList().GetItems()))
		for i := range columns {
			columns[i].Computed = true
		}
		return columns
	}
	inner := computedNames{}
	for _, n := range s.FromClause {
		inner.add(n, known)
	}
	return describeTargets(s.TargetList, inner)
}

// add notes the columns of an item of FROM.
func (c computedNames) add(n *pg_query.Node, known map[string][]providers.Described) {
	var columns []providers.Described
	switch item := n.GetNode().(type) {
	case *pg_query.Node_RangeSubselect:
		if s := item.RangeSubselect.Subquery.GetSelectStmt(); s != nil {
			columns = renamed(item.RangeSubselect.GetAlias().GetColnames(), describeSelect(s, known))
		}
	case *pg_query.Node_RangeVar:
		if item.RangeVar.Schemaname == "" {
			columns = known[item.RangeVar.Relname]
		}
	case *pg_query.Node_JoinExpr:
		c.add(item.JoinExpr.Larg, known)
		c.add(item.JoinExpr.Rarg, known)
	}
	for _, column := range columns {
		if column.Name != "" {
			c[column.Name] = column.Computed
		}
	}
}

// renamed gives columns the names of an alias.
func renamed(list []*pg_query.Node, columns []providers.Described) []providers.Described {
	for i, name := range parse.NameParts(list) {
		if i < len(columns) {
			columns[i].Name = name
		}
	}
	return columns
}

// describeTargets describes the columns of a select list.
func describeTargets(list []*pg_query.Node, inner computedNames) []providers.Described {
	columns := make([]providers.Described, 0, len(list))
	for _, n := range list {
		target := n.GetResTarget()
		column := describeValue(target.GetVal(), inner)
		if column.Name = target.GetName(); column.Name == "" {
			column.Name, _ = figureName(target.GetVal())
		}
		columns = append(columns, column)
	}
	return columns
}

// describeValue describes an expression.
func describeValue(n *pg_query.Node, inner computedNames) providers.Described {
	if bits, ok := describeBits(n); ok {
		return bits
	}
	switch e := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		last := e.ColumnRef.Fields[len(e.ColumnRef.Fields)-1]
		if last.GetAStar() != nil {
			return providers.Described{Star: true}
		}
		return providers.Described{Computed: inner[last.GetString_().GetSval()]}
	case *pg_query.Node_AIndirection:
		for _, i := range e.AIndirection.Indirection {
			if i.GetAStar() != nil {
				return providers.Described{Star: true}
			}
		}
	case *pg_query.Node_FuncCall: // whose result has no length, and is a text of the greatest of texts
		computed := providers.Described{Computed: true, TypeMod: -1}
		if _, name := parse.SplitName(e.FuncCall.Funcname); name == "max" || name == "min" {
			computed.Type = pgtype.TextOID
		}
		return computed
	case *pg_query.Node_CollateClause:
		return describeValue(e.CollateClause.Arg, inner)
	case *pg_query.Node_TypeCast:
		return describeCast(e.TypeCast.TypeName)
	}
	return providers.Described{Computed: true}
}

// textArrays are the types of arrays that are text[] in DuckDB.
var textArrays = map[string]uint32{"varchar": pgtype.VarcharArrayOID, "bpchar": pgtype.BPCharArrayOID}

// describeCast describes a value that is cast to a type.
func describeCast(to *pg_query.TypeName) providers.Described {
	computed := providers.Described{Computed: true}
	schema, name := parse.SplitName(to.GetNames())
	if schema != "" && schema != "pg_catalog" {
		return computed
	}
	if len(to.ArrayBounds) > 0 {
		computed.Type, computed.TypeMod = textArrays[name], -1
		return computed
	}
	mods := make([]int64, len(to.Typmods))
	for i, n := range to.Typmods {
		var ok bool
		if mods[i], ok = parse.IntConstant(n); !ok {
			return computed
		}
	}
	oid := map[string]uint32{
		"varchar": pgtype.VarcharOID, "bpchar": pgtype.BPCharOID, "timestamp": pgtype.TimestampOID, "timestamptz": pgtype.TimestamptzOID,
		"time": pgtype.TimeOID, "timetz": pgtype.TimetzOID, "interval": pgtype.IntervalOID,
	}[name]
	mod := int64(-1)
	switch {
	case name == "numeric" && len(mods) == 2 && (mods[1] < 0 || mods[1] > mods[0] || mods[0] > constants.WidestNumber):
		const scaleBits = 0x7ff
		return providers.Described{Computed: true, Type: pgtype.NumericOID, TypeMod: int32(mods[0]<<16|mods[1]&scaleBits) + textHeader} //nolint:gosec // modifiers are of 32 bits
	case name == "numeric" && len(mods) > 0:
		return providers.Described{} // DuckDB has these
	case oid == 0, len(mods) == 0 && oid != pgtype.VarcharOID && oid != pgtype.BPCharOID:
		return computed
	case name == "interval":
		mod = mods[0] << 16
		if mod |= 0xffff; len(mods) > 1 {
			mod = mods[0]<<16 | mods[1]
		}
	case len(mods) == 1:
		if mod = mods[0]; oid == pgtype.VarcharOID || oid == pgtype.BPCharOID {
			mod += textHeader
		}
	}
	return providers.Described{Computed: true, Type: oid, TypeMod: int32(mod)} //nolint:gosec // modifiers are of 32 bits
}
