package find

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Kind is the kind of a thing that is found.
type Kind string

// The kinds. Those of the semantic layer can be asked for, and nothing is found of them yet.
const (
	KindWiki      Kind = "wiki"
	KindSource    Kind = "sl_source"
	KindMeasure   Kind = "sl_measure"
	KindDimension Kind = "sl_dimension"
	KindTable     Kind = "table"
	KindColumn    Kind = "column"
)

// Kinds lists all kinds.
func Kinds() []Kind {
	return []Kind{KindWiki, KindSource, KindMeasure, KindDimension, KindTable, KindColumn}
}

// Bounds of a request.
const (
	DefaultLimit = 15
	MaxLimit     = 50
	// maxQuery is how many bytes of a query are searched for. What follows them is ignored.
	maxQuery = 4096
)

// Request is what is asked of a Finder.
type Request struct {
	Query      string
	Connection string // "": all connections
	Kinds      []Kind // empty: all kinds
	Limit      int    // 1 to 50; 0: 15
	// Visible reports whether the principal may see a table (column is "") or a column.
	// What is not visible is not returned, and has no influence on ranks. nil: no table
	// is visible.
	Visible func(connection string, table discovery.TableRef, column string) bool
}

// withDefaults returns the request with its defaults, or an error with 22023.
func (r Request) withDefaults() (Request, error) {
	if strings.TrimSpace(r.Query) == "" {
		return r, sqlstate.New("22023", "the query is empty").WithHint("say in a few words what you look for")
	}
	if len(r.Query) > maxQuery {
		r.Query = r.Query[:maxQuery]
	}
	if r.Limit == 0 {
		r.Limit = DefaultLimit
	}
	if r.Limit < 1 || r.Limit > MaxLimit {
		return r, sqlstate.New("22023", "the limit %d is not between 1 and %d", r.Limit, MaxLimit)
	}
	for _, k := range r.Kinds {
		if !slices.Contains(Kinds(), k) {
			return r, sqlstate.New("22023", "%.40q is not a kind", string(k)).
				WithHint("kinds are wiki, sl_source, sl_measure, sl_dimension, table and column")
		}
	}
	if r.Visible == nil {
		r.Visible = func(string, discovery.TableRef, string) bool { return false }
	}
	return r, nil
}

// wants says whether the request asks for any of the kinds.
func (r Request) wants(kinds ...Kind) bool {
	return len(r.Kinds) == 0 || slices.ContainsFunc(kinds, func(k Kind) bool { return slices.Contains(r.Kinds, k) })
}
