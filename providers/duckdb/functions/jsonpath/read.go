// Package jsonpath finds parts of JSON by jsonpaths, as PostgreSQL's jsonb_path_query and its like do.
//
// [Read] reads a path (read.go, steps.go) and [Path.Find] walks a value along the path's nodes (walk.go), with arithmetic, comparisons
// and methods (compute.go). Paths are lax or strict as PostgreSQL's are, and their errors have PostgreSQL's codes.
//
// Neither DuckDB nor a statement's end can interrupt a walk. So the length of a path, the number of values that it finds
// and the work of a call are bounded (spend.go); what goes beyond is refused.
package jsonpath

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// pathNode is a part of a jsonpath. Its operator says what the other fields are.
type pathNode struct {
	op   string // see pathReader
	text string // of a key, a variable, a method, a pattern

	pattern  *regexp.Regexp // of like_regex
	flags    string         // of like_regex
	template *string        // of .datetime(); nil: none

	value *jsonvalue.Value
	parts []*pathNode
	below int // the least and the greatest depth of .**
	depth int
}

// Path is a jsonpath.
type Path struct {
	strict bool
	root   *pathNode
}

// pathReader reads a jsonpath. The operators of its nodes: "$", "@", "last", "variable", "value"; the steps "key", "*",
// "**", "[*]", "[]" with "to" inside, "method", "?"; and operators by their signs, "minus" and "plus" before a number.
type pathReader struct {
	jsonvalue.Reader
	keyvalues int // calls of .keyvalue()
}

// Bounds of what a jsonpath may be and may find: DuckDB cannot interrupt it.
const (
	longestPath = 10_000
	mostFound   = 1_000_000
)

// errPath is the error of a path that goes on with a text where PostgreSQL's grammar has something else. It names the first token of the text.
func errPath(text string) error {
	text = strings.TrimLeft(text, " \t\n\r\f")
	if text == "" {
		return sqlstate.New(sqlstate.SyntaxError, "syntax error at end of jsonpath input")
	}
	if text[0] == '\\' {
		return sqlstate.New(sqlstate.FeatureNotSupported, "an escape in a name of a jsonpath without quotes is not supported")
	}
	return sqlstate.New(sqlstate.SyntaxError, "syntax error at or near \"%s\" of jsonpath input", pathToken().FindString(text))
}

// pathToken matches the first token of a text.
var pathToken = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[\w\x{80}-\x{10FFFF}]+|\.\d\w*|==|!=|<>|<=|>=|&&|\|\||\*\*|(?s:.))`)
})

// Read reads a jsonpath.
func Read(text string) (*Path, error) {
	if len(text) > longestPath {
		return nil, sqlstate.New("54000", "a jsonpath of more than %d characters is not supported", longestPath)
	}
	r := pathReader{Reader: jsonvalue.Reader{Text: text}}
	if r.Skip(); r.At == len(text) {
		return nil, sqlstate.New(sqlstate.InvalidTextRepresent, "invalid input syntax for type jsonpath: \"%s\"", text)
	}
	p := &Path{strict: r.word("strict")}
	if !p.strict {
		r.word("lax")
	}
	var err error
	if p.root, err = r.disjunction(0); err != nil {
		return nil, err
	}
	if r.Skip(); r.At < len(text) {
		return nil, errPath(text[r.At:])
	}
	if r.keyvalues > 1 { // what the ids of the second one are depends on the first
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "a jsonpath with the method .keyvalue() twice is not supported")
	}
	return p, p.root.refuseMisplaced(false, false)
}

// refuseMisplaced refuses @ outside of filters, and last outside of subscripts.
func (n *pathNode) refuseMisplaced(filtered, subscripted bool) error {
	switch {
	case n.op == "@" && !filtered:
		return sqlstate.New(sqlstate.SyntaxError, "@ is not allowed in root expressions")
	case n.op == "last" && !subscripted:
		return sqlstate.New(sqlstate.SyntaxError, "LAST is allowed only in array subscripts")
	}
	for i, part := range n.parts {
		behind := i > 0 // of a step, what it is of stands first
		if err := part.refuseMisplaced(filtered || n.op == "?" && behind, subscripted || n.op == "[]" && behind); err != nil {
			return err
		}
	}
	return nil
}

// sign takes a sign, if it is next.
func (r *pathReader) sign(sign string) bool {
	if r.Skip(); !strings.HasPrefix(r.Text[r.At:], sign) {
		return false
	}
	r.At += len(sign)
	return true
}

// word takes a word, if it is next.
func (r *pathReader) word(word string) bool {
	before := r.At
	if r.sign(word) && (r.At == len(r.Text) || !isPathLetter(r.Text[r.At])) {
		return true
	}
	r.At = before
	return false
}

func isPathLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

func (r *pathReader) name() string {
	start := r.At
	for r.At < len(r.Text) && isPathLetter(r.Text[r.At]) {
		r.At++
	}
	return r.Text[start:r.At]
}

// deepestPath bounds the nesting of a jsonpath.
const deepestPath = 100

func (r *pathReader) disjunction(depth int) (*pathNode, error) {
	return r.chain(depth, []string{"||"}, func(depth int) (*pathNode, error) { return r.chain(depth, []string{"&&"}, r.comparison) })
}

// chain reads operands of equal rank with operators between them.
func (r *pathReader) chain(depth int, signs []string, operand func(int) (*pathNode, error)) (*pathNode, error) {
	if depth > deepestPath {
		return nil, sqlstate.New("54001", "the jsonpath is nested too deeply")
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
			err = errPath(r.Text[r.At:])
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
		return nil, errPath(r.Text[r.At:])
	}
	text, err := r.Quoted()
	if err != nil {
		return nil, errPath(r.Text)
	}
	flags := ""
	if r.word("flag") {
		if !r.sign(`"`) {
			return nil, errPath(r.Text[r.At:])
		}
		if flags, err = r.Quoted(); err != nil {
			return nil, errPath(r.Text)
		}
	}
	compiled, err := pathPattern(text, flags)
	return &pathNode{op: "like_regex", parts: []*pathNode{left}, text: text, flags: flags, pattern: compiled}, err
}

