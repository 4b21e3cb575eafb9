package usertypes

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// Domains and composite types (providers.UserType). DuckDB has no domains: a cast to one, and a value that is assigned to a
// column of one, become the value behind the domain's checks, before anything else is rewritten. A composite type is a
// STRUCT of the source's; its constants are taken apart here.

// Rules is the state of a translation for the rules of domains and composite types.
type Rules struct {
	*inference.Types
	Translate func(protoreflect.Message) // translates an expression that the rules have made
	Dropped   bool                       // the statement drops types

	userColumns map[string]*providers.UserType              // see noteUserColumns
	userArrays  map[string]bool                             // of them, those that are arrays
	tableRows   map[string]*pg_query.RangeVar               // see namedRows
	queryRows   map[string][]string                         // see namedRows
	assigned    map[*pg_query.ResTarget]bool                // columns that the statement writes
	Unnested    map[*pg_query.ColumnRef]*providers.UserType // columns of composite types that the statement has by unnest
	elements    int                                         // arrays whose elements a statement makes anew

	references  map[*pg_query.RangeVar]bool                 // see FormRows
	results     []providers.Described                       // see FormRows
	nested      map[string]bool                             // the relations of FROM that have columns of composite types
	rowTypes    map[uint32]*providers.UserType              // see RowType, by the OIDs of relations
	shownRows   map[*pg_query.ResTarget]*providers.UserType // see noteShownRows
	rowColumns  map[*providers.UserType][]rewrite.Column    // of the relations of rowTypes
	shownFields map[*pg_query.ResTarget]rewrite.Column      // see noteShownRows
	packs       map[*pg_query.FuncCall]*providers.UserType  // the calls of packCall
	casts       bool                                        // the statement casts to the type of the rows of a relation
	rows        map[string]bool                             // the relations of the outermost FROM whose rows have the form of rows
}

// TypeNamed returns the domain or the composite type that the name of a type means, or nil if it means another.
func (t *Rules) TypeNamed(n *pg_query.TypeName) *providers.UserType {
	if len(t.Env.Types) == 0 || n == nil {
		return nil
	}
	if u := t.lookUpType(n.Names); !u.IsRange() || t.Dropped {
		return u
	}
	return nil // NameRanges has given the others the source's names
}

// lookUpType returns the type of users that a name means, nil for another. PostgreSQL's own types come first.
func (t *Rules) lookUpType(names []*pg_query.Node) *providers.UserType {
	if t.Env.Type == nil {
		return nil
	}
	schema, name := parse.SplitName(names)
	if _, known := emulation.Types[name]; schema == "pg_catalog" || schema == "" && (known || build.InGrammar(name) || inference.NoEnums[name]) {
		return nil
	}
	return t.Env.Type(schema, name)
}

// ByID returns the type that a column keeps, or nil if the type is another.
func (t *Rules) ByID(id string) *providers.UserType { return providers.UserTypeByID(t.Env.Types, id) }

// RewriteStatement rewrites what a statement has to do with domains and composite types. The tree is the client's.
func (t *Rules) RewriteStatement(root *pg_query.Node) {
	t.casts = t.namesRowTypes(root)
	t.expandRowTests(root)
	t.AssignParts(trees.Explained(root))
	if !t.hasComposites() || t.Env.SQLite {
		return
	}
	t.refuseAltered(root)
	if t.casts {
		t.noteShownRows(root)
		t.refuseRowUses(root)
	}
	t.assignUser(trees.Explained(root))
	t.EachNode(root, func(n *pg_query.Node) {
		if f := n.GetFuncCall(); f != nil {
			t.userTypeOf(n, f)
		}
	})
	t.EachNode(root, t.userExpression)
}

// hasComposites reports whether values of the statement may be of composite types or domains.
func (t *Rules) hasComposites() bool { return len(t.Env.Types) > 0 || t.casts }

