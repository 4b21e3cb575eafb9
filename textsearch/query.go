package textsearch

import (
	"strconv"
	"strings"
)

// Query is a tsquery: nil is the empty one.
type Query = *node

// node is an operand or an operator of a query.
type node struct {
	op          byte // '&', '|', '!', '<' for a phrase; 0 for an operand
	left, right *node
	distance    int
	word        string
	prefix      bool
	weights     string // the weights that count, "" for all
	stop        bool   // a stop word, until clean takes it away
}

// deepest bounds the nesting of a query.
const deepest = 500

// mostOperands bounds the operands of a query.
const mostOperands = 5_000

// MostDistance is the greatest distance of a phrase.
const MostDistance = 16384

// queryReader reads the text of a query.
type queryReader struct {
	text  string
	at    int
	count int
	words func(word string) (Query, error) // makes the operand of a word
}

// ParseQuery reads the text of a tsquery.
func ParseQuery(text string) (Query, error) {
	return readQuery(text, func(word string) (Query, error) { return &node{word: word}, nil })
}

func readQuery(text string, words func(string) (Query, error)) (Query, error) {
	r := &queryReader{text: text, words: words}
	if r.skip(); r.at == len(text) {
		return nil, nil
	}
	q, err := r.or(0)
	if r.skip(); err == nil && r.at < len(text) {
		err = ErrSyntax
	}
	return q, err
}

func (r *queryReader) skip() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n\v\f", r.text[r.at]) >= 0 {
		r.at++
	}
}

func (r *queryReader) next() byte {
	if r.skip(); r.at == len(r.text) {
		return 0
	}
	return r.text[r.at]
}

func (r *queryReader) or(depth int) (Query, error) {
	left, err := r.and(depth)
	for err == nil && r.next() == '|' {
		r.at++
		var right Query
		right, err = r.and(depth)
		left = &node{op: '|', left: left, right: right}
	}
	return left, err
}

func (r *queryReader) and(depth int) (Query, error) {
	left, err := r.phrase(depth)
	for err == nil && r.next() == '&' {
		r.at++
		var right Query
		right, err = r.phrase(depth)
		left = &node{op: '&', left: left, right: right}
	}
	return left, err
}

func (r *queryReader) phrase(depth int) (Query, error) {
	left, err := r.operand(depth)
	for err == nil && r.next() == '<' {
		inner, _, found := strings.Cut(r.text[r.at+1:], ">")
		distance := 1
		if inner != "-" {
			if distance, err = strconv.Atoi(inner); err != nil || !found || distance < 0 || distance > MostDistance {
				return nil, ErrSyntax
			}
		}
		r.at += len(inner) + 2
		var right Query
		right, err = r.operand(depth)
		left = &node{op: '<', left: left, right: right, distance: distance}
	}
	return left, err
}

func (r *queryReader) operand(depth int) (Query, error) {
	if depth > deepest {
		return nil, ErrSyntax
	}
	switch r.next() {
	case '!':
		r.at++
		inner, err := r.operand(depth + 1)
		return &node{op: '!', left: inner}, err
	case '(':
		r.at++
		inner, err := r.or(depth + 1)
		if err == nil && r.next() != ')' {
			err = ErrSyntax
		}
		r.at++
		return inner, err
	case 0, '&', '|', ')', '<', ':':
		return nil, ErrSyntax
	}
	word, end, err := readWord(r.text, r.at, true)
	if err != nil || word == "" {
		return nil, ErrSyntax
	}
	if r.count++; r.count > mostOperands {
		return nil, ErrSyntax
	}
	r.at = end
	prefix, weights := r.flags()
	q, err := r.words(word)
	q.mark(prefix, weights)
	return q, err
}

// flags reads :*AB.
func (r *queryReader) flags() (prefix bool, weights string) {
	if r.at == len(r.text) || r.text[r.at] != ':' {
		return false, ""
	}
	for r.at++; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at] &^ 0x20; {
		case r.text[r.at] == '*':
			prefix = true
		case c >= 'A' && c <= 'D':
			if !strings.Contains(weights, string(c)) {
				weights += string(c)
			}
		default:
			return prefix, weights
		}
	}
	return prefix, weights
}

// mark gives the operands of a word its flags.
func (q *node) mark(prefix bool, weights string) {
	if q == nil || !prefix && weights == "" {
		return
	}
	if q.op == 0 {
		q.prefix, q.weights = prefix, weights
	}
	q.left.mark(prefix, weights)
	q.right.mark(prefix, weights)
}

// Show writes a query as PostgreSQL does.
func Show(q Query) string {
	if q == nil {
		return ""
	}
	var b strings.Builder
	q.write(&b, 0, false)
	return b.String()
}

var priorities = map[byte]int{'|': 1, '&': 2, '<': 3, '!': 4}

// write writes a node inside of one of a priority. right: it is the right side of a phrase.
func (q *node) write(b *strings.Builder, outer int, right bool) {
	if q.op == 0 {
		q.writeWord(b)
		return
	}
	own := priorities[q.op]
	brackets := own < outer || q.op == '<' && right
	if q.op == '!' {
		if brackets = own < outer; brackets {
			b.WriteString("( ")
		}
		b.WriteByte('!')
		q.left.write(b, own, false)
	} else {
		if brackets {
			b.WriteString("( ")
		}
		q.left.write(b, own, false)
		switch {
		case q.op != '<':
			b.WriteString(" " + string(q.op) + " ")
		case q.distance == 1:
			b.WriteString(" <-> ")
		default:
			b.WriteString(" <" + strconv.Itoa(q.distance) + "> ")
		}
		q.right.write(b, own, q.op == '<')
	}
	if brackets {
		b.WriteString(" )")
	}
}

func (q *node) writeWord(b *strings.Builder) {
	b.WriteString(quoted(q.word))
	if q.prefix || q.weights != "" {
		b.WriteByte(':')
	}
	if q.prefix {
		b.WriteByte('*')
	}
	for _, w := range "ABCD" {
		if strings.ContainsRune(q.weights, w) {
			b.WriteRune(w)
		}
	}
}

// Join joins two queries by an operator; one of them may be empty.
func Join(op byte, left, right Query, distance int) Query {
	switch {
	case left == nil:
		return right
	case right == nil:
		return left
	}
	return &node{op: op, left: left, right: right, distance: distance}
}

// Not negates a query.
func Not(q Query) Query {
	if q == nil {
		return nil
	}
	return &node{op: '!', left: q}
}

// Nodes counts the operands and operators.
func Nodes(q Query) int {
	if q == nil {
		return 0
	}
	return 1 + Nodes(q.left) + Nodes(q.right)
}
