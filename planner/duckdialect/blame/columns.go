package blame

import (
	"fmt"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// undefinedColumn says which relation has no such column, where the statement names the column for one.
func (s *statement) undefinedColumn(e *sqlstate.Error) {
	if of, location := s.targetOf(); of != nil {
		e.Message, e.Hint = fmt.Sprintf("column %q of relation %q does not exist", s.name, of.Relname), ""
		e.Position = 0
		s.at(e, location)
		return
	}
	path := s.path(func(m proto.Message) bool { return s.isQualified(m, s.isAt) })
	if path == nil {
		return
	}
	if ref, ok := path[len(path)-1].(*pg_query.ColumnRef); ok {
		names := parse.NameParts(ref.Fields)
		e.Message = fmt.Sprintf("column %s does not exist", strings.Join(names[max(0, len(names)-2):], "."))
		s.at(e, ref.Location)
	}
}

// isQualified reports whether a message is the column that the error names, behind the name of a relation.
func (s *statement) isQualified(m proto.Message, isAt func(int32) bool) bool {
	ref, ok := m.(*pg_query.ColumnRef)
	if !ok || len(ref.Fields) < 2 || !isAt(ref.Location) {
		return false
	}
	last := ref.Fields[len(ref.Fields)-1].GetString_()
	return last != nil && strings.EqualFold(last.Sval, s.name)
}

// isRead reports whether the statement reads a column of the error's name.
func (s *statement) isRead() bool {
	return s.path(func(m proto.Message) bool {
		ref, ok := m.(*pg_query.ColumnRef)
		return ok && ref.Fields[len(ref.Fields)-1].GetString_().GetSval() == s.name
	}) != nil
}

// targetOf returns the relation whose columns the statement lists, where the error's name is one of these. location is where the name
// stands, -1 if PostgreSQL does not tell.
func (s *statement) targetOf() (of *pg_query.RangeVar, location int32) {
	switch n := s.root.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		if at := s.target(n.InsertStmt.Cols); at != nil {
			return n.InsertStmt.Relation, at.Location
		}
	case *pg_query.Node_UpdateStmt:
		if at := s.target(n.UpdateStmt.TargetList); at != nil && !s.isRead() {
			return n.UpdateStmt.Relation, at.Location
		}
	case *pg_query.Node_CopyStmt:
		if slices.Contains(parse.Strings(n.CopyStmt.Attlist), s.name) {
			return n.CopyStmt.Relation, -1
		}
	case *pg_query.Node_CommentStmt:
		names := parse.NameParts(n.CommentStmt.Object.GetList().GetItems())
		if n.CommentStmt.Objtype == pg_query.ObjectType_OBJECT_COLUMN && len(names) > 1 && names[len(names)-1] == s.name {
			return &pg_query.RangeVar{Relname: names[len(names)-2]}, -1
		}
	case *pg_query.Node_AlterTableStmt:
		for _, c := range n.AlterTableStmt.Cmds {
			if s.names(c.GetAlterTableCmd()) {
				return n.AlterTableStmt.Relation, -1
			}
		}
	}
	return nil, -1
}

// target returns the target of the error's name in a list; nil: there is none.
func (s *statement) target(list []*pg_query.Node) *pg_query.ResTarget {
	for _, n := range list {
		if t := n.GetResTarget(); t.GetName() == s.name {
			return t
		}
	}
	return nil
}

// names reports whether a part of ALTER TABLE names the error's column, other than in an expression.
func (s *statement) names(c *pg_query.AlterTableCmd) bool {
	if k := c.GetDef().GetConstraint(); k != nil {
		return k.Contype == pg_query.ConstrType_CONSTR_PRIMARY && slices.Contains(parse.Strings(k.Keys), s.name)
	}
	return c.GetName() == s.name
}

// duplicateColumn says which relation has the column already, or that a definition names the column twice.
func (s *statement) duplicateColumn(e *sqlstate.Error) {
	of := s.root.GetAlterTableStmt().GetRelation()
	if r := s.root.GetRenameStmt(); r != nil {
		of = r.Relation
	}
	switch {
	case s.root.GetCreateStmt() != nil:
		e.Message = fmt.Sprintf("column %q specified more than once", s.name)
	case of != nil:
		e.Message = fmt.Sprintf("column %q of relation %q already exists", s.name, of.Relname)
	}
}

