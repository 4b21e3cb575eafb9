package guide

import (
	"context"
	"fmt"
	"time"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// MaxValues is how many values one question may be about.
const MaxValues = 20

// How many matches of a value are shown for each connection, and how many are looked through for
// those that the view sees.
const (
	matchesShown = 15
	matchesRead  = 200
)

// Coverage says how much of a connection was sampled.
type Coverage struct {
	SampledRows     *int64  `json:"sampledRows"` // at most, of one table
	ValuesPerColumn *int    `json:"valuesPerColumn"`
	ProfiledColumns int     `json:"profiledColumns"`
	SyncID          *string `json:"syncId"`
	ProfiledAt      *string `json:"profiledAt"` // RFC 3339, UTC
}

// The states of a connection whose values are searched, which are reasons of misses, too.
const (
	Ready              = "ready"
	NoProfile          = "no_profile_artifact"
	NoCandidateColumns = "no_candidate_columns"
	NotInSample        = "value_not_in_sample" // of a miss alone
)

// Searched is a connection whose values were searched.
type Searched struct {
	ConnectionID string   `json:"connectionId"`
	Coverage     Coverage `json:"coverage"`
	Status       string   `json:"status"`
}

// Match is a column that holds a value.
type Match struct {
	ConnectionID string   `json:"connectionId"`
	SourceName   string   `json:"sourceName"` // the table
	TableRef     TableRef `json:"tableRef"`
	ColumnName   string   `json:"columnName"`
	MatchedValue string   `json:"matchedValue"`
	Cardinality  *int64   `json:"cardinality"` // an estimate of how many values the column has
}

// Miss is a connection in whose samples a value is not.
type Miss struct {
	ConnectionID string `json:"connectionId"`
	Reason       string `json:"reason"`
}

// Looked is the result of looking up one value.
type Looked struct {
	Value   string  `json:"value"`
	Matches []Match `json:"matches"`
	Misses  []Miss  `json:"misses"`
}

// Dictionary is the answer to a search of values.
type Dictionary struct {
	Searched []Searched `json:"searched"`
	Results  []Looked   `json:"results"`
	Note     string     `json:"note,omitempty"` // what it means that a value was not found
}

// Look looks for values in the samples of one connection, or of all ("").
func (g *Guide) Look(ctx context.Context, v View, connection string, values []string) (Dictionary, error) {
	out := Dictionary{Searched: []Searched{}, Results: []Looked{}}
	connections, err := v.among(connection)
	if err != nil {
		return out, err
	}
	if err := g.refresh(ctx); err != nil {
		return out, err
	}
	for _, name := range connections {
		s, err := g.searched(ctx, name)
		if err != nil {
			return out, err
		}
		out.Searched = append(out.Searched, s)
	}
	missed := false
	for _, value := range values {
		looked := Looked{Value: value, Matches: []Match{}, Misses: []Miss{}}
		for _, s := range out.Searched {
			matches, err := g.matches(ctx, v, s, value)
			if err != nil {
				return out, err
			}
			if looked.Matches = append(looked.Matches, matches...); len(matches) > 0 {
				continue
			}
			reason := s.Status
			if reason == Ready {
				reason = NotInSample
			}
			looked.Misses, missed = append(looked.Misses, Miss{s.ConnectionID, reason}), true
		}
		out.Results = append(out.Results, looked)
	}
	if missed {
		out.Note = missNote(out.Searched)
	}
	return out, nil
}

func (g *Guide) searched(ctx context.Context, connection string) (Searched, error) {
	s := Searched{ConnectionID: connection, Status: NoProfile}
	current, err := g.store.Current(ctx, connection)
	if sqlstate.CodeOf(err) == sqlstate.ObjectNotInState {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	s.Coverage.SyncID, s.Coverage.ProfiledColumns = &current.SyncID, current.ProfiledColumns
	if current.ProfiledAt.IsZero() {
		return s, nil
	}
	at := current.ProfiledAt.UTC().Format(time.RFC3339)
	s.Coverage.ProfiledAt, s.Coverage.SampledRows, s.Coverage.ValuesPerColumn = &at, &current.SampledRows, &current.ValuesPerColumn
	if s.Status = Ready; current.SampledColumns == 0 {
		s.Status = NoCandidateColumns
	}
	return s, nil
}

func (g *Guide) matches(ctx context.Context, v View, s Searched, value string) (list []Match, err error) {
	if s.Status != Ready {
		return nil, nil
	}
	found, err := g.values.Find(ctx, s.ConnectionID, value, matchesRead)
	if err != nil {
		return nil, err
	}
	for _, m := range found {
		if len(list) == matchesShown {
			break
		}
		if !v.sees(s.ConnectionID, m.Ref, "") || !v.sees(s.ConnectionID, m.Ref, m.Column) {
			continue
		}
		list = append(list, matchOf(m))
	}
	return list, nil
}

func matchOf(m discovery.Match) Match {
	out := Match{
		ConnectionID: m.Connection, SourceName: m.Ref.Display(), TableRef: tableRefOf(m.Ref), ColumnName: m.Column, MatchedValue: m.Value,
	}
	if m.Distinct > 0 {
		out.Cardinality = &m.Distinct
	}
	return out
}

// missNote says what a miss means: nothing.
func missNote(list []Searched) string {
	for _, s := range list {
		if s.Status == Ready {
			return fmt.Sprintf("A miss does not mean that the value is not there: at most %d values of a column were sampled, of at most %d rows. Query the column to know.",
				*s.Coverage.ValuesPerColumn, *s.Coverage.SampledRows)
		}
	}
	return "A miss does not mean that the value is not there: nothing was sampled yet. Query the column to know, or have the connection profiled: sallyport ingest."
}