func (r *pathReader) sum(depth int) (*pathNode, error) {
	return r.chain(depth, []string{"+", "-"}, func(depth int) (*pathNode, error) { return r.chain(depth, []string{"*", "/", "%"}, r.signed) })
}

func (r *pathReader) signed(depth int) (*pathNode, error) {
	for _, sign := range []string{"-", "+"} {
		if r.sign(sign) {
			if depth > deepestPath {
				return nil, sqlstate.New("54001", "the jsonpath is nested too deeply")
			}
			inner, err := r.signed(depth + 1)
			if err == nil && inner.op == "value" && inner.value.Kind == '0' { // a number has its sign
				return inner.withSign(sign), nil
			}
			return &pathNode{op: map[string]string{"-": "minus", "+": "plus"}[sign], parts: []*pathNode{inner}}, err
		}
	}
	return r.steps(depth)
}

func (r *pathReader) primary(depth int) (*pathNode, error) {
	r.Skip()
	if r.At == len(r.Text) {
		return nil, sqlstate.New(sqlstate.SyntaxError, "syntax error at end of jsonpath input")
	}
	switch c := r.Text[r.At]; {
	case c == '(':
		r.At++
		inner, err := r.disjunction(depth + 1)
		if err == nil && !r.sign(")") {
			err = errPath(r.Text[r.At:])
		}
		return inner, err
	case c == '$':
		r.At++
		if r.At < len(r.Text) && r.Text[r.At] == '"' {
			r.At++
			name, err := r.Quoted()
			return &pathNode{op: "variable", text: name}, err
		}
		if name := r.name(); name != "" {
			return &pathNode{op: "variable", text: name}, nil
		}
		return &pathNode{op: "$"}, nil
	case c == '@':
		r.At++
		return &pathNode{op: "@"}, nil
	case r.word("last"):
		return &pathNode{op: "last"}, nil
	case c >= '0' && c <= '9' || c == '.':
		return r.readNumber()
	case c == '"' || r.wordAhead("true") || r.wordAhead("false") || r.wordAhead("null"):
		v, err := r.Value(0)
		if err != nil {
			return nil, errPath(r.Text)
		}
		return &pathNode{op: "value", value: v}, nil
	}
	return nil, errPath(r.Text[r.At:])
}

// wordAhead reports whether a word is next.
func (r *pathReader) wordAhead(word string) bool {
	before := r.At
	defer func() { r.At = before }()
	return r.word(word)
}
