package resultcolumns

import (
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// bitResults are functions of bit strings that return one.
var bitResults = map[string]bool{"set_bit": true, "substring": true, "overlay": true}

// describeBits describes an expression of bit strings in the client's tree.
func describeBits(n *pg_query.Node) (d providers.Described, ok bool) {
	bit := providers.Described{Computed: true, Type: pgtype.BitOID, TypeMod: -1}
	switch e := n.GetNode().(type) {
	case *pg_query.Node_AConst:
		return bit, e.AConst.GetBsval() != nil
	case *pg_query.Node_TypeCast:
		_, name := parse.SplitName(e.TypeCast.TypeName.GetNames())
		if name != "bit" && name != "varbit" || len(e.TypeCast.TypeName.GetArrayBounds()) > 0 {
			return bit, false
		}
		if name == "varbit" {
			bit.Type = pgtype.VarbitOID
		}
		if mods := e.TypeCast.TypeName.GetTypmods(); len(mods) == 1 {
			length, _ := parse.IntConstant(mods[0])
			bit.TypeMod = int32(length) //nolint:gosec // no longer than a value
		}
		return bit, true
	case *pg_query.Node_AExpr:
		if e.AExpr.Kind != pg_query.A_Expr_Kind_AEXPR_OP {
			return bit, false
		}
		side := e.AExpr.Lexpr
		if side == nil {
			side = e.AExpr.Rexpr
		}
		_, ok = describeBits(side)
		switch _, op := parse.SplitName(e.AExpr.Name); op {
		case "&", "|", "#", "~", "<<", ">>":
			return bit, ok
		case "||":
			bit.Type = pgtype.VarbitOID
			return bit, ok
		}
	case *pg_query.Node_FuncCall:
		if _, name := parse.SplitName(e.FuncCall.Funcname); bitResults[name] && len(e.FuncCall.Args) > 0 {
			_, ok = describeBits(e.FuncCall.Args[0])
			return bit, ok
		}
	}
	return bit, false
}

// LongestBits bounds a cast to bit(n): what Postgres fills, the statement holds.
const LongestBits = 100_000

// IsTextType reports whether an expression joins texts, or is a call that returns one.
func IsTextType(n *pg_query.Node) bool {
	if e := n.GetAExpr(); e != nil {
		_, op := parse.SplitName(e.Name)
		_, left := parse.TextConstant(e.Lexpr)
		_, right := parse.TextConstant(e.Rexpr)
		return op == "||" && (left || right || IsTextType(e.Lexpr) || IsTextType(e.Rexpr))
	}
	_, name := parse.SplitName(n.GetFuncCall().GetFuncname())
	return textResults[strings.TrimPrefix(name, "pg__")]
}

// textResults are functions that return a text.
var textResults = map[string]bool{"md5": true, "lpad": true, "rpad": true, "to_hex": true, "encode": true, "concat": true, "format": true}

// Fields describes parts of composite values whose types have modifiers.
type Fields func(*pg_query.A_Indirection) (providers.Described, bool)

// Describe describes the columns of a statement's result, as the client wrote the statement. It returns nil if the text
// says nothing of them. fields describes parts of composite values; nil: nothing is known of them.
func Describe(statement *pg_query.Node, fields Fields) []providers.Described {
	switch s := statement.GetNode().(type) {
	case *pg_query.Node_SelectStmt:
		return fields.describeSelect(s.SelectStmt, nil)
	case *pg_query.Node_InsertStmt:
		return describeTargets(s.InsertStmt.ReturningList, innerColumns{fields: fields})
	case *pg_query.Node_UpdateStmt:
		u := s.UpdateStmt
		return fields.describeReturning(u.ReturningList, u.Relation, u.WithClause, u.FromClause)
	case *pg_query.Node_DeleteStmt:
		d := s.DeleteStmt
		return fields.describeReturning(d.ReturningList, d.Relation, d.WithClause, d.UsingClause)
	}
	return nil
}

// describeReturning describes what an UPDATE or DELETE returns of its table, and of what it joins.
func (fields Fields) describeReturning(list []*pg_query.Node, of *pg_query.RangeVar, with *pg_query.WithClause, from []*pg_query.Node) []providers.Described {
	columns := describeTargets(list, fields.columnsOf(from, fields.knownOf(with, nil)))
	own := parse.AliasOrName(of)
	for i, n := range list {
		names := n.GetResTarget().GetVal().GetColumnRef().GetFields()
		if len(names) > 1 && names[len(names)-1].GetAStar() == nil && names[len(names)-2].GetString_().GetSval() == own {
			columns[i].Computed = false
		}
	}
	return columns
}

// knownOf describes the columns of common table expressions, and adds those of the query around.
func (fields Fields) knownOf(with *pg_query.WithClause, outer map[string][]providers.Described) map[string][]providers.Described {
	known := maps.Clone(outer)
	if known == nil {
		known = map[string][]providers.Described{}
	}
	for _, n := range with.GetCtes() {
		if cte := n.GetCommonTableExpr(); cte.GetCtequery().GetSelectStmt() != nil {
			known[cte.Ctename] = renamed(cte.GetAliascolnames(), fields.describeSelect(cte.Ctequery.GetSelectStmt(), known))
		}
	}
	return known
}

// innerColumns are the columns of queries in FROM, and of common table expressions.
type innerColumns struct {
	fields   Fields
	computed map[string]bool                // whether a column is computed, by its name
	called   map[string]bool                // the columns that calls make, whose results have no length: by name, and by the query's name, a dot and the name
	typed    map[string]providers.Described // the columns whose types the text tells, by the same names
	all      []providers.Described          // all columns where FROM is one query; nil: they are not known
}

// columnsOf notes the columns of the items of FROM.
func (fields Fields) columnsOf(from []*pg_query.Node, known map[string][]providers.Described) innerColumns {
	c := innerColumns{fields: fields, computed: map[string]bool{}, called: map[string]bool{}, typed: map[string]providers.Described{}}
	for _, n := range from {
		columns := c.add(n, known)
		if len(from) == 1 && !slices.ContainsFunc(columns, func(d providers.Described) bool { return d.Star }) {
			c.all = columns
		}
	}
	return c
}

// describeSelect describes the columns of a query. outer has those of common table expressions.
func (fields Fields) describeSelect(s *pg_query.SelectStmt, outer map[string][]providers.Described) []providers.Described {
	known := fields.knownOf(s.GetWithClause(), outer)
	switch {
	case s.Larg != nil:
		columns := fields.describeSelect(s.Larg, known)
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
	return describeTargets(s.TargetList, fields.columnsOf(s.FromClause, known))
}

// add notes the columns of an item of FROM. It returns those of a query.
func (c innerColumns) add(n *pg_query.Node, known map[string][]providers.Described) (columns []providers.Described) {
	of := ""
	switch item := n.GetNode().(type) {
	case *pg_query.Node_RangeSubselect:
		of = item.RangeSubselect.GetAlias().GetAliasname()
		if s := item.RangeSubselect.Subquery.GetSelectStmt(); s != nil {
			columns = renamed(item.RangeSubselect.GetAlias().GetColnames(), c.fields.describeSelect(s, known))
		}
	case *pg_query.Node_RangeVar:
		if item.RangeVar.Schemaname == "" {
			columns = known[item.RangeVar.Relname]
			of = parse.AliasOrName(item.RangeVar)
		}
	case *pg_query.Node_RangeFunction:
		of = item.RangeFunction.GetAlias().GetAliasname()
		for _, n := range item.RangeFunction.Coldeflist {
			column := DescribeCast(n.GetColumnDef().GetTypeName())
			column.Name = n.GetColumnDef().GetColname()
			columns = append(columns, column)
		}
	case *pg_query.Node_JoinExpr:
		c.add(item.JoinExpr.Larg, known)
		c.add(item.JoinExpr.Rarg, known)
	}
	for _, column := range columns {
		if column.Name != "" {
			c.computed[column.Name] = column.Computed
			if column.Computed && column.Type == 0 && column.TypeMod == -1 {
				c.called[column.Name], c.called[of+"."+column.Name] = true, true
			}
			if column.Type != 0 {
				c.typed[column.Name], c.typed[of+"."+column.Name] = column, column
			}
		}
	}
	return columns
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
func describeTargets(list []*pg_query.Node, inner innerColumns) []providers.Described {
	columns := make([]providers.Described, 0, len(list))
	for _, n := range list {
		target := n.GetResTarget()
		column := describeValue(target.GetVal(), inner)
		if column.Star && inner.all != nil && target.GetVal().GetColumnRef() != nil {
			columns = append(columns, inner.all...)
			continue
		}
		if column.Name = target.GetName(); column.Name == "" {
			column.Name, _ = Name(target.GetVal())
		}
		columns = append(columns, column)
	}
	return columns
}

// describeValue describes an expression.
func describeValue(n *pg_query.Node, inner innerColumns) providers.Described {
	if bits, ok := describeBits(n); ok {
		return bits
	}
	switch e := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		last := e.ColumnRef.Fields[len(e.ColumnRef.Fields)-1]
		if last.GetAStar() != nil {
			return providers.Described{Star: true}
		}
		if typed, ok := inner.typed[strings.Join(parse.NameParts(e.ColumnRef.Fields), ".")]; ok {
			return typed
		}
		described := providers.Described{Computed: inner.computed[last.GetString_().GetSval()]}
		if inner.called[strings.Join(parse.NameParts(e.ColumnRef.Fields), ".")] {
			described = providers.Described{Computed: true, TypeMod: -1}
		}
		return described
	case *pg_query.Node_AIndirection:
		for _, i := range e.AIndirection.Indirection {
			if i.GetAStar() != nil {
				return providers.Described{Star: true}
			}
		}
		if inner.fields != nil {
			if field, ok := inner.fields(e.AIndirection); ok {
				return field
			}
		}
	case *pg_query.Node_FuncCall: // whose result has no length, and is a text of the greatest of texts
		computed := providers.Described{Computed: true, TypeMod: -1}
		if _, name := parse.SplitName(e.FuncCall.Funcname); name == "max" || name == "min" || name == "split_part" {
			computed.Type = pgtype.TextOID
		}
		return computed
	case *pg_query.Node_AExpr:
		if _, op := parse.SplitName(e.AExpr.Name); op == "||" && e.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_OP {
			return providers.Described{Computed: true, TypeMod: -1}
		}
	case *pg_query.Node_CollateClause:
		return describeValue(e.CollateClause.Arg, inner)
	case *pg_query.Node_TypeCast:
		return DescribeCast(e.TypeCast.TypeName)
	}
	return providers.Described{Computed: true}
}

// textArrays are the types of arrays that are text[] in DuckDB.
var textArrays = map[string]uint32{"varchar": pgtype.VarcharArrayOID, "bpchar": pgtype.BPCharArrayOID}

// timeTypes are the types that have a precision.
var timeTypes = map[string]uint32{
	"timestamp": pgtype.TimestampOID, "timestamptz": pgtype.TimestamptzOID, "time": pgtype.TimeOID, "timetz": pgtype.TimetzOID, "interval": pgtype.IntervalOID,
}

// DescribeCast describes a value that is cast to a type.
func DescribeCast(to *pg_query.TypeName) providers.Described {
	computed := providers.Described{Computed: true}
	schema, name := parse.SplitName(to.GetNames())
	if schema != "" && schema != "pg_catalog" {
		return computed
	}
	if len(to.ArrayBounds) > 0 {
		return describeArray(to, name)
	}
	mods := make([]int64, len(to.Typmods))
	for i, n := range to.Typmods {
		var ok bool
		if mods[i], ok = parse.IntConstant(n); !ok {
			return computed
		}
	}
	oid := map[string]uint32{"varchar": pgtype.VarcharOID, "bpchar": pgtype.BPCharOID}[name]
	if of, ok := timeTypes[name]; ok {
		oid = of
	}
	mod := int64(-1)
	switch {
	case name == "numeric" && len(mods) == 2 && (mods[1] < 0 || mods[1] > mods[0] || mods[0] > constants.WidestNumber):
		const scaleBits = 0x7ff
		return providers.Described{Computed: true, Type: pgtype.NumericOID, TypeMod: int32(mods[0]<<16|mods[1]&scaleBits) + TextHeader} //nolint:gosec // modifiers are of 32 bits
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
			mod += TextHeader
		}
	}
	return providers.Described{Computed: true, Type: oid, TypeMod: int32(mod)} //nolint:gosec // modifiers are of 32 bits
}

// describeArray describes a value that is cast to an array.
func describeArray(to *pg_query.TypeName, name string) providers.Described {
	d := providers.Described{Computed: true, TypeMod: -1}
	header := int32(0)
	switch {
	case name == "bit":
		d.Type = pgtype.BitArrayOID
	case name == "varbit":
		d.Type = pgtype.VarbitArrayOID
	case timeTypes[name] != 0 && len(to.Typmods) > 0:
		d = DescribeCast(&pg_query.TypeName{Names: to.Names, Typmods: to.Typmods})
		d.Type, _ = providers.ArrayOfTimes(d.Type)
		return d
	default:
		d.Type, header = textArrays[name], TextHeader
	}
	if d.Type != 0 && len(to.Typmods) == 1 {
		length, _ := parse.IntConstant(to.Typmods[0])
		d.TypeMod = int32(length) + header //nolint:gosec // no longer than a value
	}
	return d
}

// TextHeader is what Postgres adds to the length of varchar(n) and char(n) in a type modifier.
const TextHeader = 4
