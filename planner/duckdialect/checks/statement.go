package checks

import (
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What Postgres 15 refuses and DuckDB, or the newer grammar, takes.

// junkNumber matches numbers that Postgres reads since version 16.
var junkNumber = regexp.MustCompile(`^(?:0[xXoObB][0-9a-fA-F_]+|[0-9]+_[0-9_]*|[0-9]*\.[0-9]+_)`)

// namesUsed are the names of a statement.
type namesUsed struct {
	spelled map[string]bool   // the names of columns that tables and the statement have
	tables  map[string]string // the names of tables' columns, in lower case
	refs    []*pg_query.ColumnRef
}

// Noted is what later rules need of the tree as the client wrote it.
type Noted struct {
	WrittenTypes map[*pg_query.FuncCall]string // the types of arguments of pg_typeof that DuckDB takes for others
	AsksTypes    bool                          // the statement calls pg_typeof
	SettingReads []*pg_query.FuncCall          // the calls of current_setting
}

// checker is the state of one call of CheckStatement.
type checker struct {
	*inference.Types
	systemTables bool            // see CheckStatement
	spelledAs    map[string]bool // the words behind AS; see bareLabel
	noted        Noted
	collations   map[any]string // of expressions with COLLATE, by their messages
}

// CheckStatement refuses what PostgreSQL 15 refuses. The tree is still the client's. systemTables says that the statement reads
// hidden columns of the system catalogs, such as tableoid.
func CheckStatement(types *inference.Types, root *pg_query.Node, systemTables bool) Noted {
	t := &checker{Types: types, systemTables: systemTables}
	used := &namesUsed{spelled: map[string]bool{}, tables: map[string]string{}}
	var empty *pg_query.A_ArrayExpr
	var asking []*pg_query.FuncCall
	t.EachMessage(root.ProtoReflect(), func(m any) {
		t.checkForm(m)
		t.checkText(m)
		t.noteNames(m, used)
		t.noteCollation(m)
		switch m := m.(type) {
		case *pg_query.FuncCall:
			if AsksType(m) {
				asking = append(asking, m)
			}
		case *pg_query.A_ArrayExpr:
			if empty = nil; len(m.Elements) == 0 {
				empty = m
			}
		case *pg_query.TypeCast:
			empty = nil
		case *pg_query.ResTarget:
			t.bareLabel(m)
		case *pg_query.SelectStmt:
			t.checkWindows(m)
		}
	})
	t.noteWrittenTypes(root, asking)
	t.checkFolded(root)
	if empty != nil && root.GetSelectStmt() != nil && len(root.GetSelectStmt().FromClause) == 0 {
		t.NoteError(empty.Location, "42P18", "cannot determine type of empty array")
	}
	t.checkColumnNames(used)
	return t.noted
}

// checkColumnNames refuses names of columns that DuckDB finds and PostgreSQL does not: in another case, and hidden ones.
func (t *checker) checkColumnNames(used *namesUsed) {
	for _, r := range used.refs {
		last := r.Fields[len(r.Fields)-1].GetString_()
		if last == nil || used.spelled[last.Sval] {
			continue
		}
		if own := used.tables[strings.ToLower(last.Sval)]; own != "" && own != last.Sval && last.Sval != strings.ToLower(last.Sval) && !t.systemTables && !t.Env.SQLite && !t.Env.Rewritten {
			t.NoteError(r.Location, sqlstate.UndefinedColumn, "column %q does not exist", last.Sval).
				WithHint("%s", "Perhaps you meant to reference the column \""+own+"\".")
		}
		if parse.SystemColumns[last.Sval] && !t.systemTables && (len(used.tables) > 0 || last.Sval == "tableoid") && used.tables[last.Sval] == "" && !t.Env.SQLite {
			t.NoteUnsupported(r.Location, "the system column %s is not supported", last.Sval)
		}
	}
}

// checkText refuses texts that DuckDB's parser accepts and PostgreSQL 15's does not, and SELECTs that PostgreSQL
// 15 refuses after parsing.
func (t *checker) checkText(m any) {
	switch m := m.(type) {
	case *pg_query.RangeSubselect:
		if m.Alias == nil && !t.Env.SQLite && !t.Env.Rewritten {
			kind, form := "subquery", "SELECT"
			if len(m.Subquery.GetSelectStmt().GetValuesLists()) > 0 {
				kind, form = "VALUES", "VALUES"
			}
			t.NoteError(build.Nowhere, sqlstate.SyntaxError, "%s in FROM must have an alias", kind).
				WithHint("For example, FROM (%s ...) [AS] foo.", form)
		}
	case *pg_query.A_Const:
		if i := int(m.Location); m.GetSval() == nil && i > 0 && i < len(t.Text) && !t.Env.Rewritten {
			if junk := junkNumber.FindString(t.Text[i:]); junk != "" || strings.Contains(m.GetFval().GetFval(), "_") {
				t.NoteError(m.Location, sqlstate.SyntaxError, "trailing junk after numeric literal at or near %q", junk)
			}
		}
	case *pg_query.SelectStmt:
		t.checkDistinct(m)
		t.checkClauseConstants(m)
		t.checkStar(m)
		t.checkDistinctOn(m)
		t.distinctByLabel(m)
		t.checkHypothetical(m)
		t.unknownInUnion(m)
	}
}

// noteNames notes the names that one message of the tree has.
func (t *checker) noteNames(m any, used *namesUsed) {
	var list []string
	switch m := m.(type) {
	case *pg_query.RangeSubselect:
		list = parse.NameParts(m.Alias.GetColnames())
	case *pg_query.Alias:
		list = append(parse.NameParts(m.Colnames), m.Aliasname)
	case *pg_query.ResTarget:
		if !isSystemColumn(m) {
			list = []string{m.Name}
		}
	case *pg_query.ColumnDef:
		list = []string{m.Colname}
	case *pg_query.CommonTableExpr:
		list = append(parse.NameParts(m.Aliascolnames), m.Ctename)
	case *pg_query.RangeVar:
		list = []string{m.Relname}
		t.noteColumns(m, used.spelled, used.tables)
	case *pg_query.ColumnRef:
		used.refs = append(used.refs, m)
	}
	for _, name := range list {
		used.spelled[name] = true
	}
}

// noteColumns notes the columns of a table.
func (t *checker) noteColumns(r *pg_query.RangeVar, spelled map[string]bool, tables map[string]string) {
	if t.Env.Columns == nil || t.Env.SQLite || r.Catalogname != "" || emulation.IsCatalog(r) || strings.EqualFold(r.Schemaname, "information_schema") {
		return
	}
	for _, c := range t.Env.Columns(r.Schemaname, r.Relname) {
		spelled[c.Name] = true
		tables[strings.ToLower(c.Name)] = c.Name
	}
}

// checkDistinct refuses SELECT DISTINCT in an order of columns that are not selected.
func (t *checker) checkDistinct(s *pg_query.SelectStmt) {
	if len(s.DistinctClause) != 1 || s.DistinctClause[0].GetNode() != nil || len(s.SortClause) == 0 {
		return
	}
	known, plain := map[string]bool{}, !t.Env.Rewritten
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		fields := target.GetVal().GetColumnRef().GetFields()
		plain = plain && len(fields) > 0
		switch {
		case target.GetName() != "":
			known[target.Name] = true
		case len(fields) == 0:
			return // an expression, which the order may repeat
		case fields[len(fields)-1].GetAStar() != nil:
			return
		}
		if len(fields) > 0 {
			known[fields[len(fields)-1].GetString_().GetSval()] = true
		}
	}
	for _, n := range s.SortClause {
		by := n.GetSortBy().GetNode()
		fields := by.GetColumnRef().GetFields()
		if plain && (by.GetFuncCall() != nil || by.GetAExpr() != nil) || len(fields) > 0 && !known[fields[len(fields)-1].GetString_().GetSval()] {
			t.NoteError(build.Nowhere, "42P10", "for SELECT DISTINCT, ORDER BY expressions must appear in select list")
		}
	}
}

// isSystemColumn reports whether a value of a query is a system column, or a cast of one, that has its own name: one that the analysis of
// names of objects wrote, too.
func isSystemColumn(target *pg_query.ResTarget) bool {
	return parse.SystemColumns[target.Name] && trees.LastField(trees.WithoutCasts(target.Val)) == target.Name
}