// ungrouped names the relation of a column that is in no group.
func (s *statement) ungrouped(e *sqlstate.Error) {
	path := s.path(func(m proto.Message) bool {
		ref, ok := m.(*pg_query.ColumnRef)
		if !ok || !s.isAt(ref.Location) {
			return false
		}
		last := ref.Fields[len(ref.Fields)-1]
		return last.GetAStar() != nil || last.GetString_().GetSval() == s.name
	})
	if path == nil {
		return
	}
	ref, ok := path[len(path)-1].(*pg_query.ColumnRef)
	if !ok {
		return
	}
	relation := ""
	if len(ref.Fields) > 1 {
		relation = ref.Fields[len(ref.Fields)-2].GetString_().GetSval()
	} else if from := innermost(path).GetFromClause(); len(from) == 1 {
		relation = trees.NameInFrom(from[0])
	}
	if relation != "" {
		e.Message = fmt.Sprintf("column %q must appear in the GROUP BY clause or be used in an aggregate function", relation+"."+s.name)
		s.at(e, ref.Location)
	}
}

// innermost is the query that a path ends in; nil: it is in none.
func innermost(path []proto.Message) *pg_query.SelectStmt {
	for _, m := range slices.Backward(path) {
		if q, ok := m.(*pg_query.SelectStmt); ok {
			return q
		}
	}
	return nil
}

// missingEntry says of a table that is in FROM under another name that the reference is wrong.
func (s *statement) missingEntry(e *sqlstate.Error) {
	path := s.path(func(m proto.Message) bool {
		ref, ok := m.(*pg_query.ColumnRef)
		return ok && len(ref.Fields) == 2 && s.isAt(ref.Location) && ref.Fields[0].GetString_().GetSval() == s.name
	})
	if path == nil {
		return
	}
	for _, m := range slices.Backward(path) {
		for _, n := range entries(m) {
			if !meansTable(n, s.name) {
				continue
			}
			e.Message = fmt.Sprintf("invalid reference to FROM-clause entry for table %q", s.name)
			if alias := n.GetRangeVar().GetAlias().GetAliasname(); alias != "" {
				e.Hint = fmt.Sprintf("Perhaps you meant to reference the table alias %q.", alias)
			} else {
				e.Hint = fmt.Sprintf("There is an entry for table %q, but it cannot be referenced from this part of the query.", s.name)
			}
			return
		}
	}
}

// entries are the items of FROM of a query or a change, with its target.
func entries(m proto.Message) []*pg_query.Node {
	of := func(r *pg_query.RangeVar, list []*pg_query.Node) []*pg_query.Node {
		return append([]*pg_query.Node{{Node: &pg_query.Node_RangeVar{RangeVar: r}}}, list...)
	}
	switch s := m.(type) {
	case *pg_query.SelectStmt:
		return s.FromClause
	case *pg_query.UpdateStmt:
		return of(s.Relation, s.FromClause)
	case *pg_query.DeleteStmt:
		return of(s.Relation, s.UsingClause)
	}
	return nil
}

// meansTable reports whether an item of FROM has a table of a name.
func meansTable(n *pg_query.Node, name string) (found bool) {
	trees.EachTable(n, func(r *pg_query.RangeVar) { found = found || r.Relname == name })
	return found
}

// droppedAs are the kinds of objects that DROP names, as errors have them.
var droppedAs = map[pg_query.ObjectType]string{
	pg_query.ObjectType_OBJECT_TABLE: "table", pg_query.ObjectType_OBJECT_VIEW: "view", pg_query.ObjectType_OBJECT_SEQUENCE: "sequence",
	pg_query.ObjectType_OBJECT_MATVIEW: "materialized view",
}

// sameName is the error of a MERGE whose target and source have one name.
func (s *statement) sameName(e *sqlstate.Error) {
	if s.root.GetMergeStmt() == nil {
		return
	}
	e.Message, e.Hint = fmt.Sprintf("name %q specified more than once", s.name), ""
	e.Detail = "The name is used both as MERGE target table and data source."
}

