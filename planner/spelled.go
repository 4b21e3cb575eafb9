package planner

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB finds a name whatever its case is, and PostgreSQL does not: h_mixed is no name of "h_Mixed". So what a client writes is
// compared with what it means before DuckDB sees it. Files are left out: who made them had no SQL in mind, so the name of a
// column is found there in any case.

// checkSpelling returns the error of a statement that names a relation or a column in another case.
func (r *resolver) checkSpelling(w *walker, one parse.Statement, text string) error {
	s := speller{exact: map[string]bool{}, relations: map[string]bool{}, folded: map[string]bool{}, mixed: map[string]bool{}}
	complete := true
	for i := range w.mentions {
		m := &w.mentions[i]
		relation, known := r.source.Catalog.Relation(m.schema, m.name)
		switch {
		case !known:
			complete = complete && m.made
			continue
		case relation.Spelled == "":
			complete = complete && relation.Builtin
			continue
		case relation.Spelled == m.name:
		case m.made:
			return sqlstate.New(sqlstate.FeatureNotSupported, "relation %q beside %q is not supported: their names differ in case alone", m.name, relation.Spelled).
				At(parse.CharacterAt(text, max(m.offset, 0)))
		case m.required || m.event != 0:
			e := sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", m.name)
			if m.offset >= 0 {
				e = e.At(parse.CharacterAt(text, m.offset))
			}
			return e
		}
		s.addRelation(relation.Spelled)
		for _, c := range relation.Typed {
			s.exact[c.Name] = true
			if lower := strings.ToLower(c.Name); lower != c.Name {
				s.mixed[lower] = true
			}
		}
	}
	if len(s.mixed) == 0 && !s.capitals {
		return nil // DuckDB and PostgreSQL agree, and what is quoted in another case is noticed elsewhere
	}
	s.collect(one.Raw.Stmt.ProtoReflect())
	s.check(one.Raw.Stmt.ProtoReflect(), complete)
	if s.err != nil && s.offset >= 0 {
		return s.err.At(parse.CharacterAt(text, int(s.offset)))
	}
	if s.err != nil {
		return s.err
	}
	return nil
}

// speller looks for names that are written in another case.
type speller struct {
	exact     map[string]bool // what a column may be called: columns of the relations, and all names that the statement gives
	relations map[string]bool // what a relation may be called
	folded    map[string]bool // those in lower case
	mixed     map[string]bool // columns of the relations that have capitals, in lower case
	capitals  bool            // a relation's name has some
	err       *sqlstate.Error
	offset    int32
}

func (s *speller) addRelation(name string) {
	s.relations[name], s.folded[strings.ToLower(name)] = true, true
	s.capitals = s.capitals || strings.ToLower(name) != name
}

// collect notes the names that a statement gives.
func (s *speller) collect(m protoreflect.Message) {
	switch n := m.Interface().(type) {
	case *pg_query.SelectStmt:
		for _, t := range n.TargetList {
			s.exact[t.GetResTarget().GetName()] = true
		}
	case *pg_query.Alias:
		s.addRelation(n.Aliasname)
		s.addAll(n.Colnames)
	case *pg_query.CommonTableExpr:
		s.addRelation(n.Ctename)
		s.addAll(n.Aliascolnames)
	case *pg_query.ColumnDef:
		s.exact[n.Colname] = true
	case *pg_query.FuncCall:
		s.addAll(n.Funcname)
	case *pg_query.TypeName:
		s.addAll(n.Names)
	case *pg_query.RangeVar:
		s.addRelation(n.Relname)
		s.relations[n.Schemaname] = true
	case *pg_query.IntoClause:
		s.addAll(n.ColNames)
	case *pg_query.ViewStmt:
		s.addAll(n.Aliases)
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		s.collect(child)
		return true
	})
}

func (s *speller) addAll(names []*pg_query.Node) {
	for _, n := range names {
		s.exact[n.GetString_().GetSval()] = true
	}
}

// check notes the first name in another case. complete: the columns of all relations are known.
func (s *speller) check(m protoreflect.Message, complete bool) {
	switch n := m.Interface().(type) {
	case *pg_query.ColumnRef:
		s.checkRef(n, complete)
	case *pg_query.InsertStmt:
		s.checkTargets(n.Relation, n.Cols)
	case *pg_query.UpdateStmt:
		s.checkTargets(n.Relation, n.TargetList)
	case *pg_query.AlterTableStmt:
		for _, c := range n.Cmds {
			if cmd := c.GetAlterTableCmd(); changesColumn[cmd.GetSubtype()] {
				s.checkTarget(n.Relation.GetRelname(), cmd.Name, -1)
			}
		}
	case *pg_query.RenameStmt:
		if n.RenameType == pg_query.ObjectType_OBJECT_COLUMN {
			s.checkTarget(n.Relation.GetRelname(), n.Subname, -1)
		}
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		if s.err == nil {
			s.check(child, complete)
		}
		return s.err == nil
	})
}

// changesColumn are the parts of ALTER TABLE that name a column that is there.
var changesColumn = map[pg_query.AlterTableType]bool{
	pg_query.AlterTableType_AT_DropColumn: true, pg_query.AlterTableType_AT_AlterColumnType: true, pg_query.AlterTableType_AT_ColumnDefault: true,
	pg_query.AlterTableType_AT_SetNotNull: true, pg_query.AlterTableType_AT_DropNotNull: true,
}

// isOther reports whether a name is that of a column in another case.
func (s *speller) isOther(name string) bool { return !s.exact[name] && s.mixed[strings.ToLower(name)] }

func (s *speller) checkRef(n *pg_query.ColumnRef, complete bool) {
	last := n.Fields[len(n.Fields)-1].GetString_().GetSval()
	qualifier := ""
	if len(n.Fields) == 2 {
		qualifier = n.Fields[0].GetString_().GetSval()
	}
	switch {
	case qualifier != "" && !s.relations[qualifier] && !s.exact[qualifier] && s.folded[strings.ToLower(qualifier)]:
		s.err, s.offset = sqlstate.New(sqlstate.UndefinedTable, "missing FROM-clause entry for table %q", qualifier), n.Location
	case !complete || last == "" || s.relations[last] || !s.isOther(last):
	case qualifier != "":
		s.err, s.offset = sqlstate.New(sqlstate.UndefinedColumn, "column %s.%s does not exist", qualifier, last), n.Location
	default:
		s.err, s.offset = sqlstate.New(sqlstate.UndefinedColumn, "column %q does not exist", last), n.Location
	}
}

func (s *speller) checkTargets(of *pg_query.RangeVar, targets []*pg_query.Node) {
	for _, t := range targets {
		s.checkTarget(of.GetRelname(), t.GetResTarget().GetName(), t.GetResTarget().GetLocation())
	}
}

func (s *speller) checkTarget(relation, column string, offset int32) {
	if s.err == nil && s.isOther(column) {
		s.err, s.offset = sqlstate.New(sqlstate.UndefinedColumn, "column %q of relation %q does not exist", column, relation), offset
	}
}
