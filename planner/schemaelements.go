package planner

import (
	"context"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// CREATE SCHEMA may have the objects of the schema with it. The embedded engine makes each by a statement of its own, in the transaction of
// the schema. What the names of such a statement mean is known when the objects before it are there, so the engine plans and judges each
// when its turn comes.

// Element is a statement that makes an object of the schema that a CREATE SCHEMA makes.
type Element struct {
	Text   string
	Offset int // byte offset in the text of the CREATE SCHEMA
}

// Elements are the statements that make the objects of a new schema, in the order in which PostgreSQL runs them.
type Elements struct {
	Schema string
	List   []Element
}

// planSchema plans a CREATE SCHEMA that has objects with it, for the embedded engine. It returns nil if the statement is another one.
func (p *Planner) planSchema(ctx context.Context, one parse.Statement, text string, scope *Scope, before *batchState) (*Statement, error) {
	s := one.Raw.Stmt.GetCreateSchemaStmt()
	if len(s.GetSchemaElts()) == 0 {
		return nil, nil //nolint:nilnil // it is planned as all others
	}
	src, err := scope.Source(ctx, scope.Default)
	if err != nil || src.Info.Dialect != providers.DuckDB {
		return nil, err
	}
	if _, isAPI := src.Catalog.(providers.Methods); isAPI {
		return nil, nil //nolint:nilnil // it is refused as all definitions are
	}
	made := &Elements{Schema: s.Schemaname}
	if made.Schema == "" {
		made.Schema = scope.User
		if r := s.Authrole; r.GetRoletype() == pg_query.RoleSpecType_ROLESPEC_CSTRING {
			made.Schema = r.Rolename
		}
	}
	if made.List, err = elementsOf(one, made.Schema); err != nil {
		return nil, err
	}
	bare := one
	bare.Raw = proto.CloneOf(one.Raw)
	bare.Raw.Stmt.GetCreateSchemaStmt().SchemaElts = nil
	first := slices.MinFunc(made.List, func(a, b Element) int { return a.Offset - b.Offset })
	bare.Text = strings.TrimRight(one.Text[:first.Offset], parse.Blanks)
	st, err := p.planStatement(ctx, bare, text, scope, before)
	if err != nil {
		return nil, err
	}
	st.Text, st.Elements, st.uncached = one.Text, made, true
	return st, nil
}

// elementOrder is the order in which PostgreSQL makes the objects of a new schema (transformCreateSchemaStmtElements,
// parser/parse_utilcmd.c).
func elementOrder(n *pg_query.Node) int {
	switch {
	case n.GetCreateSeqStmt() != nil:
		return 0
	case n.GetCreateStmt() != nil:
		return 1
	case n.GetViewStmt() != nil:
		return 2
	case n.GetIndexStmt() != nil:
		return 3
	}
	return 4
}

// elementsOf takes the statements of the objects out of the text of a CREATE SCHEMA. Their first words, CREATE and GRANT, are reserved: where
// the text has them elsewhere, as the name of a result's column, the statement is refused.
func elementsOf(one parse.Statement, schema string) ([]Element, error) {
	elements := one.Raw.Stmt.GetCreateSchemaStmt().SchemaElts
	places, err := parse.Places(one.Text, pg_query.Token_CREATE, pg_query.Token_GRANT)
	if err != nil {
		return nil, parse.Error(err, one.Text)
	}
	if len(places) != len(elements)+1 {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "CREATE SCHEMA with objects that use CREATE or GRANT as a name is not supported").
			WithHint("Create the objects by statements of their own.")
	}
	list := make([]Element, len(elements))
	order := map[int]int{}
	for i, n := range elements {
		if err := checkElement(n, schema); err != nil {
			return nil, err
		}
		end := len(one.Text)
		if i+2 < len(places) {
			end = places[i+2]
		}
		list[i] = Element{Text: strings.TrimRight(one.Text[places[i+1]:end], parse.Blanks), Offset: places[i+1]}
		order[places[i+1]] = elementOrder(n)
	}
	slices.SortStableFunc(list, func(a, b Element) int { return order[a.Offset] - order[b.Offset] })
	return list, nil
}

// checkElement refuses an object that does not belong in the schema, and one that the embedded engine does not have.
func checkElement(n *pg_query.Node, schema string) error {
	var target *pg_query.RangeVar
	switch {
	case n.GetCreateSeqStmt() != nil:
		target = n.GetCreateSeqStmt().Sequence
	case n.GetCreateStmt() != nil:
		target = n.GetCreateStmt().Relation
	case n.GetViewStmt() != nil:
		target = n.GetViewStmt().View
	case n.GetIndexStmt() != nil:
		target = n.GetIndexStmt().Relation
	case n.GetGrantStmt() != nil:
		return sqlstate.New(sqlstate.FeatureNotSupported, "GRANT or REVOKE is not supported").
			WithHint("The embedded engine keeps no privileges: who may use what is said by the roles of the gateway's configuration.")
	default:
		return sqlstate.New(sqlstate.FeatureNotSupported, "CREATE SCHEMA with this kind of object is not supported").
			WithHint("Create the objects by statements of their own.")
	}
	switch {
	case target.GetSchemaname() != "" && target.Schemaname != schema:
		return sqlstate.New("42P15", "CREATE specifies a schema (%s) different from the one being created (%s)", target.Schemaname, schema)
	case target.GetRelpersistence() == "t":
		return sqlstate.New("42P16", "cannot create temporary relation in non-temporary schema")
	}
	return nil
}
