package spelling

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Mention is a relation that a statement names.
type Mention struct {
	Schema, Name string
	Made         bool // the statement makes the relation
	Needed       bool // the statement fails without the relation
	Offset       int  // in the text; -1: not known
}

// Check returns the error of a statement that names a relation or a column in another case. text is the text that the offsets
// refer to, and find finds the relation of a name.
func Check(statement *pg_query.Node, text string, mentions []Mention, find func(schema, name string) (providers.Relation, bool)) error {
	s := speller{
		exact: map[string]int{}, relations: map[string]bool{}, queries: map[string]bool{}, tables: map[string]bool{},
		folded: map[string]bool{}, mixed: map[string]bool{}, given: map[string]bool{}, stored: map[string]bool{},
		owners: map[string]string{}, derived: map[string][]string{}, aliases: map[string]int{}, complete: true,
	}
	for _, m := range mentions {
		relation, known := find(m.Schema, m.Name)
		s.tables[m.Name] = known
		switch {
		case !known:
			s.complete = s.complete && m.Made
			continue
		case relation.Spelled == "":
			s.complete, s.open = s.complete && relation.Builtin, true
			continue
		case relation.Spelled == m.Name:
		case m.Made:
			return sqlstate.New(sqlstate.FeatureNotSupported, "relation %q beside %q is not supported: their names differ in case alone", m.Name, relation.Spelled).
				At(parse.CharacterAt(text, max(m.Offset, 0)))
		case m.Needed:
			e := sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", m.Name)
			if m.Offset >= 0 {
				e = e.At(parse.CharacterAt(text, m.Offset))
			}
			return e
		}
		s.addRelation(relation.Spelled)
		for _, c := range relation.Typed {
			s.exact[c.Name]++
			s.stored[strings.ToLower(c.Name)] = true
			if lower := strings.ToLower(c.Name); lower != c.Name {
				s.mixed[lower] = true
			}
		}
	}
	s.collect(statement.ProtoReflect())
	if s.err == nil {
		s.check(statement.ProtoReflect())
	}
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
	exact     map[string]int      // what a column may be called, and how often: columns of the relations, and all names that the statement gives
	relations map[string]bool     // what a relation may be called
	queries   map[string]bool     // the names of WITH
	tables    map[string]bool     // the relations that are there, as they are named
	folded    map[string]bool     // those of relations in lower case
	mixed     map[string]bool     // columns of the relations that have capitals, in lower case
	stored    map[string]bool     // columns of the relations, in lower case
	given     map[string]bool     // the names that the statement gives to columns, in lower case
	owners    map[string]string   // the aliases of the subqueries that have those columns
	aliases   map[string]int      // how often an alias is given
	derived   map[string][]string // the columns of the subqueries and of WITH by their names; nil: not all are known
	only      []string            // the columns of the one subquery that the query in hand reads; nil: it reads others
	depth     int                 // of queries
	complete  bool                // the columns of all relations are known
	open      bool                // names in lower case may be columns that are not in exact
	err       *sqlstate.Error
	offset    int32
}

func (s *speller) addRelation(name string) {
	s.relations[name], s.folded[strings.ToLower(name)] = true, true
}

