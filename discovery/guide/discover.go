package guide

import (
	"context"

	"github.com/sallyportdb/sallyport/discovery/find"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Ref refers to something that was found, as it is sent.
type Ref struct {
	Kind         string    `json:"kind"`
	ID           string    `json:"id"`
	Score        float64   `json:"score"`
	Summary      *string   `json:"summary"`
	Snippet      *string   `json:"snippet"`
	MatchedOn    string    `json:"matchedOn"`
	ConnectionID string    `json:"connectionId,omitempty"` // of all but pages
	TableRef     *TableRef `json:"tableRef,omitempty"`     // of tables and columns
	ColumnName   string    `json:"columnName,omitempty"`   // of columns
}

// Discover returns what answers a question, best first. 22023: it is no question; 55000: nothing was
// ever ingested, and there is no wiki.
func (g *Guide) Discover(ctx context.Context, v View, r find.Request) ([]Ref, error) {
	if _, err := v.among(r.Connection); err != nil {
		return nil, err
	}
	if err := g.refresh(ctx); err != nil {
		return nil, err
	}
	f, err := g.finder(ctx, v, r)
	if err != nil {
		return nil, err
	}
	r.Visible = v.sees
	found, err := f.Search(ctx, r)
	if err != nil {
		return nil, err
	}
	out := make([]Ref, len(found))
	for i, one := range found {
		out[i] = Ref{
			Kind: string(one.Kind), ID: one.ID, Score: one.Score, Summary: one.Summary, Snippet: one.Snippet, MatchedOn: string(one.MatchedOn),
			ConnectionID: one.Connection, ColumnName: one.Column,
		}
		if one.Table != nil {
			ref := tableRefOf(*one.Table)
			out[i].TableRef = &ref
		}
	}
	return out, nil
}

// finder returns the present indexes that a request searches.
func (g *Guide) finder(ctx context.Context, v View, r find.Request) (f find.Finder, err error) {
	if f.Pages, _, err = g.pageIndex(ctx); err != nil || g.store == nil {
		return f, err
	}
	connections, err := v.among(r.Connection)
	if err != nil {
		return f, err
	}
	for _, name := range connections {
		index, err := g.live.Tables(ctx, name)
		switch {
		case sqlstate.CodeOf(err) == sqlstate.ObjectNotInState && (r.Connection == "" || f.Pages != nil):
			continue // the others answer
		case err != nil:
			return f, err
		}
		f.Tables = append(f.Tables, index)
	}
	if len(f.Tables) == 0 && f.Pages == nil {
		return f, sqlstate.New(sqlstate.ObjectNotInState, "there is no snapshot of any connection yet").
			WithHint("Run: sallyport ingest")
	}
	return f, nil
}
