package reply

import "github.com/sallyportdb/sallyport/sqlstate"

// The errors in this file are Postgres's own, word for word, since clients know them.

// Shutdown is the error that every client reads when the server ends.
func Shutdown() *sqlstate.Error {
	e := sqlstate.New(sqlstate.AdminShutdown, "terminating connection due to administrator command")
	e.Severity = Fatal
	return e
}

// StatementExists is the error of a Parse whose name is taken.
func StatementExists(name string) *sqlstate.Error {
	return sqlstate.New(sqlstate.DuplicatePrepared, "prepared statement %q already exists", name)
}

// NoStatement is the error of a message that names a statement that does not exist.
func NoStatement(name string) *sqlstate.Error {
	if name == "" {
		return sqlstate.New(sqlstate.InvalidStatementName, "unnamed prepared statement does not exist")
	}
	return sqlstate.New(sqlstate.InvalidStatementName, "prepared statement %q does not exist", name)
}

// NoPortal is the error of a message that names a portal that does not exist.
func NoPortal(name string) *sqlstate.Error {
	return sqlstate.New(sqlstate.InvalidCursorName, "portal %q does not exist", name)
}
