package inline

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// takeBody reads the body of a CREATE FUNCTION, and binds its names.
func (d *definition) takeBody(own *pg_query.Node) error {
	query, err := d.takeQuery(own)
	if err != nil {
		return err
	}
	if err := refuseChanges(query); err != nil {
		return err
	}
	w := &notation{rowScopes: rowScopes{env: d.env, parameters: d.r.Inputs()}}
	w.writeCalls(query.ProtoReflect())
	var written *pg_query.Node
	if own != nil { // the catalog shows such a body as it was written
		written = proto.CloneOf(query)
	}
	if err := d.fitComposite(query); err != nil {
		return err
	}
	if err := d.compareColumns(query.GetSelectStmt()); err != nil {
		return err
	}
	if d.env.late {
		d.r.Late, d.r.Expected, d.r.Declared = d.path == nil && d.env.namesAbsent(query), nil, nil
		return nil
	}
	if own != nil {
		text, err := deparse(written)
		if err != nil {
			return err
		}
		if d.r.Shown.Body = "BEGIN ATOMIC\n " + text + ";\nEND"; own.GetReturnStmt() != nil {
			d.r.Shown.Body = "RETURN " + strings.TrimPrefix(text, "SELECT ")
		}
	}
	b := &binder{env: d.env, function: d.r.Name, schema: d.r.Schema, parameters: d.r.Inputs()}
	b.bindQuery(query)
	if b.err != nil {
		return b.err
	}
	d.r.Body, err = deparse(query)
	return err
}

// takeQuery returns the only query of a body.
func (d *definition) takeQuery(own *pg_query.Node) (*pg_query.Node, error) {
	if own == nil {
		d.r.Source = d.as[0]
		if err := parse.Check(d.r.Source, 0); err != nil {
			return nil, err
		}
		list, err := parse.Statements(d.r.Source)
		switch {
		case err != nil:
			return nil, sqlstate.Unplaced(err)
		case len(list) == 0:
			return nil, errMismatch(d.r, "Function's final statement must be SELECT or INSERT/UPDATE/DELETE RETURNING.")
		case len(list) > 1:
			return nil, notSupported("a function of several statements is not supported")
		}
		return list[0].Raw.Stmt, nil
	}
	if r := own.GetReturnStmt(); r != nil {
		return build.Select(nil, build.Target(r.Returnval, "")), nil
	}
	var list []*pg_query.Node
	for _, n := range own.GetList().GetItems() {
		if inner := n.GetList(); inner != nil {
			list = append(list, inner.Items...)
		} else {
			list = append(list, n)
		}
	}
	switch {
	case len(list) == 0:
		return nil, errMismatch(d.r, "Function's final statement must be SELECT or INSERT/UPDATE/DELETE RETURNING.")
	case len(list) > 1:
		return nil, notSupported("a function of several statements is not supported")
	case list[0].GetReturnStmt() != nil:
		return build.Select(nil, build.Target(list[0].GetReturnStmt().Returnval, "")), nil
	}
	return list[0], nil
}

// errMismatch is the error of a body whose result is not of the declared type.
func errMismatch(r *providers.Routine, detail string) error {
	return sqlstate.New(invalidDefinition, "return type mismatch in function declared to return %s", r.Returns).WithDetail("%s", detail)
}

// refuseChanges refuses a body that is no query. What the functions in a query do is judged when the query is planned.
func refuseChanges(n *pg_query.Node) error {
	found := ""
	parse.EachMessage(n.ProtoReflect(), func(m protoMessage) {
		switch m := m.(type) {
		case *pg_query.InsertStmt:
			found = "INSERT"
		case *pg_query.UpdateStmt:
			found = "UPDATE"
		case *pg_query.DeleteStmt:
			found = "DELETE"
		case *pg_query.MergeStmt:
			found = "MERGE"
		case *pg_query.IntoClause:
			found = "SELECT INTO"
		case *pg_query.LockingClause:
			found = "FOR UPDATE"
		case *pg_query.FuncCall:
			words := parse.Strings(m.Funcname)
			if name := words[len(words)-1]; parse.SequenceFunctions[name] {
				found = name
			}
		}
	})
	if n.GetSelectStmt() == nil && found == "" {
		found = "a statement other than SELECT"
	}
	if found != "" {
		return notSupported("a function that does more than read is not supported: its body has %s", found)
	}
	return nil
}

// compareColumns compares the columns of the body with those that are declared.
func (d *definition) compareColumns(s *pg_query.SelectStmt) error {
	want := d.declaredTypes()
	count, known := trees.CountColumns(s)
	switch {
	case want == nil || !known:
	case len(want) == 1 && count != 1:
		return errMismatch(d.r, "Final statement must return exactly one column.")
	case count < len(want):
		return errMismatch(d.r, "Final statement returns too few columns.")
	case count > len(want):
		return errMismatch(d.r, "Final statement returns too many columns.")
	}
	d.r.Declared = want
	for _, kind := range want {
		d.r.Expected = append(d.r.Expected, assignable(kind))
	}
	return nil
}

// declaredTypes returns the types of the columns that a function returns, or nil if its caller declares them.
func (d *definition) declaredTypes() []string {
	var types []string
	if d.r.RowsOf.Name != "" {
		relation, _ := d.env.Relation(d.r.RowsOf.Schema, d.r.RowsOf.Name)
		for i := range columnNames(relation) {
			shown := ""
			if len(relation.Typed) == len(columnNames(relation)) {
				shown, _, _ = strings.Cut(relation.Typed[i].TypeName, "(")
			}
			if oidOf(shown) == 0 { // a type of users, of which the column tells what it is made of, not its name
				shown = ""
			}
			types = append(types, shown)
		}
		return types
	}
	for _, p := range d.r.Outputs() {
		types = append(types, p.Type)
	}
	if len(types) == 0 && d.r.Returns != "record" {
		types = []string{d.r.Returns}
	}
	return types
}

// columnNames returns the names of the columns of a relation.
func columnNames(r providers.Relation) []string {
	if len(r.Columns) > 0 {
		return r.Columns
	}
	names := make([]string, len(r.Typed))
	for i, c := range r.Typed {
		names[i] = c.Name
	}
	return names
}

// deparse writes a query as text.
func deparse(n *pg_query.Node) (string, error) {
	text, err := parse.Deparse(&pg_query.ParseResult{Version: parse.TreeVersion, Stmts: []*pg_query.RawStmt{{Stmt: n}}})
	if err != nil {
		return "", sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "this function is not supported: it cannot be written out")
	}
	return text, nil
}

// deparseExpression writes an expression as text.
func deparseExpression(n *pg_query.Node) (string, error) {
	text, err := deparse(build.Select(nil, build.Target(n, "")))
	return strings.TrimPrefix(text, "SELECT "), err
}
