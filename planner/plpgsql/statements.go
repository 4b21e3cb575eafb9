package plpgsql

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// readStatements reads up to one of some words, which it leaves.
func (r *reader) readStatements(until ...string) {
	if r.depth++; r.depth > maxDepth {
		r.fail("blocks and loops nested too deeply")
	}
	for r.err == nil && (!r.peek().isOneOf(until) || r.atAssignment()) {
		r.readStatement()
	}
	r.depth--
}

// readStatement reads one statement with its semicolon.
func (r *reader) readStatement() {
	switch t := r.peek(); {
	case t.is("<<"):
		r.readLabel()
		if !r.peek().isOneOf([]string{"declare", "begin", "loop", "while", "for", "foreach"}) {
			r.failAtToken()
		}
	case r.atAssignment():
		r.readAssignment()
		r.expect(";")
	case t.word == "":
		r.failAtToken()
	default:
		r.readByWord(t)
	}
}

// readByWord reads a statement by its first word.
func (r *reader) readByWord(t token) {
	if r.readChange(t) {
		r.expect(";")
		return
	}
	switch t.word {
	case "select", "with", "values", "table":
		r.readSQL()
	case "declare", "begin":
		r.readBlock()
	case "null":
		r.at++
	case "if":
		r.readIf()
	case "case":
		r.readCase()
	case "loop":
		r.readLoop()
	case "while":
		r.at++
		r.readExpression("loop")
		r.readLoop()
	case "for":
		r.readFor()
	case "foreach":
		r.readForeach()
	case "exit", "continue":
		r.at++
		r.readOptionalLabel()
		if r.accept("when") {
			r.readExpression(";")
		}
	case "return":
		r.readReturn()
	case "perform":
		r.at++
		r.readExpression(";")
	case "raise":
		r.readRaise()
	case "assert":
		r.at++
		r.readExpression(",", ";")
		if r.accept(",") {
			r.readExpression(";")
		}
	case "get":
		r.readDiagnostics()
	case "execute":
		r.fail("EXECUTE of SQL that is built at run time")
	case "open", "fetch", "move", "close":
		r.fail("%s of a cursor, which may be the session's", strings.ToUpper(t.word))
	default:
		r.fail("%s", strings.ToUpper(t.word))
	}
	r.expect(";")
}

// atAssignment reports whether the next statement is an assignment: no other statement continues
// its first word with these signs.
func (r *reader) atAssignment() bool {
	first, second := r.ahead(0), r.ahead(1)
	if first.kind != pg_query.Token_PARAM && (first.name == "" || reserved[first.word]) {
		return false
	}
	return second.isAssign() || second.is("[") || second.is(".")
}

// readAssignment reads a.b[i].c := expression.
func (r *reader) readAssignment() {
	r.readPath()
	for r.peek().is("[") || r.peek().is(".") {
		if t := r.next(); t.is(".") {
			r.readName()
			continue
		}
		t := r.peek()
		r.addPiece(t, "SELECT a["+r.takeText("]")+"] FROM (SELECT NULL::text[]) AS s (a)")
		r.expect("]")
	}
	if !r.next().isAssign() {
		r.at--
		r.failAtToken()
		return
	}
	r.readExpression(";")
}

// readSQL reads an SQL statement and leaves out its INTO.
func (r *reader) readSQL() {
	first := r.peek()
	text, from, last, open, into := "", first.start, first.start, 0, false
	for {
		t := r.peek()
		if open == 0 && t.is(";") {
			break
		}
		switch {
		case t.text == "(" || t.text == "[":
			open++
		case t.text == ")" || t.text == "]":
			open--
		case t.text == "" || t.text == ";":
			open = -1
		case t.is("into") && !r.tokens[max(r.at-1, 0)].isOneOf([]string{"insert", "merge"}):
			if into {
				open = -1
				break
			}
			into = true
			text += r.body[from:last] + " "
			r.at++
			r.accept("strict")
			r.readPaths()
			from, last = r.peek().start, r.peek().start
			continue
		}
		if open < 0 || r.err != nil {
			r.failAtToken()
			return
		}
		last = t.end
		r.at++
	}
	r.addPiece(first, text+r.body[from:max(from, last)])
}

