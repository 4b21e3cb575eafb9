package are

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

var (
	// ErrSyntax is the error of an expression that PostgreSQL refuses, too.
	ErrSyntax = errors.New("invalid regular expression")
	// ErrUnsupported is the error of an expression that is not known here.
	ErrUnsupported = errors.New("this regular expression is not supported")
	// ErrLength is the error of an expression that is longer than this package reads.
	ErrLength = errors.New("this regular expression is longer than 32 kB")
	// ErrCost is the error of a search that takes too many steps.
	ErrCost = errors.New("this regular expression takes too many steps on this text")
)

// What is wrong with an expression, as PostgreSQL's errors have it: all of these are ErrSyntax.
var (
	errParentheses = fmt.Errorf("%w: parentheses () not balanced", ErrSyntax)
	errBrackets    = fmt.Errorf("%w: brackets [] not balanced", ErrSyntax)
	errBraces      = fmt.Errorf("%w: braces {} not balanced", ErrSyntax)
	errOperand     = fmt.Errorf("%w: quantifier operand invalid", ErrSyntax)
	errCount       = fmt.Errorf("%w: invalid repetition count(s)", ErrSyntax)
	errEscape      = fmt.Errorf("%w: invalid escape \\ sequence", ErrSyntax)
	errReference   = fmt.Errorf("%w: invalid backreference number", ErrSyntax)
	errRange       = fmt.Errorf("%w: invalid character range", ErrSyntax)
	errClass       = fmt.Errorf("%w: invalid character class", ErrSyntax)
	errOption      = fmt.Errorf("%w: invalid embedded option", ErrSyntax)
	errArgument    = fmt.Errorf("%w: invalid argument to regex function", ErrSyntax)
)

// what a constraint asks of a place.
type constraintKind uint8

const (
	lookAhead constraintKind = iota
	lookBehind
	wordStart
	wordEnd
	wordEdge
	noWordEdge
	reference
)

// constraint is a part of an expression that Go's syntax does not have.
type constraint struct {
	kind    constraintKind
	negated bool
	inner   *node // of lookAhead and lookBehind
	group   int   // of a reference
}

// firstMark is the character of the first constraint in the expression that Go parses. Each is written twice, since a
// single character between bars would become one of a class.
const firstMark, mostConstraints = 0x100000, 1000

// mostNested bounds constraints within constraints, each of which takes stack.
const mostNested = 100

// reader writes an expression in Go's syntax.
type reader struct {
	in          []rune
	at          int
	out         strings.Builder
	compiler    *compiler
	within      int  // how many constraints it is within, in which groups are not counted
	lazy, eager bool // quantifiers that it has
	bars        bool
	counts      []bool // whether the quantifiers in braces have a comma
	spaced      bool   // white space and comments are skipped
	bare        int    // the length of the output at which no quantifier may stand
}

// write writes the expression up to a bracket that closes a constraint, or to its end.
func (r *reader) write() error {
	depth := 0
	for r.skip(); r.at < len(r.in); r.skip() {
		c := r.in[r.at]
		r.at++
		var err error
		switch c {
		case '\\':
			err = r.escape()
		case '[':
			err = r.bracket()
		case '(':
			var opened bool
			if opened, err = r.open(); opened {
				depth++
			}
		case ')':
			if depth == 0 {
				if r.within > 0 {
					r.at--
					return nil
				}
				return errParentheses
			}
			depth--
			r.out.WriteByte(')')
		case '*', '+', '?':
			if r.bare == r.out.Len() {
				return errOperand
			}
			r.out.WriteRune(c)
			r.quantified(false)
		case '{':
			err = r.counted()
		case '|':
			r.bars = true
			r.out.WriteByte('|')
			r.bare = r.out.Len()
		case '^', '$', '.':
			r.out.WriteRune(c)
		default:
			err = r.literal(c)
		}
		if err != nil {
			return err
		}
	}
	if depth > 0 || r.within > 0 {
		return errParentheses
	}
	return nil
}

// skip passes over white space and comments where they are not part of the pattern.
func (r *reader) skip() {
	if !r.spaced {
		return
	}
	for comment := false; r.at < len(r.in); r.at++ {
		switch c := r.in[r.at]; {
		case c == '\n':
			comment = false
		case comment || isSpace(c):
		case c == '#':
			comment = true
		default:
			return
		}
	}
}

// isSpace says whether a character is white space. Of that beyond ASCII none is.
func isSpace(c rune) bool {
	return c == ' ' || c >= '\t' && c <= '\r'
}

func (r *reader) literal(c rune) error {
	if c >= firstMark || r.spaced && c > unicode.MaxASCII && unicode.IsSpace(c) {
		return ErrUnsupported
	}
	r.out.WriteString(regexp.QuoteMeta(string(c)))
	return nil
}

// quantified notes a quantifier, and whether it is followed by a question mark.
func (r *reader) quantified(fixed bool) {
	switch {
	case r.at < len(r.in) && r.in[r.at] == '?':
		r.at++
		r.out.WriteByte('?')
		r.lazy = r.lazy || !fixed
	case !fixed:
		r.eager = true
	}
	r.bare = r.out.Len()
}

