package planner

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/textkey"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// A lookup is a SELECT that reads plain columns of one table, where columns are compared with constants and
// parameters. Its constants and its parameters' values change nothing but the rows that it finds, so a source may run
// one plan for all lookups that differ in these alone.

// typedConstant is a constant of a lookup, with the type that it is compared as.
type typedConstant struct {
	place int32
	oid   uint32
}

// noteLookup notes what a statement is as a lookup in a table of a source whose rows go to the client, if it is one: the types
// of its constants, in the order of the text, those of the columns that its parameters are compared with, by their numbers, and
// what it seeks.
func (s *Statement) noteLookup(n *pg_query.Node, mentions []mention, shown bool) {
	query := n.GetSelectStmt()
	if !shown || len(mentions) != 1 || !isPlainSelect(query) {
		return
	}
	m, from := mentions[0], query.FromClause[0].GetRangeVar()
	if m.relation == nil || m.relation.Kind != "table" && m.relation.Kind != "foreign table" || m.relation.Builtin || len(m.relation.Hidden) > 0 || len(m.relation.Computed) > 0 {
		return
	}
	l := lookup{of: m.relation, alias: parse.AliasOrName(from)}
	for _, target := range query.TargetList {
		if t := target.GetResTarget(); len(t.Indirection) > 0 || !l.isColumnOrStar(t.Val) {
			return
		}
	}
	if !l.compares(query.WhereClause) || !l.isCount(query.LimitCount) || !l.isCount(query.LimitOffset) || slices.Contains(l.params, 0) {
		return
	}
	slices.SortFunc(l.constants, func(a, b typedConstant) int { return cmp.Compare(a.place, b.place) })
	s.lookup, s.comparedParams = make([]uint32, len(l.constants)), l.params
	for i, c := range l.constants {
		s.lookup[i] = c.oid
	}
	s.seeks = l.seeks(m, query)
}

// seeks returns what the lookup seeks, or nil if a comparison is another than by =, or it may return all rows.
func (l *lookup) seeks(m mention, s *pg_query.SelectStmt) *providers.Seek {
	if l.other || len(l.equal) == 0 && s.LimitCount == nil {
		return nil
	}
	seek := &providers.Seek{Schema: m.found, Table: m.relation.Name, Constants: len(l.constants), Params: l.params, Limit: l.valueOf(s.LimitCount), Offset: l.valueOf(s.LimitOffset)}
	for _, target := range s.TargetList {
		c, is := l.column(target.GetResTarget().Val)
		if is {
			seek.Columns = append(seek.Columns, c.Name)
			continue
		}
		for _, c := range l.of.Typed {
			seek.Columns = append(seek.Columns, c.Name)
		}
	}
	for _, e := range l.equal {
		seek.Equal = append(seek.Equal, providers.Equal{Column: e.column, To: l.valueOf(e.value)})
	}
	return seek
}

// valueOf returns which constant or parameter an expression is.
func (l *lookup) valueOf(n *pg_query.Node) (v providers.SoughtValue) {
	if p := n.GetParamRef(); p != nil {
		v.Param = int(p.Number)
	} else if n != nil {
		v.Constant = 1 + slices.IndexFunc(l.constants, func(c typedConstant) bool { return c.place == n.GetAConst().GetLocation() })
	}
	return v
}

// isPlainSelect reports whether a SELECT has a select list, one table in FROM, and no other clause than WHERE, LIMIT
// and OFFSET.
func isPlainSelect(s *pg_query.SelectStmt) bool {
	if s == nil || len(s.FromClause) != 1 || len(s.TargetList) == 0 {
		return false
	}
	from := s.FromClause[0].GetRangeVar()
	return from != nil && from.Inh && len(from.GetAlias().GetColnames()) == 0 &&
		s.Op == pg_query.SetOperation_SETOP_NONE && s.LimitOption != pg_query.LimitOption_LIMIT_OPTION_WITH_TIES &&
		parse.Children(s.ProtoReflect(), func(protoreflect.Message) bool { return false }, "target_list", "from_clause", "where_clause", "limit_count", "limit_offset")
}

// lookup collects the constants of a lookup.
type lookup struct {
	of        *providers.Relation
	alias     string
	constants []typedConstant
	params    []uint32 // the types of what parameters are compared with, by their numbers; 0: with nothing
	equal     []equality
	other     bool // it has a comparison other than by =
}

// equality is a column, and the constant or parameter that it is equal to.
type equality struct {
	column string
	value  *pg_query.Node
}

// column returns the column that an expression names.
func (l *lookup) column(n *pg_query.Node) (providers.TypedColumn, bool) {
	fields := n.GetColumnRef().GetFields()
	if len(fields) == 0 || len(fields) > 2 || len(fields) == 2 && fields[0].GetString_().GetSval() != l.alias {
		return providers.TypedColumn{}, false
	}
	name := fields[len(fields)-1].GetString_().GetSval()
	at := slices.IndexFunc(l.of.Typed, func(c providers.TypedColumn) bool { return strings.EqualFold(c.Name, name) })
	if at < 0 {
		return providers.TypedColumn{}, false
	}
	return l.of.Typed[at], true
}

func (l *lookup) isColumnOrStar(n *pg_query.Node) bool {
	if fields := n.GetColumnRef().GetFields(); len(fields) == 1 && fields[0].GetAStar() != nil {
		return true
	}
	_, is := l.column(n)
	return is
}

