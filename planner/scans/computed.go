package scans

import (
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Some computed values mean the same everywhere: the sum and the difference of numbers, and a date with an interval of
// days, months or years added or taken off. The source computes them.

// computedValue returns a computed value that a column of a kind is compared with.
func (t *taker) computedValue(kind int, n *pg_query.Node) (v sqlValue, ok bool) {
	e := n.GetAExpr()
	if e == nil || e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || len(e.Name) != 1 {
		return v, false
	}
	operator := e.Name[0].GetString_().GetSval()
	if operator != "+" && operator != "-" {
		return v, false
	}
	left, right := "", ""
	switch kind {
	case numbers, wholeNumbers:
		left, ok = shortNumber(e.Lexpr)
		if ok {
			right, ok = shortNumber(e.Rexpr)
		}
	case days, moments:
		left, ok = dateConstant(e.Lexpr)
		if ok {
			right, ok = calendarInterval(e.Rexpr)
		}
	}
	return sqlValue{sql: "(" + left + " " + operator + " " + right + ")"}, ok
}

// mostDigits bounds the digits of numbers whose sum any system computes exactly.
const mostDigits = 9

func shortNumber(n *pg_query.Node) (string, bool) {
	a := n.GetAConst()
	if a == nil || a.Isnull || a.GetIval() == nil && a.GetFval() == nil {
		return "", false
	}
	text, _ := constantText(a)
	return text, len(text) <= mostDigits && isSameEverywhere(numbers, text)
}

// dateConstant returns the date of a constant.
func dateConstant(n *pg_query.Node) (string, bool) {
	arg, cast, ok := withoutCast(n)
	text, is := arg.GetAConst().GetVal().(*pg_query.A_Const_Sval)
	if !ok || !is || kindOf[cast] != days || !isSameEverywhere(days, text.Sval.Sval) {
		return "", false
	}
	return quoteText(text.Sval.Sval) + "::date", true
}

// intervalText matches an interval of one unit of the calendar.
var intervalText = regexp.MustCompile(`^(\d{1,4}) (day|month|year)s?$`)

// intervalUnits are the units that may stand behind an interval constant, by the numbers that the parser has for them.
var intervalUnits = map[int32]string{1 << 1: "month", 1 << 2: "year", 1 << 3: "day"}

// calendarInterval returns the interval of a constant of days, months or years.
func calendarInterval(n *pg_query.Node) (string, bool) {
	c := n.GetTypeCast()
	text, is := c.GetArg().GetAConst().GetVal().(*pg_query.A_Const_Sval)
	names := c.GetTypeName().GetNames()
	if !is || len(names) == 0 || names[len(names)-1].GetString_().GetSval() != "interval" || len(c.TypeName.ArrayBounds) > 0 {
		return "", false
	}
	count := strings.TrimSpace(text.Sval.Sval)
	switch mods := c.TypeName.Typmods; len(mods) {
	case 0:
	case 1:
		unit := intervalUnits[mods[0].GetAConst().GetIval().GetIval()]
		if strings.ContainsFunc(count, func(r rune) bool { return r < '0' || r > '9' }) {
			return "", false
		}
		count += " " + unit
	default:
		return "", false
	}
	found := intervalText.FindStringSubmatch(count)
	if found == nil {
		return "", false
	}
	return "interval " + quoteText(found[1]+" "+found[2]), true
}
