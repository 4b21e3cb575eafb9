package plpgsql

import (
	"fmt"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// maxDepth bounds blocks and loops within each other.
const maxDepth = 64

// reader reads the tokens of one body. Its first error ends it: from then on
// there are no more tokens.
type reader struct {
	body     string
	tokens   []token
	at       int
	depth    int
	names    []string // of the variables that can be seen
	cursors  []string // the names of bound cursors, wherever they are declared
	function *Function
	err      error
	counted  int // bytes of the body whose lines were counted
	lines    int // in them

	changing bool    // it looks for changes, and takes statements that no function has that only reads
	changes  []Piece // it found
	dynamic  error   // of what runs that the body does not say
}

// fail notes why the function cannot be judged, with the line of the next token.
func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%s at line %d", fmt.Sprintf(format, args...), r.line(r.peek()))
	}
}

// line returns the line of a token, which is not before that of the last call.
func (r *reader) line(t token) int {
	if t.start > r.counted {
		r.lines += strings.Count(r.body[r.counted:t.start], "\n")
		r.counted = t.start
	}
	return r.lines + 1
}

// peek returns the next token, or one without text at the end.
func (r *reader) peek() token { return r.ahead(0) }

func (r *reader) ahead(n int) token {
	if r.err != nil || r.at+n >= len(r.tokens) {
		return token{start: len(r.body), end: len(r.body)}
	}
	return r.tokens[r.at+n]
}

func (r *reader) next() token {
	t := r.peek()
	r.at++
	return t
}

// is reports whether a token is an unquoted word, or a sign.
func (t token) is(text string) bool {
	if t.word != "" {
		return t.word == text
	}
	return t.text == text && t.name == "" && t.text != ""
}

func (t token) isOneOf(texts []string) bool { return slices.ContainsFunc(texts, t.is) }

func (t token) isAssign() bool {
	return t.kind == pg_query.Token_COLON_EQUALS || t.kind == pg_query.Token_ASCII_61
}

// accept takes the next token if it is the one wanted.
func (r *reader) accept(text string) bool {
	if !r.peek().is(text) {
		return false
	}
	r.at++
	return true
}

func (r *reader) expect(texts ...string) {
	for _, text := range texts {
		if !r.accept(text) {
			r.misread()
			return
		}
	}
}

// misread fails at the next token.
func (r *reader) misread() {
	if text := r.peek().text; text != "" {
		r.fail("what is not understood (%.20q)", text)
	} else {
		r.fail("the end of the body where something should follow")
	}
}

// name takes an identifier.
func (r *reader) name() string {
	t := r.peek()
	if t.name == "" || reserved[t.word] {
		r.misread()
		return ""
	}
	r.at++
	return t.name
}

// path takes the name of a variable or of a field: a, a.b, $1.
func (r *reader) path() {
	if r.peek().kind == pg_query.Token_PARAM {
		r.at++
	} else {
		r.name()
	}
	for r.accept(".") {
		r.name()
	}
}

// paths takes variables with commas between them.
func (r *reader) paths() {
	r.path()
	for r.accept(",") {
		r.path()
	}
}

// slice takes the text up to one of some tokens outside of brackets, which stays.
func (r *reader) slice(until ...string) string {
	first, open := r.peek(), 0
	last := first.start
	for {
		t := r.peek()
		if open == 0 && t.isOneOf(until) {
			break
		}
		switch t.text {
		case "(", "[":
			open++
		case ")", "]":
			open--
		case "", ";":
			open = -1
		}
		if open < 0 {
			r.misread()
			return ""
		}
		last = t.end
		r.at++
	}
	if last == first.start {
		r.misread()
	}
	return r.body[first.start:last]
}

// add notes SQL that the function runs; t is where it stands.
func (r *reader) add(t token, sql string) {
	if r.err == nil {
		r.function.Pieces = append(r.function.Pieces, Piece{SQL: sql, Line: r.line(t)})
	}
}

// expression takes an expression up to one of some tokens, which stays.
func (r *reader) expression(until ...string) {
	t := r.peek()
	r.add(t, "SELECT "+r.slice(until...))
}

// query takes a statement that returns rows up to one of some tokens, which
// stays.
func (r *reader) query(until ...string) {
	t := r.peek()
	if t.is("execute") {
		r.fail("EXECUTE of SQL that is put together when it runs")
		return
	}
	r.add(t, r.slice(until...))
}

// all reads a whole body: options, the block, its end.
func (r *reader) all() {
	for r.accept("#") {
		option, value := r.name(), r.next()
		switch {
		case option == "variable_conflict" && value.isOneOf([]string{"error", "use_variable", "use_column"}):
		case option == "print_strict_params" && value.isOneOf([]string{"on", "off"}):
		default:
			r.fail("an option of the compiler, %s,", option)
		}
	}
	if r.peek().is("<<") {
		r.label()
	}
	r.block()
	r.accept(";")
	if r.err == nil && r.peek().text != "" {
		r.misread()
	}
}

// label takes <<name>>.
func (r *reader) label() {
	r.expect("<<")
	r.name()
	r.expect(">>")
}

// block reads [DECLARE …] BEGIN … [EXCEPTION …] END [label].
func (r *reader) block() {
	outer := len(r.names)
	defer func() { r.names = r.names[:outer] }()
	if r.peek().is("declare") {
		r.declarations()
	}
	r.expect("begin")
	r.statements("exception", "end")
	if r.accept("exception") {
		if !r.peek().is("when") {
			r.misread()
		}
		for r.accept("when") {
			r.condition()
			for r.accept("or") {
				r.condition()
			}
			r.expect("then")
			r.statements("when", "end")
		}
	}
	r.expect("end")
	r.optionalName()
}

// condition takes what an exception handler is for: a name or SQLSTATE '…'.
func (r *reader) condition() {
	if r.name() == "sqlstate" {
		r.text()
	}
}

// text takes a string constant.
func (r *reader) text() {
	if r.peek().kind != pg_query.Token_SCONST {
		r.misread()
		return
	}
	r.at++
}

// optionalName takes the label behind END, EXIT or CONTINUE.
func (r *reader) optionalName() {
	if t := r.peek(); t.name != "" && !reserved[t.word] {
		r.at++
	}
}
