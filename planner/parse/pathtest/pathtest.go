// Package pathtest finds what the search path decides on in a query: for tests of the gateway's own queries.
//
// On a connection whose search path somebody else has set, a schema of users may come before pg_catalog. Then an operator, function,
// type, collation or relation that is named without its schema may be one of users. So may be an operator that the grammar supplies
// and that no text can name with a schema: that of IN, BETWEEN, LIKE, NULLIF, IS DISTINCT FROM, CASE x WHEN y, and JOIN … USING.
// Some functions of the server run such queries themselves.
// ORDER BY, GROUP BY, DISTINCT, UNION, GREATEST and LEAST use the default operator class of a type, for which no schema is searched.
package pathtest

import (
	"regexp"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
)

const system = "pg_catalog"

// finder collects what it finds in a query.
type finder struct {
	text  string
	with  map[string]bool // names of the queries in WITH
	found []string
}

// Decided lists what the search path decides on in a query of our own.
func Decided(sql string) ([]string, error) {
	tree, err := pg_query.Parse(sql)
	if err != nil {
		return nil, err
	}
	f := finder{text: sql, with: map[string]bool{}}
	parse.EachMessage(tree.ProtoReflect(), func(m proto.Message) {
		if query, ok := m.(*pg_query.CommonTableExpr); ok {
			f.with[query.Ctename] = true
		}
	})
	parse.EachMessage(tree.ProtoReflect(), f.look)
	return f.found, nil
}

// DemandQualified fails a test if the search path decides on something in a query of our own.
func DemandQualified(tb testing.TB, sql string) {
	tb.Helper()
	if found, err := Decided(sql); err != nil || len(found) > 0 {
		tb.Errorf("%v: the search path decides on %q in %s", err, found, sql)
	}
}

func (f *finder) add(what string, name []*pg_query.Node) {
	words := make([]string, 0, len(name))
	for _, n := range name {
		words = append(words, n.GetString_().GetSval())
	}
	f.found = append(f.found, strings.TrimSpace(what+" "+strings.Join(words, ".")))
}

// asking are functions of the server that run queries of their own, in which operators have no schema, some up to version 13. A query may
// call them that sets the search path itself.
var asking = regexp.MustCompile(`\.(pg_get_viewdef|pg_get_ruledef|(obj|col|shobj)_description|ts_debug|bit_length|overlaps|timestamptz|(query|cursor|table|schema|database)_to_xml\w*|ts_stat|ts_rewrite)$`)

func (f *finder) lookAtCall(m *pg_query.FuncCall) {
	f.addUnqualified("function", m.Funcname)
	name := m.Funcname[len(m.Funcname)-1].GetString_().GetSval()
	if asking.MatchString("."+name) && !strings.Contains(f.text, "set_config('search_path'") {
		f.found = append(f.found, "queries of "+name)
	}
}

func inSystem(name []*pg_query.Node) bool {
	return len(name) > 1 && name[0].GetString_().GetSval() == system
}

// addUnqualified adds a name that has no schema, or that of users.
func (f *finder) addUnqualified(what string, name []*pg_query.Node) {
	if !inSystem(name) {
		f.add(what, name)
	}
}

func (f *finder) look(m proto.Message) {
	switch m := m.(type) {
	case *pg_query.A_Expr:
		f.lookAtOperator(m)
	case *pg_query.SubLink:
		if m.SubLinkType == pg_query.SubLinkType_ANY_SUBLINK || m.SubLinkType == pg_query.SubLinkType_ALL_SUBLINK {
			f.addUnqualified("operator of a subquery", m.OperName)
		}
	case *pg_query.CaseExpr:
		if m.Arg != nil {
			f.add("CASE x WHEN y", nil)
		}
	case *pg_query.JoinExpr:
		if m.IsNatural || len(m.UsingClause) > 0 {
			f.add("JOIN USING", m.UsingClause)
		}
	case *pg_query.SortBy:
		if len(m.UseOp) > 0 {
			f.addUnqualified("ORDER BY USING", m.UseOp)
		}
	case *pg_query.FuncCall:
		f.lookAtCall(m)
	case *pg_query.CollateClause:
		f.addUnqualified("collation", m.Collname)
	case *pg_query.RangeVar:
		if m.Schemaname != system && (m.Schemaname != "" || !f.with[m.Relname]) {
			f.found = append(f.found, "relation "+m.Relname)
		}
	case *pg_query.TypeName:
		f.lookAtType(m)
	case *pg_query.TypeCast:
		f.lookAtObject(m)
	}
}

// numbers are columns and functions that are no texts. A text that is concatenated with another value calls a function of the server with a
// query of its own, in which || has no schema up to version 13.
var (
	numbers   = regexp.MustCompile(`^(\w*oid|\w*xmin|\w*relid|changed|setdatabase|setrole)$`)
	numbersOf = regexp.MustCompile(`^(count|sum|min|max|octet_length)$`)
)

// isNoText reports whether an operand of || is known to be no text.
func isNoText(n *pg_query.Node) bool {
	switch n := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		names := n.TypeCast.TypeName.Names
		name := names[len(names)-1].GetString_().GetSval()
		return name != "text" && name != "name" && len(n.TypeCast.TypeName.ArrayBounds) == 0
	case *pg_query.Node_FuncCall:
		words := n.FuncCall.Funcname
		return numbersOf.MatchString(words[len(words)-1].GetString_().GetSval())
	case *pg_query.Node_ColumnRef:
		fields := n.ColumnRef.Fields
		return numbers.MatchString(fields[len(fields)-1].GetString_().GetSval())
	case *pg_query.Node_CoalesceExpr:
		return len(n.CoalesceExpr.Args) > 0 && isNoText(n.CoalesceExpr.Args[0])
	}
	return false
}

// lookAtOperator finds operators that are named without a schema, or by words.
func (f *finder) lookAtOperator(m *pg_query.A_Expr) {
	if len(m.Name) > 0 && m.Name[len(m.Name)-1].GetString_().GetSval() == "||" && (isNoText(m.Lexpr) || isNoText(m.Rexpr)) {
		f.found = append(f.found, "|| of what is no text")
	}
	switch m.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP, pg_query.A_Expr_Kind_AEXPR_OP_ANY, pg_query.A_Expr_Kind_AEXPR_OP_ALL:
		f.addUnqualified("operator", m.Name)
	default:
		f.add(strings.TrimPrefix(m.Kind.String(), "AEXPR_"), m.Name)
	}
}

// sinceJSON are names of types that the grammar of later servers knows. Earlier servers look for them by the search path.
var sinceJSON = regexp.MustCompile(`^(?i:json)\b`)

func (f *finder) lookAtType(m *pg_query.TypeName) {
	at := min(max(int(m.Location), 0), len(f.text))
	if len(m.Names) > 0 && (!inSystem(m.Names) || sinceJSON.MatchString(f.text[at:])) {
		f.add("type", m.Names)
	}
}

// lookAtObject finds names of objects in constants, as of 'pg_class'::pg_catalog.regclass.
func (f *finder) lookAtObject(m *pg_query.TypeCast) {
	name := m.TypeName.GetNames()
	if len(name) == 0 || !strings.HasPrefix(name[len(name)-1].GetString_().GetSval(), "reg") {
		return
	}
	if object := m.Arg.GetAConst().GetSval(); object != nil && !strings.HasPrefix(object.Sval, system+".") {
		f.found = append(f.found, "object "+object.Sval)
	}
}
