package checks

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Forms that DuckDB does not have are refused here by name, before DuckDB reports another error.

// windowFunctions are nothing without OVER.
var windowFunctions = parse.WordSet(`row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value`)

// hypotheticalFunctions are window functions without arguments, and aggregates with.
var hypotheticalFunctions = parse.WordSet(`rank dense_rank percent_rank cume_dist`)

// checkWindows refuses windows that take another one, which is not before them, or whose rows they partition otherwise.
func (t *checker) checkWindows(s *pg_query.SelectStmt) {
	if len(s.WindowClause) == 0 || t.Env.SQLite {
		return
	}
	named := map[string]bool{}
	for _, n := range s.WindowClause {
		w := n.GetWindowDef()
		if w.GetRefname() != "" && !named[w.GetRefname()] {
			t.NoteError(w.GetLocation(), sqlstate.UndefinedObject, "window %q does not exist", w.GetRefname())
		}
		named[w.GetName()] = true
	}
	t.EachMessage(s.ProtoReflect(), func(m any) {
		if w, ok := m.(*pg_query.WindowDef); ok && named[w.Refname] && len(w.PartitionClause) > 0 {
			t.NoteError(w.Location, "42P20", "cannot override PARTITION BY clause of window %q", w.Refname)
		}
	})
}

// checkForm refuses one message of the tree.
func (t *checker) checkForm(m any) {
	switch m := m.(type) {
	case *pg_query.UpdateStmt:
		t.checkTruth("WHERE", m.WhereClause)
		t.checkParts(m)
		writes.CheckReturned(&t.Translation, m.Relation, m.FromClause, m.ReturningList)
	case *pg_query.InsertStmt:
		writes.UnaliasReturned(&t.Translation, m)
	case *pg_query.CreateStmt:
		t.checkMade(m)
	case *pg_query.AlterTableCmd:
		t.refuseSystemColumn(m.Def.GetColumnDef())
	case *pg_query.DeleteStmt:
		t.checkTruth("WHERE", m.WhereClause)
		writes.CheckReturned(&t.Translation, m.Relation, m.UsingClause, m.ReturningList)
	case *pg_query.SelectStmt:
		t.checkTruth("WHERE", m.WhereClause)
		t.checkTruth("HAVING", m.HavingClause)
		if m.LimitOption == pg_query.LimitOption_LIMIT_OPTION_WITH_TIES {
			t.NoteUnsupported(build.Nowhere, "WITH TIES is not supported")
		}
	case *pg_query.CommonTableExpr:
		if m.SearchClause != nil || m.CycleClause != nil {
			t.NoteUnsupported(m.Location, "SEARCH and CYCLE of this query are not supported").WithHint("Name the columns of both parts of the recursive query.")
		}
	case *pg_query.RangeTableSample:
		if share, ok := parse.IntConstant(m.Args[0]); !ok || share != 0 && share != 100 {
			t.NoteUnsupported(m.Location, "TABLESAMPLE of a part of the rows is not supported")
		}
	case *pg_query.WindowDef:
		t.checkFrame(m)
	default:
		t.checkTruths(m)
		t.checkExpression(m)
		t.checkConstructor(m)
	}
}

// checkExpression refuses one message of an expression.
func (t *checker) checkExpression(m any) {
	switch m := m.(type) {
	case *pg_query.FuncCall:
		t.checkCall(m)
	case *pg_query.ColumnRef:
		const mostNames = 4
		if list := parse.NameParts(m.Fields); len(m.Fields) > mostNames && !t.Env.SQLite {
			t.NoteError(m.Location, sqlstate.SyntaxError, "improper qualified name (too many dotted names): %s", strings.Join(list, "."))
		}
	case *pg_query.CurrentOfExpr:
		t.NoteUnsupported(build.Nowhere, "WHERE CURRENT OF is not supported").WithHint("Name the row by its key.")
	case *pg_query.XmlSerialize:
		t.NoteUnsupported(build.Nowhere, "xmlserialize is not supported").WithHint("Cast the value to text.")
	case *pg_query.RowExpr:
		if len(m.Args) == 0 {
			t.NoteUnsupported(m.Location, "ROW() without columns is not supported")
		}
	case *pg_query.NullTest:
		if trees.IsStar(m.Arg) {
			t.NoteUnsupported(m.Location, "IS NULL of all columns of a row is not supported")
		}
	case *pg_query.A_Indirection:
		if m.Arg.GetRowExpr() != nil && len(m.Indirection) > 0 && m.Indirection[0].GetString_() != nil {
			t.NoteUnsupported(build.Nowhere, "a column of ROW(…) is not supported")
		}
	case *pg_query.A_Expr:
		t.checkOperator(m)
	case *pg_query.A_ArrayExpr:
		t.checkLengths(m)
	}
}

// checkTruths refuses conditions inside of an expression, or of a join, that are no booleans.
func (t *checker) checkTruths(m any) {
	switch m := m.(type) {
	case *pg_query.CaseExpr:
		for _, n := range m.Args {
			if m.Arg == nil {
				t.checkTruth("CASE/WHEN", n.GetCaseWhen().GetExpr())
			}
		}
	case *pg_query.BoolExpr:
		for _, n := range m.Args {
			t.checkTruth(strings.TrimSuffix(m.Boolop.String(), "_EXPR"), n)
		}
	case *pg_query.JoinExpr:
		t.checkTruth("JOIN/ON", m.Quals)
	}
}

