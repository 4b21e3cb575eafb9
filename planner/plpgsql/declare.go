package plpgsql

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// readDeclarations reads everything between DECLARE and BEGIN.
func (r *reader) readDeclarations() {
	for r.err == nil && !r.peek().is("begin") {
		if !r.accept("declare") { // the server allows it more than once
			r.readDeclaration()
		}
	}
}

// readDeclaration reads the declaration of a variable, an alias or a cursor.
func (r *reader) readDeclaration() {
	name := r.readName()
	defer func() { r.names = append(r.names, name) }() // the name is in scope behind its declaration
	switch t := r.peek(); {
	case t.is("alias"):
		r.at++
		r.expect("for")
		r.readPath()
		r.expect(";")
		return
	case t.is("cursor"), t.is("scroll"), t.is("no"):
		r.readCursor(name)
		return
	}
	r.accept("constant")
	r.readType("collate", "not", "=", ":=", "default", ";")
	if r.accept("collate") {
		r.readPath()
	}
	if r.accept("not") {
		r.expect("null")
	}
	if r.peek().isAssign() || r.peek().is("default") {
		r.at++
		r.readExpression(";")
	}
	r.expect(";")
}

// readCursor reads [NO] SCROLL CURSOR (arguments) FOR query.
func (r *reader) readCursor(name string) {
	if r.accept("no") {
		r.expect("scroll")
	} else {
		r.accept("scroll")
	}
	r.expect("cursor")
	if r.accept("(") {
		for {
			r.readName()
			r.readType(",", ")")
			if !r.accept(",") {
				break
			}
		}
		r.expect(")")
	}
	if !r.accept("is") {
		r.expect("for")
	}
	r.readQuery(";")
	r.expect(";")
	r.cursors = append(r.cursors, name)
}

// readType takes a type up to one of some tokens, which it leaves. For the type of a column it adds
// the row type of the table, because the row type's hidden code includes the column's.
func (r *reader) readType(until ...string) {
	t, start := r.peek(), r.at
	if r.readColumnType(t) || r.err != nil {
		return
	}
	text := r.takeText(until...)
	for _, one := range r.tokens[min(start, len(r.tokens)):min(r.at, len(r.tokens))] {
		if one.is("%") {
			r.failAtToken()
		}
	}
	r.addPiece(t, "SELECT NULL::"+text)
}

// readColumnType takes a%TYPE, a.b%TYPE or a.b%ROWTYPE. It returns false if the next tokens are
// something else.
func (r *reader) readColumnType(t token) bool {
	var parts []string
	n := 0
	for ; ; n++ {
		one := r.ahead(n)
		if one.name == "" && one.kind != pg_query.Token_PARAM {
			return false
		}
		parts = append(parts, one.text)
		if n++; !r.ahead(n).is(".") {
			break
		}
	}
	if !r.ahead(n).is("%") {
		return false
	}
	variable := t.name
	switch what := r.ahead(n + 1); {
	case what.is("rowtype"):
		variable = ""
	case !what.is("type"):
		r.failAtToken()
		return false
	case len(parts) > 1:
		parts, variable = parts[:len(parts)-1], ""
	}
	r.at += n + 2
	r.readArraySuffix()
	// The declaration of a variable has added its type. Other names are those of types to the
	// server.
	if t.kind != pg_query.Token_PARAM && (variable == "" || !slices.Contains(r.names, variable)) {
		r.addPiece(t, "SELECT NULL::"+strings.Join(parts, "."))
	}
	return true
}

// readArraySuffix takes the suffix of an array type: [], [3], ARRAY, ARRAY[3].
func (r *reader) readArraySuffix() {
	r.accept("array")
	for r.accept("[") {
		if r.peek().kind == pg_query.Token_ICONST {
			r.at++
		}
		r.expect("]")
	}
}