// userExpression rewrites a cast to such a type, and what depends on the composite type of an operand.
func (t *Rules) userExpression(n *pg_query.Node) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		u := t.TypeNamed(e.TypeCast.TypeName)
		if u == nil && t.casts {
			u = t.RowType(e.TypeCast.TypeName)
		}
		switch {
		case u != nil && u.Kind == "d":
			t.castToDomain(n, e.TypeCast, u)
		case u != nil:
			t.castToComposite(n, e.TypeCast, u)
		default:
			t.castComposite(n, e.TypeCast)
		}
	case *pg_query.Node_AExpr:
		t.compareComposite(n, e.AExpr)
	case *pg_query.Node_AIndirection:
		t.checkField(e.AIndirection)
		t.noteField(e.AIndirection)
		t.typeNullField(n, e.AIndirection)
	}
}

// castToDomain replaces a cast to a domain.
func (t *Rules) castToDomain(n *pg_query.Node, c *pg_query.TypeCast, u *providers.UserType) {
	switch {
	case len(c.TypeName.ArrayBounds) > 0:
		t.NoteUnsupported(c.TypeName.Location, "an array of the domain %s is not supported", u.Name)
	case t.Definition && t.constrained(u):
		t.NoteUnsupported(c.TypeName.Location, "a cast to the domain %s in a definition is not supported", u.Name).WithHint("Cast to the domain where the value is assigned or selected.")
	default:
		t.ReplaceNode(n, build.Cast(t.checked(u, c.Arg, false), t.parsedType(t.domains(u)[0].Base)))
	}
}

// noteUserColumns notes the columns of domains and composite types by name. It leaves out a name that something else has as well.
func (t *Rules) noteUserColumns(root *pg_query.Node) {
	t.userColumns, t.userArrays = map[string]*providers.UserType{}, map[string]bool{}
	if t.Env.Columns == nil {
		return
	}
	other := map[string]bool{}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.RangeVar:
			for _, c := range t.Env.Columns(m.Schemaname, m.Relname) {
				u := t.ByID(c.User)
				if was, noted := t.userColumns[c.Name]; u == nil || noted && was != u {
					other[c.Name] = true
				} else {
					t.userColumns[c.Name], t.userArrays[c.Name] = u, c.Array
				}
			}
		case *pg_query.ResTarget:
			if _, same := resultcolumns.Name(m.Val); m.Name != "" && (same != 2 || m.Val.GetColumnRef() == nil || trees.LastField(m.Val) != m.Name) && !t.isAssigned(m) {
				other[m.Name] = true
			}
		case *pg_query.Alias:
			for _, name := range parse.NameParts(m.Colnames) {
				other[name] = true
			}
		case *pg_query.CommonTableExpr:
			for _, name := range parse.NameParts(m.Aliascolnames) {
				other[name] = true
			}
		}
	})
	for name := range other {
		delete(t.userColumns, name)
	}
	t.noteMadeColumns(root, other)
}

// isAssigned reports whether a target is a column that the statement writes, or one of its own result.
func (t *Rules) isAssigned(target *pg_query.ResTarget) bool { return t.assigned[target] }

// noteShown notes the columns of the statement's own result: no expression but those of ORDER BY means them.
func (t *Rules) noteShown(root *pg_query.Node) {
	statement := trees.Explained(root)
	t.noteAssigned(statement.GetInsertStmt().GetCols(), statement.GetInsertStmt().GetOnConflictClause().GetTargetList(), statement.GetUpdateStmt().GetTargetList())
	for _, n := range statement.GetMergeStmt().GetMergeWhenClauses() {
		t.noteAssigned(n.GetMergeWhenClause().TargetList)
	}
	t.noteAssigned(trees.Explained(root).GetSelectStmt().GetTargetList(), trees.Explained(root).GetInsertStmt().GetReturningList(),
		trees.Explained(root).GetUpdateStmt().GetReturningList(), trees.Explained(root).GetDeleteStmt().GetReturningList())
}

// noteAssigned notes the columns that a statement writes.
func (t *Rules) noteAssigned(lists ...[]*pg_query.Node) {
	if t.assigned == nil {
		t.assigned = map[*pg_query.ResTarget]bool{}
	}
	for _, list := range lists {
		for _, n := range list {
			t.assigned[n.GetResTarget()] = true
		}
	}
}

