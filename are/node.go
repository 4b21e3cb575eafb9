package are

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// kind is what a node matches.
type kind uint8

const (
	matchNothing kind = iota // it never matches
	matchEmpty
	matchRune
	matchClass
	matchAny
	matchAnyButNewline
	matchBeginning
	matchEnd
	matchLineBeginning
	matchLineEnd
	matchConstraint
	matchSequence
	matchChoice
	matchRepeat
	matchGroup
)

// preference is which of several matches a node has.
type preference uint8

const (
	indifferent preference = iota
	longer
	shorter
)

// node is a part of an expression.
type node struct {
	kind       kind
	id         int // a sequence has one for each of its parts
	char       rune
	fold       bool
	class      []rune // pairs of first and last characters
	subs       []*node
	min, max   int // of a repeat; max -1: any number
	prefers    preference
	group      int
	constraint *constraint
}

// Regexp is a compiled expression. Many goroutines may use it at once.
type Regexp struct {
	root   *node
	groups int
	plain  *regexp.Regexp // finds the beginning of a match, and its end if the root does not prefer the shorter one; nil: it has constraints
	begins bool           // it looks for the beginning of the text or of a line
	refers bool           // it has references
	vague  bool           // which match of a repeated group is the last is not known here: one without a character, say
	source string         // in Go's syntax, which is DuckDB's, too; "" where there is none
}

// Options are the flags of an expression.
type Options struct {
	Fold     bool // letters match in either case
	Stops    bool // "." and negated classes do not match a newline
	Anchors  bool // "^" and "$" match beside a newline
	Literal  bool // the pattern is the text itself
	Spaced   bool // white space and comments behind "#" are not part of the pattern
	Extended bool // the pattern is an ERE, which has neither escapes nor what begins with "(?"
}

// compiler makes the nodes of one expression.
type compiler struct {
	options     Options
	constraints []constraint
	groups      int
	nodes       int
	begins      bool
	refers      bool
	counts      []bool // of the quantifiers in braces that have no node yet, whether they have a comma
}

// mostPattern bounds an expression: its nodes take about two hundred times its length.
const mostPattern = 32 << 10

// Compile reads an expression of at most 32 KiB.
func Compile(pattern string, options Options) (*Regexp, error) {
	if len(pattern) > mostPattern {
		return nil, ErrLength
	}
	pattern, options, err := embedded(pattern, options)
	if err != nil {
		return nil, err
	}
	if options.Extended && notExtended.MatchString(pattern) {
		return nil, ErrUnsupported
	}
	c := &compiler{options: options}
	r := &reader{in: []rune(pattern), compiler: c, spaced: options.Spaced}
	if err := r.write(); err != nil {
		return nil, err
	}
	if r.lazy && r.bars {
		return nil, ErrUnsupported // Go's parser joins branches, which may change the preference
	}
	root, err := c.parse(r.out.String(), r.counts)
	if err != nil {
		return nil, err
	}
	re := &Regexp{root: root, groups: c.groups, begins: c.begins, refers: c.refers, vague: root.isVague()}
	if len(c.constraints) == 0 {
		if re.plain, err = regexp.Compile(c.mode() + r.out.String()); err != nil {
			return nil, ErrSyntax
		}
		re.plain.Longest()
		if re.source = r.out.String(); options != (Options{}) || strings.Contains(re.source, ".") {
			re.source = c.mode() + re.source
		}
	}
	return re, nil
}

// notExtended matches what an ERE reads otherwise.
var notExtended = regexp.MustCompile(`\\|[(?*+}]\?|\[\[:[<>]`)

