package jsonpath

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// steps reads a value and the steps behind it.
func (r *pathReader) steps(depth int) (*pathNode, error) {
	at, err := r.primary(depth)
	for err == nil {
		var step *pathNode
		switch r.Skip(); {
		case r.sign("?"):
			step, err = r.filter(depth)
		case r.sign("["):
			step, err = r.subscripts(depth)
		case r.sign("."):
			step, err = r.member()
		default:
			return at, nil
		}
		if err == nil {
			step.parts = append([]*pathNode{at}, step.parts...)
			at = step
		}
	}
	return nil, err
}

func (r *pathReader) filter(depth int) (*pathNode, error) {
	if !r.sign("(") {
		return nil, errPath(r.Text[r.At:])
	}
	inner, err := r.disjunction(depth + 1)
	if err == nil && !r.sign(")") {
		err = errPath(r.Text[r.At:])
	}
	return &pathNode{op: "?", parts: []*pathNode{inner}}, err
}

func (r *pathReader) subscripts(depth int) (*pathNode, error) {
	before := r.At
	if r.sign("*") && r.sign("]") {
		return &pathNode{op: "[*]"}, nil
	}
	r.At = before
	node := &pathNode{op: "[]"}
	for {
		from, err := r.sum(depth + 1)
		if err != nil {
			return nil, err
		}
		part := &pathNode{op: "to", parts: []*pathNode{from}}
		if r.word("to") {
			to, err := r.sum(depth + 1)
			if err != nil {
				return nil, err
			}
			part.parts = append(part.parts, to)
		}
		node.parts = append(node.parts, part)
		if r.sign("]") {
			return node, nil
		}
		if !r.sign(",") {
			return nil, errPath(r.Text[r.At:])
		}
	}
}

// pathMethods are the methods that a value has.
var pathMethods = map[string]bool{"type": true, "size": true, "double": true, "ceiling": true, "floor": true, "abs": true, "keyvalue": true, "datetime": true}

// member reads what is behind a point.
func (r *pathReader) member() (*pathNode, error) {
	switch {
	case r.sign("**"):
		return r.descent()
	case r.sign("*"):
		return &pathNode{op: "*"}, nil
	case r.sign(`"`):
		key, err := r.Quoted()
		return &pathNode{op: "key", text: key}, err
	}
	point := r.At - 1
	r.Skip()
	if r.At < len(r.Text) && r.Text[r.At] >= '0' && r.Text[r.At] <= '9' {
		if r.At > point+1 {
			return nil, errPath(r.Text[r.At:])
		}
		r.At = point
		if _, err := r.readNumber(); err != nil {
			return nil, err
		}
		return nil, errPath(r.Text[point:])
	}
	name := r.name()
	if name == "" {
		return nil, errPath(r.Text[r.At:])
	}
	before := r.At
	if r.sign("(") {
		node := &pathNode{op: "method", text: name}
		if name == "datetime" && r.sign(`"`) {
			template, err := r.Quoted()
			if err != nil {
				return nil, err
			}
			node.template = &template
		}
		if r.sign(")") && pathMethods[name] {
			if name == "keyvalue" {
				r.keyvalues++
			}
			return node, nil
		}
		r.At = before
		return nil, errPath(r.Text[before:])
	}
	return &pathNode{op: "key", text: name}, nil
}

// descent reads the depths behind .**
func (r *pathReader) descent() (*pathNode, error) {
	node := &pathNode{op: "**", depth: math.MaxInt}
	if !r.sign("{") {
		return node, nil
	}
	level := func() (int, bool) {
		if r.word("last") {
			return math.MaxInt, true
		}
		r.Skip()
		n, err := strconv.Atoi(r.name())
		return n, err == nil && n >= 0
	}
	var ok, also bool
	if node.below, ok = level(); ok {
		if node.depth, also = node.below, true; r.word("to") {
			node.depth, also = level()
		}
	}
	if !ok || !also || !r.sign("}") {
		return nil, errPath(r.Text[r.At:])
	}
	return node, nil
}

// regexEscapes are Postgres's escapes that Go has otherwise.
var regexEscapes = strings.NewReplacer(`\\`, `\\`, `\y`, `\b`, `\Y`, `\B`, `\Z`, `\z`)

// notInGo matches what Go's expressions do not have: looking ahead, references, beginnings and ends of words.
var notInGo = regexp.MustCompile(`\(\?[=!<]|\\[1-9mM]`)

// pathPattern writes a pattern of like_regex as Go reads it.
func pathPattern(text, flags string) (*regexp.Regexp, error) {
	mode := ""
	for _, flag := range flags {
		switch flag {
		case 'i', 's', 'm':
			mode += string(flag)
		case 'q':
			text = regexp.QuoteMeta(text)
		case 'x':
			if !strings.Contains(flags, "q") {
				return nil, sqlstate.New(sqlstate.FeatureNotSupported, `XQuery "x" flag (expanded regular expressions) is not implemented`)
			}
		default:
			return nil, sqlstate.New(sqlstate.SyntaxError, "invalid input syntax for type jsonpath").
				WithDetail("Unrecognized flag character \"%s\" in LIKE_REGEX predicate.", string(flag))
		}
	}
	if mode != "" {
		mode = "(?" + mode + ")"
	}
	if notInGo.MatchString(text) {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "this regular expression is not supported")
	}
	compiled := mode + regexEscapes.Replace(text)
	if strings.Contains(flags, "q") {
		compiled = mode + text
	}
	pattern, err := regexp.Compile(compiled)
	if err != nil {
		return nil, sqlstate.New("2201B", "invalid regular expression: %q", text)
	}
	return pattern, nil
}
