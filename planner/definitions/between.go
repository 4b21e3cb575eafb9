package definitions

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// between is BETWEEN.
func (s *scope) between(e *pg_query.A_Expr) *node {
	ends := e.Rexpr.GetList().GetItems()
	analysed := map[*pg_query.Node]bool{}
	operand := func(n *pg_query.Node) *node {
		if analysed[n] {
			return s.expressionAgain(n)
		}
		analysed[n] = true
		return s.expression(n)
	}
	asText := map[bool]bool{}
	compare := func(op string, end int) *node {
		left, right := operand(e.Lexpr), operand(ends[end])
		s.noteFarDays(op, e.Lexpr, ends[end], left, right)
		was := left.typ
		made := s.operateSides(op, e.Lexpr, ends[end], left, right)
		if left.typ == bpcharOID && made.typ == boolOID {
			asText[becomesText(was, made.args[0])] = true
			s.noteMixed(asText)
		}
		return made
	}
	both := func(word string, a, b *node) *node {
		return &node{kind: boolExpr, name: word, typ: boolOID, mod: -1, args: []*node{a, b}}
	}
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN:
		return both("AND", compare(">=", 0), compare("<=", 1))
	case pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		return both("OR", compare("<", 0), compare(">", 1))
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM:
		return both("OR", both("AND", compare(">=", 0), compare("<=", 1)), both("AND", compare(">=", 1), compare("<=", 0)))
	}
	return both("AND", both("OR", compare("<", 0), compare(">", 1)), both("OR", compare("<", 1), compare(">", 0)))
}

// in is IN with a list: transformAExprIn.
func (s *scope) in(name string, e *pg_query.A_Expr) *node {
	left := s.expression(e.Lexpr)
	items := s.list(e.Rexpr.GetList().GetItems())
	for i, n := range items {
		s.noteFarDays(name, e.Lexpr, e.Rexpr.GetList().Items[i], left, n)
		if s.chars != nil && left.typ == textOID && n.typ == bpcharOID {
			s.chars.Texts[e.Rexpr.GetList().Items[i]] = true
		}
	}
	anyOf := name != "<>"
	var fixed, rest []*node
	for _, n := range items {
		if s.readsQuery(n) {
			rest = append(rest, n)
		} else {
			fixed = append(fixed, n)
		}
	}
	var made *node
	if len(fixed) > 1 {
		common := s.commonType(typesOf(append([]*node{left}, fixed...)))
		if common != 0 && !s.allBecome(append([]*node{left}, fixed...), common) {
			common = 0
		}
		if common != 0 && common != recordOID && s.arrayOf(common) != 0 {
			list := &node{kind: arrayExpr, typ: s.arrayOf(common), mod: -1}
			for _, n := range fixed {
				list.args = append(list.args, s.toCommon(n, common))
			}
			made = s.arrayOperation(name, anyOf, left, list)
		} else {
			rest = items
		}
	} else {
		rest = items
	}
	for i, n := range rest {
		with := left
		if made != nil || i > 0 {
			with = s.expressionAgain(e.Lexpr)
		}
		var one *node
		if with.kind == rowExpr && n.kind == rowExpr {
			one = s.rows(name, with, n)
		} else {
			one = s.operate(name, with, n)
		}
		if made == nil {
			made = one
			continue
		}
		word := "OR"
		if !anyOf {
			word = "AND"
		}
		made = &node{kind: boolExpr, name: word, typ: boolOID, mod: -1, args: []*node{made, one}}
	}
	return made
}

func (s *scope) allBecome(list []*node, to uint32) bool {
	for _, n := range list {
		if !s.canCoerce([]uint32{n.typ}, []uint32{to}, implicit) {
			return false
		}
	}
	return true
}

// expressionAgain is an expression that is analysed for another operand of what it is written once in.
func (s *scope) expressionAgain(n *pg_query.Node) *node {
	outer := s.repeating
	s.repeating = true
	made := s.expression(n)
	s.repeating = outer
	return made
}

// countRepeated fails for a statement of which so much is analysed again that it would not end: each BETWEEN in a BETWEEN doubles it.
func (a *analysis) countRepeated() {
	const most = 100_000
	if a.repeated++; a.repeated > most {
		panic(failure{sqlstate.New(sqlstate.StatementTooComplex, "the statement's operators in operators become more than this source can plan")})
	}
}