// lettersOfOptions are the letters that options begin with.
const lettersOfOptions = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// embedded reads the director and the options at the beginning of an expression.
func embedded(pattern string, options Options) (string, Options, error) {
	switch {
	case options.Literal && (options.Stops || options.Anchors || options.Spaced):
		return "", options, errArgument
	case options.Literal:
		return regexp.QuoteMeta(pattern), options, nil
	}
	if literal, ok := strings.CutPrefix(pattern, "***="); ok {
		return regexp.QuoteMeta(literal), Options{Fold: options.Fold, Literal: true}, nil
	}
	pattern = strings.TrimPrefix(pattern, "***:")
	after, opened := strings.CutPrefix(pattern, "(?")
	if !opened || strings.TrimLeft(after, lettersOfOptions) == after {
		return pattern, options, nil
	}
	letters, rest, closed := strings.Cut(after, ")")
	if !closed {
		return "", options, errOption
	}
	for _, letter := range letters {
		switch {
		case options.Set(letter):
		case letter == 'b':
			return "", options, ErrUnsupported
		default:
			return "", options, errOption
		}
	}
	if options.Literal {
		return regexp.QuoteMeta(rest), Options{Fold: options.Fold, Literal: true}, nil
	}
	return rest, options, nil
}

// Set sets an option by its letter, and reports whether it is known here.
func (o *Options) Set(letter rune) bool {
	switch letter {
	case 'i':
		o.Fold = true
	case 'c':
		o.Fold = false
	case 'n', 'm':
		o.Stops, o.Anchors = true, true
	case 'p':
		o.Stops, o.Anchors = true, false
	case 's':
		o.Stops, o.Anchors = false, false
	case 'w':
		o.Stops, o.Anchors = false, true
	case 'q':
		o.Literal = true
	case 'x':
		o.Spaced = true
	case 't':
		o.Spaced = false
	case 'e':
		o.Literal, o.Extended = false, true
	default:
		return false
	}
	return true
}

// mode is what Go's syntax says of the options.
func (c *compiler) mode() string {
	mode := ""
	if c.options.Anchors {
		mode = "m"
	}
	if !c.options.Stops {
		mode += "s"
	}
	if c.options.Fold {
		mode += "i"
	}
	if mode == "" {
		return ""
	}
	return "(?" + mode + ")"
}

// parse makes the nodes of an expression in Go's syntax. counts are its quantifiers in braces, in their order: whether each has a
// comma, by which {1,1} prefers the longer match where {1} has no preference.
func (c *compiler) parse(source string, counts []bool) (*node, error) {
	flags := syntax.PerlX | syntax.UnicodeGroups | syntax.ClassNL
	if !c.options.Anchors {
		flags |= syntax.OneLine
	}
	if !c.options.Stops {
		flags |= syntax.DotNL
	}
	if c.options.Fold {
		flags |= syntax.FoldCase
	}
	tree, err := syntax.Parse(source, flags)
	var wrong *syntax.Error
	switch {
	case errors.As(err, &wrong) && wrong.Code == syntax.ErrInvalidRepeatSize:
		return nil, errCount
	case err != nil:
		return nil, ErrSyntax
	case len(counts) != countRepeats(tree) && slices.Contains(counts, true):
		return nil, ErrUnsupported // Go's parser joins branches
	}
	c.counts = counts
	return c.node(tree), nil
}

// countRepeats is how many quantifiers in braces a tree has.
func countRepeats(re *syntax.Regexp) (n int) {
	if re.Op == syntax.OpRepeat {
		n++
	}
	for _, sub := range re.Sub {
		n += countRepeats(sub)
	}
	return n
}

// simple are the kinds of nodes without parts.
var simple = map[syntax.Op]kind{
	syntax.OpNoMatch: matchNothing, syntax.OpEmptyMatch: matchEmpty, syntax.OpAnyChar: matchAny, syntax.OpAnyCharNotNL: matchAnyButNewline,
	syntax.OpBeginText: matchBeginning, syntax.OpEndText: matchEnd, syntax.OpBeginLine: matchLineBeginning, syntax.OpEndLine: matchLineEnd,
}

