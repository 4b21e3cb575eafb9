package functions

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// pathNode is a part of a jsonpath. Its operator says what the other fields are.
type pathNode struct {
	op   string // see pathReader
	text string // of a key, a variable, a method, a pattern

	pattern *regexp.Regexp // of like_regex

	value *jsonValue
	parts []*pathNode
	below int // the least and the greatest depth of .**
	depth int
}

// jsonPath is a jsonpath.
type jsonPath struct {
	strict bool
	root   *pathNode
}

// pathReader reads a jsonpath. The operators of its nodes: "$", "@", "last", "variable", "value"; the steps "key", "*",
// "**", "[*]", "[]" with "to" inside, "method", "?"; and operators by their signs, "minus" and "plus" before a number.
type pathReader struct {
	jsonReader
}

// Bounds of what a jsonpath may be and may find: DuckDB cannot interrupt it.
const (
	longestPath = 10_000
	mostFound   = 1_000_000
)

func errPath(text string) error {
	return failure(sqlstate.SyntaxError, "syntax error at or near %q of jsonpath input", text)
}

// readPath reads a jsonpath.
func readPath(text string) (*jsonPath, error) {
	if len(text) > longestPath {
		return nil, failure("54000", "a jsonpath of more than %d characters is not supported", longestPath)
	}
	r := pathReader{jsonReader{text: text}}
	p := &jsonPath{strict: r.word("strict")}
	if !p.strict {
		r.word("lax")
	}
	var err error
	if p.root, err = r.disjunction(0); err != nil {
		return nil, err
	}
	if r.skip(); r.at < len(text) {
		return nil, errPath(text[r.at:])
	}
	return p, nil
}

// sign takes a sign, if it is next.
func (r *pathReader) sign(sign string) bool {
	if r.skip(); !strings.HasPrefix(r.text[r.at:], sign) {
		return false
	}
	r.at += len(sign)
	return true
}

// word takes a word, if it is next.
func (r *pathReader) word(word string) bool {
	before := r.at
	if r.sign(word) && (r.at == len(r.text) || !isPathLetter(r.text[r.at])) {
		return true
	}
	r.at = before
	return false
}

func isPathLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

func (r *pathReader) name() string {
	start := r.at
	for r.at < len(r.text) && isPathLetter(r.text[r.at]) {
		r.at++
	}
	return r.text[start:r.at]
}

// deepestPath bounds the nesting of a jsonpath.
const deepestPath = 100

func (r *pathReader) disjunction(depth int) (*pathNode, error) {
	return r.chain(depth, []string{"||"}, func(depth int) (*pathNode, error) { return r.chain(depth, []string{"&&"}, r.comparison) })
}

// chain reads operands of equal rank with operators between them.
func (r *pathReader) chain(depth int, signs []string, operand func(int) (*pathNode, error)) (*pathNode, error) {
	if depth > deepestPath {
		return nil, failure("54001", "the jsonpath is nested too deeply")
	}
	left, err := operand(depth + 1)
	for err == nil {
		i := slices.IndexFunc(signs, r.sign)
		if i < 0 {
			return left, nil
		}
		var right *pathNode
		if right, err = operand(depth + 1); err == nil {
			left = &pathNode{op: signs[i], parts: []*pathNode{left, right}}
		}
	}
	return nil, err
}

func (r *pathReader) comparison(depth int) (*pathNode, error) {
	if r.sign("!") {
		inner, err := r.comparison(depth + 1)
		return &pathNode{op: "!", parts: []*pathNode{inner}}, err
	}
	if r.word("exists") {
		if !r.sign("(") {
			return nil, errPath("exists")
		}
		inner, err := r.sum(depth + 1)
		if err == nil && !r.sign(")") {
			err = errPath(r.text[r.at:])
		}
		return &pathNode{op: "exists", parts: []*pathNode{inner}}, err
	}
	left, err := r.sum(depth)
	if err != nil {
		return nil, err
	}
	for _, op := range []string{"==", "!=", "<>", "<=", ">=", "<", ">"} {
		if r.sign(op) {
			right, err := r.sum(depth + 1)
			if op == "<>" {
				op = "!="
			}
			return &pathNode{op: op, parts: []*pathNode{left, right}}, err
		}
	}
	switch {
	case r.word("starts"):
		if !r.word("with") {
			return nil, errPath("starts")
		}
		right, err := r.primary(depth + 1)
		return &pathNode{op: "starts with", parts: []*pathNode{left, right}}, err
	case r.word("like_regex"):
		return r.pattern(left)
	case r.word("is"):
		if !r.word("unknown") {
			return nil, errPath("is")
		}
		return &pathNode{op: "is unknown", parts: []*pathNode{left}}, nil
	}
	return left, nil
}

// pattern reads what is behind like_regex.
func (r *pathReader) pattern(left *pathNode) (*pathNode, error) {
	if !r.sign(`"`) {
		return nil, errPath(r.text[r.at:])
	}
	text, err := r.str()
	if err != nil {
		return nil, errPath(r.text)
	}
	flags := ""
	if r.word("flag") {
		if !r.sign(`"`) {
			return nil, errPath(r.text[r.at:])
		}
		if flags, err = r.str(); err != nil {
			return nil, errPath(r.text)
		}
	}
	compiled, err := pathPattern(text, flags)
	return &pathNode{op: "like_regex", parts: []*pathNode{left}, text: text, pattern: compiled}, err
}

func (r *pathReader) sum(depth int) (*pathNode, error) {
	return r.chain(depth, []string{"+", "-"}, func(depth int) (*pathNode, error) { return r.chain(depth, []string{"*", "/", "%"}, r.signed) })
}

func (r *pathReader) signed(depth int) (*pathNode, error) {
	for _, sign := range []string{"-", "+"} {
		if r.sign(sign) {
			if depth > deepestPath {
				return nil, failure("54001", "the jsonpath is nested too deeply")
			}
			inner, err := r.signed(depth + 1)
			return &pathNode{op: map[string]string{"-": "minus", "+": "plus"}[sign], parts: []*pathNode{inner}}, err
		}
	}
	return r.steps(depth)
}

func (r *pathReader) primary(depth int) (*pathNode, error) {
	r.skip()
	if r.at == len(r.text) {
		return nil, failure(sqlstate.SyntaxError, "syntax error at end of jsonpath input")
	}
	switch c := r.text[r.at]; {
	case c == '(':
		r.at++
		inner, err := r.disjunction(depth + 1)
		if err == nil && !r.sign(")") {
			err = errPath(r.text[r.at:])
		}
		return inner, err
	case c == '$':
		r.at++
		if r.at < len(r.text) && r.text[r.at] == '"' {
			r.at++
			name, err := r.str()
			return &pathNode{op: "variable", text: name}, err
		}
		if name := r.name(); name != "" {
			return &pathNode{op: "variable", text: name}, nil
		}
		return &pathNode{op: "$"}, nil
	case c == '@':
		r.at++
		return &pathNode{op: "@"}, nil
	case r.word("last"):
		return &pathNode{op: "last"}, nil
	case c == '"' || c >= '0' && c <= '9' || r.wordAhead("true") || r.wordAhead("false") || r.wordAhead("null"):
		v, err := r.value(0)
		if err != nil {
			return nil, errPath(r.text)
		}
		return &pathNode{op: "value", value: v}, nil
	}
	return nil, errPath(r.text[r.at:])
}

// wordAhead reports whether a word is next.
func (r *pathReader) wordAhead(word string) bool {
	before := r.at
	defer func() { r.at = before }()
	return r.word(word)
}
