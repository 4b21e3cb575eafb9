package definitions

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What needs to know which collation it works by. PostgreSQL looks for the collation when it computes a call, so a statement that
// meets no row does not fail.

// comparisons are the operators that compare texts by a collation.
var comparisons = parse.WordSet(`= <> < <= > >= ^@ @> <@ &&`)

// byPattern are the operators that match texts, and what PostgreSQL calls the matching.
var byPattern = map[string]string{
	"~": regularExpression, "!~": regularExpression, "~*": regularExpression, "!~*": regularExpression, "~~*": "ILIKE", "!~~*": "ILIKE",
}

// byCollation are the functions that work by a collation, and what PostgreSQL calls their work.
var byCollation = map[string]string{
	"upper": "upper() function", "lower": "lower() function", "initcap": "initcap() function",
	"position": stringComparison, "strpos": stringComparison, "replace": stringComparison, "split_part": stringComparison, "starts_with": stringComparison,
	"string_to_array": stringComparison, "string_to_table": stringComparison,
	"array_position": stringComparison, "array_positions": stringComparison, "array_remove": stringComparison, "array_replace": stringComparison,
	"min": stringComparison, "max": stringComparison, "width_bucket": stringComparison,
	"regexp_match": regularExpression, "regexp_matches": regularExpression, "regexp_replace": regularExpression, "regexp_split_to_array": regularExpression,
	"regexp_split_to_table": regularExpression, "regexp_like": regularExpression, "regexp_count": regularExpression, "regexp_instr": regularExpression,
	"regexp_substr": regularExpression,
}

const (
	stringComparison  = "string comparison"
	stringHashing     = "string hashing"
	regularExpression = "regular expression"
)

// isText reports whether values of a type are texts that a collation orders, or arrays of such texts.
func (a *analysis) isText(oid uint32) bool { return a.collationOfType(oid) != noCollation }

// comparesTexts reports whether an operator compares values of a type by a collation.
func (a *analysis) comparesTexts(operator string, oid uint32) bool {
	return comparisons[operator] && a.isText(oid)
}

// needCollation fails for a node that works by a collation, and has none for it.
func (a *analysis) needCollation(n *node, inside collating) {
	if !inside.isUndetermined() {
		return
	}
	if what := a.worksByCollation(n); what != "" {
		a.failUndetermined(what, n)
	}
}

// worksByCollation is what a node does by the collation of its arguments; "": nothing.
func (a *analysis) worksByCollation(n *node) string {
	if !slices.ContainsFunc(n.args, func(arg *node) bool { return arg != nil && a.isText(arg.typ) }) {
		return ""
	}
	switch n.kind { //nolint:exhaustive // the others work by none
	case opExpr, distinctExpr, nullIfExpr, scalarArrayOp:
		if comparisons[n.name] {
			return stringComparison
		}
		return byPattern[n.name]
	case minMaxExpr:
		return stringComparison
	case funcExpr, aggref, windowFunc:
		if n.name == "substring" && len(n.args) > 1 && a.isText(n.args[1].typ) {
			return regularExpression
		}
		return byCollation[n.name]
	}
	return ""
}

// failUndetermined fails for a node that works by a collation that is not determined: where rows can be told, for those alone whose
// arguments are not NULL.
func (a *analysis) failUndetermined(what string, n *node) {
	if !a.checks { // Check has the error, and views have it when they are read
		return
	}
	err := sqlstate.New(sqlstate.IndeterminateCollation, "could not determine which collation to use for %s", what).WithHint(SetCollationHint)
	failing := Failing{Node: n.from, Error: err}
	for _, arg := range n.args {
		for arg != nil && arg.from == nil && isCast[arg.kind] && len(arg.args) == 1 {
			arg = arg.args[0]
		}
		if arg == nil || arg.from == nil {
			failing.Node = nil
			break
		}
		failing.Values = append(failing.Values, arg.from)
	}
	if failing.Node == nil || a.failing == nil || n.kind != opExpr && n.kind != funcExpr && n.kind != distinctExpr {
		panic(failure{err})
	}
	*a.failing = append(*a.failing, failing)
}

// needToSort fails for values by which rows are sorted or told apart, and which have no collation for it.
func (a *analysis) needToSort(n *node, what string) {
	if a.collates && a.checks && n.coll == noCollation && a.isText(n.typ) {
		a.blame(n)
		a.fail(sqlstate.IndeterminateCollation, SetCollationHint, "could not determine which collation to use for %s", what)
	}
}

// checkKeyCollation fails for the key of an index whose type and collation do not go together: ComputeIndexAttrs.
func (a *analysis) checkKeyCollation(e *pg_query.IndexElem, key *node) {
	if !a.collates {
		return
	}
	_, name := splitName(e.Collation)
	switch collates := a.isText(key.typ); {
	case !collates && name != "":
		a.fail(sqlstate.DatatypeMismatch, "", "collations are not supported by type %s", a.errorType(key.typ))
	case collates && name == "" && key.coll == noCollation:
		a.fail(sqlstate.IndeterminateCollation, SetCollationHint, "could not determine which collation to use for index expression")
	}
}

// refuseUndetermined refuses an expression that a definition keeps and that works by a collation which is not determined.
func (a *analysis) refuseUndetermined(n *node) {
	if !a.collates || a.kept.Refused != nil {
		return
	}
	var failing []Failing
	a.failing = &failing
	defer func() {
		switch e := recover().(type) {
		case nil:
		case failure:
			a.kept.Refused = e.err
		default:
			panic(e)
		}
	}()
	a.collateAlone(n)
	if len(failing) > 0 {
		a.kept.Refused = failing[0].Error
	}
}

// collationFor is the function that COLLATION FOR calls.
const collationFor = "pg_collation_for"

// noteCollationFor notes what pg_collation_for answers: the collation of its argument.
func (a *analysis) noteCollationFor(n *node, inside collating) {
	if n.kind != funcExpr || n.name != collationFor || a.collations == nil || n.from.GetFuncCall() == nil || len(n.args) != 1 {
		return
	}
	of := n.args[0].typ
	if of != unknownOID && !a.isText(of) {
		a.fail(sqlstate.DatatypeMismatch, "", "collations are not supported by type %s", a.errorType(of))
	}
	answer := ""
	if !inside.isUndetermined() {
		answer = a.quote(inside.collation)
	}
	a.collations[n.from] = answer
}
