package audit

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/sallyportdb/sallyport/folder"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// lockDir locks the directory for this process until the file that it returns is released; see
// folder.Own.
func lockDir(dir string) (*os.File, error) {
	path := lockPath(dir)
	f, err := folder.Own(path)
	switch {
	case errors.Is(err, folder.ErrTaken):
		return nil, sqlstate.New(sqlstate.LockNotAvailable, "another server writes its records to %s", dir).
			WithDetail("%s", folder.Detail(path)).WithHint("Stop it, or give this server a state directory of its own (--state-dir).")
	case err != nil:
		return nil, cannotOpen(err, path)
	}
	return f, nil
}

// HeldBy returns the process that writes the log of a directory, if it is known.
func HeldBy(dir string) (h folder.Holder, known bool) { return folder.HeldBy(lockPath(dir)) }

func lockPath(dir string) string { return filepath.Join(dir, "audit.lock") }

func cannotOpen(err error, path string) error {
	return sqlstate.Wrap(err, folder.Code(err), "cannot keep records in %s: %v", path, reason(err)).
		WithHint("The server needs a directory that it owns and can write to, on a file system with free space.")
}

func cannotWrite(err error) *sqlstate.Error {
	return sqlstate.Wrap(err, folder.Code(err), "cannot write the audit record: %v", reason(err)).
		WithHint("Nothing is answered without a record. The server's log has the cause.")
}

// unwrittenError returns the error for a caller whose record cannot be written. It says whether the
// statement ran: a client that repeats a statement which ran changes something twice.
func (it *item) unwrittenError(err error) *sqlstate.Error {
	r := &it.record
	switch {
	case r.Phase == PhaseOutcome && !it.light && r.SQLState == "":
		return cannotWriteOutcome(err, r, "the statement ran, but its outcome cannot be written to the audit record: %v")
	case r.Phase == PhaseOutcome && !it.light:
		return cannotWriteOutcome(err, r, "the statement may have run, and its outcome cannot be written to the audit record: %v").
			WithDetail("Its intent is record %d of the audit log. It ended with: %s (SQLSTATE %s)", r.Intent, r.Error, r.SQLState)
	case r.Phase == PhaseIntent:
		return cannotWrite(err).WithHint("The statement was not run, because nothing runs without a record. The server's log has the cause.")
	case r.Phase == PhaseCall && r.Verb == "COMMIT" && r.SQLState == "":
		return sqlstate.Wrap(err, folder.Code(err), "the transaction was committed, but that cannot be written to the audit record: %v", reason(err)).
			WithHint("Before you repeat it, check whether its changes are there. The intents of its statements are in the audit log.")
	}
	return cannotWrite(err)
}

// cannotWriteOutcome returns the error of a statement whose intent stays without an outcome.
func cannotWriteOutcome(err error, r *Record, format string) *sqlstate.Error {
	return sqlstate.Wrap(err, folder.Code(err), format, reason(err)).
		WithDetail("Its intent is record %d of the audit log.", r.Intent).
		WithHint("Before you run it again, check whether it took effect. If its transaction is still open, ROLLBACK undoes it.")
}

// reason returns err as a client may see it: as folder.Reason does, or as the log's own failure.
func reason(err error) error {
	if told := folder.Reason(err); !errors.Is(told, folder.ErrUnknown) {
		return told
	}
	var own failure
	if errors.As(err, &own) {
		return own
	}
	var coded *sqlstate.Error
	if errors.As(err, &coded) {
		return errors.New(coded.Message)
	}
	return folder.ErrUnknown
}