// check notes the first name in another case.
func (s *speller) check(m protoreflect.Message) {
	if n, ok := m.Interface().(*pg_query.SelectStmt); ok {
		s.checkQuery(n)
		return
	}
	switch n := m.Interface().(type) {
	case *pg_query.ColumnRef:
		s.checkRef(n)
	case *pg_query.RangeVar:
		s.checkRelation(n)
	case *pg_query.JoinExpr:
		s.checkUsing(n)
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
	s.checkChildren(m)
}

func (s *speller) checkChildren(m protoreflect.Message, but ...protoreflect.Name) {
	parse.Children(m, func(child protoreflect.Message) bool {
		if s.err == nil {
			s.check(child)
		}
		return s.err == nil
	}, but...)
}

// checkQuery checks a query, whose own labels are seen by its ORDER BY, GROUP BY and DISTINCT ON alone.
func (s *speller) checkQuery(n *pg_query.SelectStmt) {
	if n.Op != pg_query.SetOperation_SETOP_NONE {
		s.checkChildren(n.ProtoReflect())
		return
	}
	for _, list := range [][]*pg_query.Node{n.SortClause, n.GroupClause, n.DistinctClause} {
		for _, c := range list {
			if s.err == nil {
				s.check(c.ProtoReflect())
			}
		}
	}
	s.refuseLikeLabel(n)
	s.addLabels(n, -1)
	s.refuseLikeColumn(n)
	around := s.only
	s.only = nil
	if s.depth++; s.depth == 1 && len(n.FromClause) == 1 {
		s.only = s.derivedOf(n.FromClause[0])
	}
	s.checkChildren(n.ProtoReflect(), "sort_clause", "group_clause", "distinct_clause")
	s.depth--
	s.only = around
	s.addLabels(n, 1)
}

// refuseLikeLabel refuses ORDER BY of a column that DuckDB takes for a label in another case, unless the label is that column.
func (s *speller) refuseLikeLabel(n *pg_query.SelectStmt) {
	for _, c := range n.SortClause {
		ref := c.GetSortBy().GetNode().GetColumnRef()
		if ref == nil || len(ref.Fields) != 1 || s.err != nil {
			continue
		}
		name := ref.Fields[0].GetString_().GetSval()
		for _, t := range n.TargetList {
			label := t.GetResTarget().GetName()
			if label == name {
				break
			}
			fields := t.GetResTarget().GetVal().GetColumnRef().GetFields()
			if strings.EqualFold(label, name) && (len(fields) == 0 || fields[len(fields)-1].GetString_().GetSval() != name) {
				s.err, s.offset = sqlstate.New(sqlstate.FeatureNotSupported, "ORDER BY %q beside the column %q of the result is not supported: their names differ in case alone", name, label).
					WithHint("Write the name of the table before it."), ref.Location
			}
		}
	}
}

// refuseLikeColumn refuses GROUP BY of a label that DuckDB takes for a column in another case, unless the label is that column.
// The labels of the query are not counted.
func (s *speller) refuseLikeColumn(n *pg_query.SelectStmt) {
	for _, c := range n.GroupClause {
		ref := c.GetColumnRef()
		if ref == nil || len(ref.Fields) != 1 || s.err != nil {
			continue
		}
		name := ref.Fields[0].GetString_().GetSval()
		isColumn := s.exact[name] > 0 || !s.stored[strings.ToLower(name)]
		for _, names := range s.derived {
			isColumn = isColumn && !misses(names, name)
		}
		for _, t := range n.TargetList {
			fields := t.GetResTarget().GetVal().GetColumnRef().GetFields()
			if t.GetResTarget().GetName() == name && !isColumn && (len(fields) == 0 || !strings.EqualFold(fields[len(fields)-1].GetString_().GetSval(), name)) {
				s.err, s.offset = sqlstate.New(sqlstate.FeatureNotSupported, "GROUP BY %q beside a column whose name differs in case alone is not supported", name).
					WithHint("Write the number of the result's column."), ref.Location
			}
		}
	}
}

// changesColumn are the parts of ALTER TABLE that name a column that is there.
var changesColumn = map[pg_query.AlterTableType]bool{
	pg_query.AlterTableType_AT_DropColumn: true, pg_query.AlterTableType_AT_AlterColumnType: true, pg_query.AlterTableType_AT_ColumnDefault: true,
	pg_query.AlterTableType_AT_SetNotNull: true, pg_query.AlterTableType_AT_DropNotNull: true,
}

// derivedOf returns the columns of a subquery in FROM, or nil if it is another relation, or they are not all known.
func (s *speller) derivedOf(n *pg_query.Node) []string {
	if q := n.GetRangeSubselect(); q != nil && s.aliases[q.Alias.GetAliasname()] == 1 {
		return s.derived[q.Alias.GetAliasname()]
	}
	return nil
}

// misses reports whether one of a list of columns has a name in another case, and none has the name.
func misses(columns []string, name string) bool {
	return !slices.Contains(columns, name) && slices.ContainsFunc(columns, func(c string) bool { return strings.EqualFold(c, name) })
}

// isOther reports whether a name is that of a column in another case.
func (s *speller) isOther(name string) bool {
	lower := strings.ToLower(name)
	return s.exact[name] == 0 && (s.mixed[lower] || s.given[lower] && (name != lower || !s.open))
}

func (s *speller) checkRef(n *pg_query.ColumnRef) {
	last := n.Fields[len(n.Fields)-1].GetString_().GetSval()
	qualifier := ""
	if len(n.Fields) == 2 {
		qualifier = n.Fields[0].GetString_().GetSval()
	}
	isRow := qualifier == "" && s.folded[strings.ToLower(last)] && s.exact[last] == 0
	columns := s.only
	if qualifier != "" {
		columns = nil
		if s.aliases[qualifier] == 1 {
			columns = s.derived[qualifier]
		}
	}
	isOther := isRow || s.isOther(last) || misses(columns, last)
	switch {
	case qualifier != "" && !s.relations[qualifier] && s.exact[qualifier] == 0 && s.folded[strings.ToLower(qualifier)]:
		s.err, s.offset = sqlstate.New(sqlstate.UndefinedTable, "missing FROM-clause entry for table %q", qualifier), n.Location
	case !s.complete || last == "" || s.relations[last] || parse.SystemColumns[last] || !isOther:
	case qualifier != "":
		s.err, s.offset = s.withOwner(last, sqlstate.New(sqlstate.UndefinedColumn, "column %s.%s does not exist", qualifier, last)), n.Location
	default:
		s.err, s.offset = s.withOwner(last, sqlstate.New(sqlstate.UndefinedColumn, "column %q does not exist", last)), n.Location
	}
}

// withOwner adds the hint of a column that is near: no more than half of its letters are others.
func (s *speller) withOwner(name string, err *sqlstate.Error) *sqlstate.Error {
	near := s.owners[strings.ToLower(name)]
	if near == "" {
		return err
	}
	others, own := 0, near[len(near)-len(name):]
	for i := range len(name) {
		if name[i] != own[i] {
			others++
		}
	}
	if others > len(name)/2 {
		return err
	}
	return err.WithHint("Perhaps you meant to reference the column \"%s\".", near).Naming(near)
}

// checkRelation checks the name of a relation beside those of WITH, which DuckDB finds in any case.
func (s *speller) checkRelation(n *pg_query.RangeVar) {
	if n.Schemaname != "" || s.queries[n.Relname] {
		return
	}
	for name := range s.queries {
		switch {
		case !strings.EqualFold(name, n.Relname):
		case s.tables[n.Relname]:
			s.err, s.offset = sqlstate.New(sqlstate.FeatureNotSupported, "relation %q beside WITH %q is not supported: their names differ in case alone", n.Relname, name), n.Location
		default:
			s.err, s.offset = sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", n.Relname), n.Location
		}
	}
}

func (s *speller) checkUsing(n *pg_query.JoinExpr) {
	for _, name := range parse.NameParts(n.UsingClause) {
		isOther := s.isOther(name) || misses(s.derivedOf(n.Larg), name) || misses(s.derivedOf(n.Rarg), name)
		if s.complete && s.err == nil && isOther {
			s.err, s.offset = sqlstate.New(sqlstate.UndefinedColumn, "column %q specified in USING clause does not exist in a table of the join", name), -1
		}
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
