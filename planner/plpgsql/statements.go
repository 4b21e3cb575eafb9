package plpgsql

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// statements reads up to one of some words, which stays.
func (r *reader) statements(until ...string) {
	if r.depth++; r.depth > maxDepth {
		r.fail("blocks and loops nested too deeply")
	}
	for r.err == nil && (!r.peek().isOneOf(until) || r.atAssignment()) {
		r.statement()
	}
	r.depth--
}

// statement reads one statement with its semicolon.
func (r *reader) statement() {
	switch t := r.peek(); {
	case t.is("<<"):
		r.label()
		if !r.peek().isOneOf([]string{"declare", "begin", "loop", "while", "for", "foreach"}) {
			r.misread()
		}
	case r.atAssignment():
		r.assignment()
		r.expect(";")
	case t.word == "":
		r.misread()
	default:
		r.byWord(t)
	}
}

// byWord reads a statement by its first word.
func (r *reader) byWord(t token) {
	if r.change(t) {
		r.expect(";")
		return
	}
	switch t.word {
	case "select", "with", "values", "table":
		r.sql()
	case "declare", "begin":
		r.block()
	case "null":
		r.at++
	case "if":
		r.ifs()
	case "case":
		r.cases()
	case "loop":
		r.loop()
	case "while":
		r.at++
		r.expression("loop")
		r.loop()
	case "for":
		r.forLoop()
	case "foreach":
		r.foreach()
	case "exit", "continue":
		r.at++
		r.optionalName()
		if r.accept("when") {
			r.expression(";")
		}
	case "return":
		r.returns()
	case "perform":
		r.at++
		r.expression(";")
	case "raise":
		r.raise()
	case "assert":
		r.at++
		r.expression(",", ";")
		if r.accept(",") {
			r.expression(";")
		}
	case "get":
		r.diagnostics()
	case "execute":
		r.fail("EXECUTE of SQL that is put together when it runs")
	case "open", "fetch", "move", "close":
		r.fail("%s of a cursor, which may be the session's", strings.ToUpper(t.word))
	default:
		r.fail("%s", strings.ToUpper(t.word))
	}
	r.expect(";")
}

// atAssignment reports whether a statement is one to a variable: of all that
// begins with a word, only that goes on with these signs.
func (r *reader) atAssignment() bool {
	first, second := r.ahead(0), r.ahead(1)
	if first.kind != pg_query.Token_PARAM && (first.name == "" || reserved[first.word]) {
		return false
	}
	return second.isAssign() || second.is("[") || second.is(".")
}

// assignment reads a.b[i].c := expression.
func (r *reader) assignment() {
	r.path()
	for r.peek().is("[") || r.peek().is(".") {
		if t := r.next(); t.is(".") {
			r.name()
			continue
		}
		t := r.peek()
		r.add(t, "SELECT a["+r.slice("]")+"] FROM (SELECT NULL::text[]) AS s (a)")
		r.expect("]")
	}
	if !r.next().isAssign() {
		r.at--
		r.misread()
		return
	}
	r.expression(";")
}

// sql reads a statement that is SQL, without its INTO.
func (r *reader) sql() {
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
			r.paths()
			from, last = r.peek().start, r.peek().start
			continue
		}
		if open < 0 || r.err != nil {
			r.misread()
			return
		}
		last = t.end
		r.at++
	}
	r.add(first, text+r.body[from:max(from, last)])
}

// ifs reads IF … THEN … ELSIF … THEN … ELSE … END IF.
func (r *reader) ifs() {
	r.expect("if")
	for {
		r.expression("then")
		r.expect("then")
		r.statements("elsif", "elseif", "else", "end")
		if !r.accept("elsif") && !r.accept("elseif") {
			break
		}
	}
	if r.accept("else") {
		r.statements("end")
	}
	r.expect("end", "if")
}

// cases reads CASE … WHEN … THEN … ELSE … END CASE. With an expression behind
// CASE the server asks whether its value is IN what stands behind each WHEN.
func (r *reader) cases() {
	r.expect("case")
	compares := !r.peek().is("when")
	if compares {
		r.expression("when")
	}
	if !r.peek().is("when") {
		r.misread()
	}
	for r.accept("when") {
		if t := r.peek(); compares {
			r.add(t, "SELECT NULL IN ("+r.slice("then")+")")
		} else {
			r.expression("then")
		}
		r.expect("then")
		r.statements("when", "else", "end")
	}
	if r.accept("else") {
		r.statements("end")
	}
	r.expect("end", "case")
}

// loop reads LOOP … END LOOP [label].
func (r *reader) loop() {
	r.expect("loop")
	r.statements("end")
	r.expect("end", "loop")
	r.optionalName()
}

// forLoop reads FOR over numbers, over a cursor, or over the rows of a query.
func (r *reader) forLoop() {
	r.expect("for")
	r.paths()
	r.expect("in")
	t, second := r.peek(), r.ahead(1)
	if t.name != "" && slices.Contains(r.cursors, t.name) && (second.is("(") || second.is("loop")) {
		r.at++
		if r.accept("(") {
			r.arguments()
		}
		r.loop()
		return
	}
	if t.is("execute") {
		r.fail("EXECUTE of SQL that is put together when it runs")
		return
	}
	reverse := r.accept("reverse")
	t = r.peek()
	text := r.slice("..", "loop")
	if !r.accept("..") {
		if reverse {
			r.misread()
		}
		r.add(t, text)
		r.loop()
		return
	}
	r.add(t, "SELECT "+text)
	r.expression("by", "loop")
	if r.accept("by") {
		r.expression("loop")
	}
	r.loop()
}

// arguments reads those of a cursor, each by its place or its name.
func (r *reader) arguments() {
	for {
		if sign := r.ahead(1); r.peek().name != "" && (sign.is(":=") || sign.is("=>")) {
			r.at += 2
		}
		r.expression(",", ")")
		if !r.accept(",") {
			break
		}
	}
	r.expect(")")
}

// foreach reads FOREACH … [SLICE n] IN ARRAY … LOOP.
func (r *reader) foreach() {
	r.expect("foreach")
	r.paths()
	if r.accept("slice") {
		if r.next().kind != pg_query.Token_ICONST {
			r.at--
			r.misread()
		}
	}
	r.expect("in", "array")
	r.expression("loop")
	r.loop()
}

// returns reads RETURN, RETURN NEXT and RETURN QUERY.
func (r *reader) returns() {
	r.expect("return")
	composite := r.ahead(1).is(".") // then the word is that of a variable
	switch t := r.peek(); {
	case t.is("query") && !composite:
		r.at++
		r.query(";")
		return
	case t.is("next") && !composite:
		r.at++
	}
	if !r.peek().is(";") {
		r.expression(";")
	}
}
