package engine

import (
	"github.com/sallyportdb/sallyport/engine/meaning"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What the change of a table runs by its triggers and constraints finds names as the session does. Each change is judged by what names mean
// to the session when it begins (planner.Statement.Fires). So nobody may give names a meaning of the session's own between
// that and the end of what the change runs: in the same query before the change, or while triggers are left for the end of the transaction.

var (
	errMeaningInBatch = sqlstate.New(sqlstate.FeatureNotSupported, "a query cannot change what names mean and change a table whose triggers or constraints find names by that").
				WithHint("Send the statements one by one.")
	errMeaningDeferred = sqlstate.New(sqlstate.ObjectNotInState, "what names mean cannot change while the transaction has triggers left for its end, which find names by that").
				WithHint("Commit first, or do it before the table with the triggers is changed.")
)

// changesMeaning reports whether a statement that nobody has to be asked about, in the mode delete_safe, may give names another meaning: it sets
// the search path, or makes or drops temporary relations or schemas.
func changesMeaning(p *planner.Statement) bool {
	return p.Class != planner.Exec && meaning.IsChangedBy(p) && meaning.MovesPath(p)
}

// refuseMeaningChange returns the error of a batch that nobody is asked about, if it gives another meaning to names that triggers and
// constraints find: those of its own changes (0A000), or those that the open transaction has left for its end (55000). Otherwise it
// notes what the batch leaves.
func (s *Session) refuseMeaningChange(plans []*planner.Statement) error {
	if s.asksNobody() {
		return nil
	}
	left, leaves, changed := s.defers, false, false
	for _, p := range plans {
		switch {
		case p.Provider != s.source.Name:
		case changed && p.Fires(), leaves && changesMeaning(p):
			return errMeaningInBatch
		case left && changesMeaning(p):
			return errMeaningDeferred
		case endsTransaction(p):
			left, leaves = false, false
		default:
			leaves, changed = leaves || p.Defers(), changed || changesMeaning(p)
		}
	}
	s.defers = left || leaves
	return nil
}
