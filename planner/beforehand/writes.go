package beforehand

import (
	"errors"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/plpgsql"
	"github.com/sallyportdb/sallyport/providers"
)

// WritesOf returns what the body of a function, a procedure or a DO changes, as far as its text
// shows. text is the CREATE statement, or the DO. The error says what is not known; the changes
// found so far are returned with it. The result is for people: nothing is judged by it.
func WritesOf(text string) (list []providers.Change, unknown error) {
	check := func(text string) error { return parse.Check(text, 0) }
	body, err := plpgsql.BodyOf(text, check)
	if err != nil {
		return nil, err
	}
	switch body.Language {
	case "plpgsql":
		pieces, err := plpgsql.Changes(body.Text, check)
		for _, p := range pieces {
			list = append(list, ChangesOf(p.SQL)...)
		}
		return list, err
	case "sql":
		if err := check(body.Text); err != nil {
			return nil, err
		}
		statements, err := parse.Statements(body.Text)
		for _, one := range statements {
			parse.EachMessage(one.Raw.ProtoReflect(), func(m proto.Message) { list = append(list, changesOf(m)...) })
		}
		return list, err
	}
	return nil, errors.New("its language is " + body.Language)
}

// IsDo reports whether a text is one DO statement.
func IsDo(text string) bool {
	if parse.Check(text, 0) != nil {
		return false
	}
	tree, err := pg_query.Parse(text)
	return err == nil && len(tree.Stmts) == 1 && tree.Stmts[0].Stmt.GetDoStmt() != nil
}
