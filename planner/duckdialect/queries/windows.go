package queries

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
)

// writtenFrame is the bit of WindowDef.FrameOptions of a frame that is written (FRAMEOPTION_NONDEFAULT).
const writtenFrame = 1

// SpellWindows writes into a named window what it takes from an earlier one, as in WINDOW p AS (PARTITION BY a), w AS (p ORDER BY b).
// DuckDB forgets what p has where OVER (w ROWS 1 PRECEDING) takes w. What PostgreSQL refuses stays as it is written. It reports whether
// it has changed something.
func SpellWindows(s *pg_query.SelectStmt) (changed bool) {
	earlier := map[string]*pg_query.WindowDef{}
	for _, n := range s.WindowClause {
		w := n.GetWindowDef()
		if from := earlier[w.Refname]; from != nil && len(w.PartitionClause) == 0 && from.FrameOptions&writtenFrame == 0 &&
			(len(w.OrderClause) == 0 || len(from.OrderClause) == 0) {
			copied := proto.CloneOf(from)
			w.Refname, w.PartitionClause, changed = "", copied.PartitionClause, true
			if len(w.OrderClause) == 0 {
				w.OrderClause = copied.OrderClause
			}
		}
		earlier[w.Name] = w
	}
	return changed
}
