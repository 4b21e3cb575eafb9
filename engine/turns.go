package engine

import (
	"github.com/sallyportdb/sallyport/engine/meaning"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What the change of a table runs by its triggers and constraints finds names as the session does. Each change is judged by what names mean
// to the session when it begins (planner.Statement.Fires). So nobody may turn names, that is give them a meaning of the session's own, between
// that and the end of what the change runs: in the same query before the change, or while triggers are left for the end of the transaction.

var (
	errTurnsInBatch = sqlstate.New(sqlstate.FeatureNotSupported, "a query cannot change what names mean and change a table whose triggers or constraints find names by that").
			WithHint("Send the statements one by one.")
	errTurnsDeferred = sqlstate.New(sqlstate.ObjectNotInState, "what names mean cannot change while the transaction has triggers left for its end, which find names by that").
				WithHint("Commit first, or do it before the table with the triggers is changed.")
)

// turnsNames reports whether a statement that nobody has to be asked about, in the mode delete_safe, may give names another meaning: it sets
// the search path, or makes or drops temporary relations or schemas.
func turnsNames(p *planner.Statement) bool {
	return p.Class != planner.Exec && meaning.IsChangedBy(p) && meaning.MovesPath(p)
}

// followTurns returns the error of a batch that nobody is asked about, if it turns names that triggers and constraints find: those of its
// own changes (0A000), or those that the open transaction has left for its end (55000). Otherwise it notes what the batch leaves.
func (s *Session) followTurns(plans []*planner.Statement) error {
	if s.asksNobody() {
		return nil
	}
	left, leaves, turned := s.defers, false, false
	for _, p := range plans {
		switch {
		case p.Provider != s.source.Name:
		case turned && p.Fires(), leaves && turnsNames(p):
			return errTurnsInBatch
		case left && turnsNames(p):
			return errTurnsDeferred
		case endsTransaction(p):
			left, leaves = false, false
		default:
			leaves, turned = leaves || p.Defers(), turned || turnsNames(p)
		}
	}
	s.defers = left || leaves
	return nil
}