// counted reads a quantifier in curly brackets.
func (r *reader) counted() error {
	r.skip()
	if r.at == len(r.in) || !unicode.IsDigit(r.in[r.at]) {
		r.out.WriteString(`\{`)
		return nil
	}
	end := r.at
	for end < len(r.in) && r.in[end] != '}' {
		end++
	}
	if end == len(r.in) {
		return errBraces
	}
	text := string(r.in[r.at:end])
	if r.spaced {
		if strings.Contains(text, "#") {
			return ErrUnsupported
		}
		text = strings.Join(strings.FieldsFunc(text, isSpace), "")
	}
	const most = 255
	for _, bound := range strings.Split(text, ",") {
		if n, err := strconv.Atoi(bound); bound != "" && (err != nil || n > most) {
			return errCount
		}
	}
	if r.bare == r.out.Len() {
		return errOperand
	}
	r.out.WriteString("{" + text + "}")
	r.at = end + 1
	comma := strings.Contains(text, ",")
	r.counts = append(r.counts, comma)
	r.quantified(!comma)
	return nil
}

// looks are the constraints that look ahead and behind, as they are written.
var looks = []struct {
	written string
	kind    constraintKind
	negated bool
}{{"?=", lookAhead, false}, {"?!", lookAhead, true}, {"?<=", lookBehind, false}, {"?<!", lookBehind, true}}

// open reads an opening bracket: of a group, or of a constraint.
func (r *reader) open() (opened bool, err error) {
	rest := r.in[r.at:]
	for _, look := range looks {
		if hasPrefix(rest, look.written) {
			if r.within == mostNested {
				return false, ErrUnsupported
			}
			inner := &reader{in: r.in, at: r.at + len(look.written), compiler: r.compiler, within: r.within + 1, spaced: r.spaced}
			if err := inner.write(); err != nil {
				return false, err
			}
			r.at = inner.at + 1
			tree, err := r.compiler.parse(inner.out.String(), inner.counts)
			if err != nil {
				return false, err
			}
			return false, r.mark(constraint{kind: look.kind, negated: look.negated, inner: tree})
		}
	}
	switch {
	case hasPrefix(rest, "?#"):
		for r.at < len(r.in) && r.in[r.at] != ')' {
			r.at++
		}
		r.at = min(r.at+1, len(r.in))
		return false, nil
	case hasPrefix(rest, "?:"):
		r.at += 2
		r.out.WriteString("(?:")
	case hasPrefix(rest, "?"):
		return false, errOperand
	case r.within > 0:
		r.out.WriteString("(?:")
	default:
		r.compiler.groups++
		r.out.WriteByte('(')
	}
	r.bare = r.out.Len()
	return true, nil
}

func hasPrefix(text []rune, prefix string) bool {
	return len(text) >= len(prefix) && string(text[:len(prefix)]) == prefix
}

// mark writes the mark of a constraint.
func (r *reader) mark(c constraint) error {
	if len(r.compiler.constraints) == mostConstraints {
		return ErrUnsupported
	}
	mark := string(rune(firstMark + len(r.compiler.constraints)))
	r.compiler.constraints = append(r.compiler.constraints, c)
	r.out.WriteString("(?:" + mark + mark + ")")
	return nil
}

// controls are escapes of single characters.
var controls = map[rune]rune{'a': 7, 'b': 8, 'B': '\\', 'e': 27, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11}

// edges are escapes of places.
var edges = map[rune]constraintKind{'m': wordStart, 'M': wordEnd, 'y': wordEdge, 'Y': noWordEdge}

// escape reads what stands behind a backslash.
func (r *reader) escape() error {
	if r.at == len(r.in) {
		return errEscape
	}
	c := r.in[r.at]
	r.at++
	kind, isEdge := edges[c]
	switch {
	case isEdge:
		return r.mark(constraint{kind: kind})
	case c == 'A':
		r.out.WriteString(`\A`)
	case c == 'Z':
		r.out.WriteString(`\z`)
	case shorthands[c] != "":
		r.out.WriteString("[" + shorthands[c] + "]")
	case shorthands[unicode.ToLower(c)] != "":
		r.out.WriteString("[^" + shorthands[unicode.ToLower(c)] + "]")
	case c >= '1' && c <= '9':
		if r.within > 0 || r.at < len(r.in) && unicode.IsDigit(r.in[r.at]) {
			return ErrUnsupported
		}
		if int(c-'0') > r.compiler.groups {
			return errReference
		}
		r.compiler.refers = true
		return r.mark(constraint{kind: reference, group: int(c - '0')})
	default:
		c, err := r.character(c)
		if err != nil {
			return err
		}
		return r.literal(c)
	}
	return nil
}

// character reads the escape of one character.
func (r *reader) character(c rune) (rune, error) {
	if control, ok := controls[c]; ok {
		return control, nil
	}
	digits := 0
	switch c {
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	case 'x':
		for digits < 8 && r.at+digits < len(r.in) && strings.ContainsRune("0123456789abcdefABCDEF", r.in[r.at+digits]) {
			digits++
		}
	case 'c':
		if r.at == len(r.in) {
			return 0, errEscape
		}
		r.at++
		return r.in[r.at-1] & 0x1f, nil
	default:
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return 0, errEscape
		}
		return c, nil
	}
	if digits == 0 || r.at+digits > len(r.in) {
		return 0, errEscape
	}
	code, err := strconv.ParseUint(string(r.in[r.at:r.at+digits]), 16, 32)
	r.at += digits
	if err != nil || code == 0 || code > unicode.MaxRune {
		return 0, errEscape
	}
	return rune(code), nil
}
