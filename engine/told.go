package engine

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// isNarrowed reports whether the session's principal may not see everything of its source: then errors and
// notices of the source go through Tell.
func (s *Session) isNarrowed(source string) bool { return !s.rights.Everything(source) }

// tellError returns what the session's principal is told of an error or a notice of a source: no rows, names and code
// that its roles do not show. The statements are those that ran, as far as that is known. A source puts rows of
// other relations than a statement names into its errors: foreign keys and triggers carry changes on.
func (s *Session) tellError(told *sqlstate.Error, source string, statements []*planner.Statement) *sqlstate.Error {
	if !s.isNarrowed(source) {
		return told
	}
	told = told.WithoutNames(s.engine.isDuckDB(source))
	e := *told
	if suggests[e.Code] && e.HintForeign {
		e.Hint = ""
	}
	if e.Code == sqlstate.DatatypeMismatch && e.Detail != "" { // a constraint that is named like the relation and the columns that refer
		e.Message = "the change does not fit a foreign key"
	}
	shown := s.rights.Shows(statements, source, e.Schema, e.Table)
	if !shown.Rows && !(e.Table == "" && strings.HasPrefix(string(e.Code), "22")) { // class 22: the error quotes a value of the statement itself
		e.Detail = ""
	}
	if e.Table == "" && (saidByCode(told) || saidByFilter(told, statements)) {
		e.Message, e.Detail, e.Hint, e.Column, e.DataType, e.Constraint, e.Schema = "code that the statement runs has failed", "", "", "", "", "", ""
	}
	e.Where = contextOfCopy(e.Where)
	switch {
	case e.Table == "":
	case !shown.Name:
		e.Message, e.Hint = "the change breaks a rule of a relation that is not for you", ""
		e.Schema, e.Table, e.Column, e.DataType, e.Constraint = "", "", "", "", ""
	case anyHas(shown.Hidden, e.Column, e.Constraint):
		e.Message, e.Hint = "the change breaks a rule of "+e.Schema+"."+e.Table+" about a column that you may not read", ""
		e.Column, e.DataType, e.Constraint = "", "", ""
	case e.Constraint != "" && len(shown.Hidden) > 0 && !isAboutShown(told, shown.Hidden):
		e.Message, e.Hint = "the change breaks a rule of "+e.Schema+"."+e.Table+" that may be about a column that you may not read", ""
		e.Column, e.DataType, e.Constraint = "", "", ""
	}
	return &e
}

// plainClasses are the classes of errors whose messages have no values and no names: conflicts, limits, cancellations, what the state of the
// server or the transaction is.
var plainClasses = []string{"08", "25", "40", "53", "55", "57", "58", "P0"}

// plainContexts begin the lines of an error's context that are about the client's own statement.
var plainContexts = []string{"COPY ", "JSON data, line ", "unnamed portal ", "portal ", "while "}

// saidByCode reports whether an error comes from within code that the statement runs, a trigger's or a function's, and not by RAISE or ASSERT: it
// may quote what that code has read.
func saidByCode(e *sqlstate.Error) bool {
	first, rest, _ := strings.Cut(e.Where, "\n")
	ofCode := func(line string) bool { return strings.HasPrefix(line, "PL/") || strings.HasPrefix(line, "SQL ") }
	switch {
	case first == "", isPlain(e.Code):
		return false
	case slices.ContainsFunc(plainContexts, func(begin string) bool { return strings.HasPrefix(first, begin) }): // data, perhaps of such code
		return slices.ContainsFunc(strings.Split(rest, "\n"), ofCode)
	}
	return !strings.HasPrefix(first, "PL/pgSQL") || !strings.HasSuffix(first, " RAISE") && !strings.HasSuffix(first, " ASSERT")
}

// saidByFilter reports whether an error may come from the condition of a policy, which may quote a value of a row that it would hide. What is wrong
// with the text of a statement has a place in it.
func saidByFilter(e *sqlstate.Error, statements []*planner.Statement) bool {
	ofOthers := slices.ContainsFunc([]string{"COPY ", "PL/", "SQL "}, func(begin string) bool { return strings.HasPrefix(e.Where, begin) })
	return !ofOthers && e.Position == 0 && !isPlain(e.Code) && e.Code != sqlstate.InsufficientPrivilege && slices.ContainsFunc(statements, (*planner.Statement).Filters)
}

// isPlain reports whether errors of a code have no values in their messages.
func isPlain(code sqlstate.Code) bool {
	return slices.ContainsFunc(plainClasses, func(class string) bool { return strings.HasPrefix(string(code), class) })
}

// isAboutShown reports whether the error of a broken constraint says which columns the constraint is about, and none of them is
// hidden: a key tells its columns in DETAIL, a CHECK does not.
func isAboutShown(told *sqlstate.Error, hidden []string) bool {
	key, isKey := strings.CutPrefix(told.Detail, "Key (")
	key, _, ok := strings.Cut(key, ")=(")
	if !isKey || !ok || anyHas(hidden, key) || strings.Contains(key, "*") {
		return false
	}
	switch told.Code {
	case sqlstate.UniqueViolation:
		return true
	case sqlstate.ForeignKeyViolation: // where it is still referenced, the columns are those of the other relation
		return strings.Contains(told.Detail, "is not present in table") && !strings.Contains(told.Detail, "is still referenced from table")
	}
	return false
}

// dependentObjects is the code of a DROP that something else depends on.
const dependentObjects sqlstate.Code = "2BP01"

// suggests are the codes of errors in whose hints a server names what else there is, in whatever language.
var suggests = map[sqlstate.Code]bool{
	dependentObjects: true, sqlstate.UndefinedColumn: true, sqlstate.UndefinedTable: true, sqlstate.UndefinedObject: true, sqlstate.InvalidColumnReference: true, sqlstate.AmbiguousColumn: true,
	sqlstate.FeatureNotSupported: true, // TRUNCATE of a table that others refer to names them
}

// anyHas reports whether a text has one of the names in it.
func anyHas(names []string, texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		text = strings.ToLower(text)
		return slices.ContainsFunc(names, func(name string) bool { return strings.Contains(text, name) })
	})
}

// contextOfCopy keeps the lines of an error's context that are about the client's own data. The others have the text of
// hidden code.
func contextOfCopy(where string) string {
	lines := slices.DeleteFunc(strings.Split(where, "\n"), func(line string) bool { return !strings.HasPrefix(line, "COPY ") })
	return strings.Join(lines, "\n")
}

// heedNotices returns what a connection of the session's does with notices of a source.
func (s *Session) heedNotices(source string) func(*sqlstate.Error) {
	told := s.client.OnNotice
	if told == nil || !s.isNarrowed(source) {
		return told
	}
	return func(e *sqlstate.Error) { told(s.tellError(e, source, nil)) }
}

// tellBatch is tell for the door of a relayed session.
func (s *Session) tellBatch(e *sqlstate.Error, b *Batch) *sqlstate.Error {
	var statements []*planner.Statement
	if b != nil {
		statements = b.plans
	}
	return s.tellError(e, s.source.Name, statements)
}