// checkParts refuses what is left of assignments to parts of columns, and to a system column.
func (t *checker) checkParts(s *pg_query.UpdateStmt) {
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		if target.GetName() == "ctid" && !t.Env.SQLite {
			t.NoteUnsupported(target.Location, "cannot assign to system column %q", target.Name)
		}
		if len(target.GetIndirection()) > 0 {
			t.NoteUnsupported(target.Location, "SET of a part of column %q is not supported", target.Name)
		}
	}
}

// checkTruth refuses a condition that is a number.
func (t *checker) checkTruth(clause string, condition *pg_query.Node) {
	if condition == nil || t.Env.SQLite {
		return
	}
	if kind := t.Shown(condition); inference.SpelledNumbers[kind] != "" || untrue[kind] {
		t.NoteError(condition.GetColumnRef().GetLocation(), sqlstate.DatatypeMismatch, "argument of %s must be type boolean, not type %s", clause, inference.Spelled(kind))
	}
}

// untrue are types that no condition is of.
var untrue = parse.WordSet(`text varchar bpchar date timestamp timestamptz interval json jsonb bytea uuid`)

// lacksClause reports, and notes, whether a call lacks the OVER or WITHIN GROUP that its function needs.
func (t *checker) lacksClause(f *pg_query.FuncCall, name string) bool {
	switch {
	case t.Env.SQLite:
	case !f.AggWithinGroup && f.Over == nil && windowFunctions[name]:
		t.NoteError(f.Location, "42809", "window function %s requires an OVER clause", name)
		return true
	case f.Over != nil && len(f.Args) > 0 && hypotheticalFunctions[name]:
		t.NoteError(f.Location, "42809", "WITHIN GROUP is required for ordered-set aggregate %s", name)
		return true
	}
	return false
}

// checkCall refuses a call.
func (t *checker) checkCall(f *pg_query.FuncCall) {
	_, name := parse.SplitName(f.Funcname)
	t.failsUnknown(f, name)
	t.failsRow(f, name)
	t.checkWindowCall(f, name)
	t.checkArguments(f, name)
	t.checkAggregateOrder(f)
	if name == "row_to_json" && len(f.Args) > 0 && t.Shown(f.Args[0]) == "unknown" && !f.Args[0].GetAConst().GetIsnull() && !t.Env.SQLite {
		t.NoteUnsupported(f.Location, "input of anonymous composite types is not implemented")
	}
	switch {
	case name == "current_setting":
		t.noted.SettingReads = append(t.noted.SettingReads, f)
	case t.lacksClause(f, name):
	case name == "avg" && t.IsDeep(f.Args...) && (!t.Simple || f.Over != nil || f.AggDistinct):
		t.NoteUnsupported(f.Location, "an average of numerics with more than %d digits behind the point is not supported", inference.QuotientScale)
	case t.isAmbiguous(f, name):
		t.NoteError(f.Location, "42725", "function %s(%s) is not unique", name, strings.Repeat("unknown, ", len(f.Args)-1)+"unknown").
			WithHint("Could not choose a best candidate function. You might need to add explicit type casts.")
	case f.AggDistinct && f.Over != nil:
		t.NoteUnsupported(f.Location, "DISTINCT is not implemented for window functions")
	case name == "round" && len(f.Args) == 2 && t.Shown(f.Args[0]) == "float8":
		t.NoteError(f.Location, sqlstate.UndefinedFunction, "function round(double precision, integer) does not exist")
	case name == "extract" && len(f.Args) == 2 && t.Shown(f.Args[1]) == "date":
		if field, _ := parse.TextConstant(f.Args[0]); clockFields[field] {
			t.NoteUnsupported(f.Location, "unit %q not supported for type date", field)
		}
	}
}

// isAmbiguous reports whether a call has quoted constants alone, and there are several functions of its name.
func (t *checker) isAmbiguous(f *pg_query.FuncCall, name string) bool {
	return ambiguous[name] == len(f.Args) && len(f.Args) > 0 && !t.Env.SQLite &&
		!slices.ContainsFunc(f.Args, func(n *pg_query.Node) bool { return t.Shown(n) != "unknown" })
}

// ambiguous are such functions, with the number of their arguments.
var ambiguous = map[string]int{"sum": 1, "avg": 1, "date_trunc": 2}

// clockFields are fields of times that dates do not have.
var clockFields = parse.WordSet(`hour hours minute minutes second seconds millisecond milliseconds microsecond microseconds timezone timezone_hour timezone_minute`)

// checkOperator refuses an operator between constants that has no meaning in Postgres.
func (t *checker) checkOperator(e *pg_query.A_Expr) {
	if e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || e.Lexpr == nil || t.Env.SQLite {
		return
	}
	_, op := parse.SplitName(e.Name)
	left, right := t.Shown(e.Lexpr), t.Shown(e.Rexpr)
	if left == "json" && right == "json" && (op == "=" || op == "<>" || op == "<" || op == ">") {
		t.NoteError(e.Location, sqlstate.UndefinedFunction, "operator does not exist: json %s json", op)
	}
}

// checkMade refuses tables that cannot be made.
func (t *checker) checkMade(s *pg_query.CreateStmt) {
	if len(s.TableElts)+len(s.InhRelations) == 0 && s.OfTypename == nil && s.Partbound == nil && !t.Env.SQLite {
		t.NoteUnsupported(build.Nowhere, "a table without columns is not supported")
	}
	for _, n := range s.TableElts {
		t.refuseSystemColumn(n.GetColumnDef())
	}
}

// refuseSystemColumn refuses a column that is made with the name of a system column.
func (t *checker) refuseSystemColumn(c *pg_query.ColumnDef) {
	if name := c.GetColname(); parse.SystemColumns[name] && !t.Env.SQLite {
		t.NoteError(build.Nowhere, "42701", "column name %q conflicts with a system column name", name)
	}
}
