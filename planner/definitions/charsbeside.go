package definitions

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// A value of type character is a text where it is compared with one, and has no blanks at its end then. DuckDB would make both sides
// values of type character, so the casts to text that PostgreSQL adds are noted.

// CharsBeside are values of type character that become texts, and times that become times with a zone.
type CharsBeside struct {
	Texts map[*pg_query.Node]bool // the values that do
	// The types of columns of subqueries, and of parts of UNION and the like, by their numbers. A varchar becomes a character, too.
	Links  map[*pg_query.SubLink]map[int]string
	Leaves map[*pg_query.SelectStmt]map[int]string
	Zoned  map[*pg_query.Node]bool // times without a zone that become times with one
	Padded map[*pg_query.Node]int  // values of type character whose blanks come into what they are cast to, with their lengths; 0: it is not known
	Lost   bool                    // there are such times that the text does not show
	Mixed  bool                    // one value is compared as a text and as a character
	Using  bool                    // JOIN USING or NATURAL JOIN compares two such columns
}

func newCharsBeside() *CharsBeside {
	return &CharsBeside{
		Texts: map[*pg_query.Node]bool{}, Zoned: map[*pg_query.Node]bool{}, Padded: map[*pg_query.Node]int{},
		Links: map[*pg_query.SubLink]map[int]string{}, Leaves: map[*pg_query.SelectStmt]map[int]string{},
	}
}

// Any reports whether there is one.
func (c *CharsBeside) Any() bool {
	return c != nil && (len(c.Texts)+len(c.Zoned)+len(c.Padded)+len(c.Links)+len(c.Leaves) > 0 || c.Using || c.Mixed || c.Lost)
}

// becomesText reports whether a value of a type is a character that a comparison made a text.
func becomesText(was uint32, now *node) bool { return was == bpcharOID && now.typ == textOID }

// noteChars notes the sides of a comparison. made is the comparison.
func (a *analysis) noteChars(op string, leftTree, rightTree *pg_query.Node, left, right uint32, made *node) {
	if a.chars == nil || !ordering[op] || made == nil || len(made.args) != 2 {
		return
	}
	for i, was := range [...]uint32{left, right} {
		if tree := [...]*pg_query.Node{leftTree, rightTree}[i]; becomesText(was, made.args[i]) && tree != nil {
			a.chars.Texts[tree] = true
		}
	}
}

// operateSides is operate, and notes the sides of a comparison.
func (a *analysis) operateSides(op string, leftTree, rightTree *pg_query.Node, left, right *node) *node {
	leftType, rightType := left.typ, right.typ
	made := a.operate(op, left, right)
	a.noteChars(op, leftTree, rightTree, leftType, rightType, made)
	return made
}

// noteLinkedChars notes a value and the column of a subquery that it is compared with.
func (a *analysis) noteLinkedChars(op string, e *pg_query.SubLink, leftTree *pg_query.Node, column int, left, right uint32, made *node) {
	if a.chars == nil || e == nil {
		return
	}
	a.noteChars(op, leftTree, nil, left, right, made)
	switch {
	case !ordering[op]:
	case becomesText(right, made.args[1]):
		noteColumn(a.chars.Links, e, column, "text")
	case right == timeOID && made.args[1].typ == timetzOID:
		noteColumn(a.chars.Links, e, column, "timetz")
	case right == varcharOID && made.args[1].typ == bpcharOID:
		noteColumn(a.chars.Links, e, column, "bpchar")
	}
}

func noteColumn[K comparable](in map[K]map[int]string, of K, column int, to string) {
	if in[of] == nil {
		in[of] = map[int]string{}
	}
	in[of][column] = to
}

// noteMixed notes that a value is compared as a text and as a character. asText has whether it was a text.
func (a *analysis) noteMixed(asText map[bool]bool) {
	if a.chars != nil && len(asText) > 1 {
		a.chars.Mixed = true
	}
}

// noteLeaf notes a column of a part of UNION and the like, whose columns have a common type. typ is the type that it has in the part.
func (a *analysis) noteLeaf(part *pg_query.SelectStmt, column int, typ, common uint32) {
	switch {
	case a.chars == nil:
	case typ == bpcharOID && common == textOID:
		noteColumn(a.chars.Leaves, part, column, "text")
	case typ == timeOID && common == timetzOID:
		noteColumn(a.chars.Leaves, part, column, "timetz")
	}
}

// noteZoned notes a time without a zone that becomes one with a zone, which DuckDB makes one of UTC. The column of a subquery that is
// compared with a value is noted by noteLinkedChars.
func (a *analysis) noteZoned(n *node, to uint32, c coercion) {
	switch from := n.typ; {
	case a.chars == nil || n.kind == caseTest || c == explicit:
	case from == timeOID && to == timetzOID && n.tree != nil:
		a.chars.Zoned[n.tree] = true
	case from == timeOID && to == timetzOID, a.elementOf(from) == timeOID && a.elementOf(to) == timetzOID:
		a.chars.Lost = true
	}
}

// blanksCount are the types that PostgreSQL casts a character to with the blanks at its end.
var blanksCount = map[uint32]bool{byteaOID: true, charOID: true, jsonOID: true, xmlOID: true, cidrOID: true, macaddrOID: true, inetOID: true, uuidOID: true}

// notePadded notes a value of type character that is cast to such a type.
func (a *analysis) notePadded(n *node, to uint32) {
	if a.chars == nil || n.typ != bpcharOID || n.tree == nil || !blanksCount[to] {
		return
	}
	const header = 4 // of a modifier
	a.chars.Padded[n.tree] = max(int(n.mod)-header, 0)
}