// readIf reads IF … THEN … ELSIF … THEN … ELSE … END IF.
func (r *reader) readIf() {
	r.expect("if")
	for {
		r.readExpression("then")
		r.expect("then")
		r.readStatements("elsif", "elseif", "else", "end")
		if !r.accept("elsif") && !r.accept("elseif") {
			break
		}
	}
	if r.accept("else") {
		r.readStatements("end")
	}
	r.expect("end", "if")
}

// readCase reads CASE … WHEN … THEN … ELSE … END CASE. If an expression follows CASE, the server tests
// its value by IN against the expressions behind each WHEN.
func (r *reader) readCase() {
	r.expect("case")
	compares := !r.peek().is("when")
	if compares {
		r.readExpression("when")
	}
	if !r.peek().is("when") {
		r.failAtToken()
	}
	for r.accept("when") {
		if t := r.peek(); compares {
			r.addPiece(t, "SELECT NULL IN ("+r.takeText("then")+")")
		} else {
			r.readExpression("then")
		}
		r.expect("then")
		r.readStatements("when", "else", "end")
	}
	if r.accept("else") {
		r.readStatements("end")
	}
	r.expect("end", "case")
}

// readLoop reads LOOP … END LOOP [label].
func (r *reader) readLoop() {
	r.expect("loop")
	r.readStatements("end")
	r.expect("end", "loop")
	r.readOptionalLabel()
}

// readFor reads FOR over numbers, over a cursor, or over the rows of a query.
func (r *reader) readFor() {
	r.expect("for")
	r.readPaths()
	r.expect("in")
	t, second := r.peek(), r.ahead(1)
	if t.name != "" && slices.Contains(r.cursors, t.name) && (second.is("(") || second.is("loop")) {
		r.at++
		if r.accept("(") {
			r.readArguments()
		}
		r.readLoop()
		return
	}
	if t.is("execute") {
		r.fail("EXECUTE of SQL that is built at run time")
		return
	}
	reverse := r.accept("reverse")
	t = r.peek()
	text := r.takeText("..", "loop")
	if !r.accept("..") {
		if reverse {
			r.failAtToken()
		}
		r.addPiece(t, text)
		r.readLoop()
		return
	}
	r.addPiece(t, "SELECT "+text)
	r.readExpression("by", "loop")
	if r.accept("by") {
		r.readExpression("loop")
	}
	r.readLoop()
}

// readArguments reads the arguments of a cursor, by place or by name.
func (r *reader) readArguments() {
	for {
		if sign := r.ahead(1); r.peek().name != "" && (sign.is(":=") || sign.is("=>")) {
			r.at += 2
		}
		r.readExpression(",", ")")
		if !r.accept(",") {
			break
		}
	}
	r.expect(")")
}

// readForeach reads FOREACH … [SLICE n] IN ARRAY … LOOP.
func (r *reader) readForeach() {
	r.expect("foreach")
	r.readPaths()
	if r.accept("slice") {
		if r.next().kind != pg_query.Token_ICONST {
			r.at--
			r.failAtToken()
		}
	}
	r.expect("in", "array")
	r.readExpression("loop")
	r.readLoop()
}

// readReturn reads RETURN, RETURN NEXT and RETURN QUERY.
func (r *reader) readReturn() {
	r.expect("return")
	composite := r.ahead(1).is(".") // next and query are variables then
	switch t := r.peek(); {
	case t.is("query") && !composite:
		r.at++
		r.readQuery(";")
		return
	case t.is("next") && !composite:
		r.at++
	}
	if !r.peek().is(";") {
		r.readExpression(";")
	}
}
