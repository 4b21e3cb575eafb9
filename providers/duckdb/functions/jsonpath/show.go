package jsonpath

import (
	"math"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
)

// String is the path as PostgreSQL shows it.
func (p *Path) String() string {
	s := shower{}
	if p.strict {
		s.b = append(s.b, "strict "...)
	}
	s.show(p.root, true, false)
	return string(s.b)
}

// shower writes nodes of a path as PostgreSQL's printJsonPathItem does, with its parentheses.
type shower struct{ b []byte }

func (s *shower) addText(text string) { s.b = append(s.b, text...) }

// ranks are those of operators; all else has the highest.
var ranks = map[string]int{
	"||": 0, "&&": 1, "==": 2, "!=": 2, "<": 2, ">": 2, "<=": 2, ">=": 2, "starts with": 2, "+": 3, "-": 3, "*": 4, "/": 4, "%": 4, "minus": 5, "plus": 5,
}

const highestRank = 6

func rankOf(op string) int {
	if rank, ok := ranks[op]; ok {
		return rank
	}
	return highestRank
}

// isStep reports whether a node is a step behind its first part.
func (n *pathNode) isStep() bool {
	switch n.op {
	case "key", "**", "[*]", "[]", "method", "?":
		return true
	case "*": // or a product
		return len(n.parts) == 1
	}
	return false
}

// show writes a node. enclosed: an operator stands in parentheses; followed: a step follows.
func (s *shower) show(n *pathNode, enclosed, followed bool) {
	if n.isStep() {
		s.show(n.parts[0], enclosed, true)
		s.showStep(n)
		return
	}
	_, isOperator := ranks[n.op]
	enclosed = enclosed && (isOperator || n.op == "like_regex") || n.op == "value" && n.value.Kind == '0' && followed
	if enclosed {
		s.addText("(")
	}
	s.showTerm(n)
	if enclosed {
		s.addText(")")
	}
}

// showTerm writes a node that is no step.
func (s *shower) showTerm(n *pathNode) {
	switch n.op {
	case "value":
		s.b = append(s.b, n.value.Shown()...)
	case "variable":
		s.addText("$")
		s.b = jsonvalue.AppendText(s.b, n.text)
	case "minus", "plus":
		s.addText(map[string]string{"minus": "-", "plus": "+"}[n.op])
		s.showOperand(n, 0)
	case "!":
		s.showBetween("!(", n.parts[0], ")")
	case "exists":
		s.showBetween("exists (", n.parts[0], ")")
	case "is unknown":
		s.showBetween("(", n.parts[0], ") is unknown")
	case "like_regex":
		s.showOperand(n, 0)
		s.addText(" like_regex ")
		s.b = jsonvalue.AppendText(s.b, n.text)
		s.showFlags(n.flags)
	default:
		if _, isOperator := ranks[n.op]; !isOperator {
			s.addText(n.op) // $, @ or last
			return
		}
		s.showOperand(n, 0)
		s.addText(" " + n.op + " ")
		s.showOperand(n, 1)
	}
}

func (s *shower) showBetween(before string, n *pathNode, behind string) {
	s.addText(before)
	s.show(n, false, false)
	s.addText(behind)
}

// showOperand writes an operand, in parentheses where its operator does not bind more tightly.
func (s *shower) showOperand(n *pathNode, i int) {
	first := n.parts[i]
	for first.isStep() {
		first = first.parts[0]
	}
	s.show(n.parts[i], rankOf(first.op) <= rankOf(n.op), false)
}

func (s *shower) showFlags(flags string) {
	if flags == "" {
		return
	}
	s.addText(` flag "`)
	for _, flag := range "ismxq" {
		if strings.ContainsRune(flags, flag) {
			s.addText(string(flag))
		}
	}
	s.addText(`"`)
}

// showStep writes a step.
func (s *shower) showStep(n *pathNode) {
	switch n.op {
	case "key":
		s.addText(".")
		s.b = jsonvalue.AppendText(s.b, n.text)
	case "*":
		s.addText(".*")
	case "**":
		s.addText(".**" + shownDepths(n.below, n.depth))
	case "[*]":
		s.addText("[*]")
	case "[]":
		for i, part := range n.parts[1:] {
			s.addText(map[bool]string{true: "[", false: ","}[i == 0])
			s.show(part.parts[0], false, false)
			if len(part.parts) > 1 {
				s.showBetween(" to ", part.parts[1], "")
			}
		}
		s.addText("]")
	case "?":
		s.showBetween("?(", n.parts[1], ")")
	case "method":
		s.addText("." + n.text + "(")
		if n.template != nil {
			s.b = jsonvalue.AppendText(s.b, *n.template)
		}
		s.addText(")")
	}
}

// shownDepths are the depths of .** in braces.
func shownDepths(below, depth int) string {
	word := func(level int) string {
		if level == math.MaxInt {
			return "last"
		}
		return strconv.Itoa(level)
	}
	switch {
	case below == 0 && depth == math.MaxInt:
		return ""
	case below == depth:
		return "{" + word(below) + "}"
	}
	return "{" + word(below) + " to " + word(depth) + "}"
}
