package approval

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Grant is a person's approval of more than one run: of statements of a principal that do no more than
// Scope says, each with at most MaxRows rows, until it expires or has been used Times times. Each use
// is on disk before the statement runs.
type Grant struct {
	ID        string `json:"id"` // "gr-" and letters and digits that are easily told apart
	Principal string `json:"principal"`
	Source    string `json:"source"`
	Scope     Scope  `json:"scope"`
	MaxRows   int64  `json:"max_rows"`        // of each statement
	Times     int    `json:"times,omitempty"` // 0: as often as it is asked for
	// TotalRows bounds the rows of all statements together; 0: it does not. Rows is how many were used:
	// of each use, the number that it was held to.
	TotalRows int64     `json:"total_rows,omitempty"`
	Rows      int64     `json:"rows,omitempty"`
	Uses      int       `json:"uses"`
	Request   string    `json:"request"` // the request that it was given with, which is its first use
	Approver  string    `json:"approver"`
	Channel   string    `json:"channel"`
	Comment   string    `json:"comment,omitempty"`
	Created   time.Time `json:"created"`
	Expires   time.Time `json:"expires"`
	LastUsed  time.Time `json:"last_used,omitzero"`
	Revoked   time.Time `json:"revoked,omitzero"`
	RevokedBy string    `json:"revoked_by,omitempty"`
	By        Approval  `json:"by,omitzero"` // who gave it, as rules judge it
}

// Scope says what a statement does, as the gate found it and not as its text looks.
type Scope struct {
	Verbs     []string          `json:"verbs,omitempty"` // what it does to rows: INSERT, UPDATE, DELETE
	Relations []CoveredRelation `json:"relations,omitempty"`
	// Why says why no grant can cover the statement; "": one can.
	Why string `json:"why,omitempty"`
}

// CoveredRelation is a relation of a Scope.
type CoveredRelation struct {
	Name  string `json:"name"`            // source.schema.table
	Print string `json:"print"`           // identifies the relation at its source: another table of the same name has another print
	Write bool   `json:"write,omitempty"` // its rows are changed
}

// Terms are what a person grants with an approval.
type Terms struct {
	For   time.Duration
	Times int      // 0: as often as it is asked for
	Verbs []string // none: those of the request
	// TotalRows bounds the rows of all statements together; 0: it does not.
	TotalRows int64
}

// grantable are the verbs that a grant can allow.
var grantable = []string{"INSERT", "UPDATE", "DELETE"}

// State is how far a grant has come at a time: "open", "revoked", "used up" or "expired".
func (g Grant) State(now time.Time) string {
	switch {
	case !g.Revoked.IsZero():
		return "revoked"
	case g.Times > 0 && g.Uses >= g.Times, g.TotalRows > 0 && g.Rows >= g.TotalRows:
		return "used up"
	case !now.Before(g.Expires):
		return "expired"
	}
	return "open"
}

// covers reports whether a statement does nothing that the scope does not contain.
func (s Scope) covers(done Scope) bool {
	if s.Why != "" || done.Why != "" || len(done.Verbs) == 0 || len(done.Relations) == 0 {
		return false
	}
	for _, verb := range done.Verbs {
		if !slices.Contains(s.Verbs, verb) {
			return false
		}
	}
	return !slices.ContainsFunc(done.Relations, func(r CoveredRelation) bool {
		return !slices.ContainsFunc(s.Relations, func(may CoveredRelation) bool {
			return may.Name == r.Name && may.Print == r.Print && (may.Write || !r.Write)
		})
	})
}

// Grants returns all grants that are kept, the newest last.
func (s *Store) Grants() []Grant {
	if s.enter() != nil {
		return nil
	}
	defer s.mu.Unlock()
	return slices.Clone(s.grants)
}

// pruneGrants forgets the oldest of the grants that are over.
func (s *Store) pruneGrants() {
	now := s.now()
	over := 0
	for _, g := range s.grants {
		if g.State(now) != "open" {
			over++
		}
	}
	s.grants = slices.DeleteFunc(s.grants, func(g Grant) bool {
		if over <= s.options.Keep || g.State(now) == "open" {
			return false
		}
		over--
		delete(s.owed, g.ID)
		if err := removeFile(s.options.Dir, g.ID+grantSuffix); err != nil {
			s.options.Logger.Warn("cannot remove an old grant", "id", g.ID, "error", err)
		}
		return true
	})
}

func sortGrants(list []Grant) {
	slices.SortFunc(list, func(a, b Grant) int { return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID)) })
}

// Text tells people what a grant is for.
func (g Grant) Text() string {
	text := g.Kind() + fmt.Sprintf(", at most %d rows each", g.MaxRows)
	if g.TotalRows > 0 {
		text += fmt.Sprintf(" and %d in all", g.TotalRows)
	}
	return text
}

// Kind says what a grant is for, without its numbers.
func (g Grant) Kind() string {
	var writes, reads []string
	for _, r := range g.Scope.Relations {
		if r.Write {
			writes = append(writes, r.Name)
		} else {
			reads = append(reads, r.Name)
		}
	}
	text := strings.Join(g.Scope.Verbs, ", ") + " of " + strings.Join(writes, ", ")
	if len(reads) > 0 {
		text += ", reading " + strings.Join(reads, ", ")
	}
	return text
}
