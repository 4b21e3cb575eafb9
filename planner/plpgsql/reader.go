package plpgsql

import (
	"fmt"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// maxDepth bounds the nesting of blocks and loops.
const maxDepth = 64

// reader reads the tokens of one body. After its first error there are no more tokens.
type reader struct {
	body     string
	tokens   []token
	at       int
	depth    int
	names    []string // the variables in scope
	cursors  []string // all bound cursors of the function
	function *Function
	err      error
	counted  int // bytes of the body before which lines are counted
	lines    int // lines in these bytes

	changing bool    // the reader looks for changes, and accepts statements that do more than read
	changes  []Piece // the changes found
	dynamic  error   // why it is not known what some part runs
}

// fail notes why the function cannot be judged, and the line of the next token.
func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%s at line %d", fmt.Sprintf(format, args...), r.line(r.peek()))
	}
}

// line returns the line of a token. Tokens must be passed in order.
func (r *reader) line(t token) int {
	if t.start > r.counted {
		r.lines += strings.Count(r.body[r.counted:t.start], "\n")
		r.counted = t.start
	}
	return r.lines + 1
}

// peek returns the next token. At the end its text is empty.
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

// accept takes the next token if it has this text.
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
			r.failAtToken()
			return
		}
	}
}

// failAtToken fails because of the next token.
func (r *reader) failAtToken() {
	if text := r.peek().text; text != "" {
		r.fail("unknown syntax (%.20q)", text)
	} else {
		r.fail("an unexpected end of the body")
	}
}

// readName takes an identifier.
func (r *reader) readName() string {
	t := r.peek()
	if t.name == "" || reserved[t.word] {
		r.failAtToken()
		return ""
	}
	r.at++
	return t.name
}

// readPath takes the name of a variable or of a field: a, a.b, $1.
func (r *reader) readPath() {
	if r.peek().kind == pg_query.Token_PARAM {
		r.at++
	} else {
		r.readName()
	}
	for r.accept(".") {
		r.readName()
	}
}

// readPaths takes variables with commas between them.
func (r *reader) readPaths() {
	r.readPath()
	for r.accept(",") {
		r.readPath()
	}
}

// takeText returns the text up to one of some tokens outside of brackets. It leaves that token.
func (r *reader) takeText(until ...string) string {
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
			r.failAtToken()
			return ""
		}
		last = t.end
		r.at++
	}
	if last == first.start {
		r.failAtToken()
	}
	return r.body[first.start:last]
}

// addPiece notes SQL that the function runs, with the line of t.
func (r *reader) addPiece(t token, sql string) {
	if r.err == nil {
		r.function.Pieces = append(r.function.Pieces, Piece{SQL: sql, Line: r.line(t)})
	}
}

// readExpression takes an expression up to one of some tokens, which it leaves.
func (r *reader) readExpression(until ...string) {
	t := r.peek()
	r.addPiece(t, "SELECT "+r.takeText(until...))
}

// readQuery takes a statement that returns rows, up to one of some tokens, which it leaves.
func (r *reader) readQuery(until ...string) {
	t := r.peek()
	if t.is("execute") {
		r.fail("EXECUTE of SQL that is built at run time")
		return
	}
	r.addPiece(t, r.takeText(until...))
}

// readBody reads a whole body: options, the block, its end.
func (r *reader) readBody() {
	for r.accept("#") {
		option, value := r.readName(), r.next()
		switch {
		case option == "variable_conflict" && value.isOneOf([]string{"error", "use_variable", "use_column"}):
		case option == "print_strict_params" && value.isOneOf([]string{"on", "off"}):
		default:
			r.fail("an option of the compiler, %s,", option)
		}
	}
	if r.peek().is("<<") {
		r.readLabel()
	}
	r.readBlock()
	r.accept(";")
	if r.err == nil && r.peek().text != "" {
		r.failAtToken()
	}
}

// readLabel takes <<name>>.
func (r *reader) readLabel() {
	r.expect("<<")
	r.readName()
	r.expect(">>")
}

// readBlock reads [DECLARE …] BEGIN … [EXCEPTION …] END [label].
func (r *reader) readBlock() {
	outer := len(r.names)
	defer func() { r.names = r.names[:outer] }()
	if r.peek().is("declare") {
		r.readDeclarations()
	}
	r.expect("begin")
	r.readStatements("exception", "end")
	if r.accept("exception") {
		if !r.peek().is("when") {
			r.failAtToken()
		}
		for r.accept("when") {
			r.readCondition()
			for r.accept("or") {
				r.readCondition()
			}
			r.expect("then")
			r.readStatements("when", "end")
		}
	}
	r.expect("end")
	r.readOptionalLabel()
}

// readCondition takes the condition of an exception handler: a name, or SQLSTATE '…'.
func (r *reader) readCondition() {
	if r.readName() == "sqlstate" {
		r.readString()
	}
}

// readString takes a string constant.
func (r *reader) readString() {
	if r.peek().kind != pg_query.Token_SCONST {
		r.failAtToken()
		return
	}
	r.at++
}

// readOptionalLabel takes the label behind END, EXIT or CONTINUE, if there is one.
func (r *reader) readOptionalLabel() {
	if t := r.peek(); t.name != "" && !reserved[t.word] {
		r.at++
	}
}