// node makes the node of a part of Go's tree.
func (c *compiler) node(re *syntax.Regexp) *node {
	n := &node{id: c.nodes, fold: re.Flags&syntax.FoldCase != 0}
	c.nodes += 1 + len(re.Sub) + len(re.Rune)
	if of, ok := simple[re.Op]; ok {
		n.kind = of
		c.begins = c.begins || of == matchBeginning || of == matchLineBeginning
		return n
	}
	for _, sub := range re.Sub {
		n.subs = append(n.subs, c.node(sub))
	}
	switch re.Op {
	case syntax.OpLiteral:
		return c.literal(n, re.Rune)
	case syntax.OpCharClass:
		n.kind, n.class = matchClass, re.Rune
	case syntax.OpCapture:
		n.kind, n.group, n.prefers = matchGroup, re.Cap, n.subs[0].prefers
	case syntax.OpConcat:
		n.kind = matchSequence
		n.prefersFirst()
	case syntax.OpAlternate:
		n.kind, n.prefers = matchChoice, longer
	default:
		n.kind = matchRepeat
		n.min, n.max = bounds(re)
		comma := false
		if re.Op == syntax.OpRepeat && len(c.counts) > 0 {
			comma, c.counts = c.counts[0], c.counts[1:]
		}
		switch n.prefers = longer; {
		case n.min == n.max && !comma:
			n.prefers = n.subs[0].prefers
		case re.Flags&syntax.NonGreedy != 0:
			n.prefers = shorter
		}
	}
	return n
}

// prefersFirst gives a sequence the preference of the first of its parts that has one.
func (n *node) prefersFirst() {
	for _, sub := range n.subs {
		if n.prefers == indifferent {
			n.prefers = sub.prefers
		}
	}
}

func bounds(re *syntax.Regexp) (least, most int) {
	switch re.Op {
	case syntax.OpStar:
		return 0, -1
	case syntax.OpPlus:
		return 1, -1
	case syntax.OpQuest:
		return 0, 1
	default:
		return re.Min, re.Max
	}
}

// literal makes a sequence of characters and constraints.
func (c *compiler) literal(n *node, text []rune) *node {
	n.kind = matchSequence
	for i := 0; i < len(text); i++ {
		part := &node{kind: matchRune, id: c.nodes, char: text[i], fold: n.fold}
		c.nodes++
		if text[i] >= firstMark {
			part.kind, part.constraint = matchConstraint, &c.constraints[text[i]-firstMark]
			i++
		}
		n.subs = append(n.subs, part)
	}
	if len(n.subs) == 1 {
		return n.subs[0]
	}
	return n
}

// sameLetter reports whether two characters are one in different cases.
func sameLetter(a, b rune) bool {
	if a == b {
		return true
	}
	for c := unicode.SimpleFold(a); c != a; c = unicode.SimpleFold(c) {
		if c == b {
			return true
		}
	}
	return false
}

// Source is the expression in the syntax of Go and of DuckDB, which finds a match wherever this one does; "" where those
// have none.
func (re *Regexp) Source() string { return re.source }

// Simple reports whether Go and DuckDB find the same matches by Source, from first to last: what may repeat is single
// characters, as often as there are, and no match is empty.
func (re *Regexp) Simple() bool {
	return re.source != "" && re.root.isSimple() && re.root.atLeast() > 0
}

func (n *node) isSimple() bool {
	if n.kind == matchChoice || n.kind == matchRepeat && (n.prefers == shorter || n.min != n.max && n.max >= 0 || len(n.subs[0].subs) > 0) {
		return false
	}
	for _, sub := range n.subs {
		if !sub.isSimple() {
			return false
		}
	}
	return true
}

// isVague reports whether a group is repeated that may be empty, or repeated {2,2} times with another preference than its own.
func (n *node) isVague() bool {
	if n.kind == matchRepeat && n.max != 1 && n.subs[0].hasGroup() {
		own := n.subs[0].prefers
		if n.min != n.max && n.subs[0].atLeast() == 0 || n.min == n.max && own != indifferent && own != n.prefers {
			return true
		}
	}
	for _, sub := range n.subs {
		if sub.isVague() {
			return true
		}
	}
	return false
}

func (n *node) hasGroup() bool {
	if n.kind == matchGroup {
		return true
	}
	for _, sub := range n.subs {
		if sub.hasGroup() {
			return true
		}
	}
	return false
}

// atLeast counts the characters that each match of a node has.
func (n *node) atLeast() int {
	switch n.kind {
	case matchChoice:
		least := n.subs[0].atLeast()
		for _, sub := range n.subs {
			least = min(least, sub.atLeast())
		}
		return least
	case matchRune, matchClass, matchAny, matchAnyButNewline:
		return 1
	case matchRepeat:
		return n.min * n.subs[0].atLeast()
	default:
	}
	total := 0
	for _, sub := range n.subs {
		total += sub.atLeast()
	}
	return total
}
