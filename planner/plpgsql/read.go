package plpgsql

import (
	"errors"
	"fmt"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Piece is one statement, expression or declared type of a function.
type Piece struct {
	SQL  string // a SELECT or an EXPLAIN; else the planner refuses it
	Line int    // in the body; 0: in the arguments or the result
}

// Function is the SQL of a function.
type Function struct{ Pieces []Piece }

// maxBody bounds the body of a function.
const maxBody = 256 << 10

// Read finds all SQL of a function. create is its CREATE FUNCTION; check refuses text that must not
// reach the parser. The error says why the function cannot be judged.
func Read(create string, check func(string) error) (*Function, error) {
	if err := check(create); err != nil {
		return nil, err
	}
	tree, err := pg_query.Parse(create)
	if err != nil {
		return nil, fmt.Errorf("its definition cannot be parsed: %w", err)
	}
	if len(tree.Stmts) != 1 || tree.Stmts[0].Stmt.GetCreateFunctionStmt() == nil {
		return nil, errors.New("its definition is not a CREATE FUNCTION")
	}
	stmt := tree.Stmts[0].Stmt.GetCreateFunctionStmt()
	body, err := bodyOf(stmt)
	if err != nil {
		return nil, err
	}
	f := &Function{}
	if err := f.addSignature(stmt); err != nil {
		return nil, err
	}
	r, err := newReader(body, f, check)
	if err != nil {
		return nil, err
	}
	for _, p := range stmt.Parameters {
		r.names = append(r.names, p.GetFunctionParameter().GetName())
	}
	r.readBody()
	if r.err != nil {
		return nil, r.err
	}
	return f, nil
}

// newReader returns a reader of a body that may be read: it is not too long, check lets it
// through, and it has tokens.
func newReader(body string, f *Function, check func(string) error) (*reader, error) {
	if len(body) > maxBody {
		return nil, fmt.Errorf("its body has %d bytes, more than %d", len(body), maxBody)
	}
	if err := check(body); err != nil {
		return nil, err
	}
	tokens, err := scan(body)
	if err != nil {
		return nil, err
	}
	return &reader{body: body, tokens: tokens, function: f}, nil
}

// bodyOf returns the body of a function in PL/pgSQL. It refuses unknown options.
func bodyOf(stmt *pg_query.CreateFunctionStmt) (string, error) {
	if stmt.IsProcedure || stmt.SqlBody != nil {
		return "", errors.New("its definition is not that of a function in PL/pgSQL")
	}
	body, language := "", ""
	for _, o := range stmt.Options {
		option := o.GetDefElem()
		switch option.GetDefname() {
		case "as":
			parts := option.Arg.GetList().GetItems()
			if len(parts) != 1 {
				return "", errors.New("its definition is not that of a function in PL/pgSQL")
			}
			body = parts[0].GetString_().GetSval()
		case "language":
			language = option.Arg.GetString_().GetSval()
		case "volatility", "strict", "leakproof", "parallel", "cost", "rows", "support":
		default: // set, security, transform, window, and options of later versions
			return "", fmt.Errorf("its definition has an option %s", strings.ToUpper(option.GetDefname()))
		}
	}
	if language != "plpgsql" {
		return "", errors.New("its definition is not that of a function in PL/pgSQL")
	}
	return body, nil
}

// addSignature adds the types that values are cast to: of the arguments, the result, conditions and
// loop variables.
func (f *Function) addSignature(stmt *pg_query.CreateFunctionStmt) error {
	types := []string{"pg_catalog.bool", "pg_catalog.int4"}
	add := func(t *pg_query.TypeName) error {
		if t == nil {
			return nil
		}
		if t.PctType || len(t.Names) == 0 {
			return errors.New("a type of its arguments is not spelled out")
		}
		parts := make([]string, len(t.Names))
		for i, n := range t.Names {
			parts[i] = `"` + strings.ReplaceAll(n.GetString_().GetSval(), `"`, `""`) + `"`
		}
		types = append(types, strings.Join(parts, "."))
		return nil
	}
	for _, p := range stmt.Parameters {
		if err := add(p.GetFunctionParameter().GetArgType()); err != nil {
			return err
		}
	}
	switch names := stmt.ReturnType.GetNames(); {
	case len(names) > 0 && names[len(names)-1].GetString_().GetSval() == "event_trigger":
		return errors.New("it is a function of an event trigger")
	case len(names) > 0 && names[len(names)-1].GetString_().GetSval() == "trigger": // it returns a row as the relation has them
	default:
		if err := add(stmt.ReturnType); err != nil {
			return err
		}
	}
	f.Pieces = append(f.Pieces, Piece{SQL: "SELECT NULL::" + strings.Join(types, ", NULL::")})
	return nil
}
