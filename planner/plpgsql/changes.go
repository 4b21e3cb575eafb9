package plpgsql

import (
	"errors"
	"fmt"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Body is the body of a function, a procedure or a DO, with its language.
type Body struct{ Text, Language string }

// BodyOf returns the body of a CREATE FUNCTION, a CREATE PROCEDURE or a DO. check refuses text that
// must not reach the parser.
func BodyOf(text string, check func(string) error) (Body, error) {
	if err := check(text); err != nil {
		return Body{}, err
	}
	tree, err := pg_query.Parse(text)
	if err != nil {
		return Body{}, fmt.Errorf("its definition cannot be parsed: %w", err)
	}
	if len(tree.Stmts) != 1 {
		return Body{}, errors.New("it is not one statement")
	}
	options := tree.Stmts[0].Stmt.GetCreateFunctionStmt().GetOptions()
	body := Body{Language: "sql"}
	if do := tree.Stmts[0].Stmt.GetDoStmt(); do != nil {
		options, body.Language = do.Args, "plpgsql"
	}
	for _, o := range options {
		switch option := o.GetDefElem(); option.GetDefname() {
		case "as":
			body.Text = option.Arg.GetString_().GetSval()
			if parts := option.Arg.GetList().GetItems(); len(parts) == 1 {
				body.Text = parts[0].GetString_().GetSval()
			}
		case "language":
			body.Language = strings.ToLower(option.Arg.GetString_().GetSval())
		}
	}
	if body.Text == "" {
		return Body{}, errors.New("its definition has no body")
	}
	return body, nil
}

// Changes returns the statements of a body in PL/pgSQL that change rows, as far as the body can be
// read. The error says what is not known: SQL that is built at run time, or where reading ended.
func Changes(body string, check func(string) error) ([]Piece, error) {
	r, err := newReader(body, &Function{}, check)
	if err != nil {
		return nil, err
	}
	r.changing = true
	r.readBody()
	if r.err != nil {
		return r.changes, r.err
	}
	return r.changes, r.dynamic
}

// readChange reads a statement that is accepted only when the reader looks for changes.
func (r *reader) readChange(t token) bool {
	if !r.changing {
		return false
	}
	switch t.word {
	case "insert", "update", "delete", "merge", "truncate":
		before := len(r.function.Pieces)
		r.readSQL()
		r.changes = append(r.changes, r.function.Pieces[before:]...)
	case "execute", "call":
		if r.dynamic == nil {
			r.dynamic = fmt.Errorf("%s at line %d", map[string]string{
				"execute": "SQL that is built at run time", "call": "another procedure",
			}[t.word], r.line(t))
		}
		r.skipStatement()
	case "open", "fetch", "move", "close", "commit", "rollback":
		r.skipStatement()
	default:
		return false
	}
	return true
}

// skipStatement skips everything up to the end of a statement.
func (r *reader) skipStatement() {
	for r.err == nil && r.peek().text != "" && !r.peek().is(";") {
		r.at++
	}
}
