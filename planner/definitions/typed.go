package definitions

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Typed is what a function takes an argument for that does not show it: a quoted constant, or in a call of overlaps a value that becomes
// one of another type.
type Typed struct {
	Type  string // a type of PostgreSQL's
	Array bool   // the value is an array of that type
}

// Failing is a call that fails for each row whose second argument is not NULL.
type Failing struct {
	Call   *pg_query.FuncCall // nil: the expression that is Node fails, where none of Values is NULL
	Error  *sqlstate.Error
	Type   string // of the call's result, one of PostgreSQL's
	Node   *pg_query.Node
	Values []*pg_query.Node
}

// castsArguments are the functions whose quoted constants DuckDB takes for others than PostgreSQL does.
var castsArguments = parse.WordSet(`date_bin generate_series date_trunc make_date make_time make_timestamp make_timestamptz make_interval lpad rpad repeat
	left right substr substring overlay round trunc width_bucket array_append array_prepend array_remove array_replace array_position array_positions
	power pow log mod gcd lcm div overlaps timezone position strpos`)

// castTypes are the types that constants are cast to.
var castTypes = parse.WordSet(`int2 int4 int8 float4 float8 numeric date time timetz timestamp timestamptz interval bytea`)

// argument is what a call has for an argument, without its name.
func argument(n *pg_query.Node) *pg_query.Node {
	if named := n.GetNamedArgExpr(); named != nil {
		return named.Arg
	}
	return n
}

// noteTyped notes the arguments of a call that became values of other types. before are the types that they had.
func (s *scope) noteTyped(f *pg_query.FuncCall, name string, before []uint32, args []*node) {
	if s.typed == nil || !castsArguments[name] || len(before) != len(f.Args) {
		return
	}
	for i, n := range f.Args {
		value, now := argument(n), args[i]
		if now.kind == namedArg {
			now = now.args[0]
		}
		isQuoted := value.GetAConst().GetSval() != nil && before[i] == unknownOID
		if now.typ == before[i] || !isQuoted && name != "overlaps" {
			continue
		}
		of, isArray := now.typ, false
		if element := s.elementOf(of); element != 0 {
			of, isArray = element, true
		}
		t := s.typeOf(of)
		if _, noted := s.typed[value]; !noted && castTypes[t.name] {
			s.typed[value] = Typed{t.name, isArray}
		}
	}
}

// arrayTypes are the types of the elements of arrays that quoted constants are cast to.
var arrayTypes = parse.WordSet(`int2 int4 int8 float4 float8 numeric date time timetz timestamp timestamptz interval bool text varchar uuid bytea jsonb`)

// keptTypes are the types beside which DuckDB does not know what a quoted constant is, where it makes a column or a condition.
var keptTypes = parse.WordSet(`int2 int4 int8 float4 float8 numeric date time timetz timestamp timestamptz interval`)

// noteQuoted notes a quoted constant that became an array, beside another one or as the argument of a call: DuckDB has other texts of arrays.
// Of what definitions keep it notes one of a number, a day, a time or an interval, too.
func (a *analysis) noteQuoted(n *node, to uint32) {
	element := a.elementOf(to)
	if name := a.typeOf(to).name; a.kept != nil && a.typed != nil && !a.inDefault && !n.null && n.written != nil && keptTypes[name] {
		a.typed[n.written] = Typed{name, false}
	}
	if a.typed == nil || n.null || n.written == nil || element == 0 || !arrayTypes[a.typeOf(element).name] || a.typeOf(element).array != to {
		return
	}
	a.typed[n.written] = Typed{a.typeOf(element).name, true}
}

// nullOperators are the operators whose result has the type of an operand, as far as DuckDB knows that of NULL.
var nullOperators = parse.WordSet(`|| + - * / %`)

// nullTypes are the types that a NULL beside such an operator is cast to.
var nullTypes = parse.WordSet(`int2 int4 int8 float4 float8 numeric date time timetz timestamp timestamptz interval text jsonb`)

// noteNull notes a NULL that is the operand of an operator.
func (a *analysis) noteNull(operator string, n *node, to uint32) {
	if name := a.typeOf(to).name; a.typed != nil && n.null && n.typ == unknownOID && n.kind == constant && n.written != nil && nullOperators[operator] && nullTypes[name] {
		a.typed[n.written] = Typed{name, false}
	}
}

// checkUnit fails for a field that times of a type do not have. takes are the types of the function's parameters. PostgreSQL looks at
// the field when it computes the call: as it plans the statement where both arguments are constants, else for each row.
func (s *scope) checkUnit(f *pg_query.FuncCall, name string, args []*node, takes []uint32, result uint32) {
	hasUnit := name == "extract" || name == "date_part" || name == "date_trunc"
	if !s.checks || !hasUnit || len(args) < 2 || len(f.Args) < 2 || len(takes) < 2 || args[0].kind != constant || args[0].null {
		return
	}
	unit := f.Args[0]
	for unit.GetTypeCast() != nil {
		unit = unit.GetTypeCast().Arg
	}
	word, quoted := parse.TextConstant(unit)
	if !quoted { // a parameter is a constant without a text to the analysis
		return
	}
	of := takes[1]
	err := s.unitError(name, strings.ToLower(word), args[1].typ, of)
	if err == nil {
		return
	}
	folded := args[1].kind == constant && !args[1].null && of != timestamptzOID
	if folded || s.failing == nil || len(f.Args) != 2 || !castTypes[s.typeOf(result).name] {
		panic(failure{err})
	}
	*s.failing = append(*s.failing, Failing{Call: f, Error: err, Type: s.typeOf(result).name})
}

// unitError is the error of a field that times of a type do not have; nil: they have it. of is the type of the function's parameter.
func (s *scope) unitError(name, unit string, given, of uint32) *sqlstate.Error {
	switch {
	case name != "date_trunc" && given == timestampOID && (unit == "timezone" || unit == "timezone_hour" || unit == "timezone_minute"),
		name == "date_trunc" && given == intervalOID && unit == "week":
		return sqlstate.New(sqlstate.FeatureNotSupported, "unit %q not supported for type %s", unit, s.errorType(given))
	case constants.IsUnit(unit), momentFields[constants.CutUnit(unit)]:
		return nil
	case name == "date_part" && of == dateOID: // a call of the function of timestamps
		of = timestampOID
	}
	return sqlstate.New(sqlstate.InvalidParameterValue, "unit %q not recognized for type %s", unit, s.errorType(of))
}