// compares reports whether a condition compares columns with constants, all of which must hold.
func (l *lookup) compares(n *pg_query.Node) bool {
	if n == nil {
		return true
	}
	if all := n.GetBoolExpr(); all != nil && all.Boolop == pg_query.BoolExprType_AND_EXPR {
		return !slices.ContainsFunc(all.Args, func(n *pg_query.Node) bool { return !l.compares(n) })
	}
	e := n.GetAExpr()
	if e.GetKind() != pg_query.A_Expr_Kind_AEXPR_OP || len(e.Name) != 1 || !trees.Comparisons[e.Name[0].GetString_().GetSval()] {
		return false
	}
	column, value := e.Lexpr, e.Rexpr
	if isColumn(value) {
		column, value = value, column
	}
	if c, is := l.column(column); is && e.Name[0].GetString_().GetSval() == "=" {
		l.equal = append(l.equal, equality{c.Name, value})
	} else {
		l.other = true
	}
	return l.comparesWith(column, value)
}

// comparesWith reports whether a column of an integer type stands beside an integer, or one of texts beside a text, or
// either beside a parameter.
func (l *lookup) comparesWith(column, constant *pg_query.Node) bool {
	c, is := l.column(column)
	if !is || c.Loose || c.Opaque || len(c.Labels) > 0 {
		return false
	}
	if p := constant.GetParamRef(); p != nil {
		switch c.Type {
		case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID:
			return l.addParam(p, c.Type)
		}
		return (c.Type == pgtype.TextOID || c.Type == pgtype.VarcharOID) && c.TypeMod <= 0 && l.addParam(p, c.Type)
	}
	switch value := constant.GetAConst().GetVal().(type) {
	case *pg_query.A_Const_Ival:
		switch c.Type {
		case pgtype.Int2OID, pgtype.Int4OID:
			return value.Ival.GetIval() >= 0 && l.add(constant, pgtype.Int4OID)
		case pgtype.Int8OID:
			return value.Ival.GetIval() >= 0 && l.add(constant, pgtype.Int8OID)
		}
	case *pg_query.A_Const_Sval:
		return (c.Type == pgtype.TextOID || c.Type == pgtype.VarcharOID) && c.TypeMod <= 0 && isPlainText(value.Sval.GetSval()) && l.add(constant, pgtype.TextOID)
	}
	return false
}

// isCount reports whether LIMIT or OFFSET is not there, or a constant number, or a parameter.
func (l *lookup) isCount(n *pg_query.Node) bool {
	if p := n.GetParamRef(); p != nil {
		return l.addParam(p, pgtype.Int8OID)
	}
	value, is := n.GetAConst().GetVal().(*pg_query.A_Const_Ival)
	return n == nil || is && value.Ival.GetIval() >= 0 && l.add(n, pgtype.Int8OID)
}

func (l *lookup) add(constant *pg_query.Node, oid uint32) bool {
	l.constants = append(l.constants, typedConstant{constant.GetAConst().GetLocation(), oid})
	return true
}

// addParam notes what a parameter is compared with. It reports false if that is of another type than elsewhere.
func (l *lookup) addParam(p *pg_query.ParamRef, oid uint32) bool {
	for len(l.params) < int(p.Number) {
		if len(l.params) == mostCompared {
			return false
		}
		l.params = append(l.params, 0)
	}
	if p.Number < 1 || l.params[p.Number-1] != 0 && l.params[p.Number-1] != oid {
		return false
	}
	l.params[p.Number-1] = oid
	return true
}

// mostCompared is how many parameters a lookup has at most.
const mostCompared = 16

// longestPlain is the length of the longest text that isPlainText accepts.
const longestPlain = 1000

// isPlainText reports whether a quoted text says the same to every column and both lexers. Texts that could be
// ranges, arrays, JSON, dates, addresses of networks or names of anything are not plain: the translation looks at
// these.
func isPlainText(s string) bool {
	dots := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.':
			dots++
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("_ -@", c) >= 0:
		default:
			return false
		}
	}
	return dots < 2 && len(s) <= longestPlain && !strings.EqualFold(strings.TrimSpace(s), "empty")
}

// ComparedParams returns the types of the columns that the parameters of a lookup are compared with, by their numbers,
// or nil if the statement has something else that differs between it and others.
func (s *Statement) ComparedParams() []uint32 {
	if len(s.comparedParams) != s.Params || len(s.Constants) != len(s.lookup) {
		return nil
	}
	return s.comparedParams
}

// Seeks returns what a lookup seeks, or nil if the statement is none, or has something else that differs between it and others, or
// is translated: then its columns may be expressions.
func (s *Statement) Seeks() *providers.Seek {
	if s.translated || len(s.comparedParams) != s.Params || len(s.Constants) != len(s.lookup) {
		return nil
	}
	return s.seeks
}

// constantsOf returns the constants of a lookup's text, which begins at an offset of the texts that literals are places
// in, or nil if they are not what the plan was made for.
func (s *Statement) constantsOf(text string, offset int, literals []textkey.Literal) []providers.Constant {
	if len(s.lookup) != len(literals) {
		return nil
	}
	constants := make([]providers.Constant, len(literals))
	for i, l := range literals {
		constants[i] = providers.Constant{Start: int(l.Start) - offset, End: int(l.End) - offset, Type: s.lookup[i]}
		if s.lookup[i] == pgtype.TextOID && !isPlainText(text[l.Start+1:l.End-1]) {
			return nil
		}
	}
	return constants
}