// dependedOn says what kind of object was to be dropped.
func (s *statement) dependedOn(e *sqlstate.Error) {
	d := s.root.GetDropStmt()
	kind := droppedAs[d.GetRemoveType()]
	if d.GetRemoveType() == pg_query.ObjectType_OBJECT_SCHEMA {
		kind = "schema"
	}
	if d == nil || kind == "" || len(d.Objects) != 1 {
		return
	}
	e.Message = fmt.Sprintf("cannot drop %s %s because other objects depend on it", kind, s.name)
	e.Hint, e.HintForeign = "Use DROP ... CASCADE to drop the dependent objects too.", false
}

// undefinedObject says what kind of object was to be dropped.
func (s *statement) undefinedObject(e *sqlstate.Error) {
	d := s.root.GetDropStmt()
	kind := droppedAs[d.GetRemoveType()]
	if d == nil {
		s.undefinedRelation(e)
	}
	if d == nil || kind == "" {
		return
	}
	for _, n := range d.Objects {
		names := parse.NameParts(n.GetList().GetItems())
		if written := strings.Join(names, "."); written == s.name || len(names) > 1 && names[len(names)-1] == s.name {
			e.Message, e.Hint, e.Position = fmt.Sprintf("%s %q does not exist", kind, written), "", 0
			return
		}
	}
}

// undefinedType names the schema that stands before a type.
func (s *statement) undefinedType(e *sqlstate.Error) {
	named := func(list []*pg_query.Node) bool {
		parts := parse.NameParts(list)
		if len(parts) < 2 || parts[len(parts)-1] != s.name {
			return false
		}
		e.Message, e.Hint = fmt.Sprintf("type %q does not exist", strings.Join(parts, ".")), ""
		return true
	}
	s.path(func(m proto.Message) bool {
		switch m := m.(type) {
		case *pg_query.TypeName:
			return named(m.Names)
		case *pg_query.AlterEnumStmt:
			return named(m.TypeName)
		case *pg_query.RenameStmt:
			return named(m.GetObject().GetList().GetItems())
		}
		return false
	})
}

// writtenSchema finds the relation where its name stands in a list of names or in a text, and names the schema before it.
func (s *statement) writtenSchema(e *sqlstate.Error) (found bool) {
	return s.path(func(m proto.Message) bool {
		var parts []string
		switch m := m.(type) {
		case *pg_query.CommentStmt:
			parts = parse.NameParts(m.GetObject().GetList().GetItems())
		case *pg_query.A_Const:
			parts = strings.Split(m.GetSval().GetSval(), ".")
		}
		if len(parts) < 2 || len(parts) > 3 || parts[len(parts)-1] != s.name {
			return false
		}
		e.Message, e.Hint = fmt.Sprintf("relation %q does not exist", strings.Join(parts, ".")), ""
		return true
	}) != nil
}

// undefinedRelation names the schema that stands before a relation.
func (s *statement) undefinedRelation(e *sqlstate.Error) {
	if s.writtenSchema(e) {
		return
	}
	path := s.path(func(m proto.Message) bool {
		r, ok := m.(*pg_query.RangeVar)
		return ok && r.Relname == s.name && r.Schemaname != ""
	})
	if path == nil {
		s.laterItem(e)
		return
	}
	if r, ok := path[len(path)-1].(*pg_query.RangeVar); ok {
		e.Message = fmt.Sprintf("relation %q does not exist", r.Schemaname+"."+r.Relname)
	}
}

// laterItem tells that an item of WITH has the name of the relation, where the item itself, or an earlier one, uses that name.
func (s *statement) laterItem(e *sqlstate.Error) {
	parse.EachMessage(s.root.ProtoReflect(), func(m proto.Message) {
		with, ok := m.(*pg_query.WithClause)
		if !ok || with.Recursive {
			return
		}
		reads := false
		for _, n := range with.Ctes {
			parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
				r, ok := m.(*pg_query.RangeVar)
				reads = reads || ok && r.Relname == s.name && r.Schemaname == ""
			})
			if reads && n.GetCommonTableExpr().GetCtename() == s.name {
				e.Detail = fmt.Sprintf("There is a WITH item named %q, but it cannot be referenced from this part of the query.", s.name)
				e.Hint = "Use WITH RECURSIVE, or re-order the WITH items to remove forward references."
			}
		}
	})
}
