package providers

import "context"

// Code is what code of users is at a moment, and what the end of a transaction may run of it.
type Code struct {
	Revision  string // as Revised tells it
	Temporary string // the same of what the session itself has made temporarily; "": nothing
	Path      string // the search path by which the code finds names
	Deferring string // the relations whose triggers may run when the transaction ends, as the source spells a list of OIDs
	Pending   bool   // the end of the transaction may run code of users
	Old       bool   // the transaction may see the catalog as it was before code was changed that it runs
}

// Ending is a Provider whose transactions may run code of users when they end: triggers that are deferred, and the queries of cursors
// WITH HOLD.
type Ending interface {
	Revised
	// CommittedCode is the code that all sessions see. It has nothing of a transaction.
	CommittedCode(ctx context.Context) (Code, error)
	// CodeAtEnd is the code that one session sees, and whether the end of its open transaction may run some. deferring is that of
	// CommittedCode, or "" if that is not known. Cursors that are called cursors do not count. If whole is false, only Pending and Old
	// are found out.
	CodeAtEnd(ctx context.Context, ask Asker, deferring string, cursors []string, whole bool) (Code, error)
	// EndGuard is a statement that fails, as Relayer.Guard does, if the end of the transaction that it runs in may run other code
	// than this.
	EndGuard(code Code, cursors []string) (sql string, args []string)
}

// OldSnapshot begins the error of a StrictGuard or an EndGuard whose transaction may have an older snapshot than the code that it runs.
const OldSnapshot = "the snapshot is older: "