// userTypeOf answers pg_typeof of a value of such a type.
func (t *Rules) userTypeOf(n *pg_query.Node, f *pg_query.FuncCall) {
	_, name := parse.SplitName(f.Funcname)
	if name != "pg_typeof" || len(f.Args) != 1 {
		return
	}
	u, array := t.typeOfValue(f.Args[0])
	if u == nil {
		if row := t.rowTypeOf(f.Args[0]); row != "" {
			t.ReplaceNode(n, build.Cast(build.Text(row), build.PlainType("regtype")))
		} else if bits := inference.WrittenBits(f.Args[0]); bits != "" {
			t.ReplaceNode(n, build.Cast(build.Text(bits), build.PlainType("regtype")))
		}
		return
	}
	shown := t.spelledType(u)
	if array {
		shown += "[]"
	}
	answer := build.Text(shown)
	trees.EachExpression(f.Args[0], func(part *pg_query.Node) {
		if _, called := parse.SplitName(part.GetFuncCall().GetFuncname()); called == "array_agg" && part.GetFuncCall().Over == nil { // there is still one row of all
			answer = build.Coalesce(build.Call("max", build.Cast(build.Null(), build.PlainType("text"))), build.Text(shown))
		}
	})
	t.ReplaceNode(n, build.Cast(answer, build.PlainType("regtype")))
}

// refuseAltered refuses a statement over a temporary table that has a column of a composite type which was altered since: the column has the
// values of before.
func (t *Rules) refuseAltered(root *pg_query.Node) {
	if t.Env.Columns == nil {
		return
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		r, ok := m.(*pg_query.RangeVar)
		if !ok {
			return
		}
		for _, c := range t.Env.Columns(r.Schemaname, r.Relname) {
			if c.Altered {
				t.NoteUnsupported(r.Location, "a temporary table with a column of a composite type that was altered since is not supported: %q", r.Relname).
					WithHint("Drop the table and make it anew.")
			}
		}
	})
}

// spelledType is the name of a type, with its schema where the name alone does not mean it.
func (t *Rules) spelledType(u *providers.UserType) string {
	shown := lexical.QuoteIfNeeded(u.Name)
	if u.Schema == "" || t.Env.Type != nil && t.Env.Type("", u.Name) == u { // the rows of a relation have none
		return shown
	}
	return lexical.QuoteIfNeeded(u.Schema) + "." + shown
}

// parsedType reads the type of a domain's values, or of an attribute.
func (t *Rules) parsedType(sql string) *pg_query.TypeName {
	to := parse.TypeNamed(sql)
	if to == nil {
		t.NoteUnsupported(build.Nowhere, "the type %s is not supported", sql)
		return build.PlainType("text")
	}
	forgetPlaces(to.ProtoReflect())
	return to
}

// parsedExpression reads an expression that a type keeps.
func (t *Rules) parsedExpression(sql string) *pg_query.Node {
	tree, err := pg_query.Parse("SELECT " + sql)
	if err != nil || len(tree.Stmts) != 1 {
		t.NoteUnsupported(build.Nowhere, "the expression %s is not supported", sql)
		return build.Null()
	}
	n := tree.Stmts[0].Stmt.GetSelectStmt().TargetList[0].GetResTarget().Val
	forgetPlaces(n.ProtoReflect())
	return n
}

// forgetPlaces takes the places in another text away from a tree.
func forgetPlaces(m protoreflect.Message) {
	parse.SetLocation(m.Interface(), build.Nowhere)
	parse.Children(m, func(child protoreflect.Message) bool {
		forgetPlaces(child)
		return true
	})
	if to, ok := m.Interface().(*pg_query.TypeName); ok {
		for _, mod := range to.Typmods {
			if c := mod.GetAConst(); c != nil {
				c.Location = 0 // somebody wrote the precision
			}
		}
	}
}
