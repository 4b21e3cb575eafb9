package discovery

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// Match is a sampled value that has the text that was looked for.
type Match struct {
	Connection string
	Ref        TableRef
	Column     string
	Value      string
	Distinct   int64 // an estimate of how many values the column has
}

// Dictionary finds texts in the sampled values of a store's connections. The values are held in memory
// from the first search of a connection on, and read again when the connection has changed. It may be
// used by many goroutines.
type Dictionary struct {
	store *Store
	cache *Cache[*samples]
	most  int
}

// NewDictionary makes a Dictionary that holds so many bytes of values at most. A connection that has
// more is read at each search.
func NewDictionary(s *Store, most int) *Dictionary {
	return &Dictionary{store: s, cache: NewCache[*samples](most), most: most}
}

// samples are the sampled values of a connection, as of one revision.
type samples struct {
	revision int64
	columns  []sampledColumn // by tables and names
	bytes    int
}

// sampledColumn is a column with its sampled values, the most frequent first.
type sampledColumn struct {
	ref      *TableRef
	name     string
	distinct int64
	values   string // joined by separators
	folded   string // the same in lower case
}

// separator stands between values. No text has it: it is no UTF-8.
const separator = "\xff"

// Find looks for a text in the sampled values of a connection, as a part and without regard to case;
// values that are like it as a whole come first, then shorter ones. A miss says nothing: only a few
// values of each column are sampled.
func (d *Dictionary) Find(ctx context.Context, connection, text string, limit int) ([]Match, error) {
	found := search{text: fold(text), limit: limit}
	held, err := d.cache.Use(ctx, connection, func(have *samples) (*samples, int, error) { return d.renew(ctx, connection, have) })
	if errors.Is(err, errTooMany) {
		_, err = d.store.sampled(ctx, connection, found.in)
	}
	if err != nil {
		return nil, storeError(err, "read")
	}
	if held != nil {
		for _, c := range held.columns {
			_ = found.in(c) // has no errors
		}
	}
	return found.matches(connection), nil
}

// errTooMany says that a connection has more values than are held.
var errTooMany = errors.New("too many values")

// renew returns the samples of a connection as they are now, and their bytes.
func (d *Dictionary) renew(ctx context.Context, connection string, have *samples) (*samples, int, error) {
	revision, err := revisionOf(ctx, d.store.read, connection)
	if err != nil || have != nil && have.revision == revision {
		return have, have.size(), err
	}
	var now samples
	now.revision, err = d.store.sampled(ctx, connection, func(c sampledColumn) error {
		now.columns, now.bytes = append(now.columns, c), now.bytes+c.size()
		if now.bytes > d.most {
			return errTooMany
		}
		return nil
	})
	return &now, now.bytes, err
}

func (s *samples) size() int {
	if s == nil {
		return 0
	}
	return s.bytes
}

// size is about how many bytes of memory a column takes.
func (c sampledColumn) size() int { return 96 + len(c.name) + len(c.values) + len(c.folded) }

// sampled reads the sampled values of a connection in one moment of the store, and returns the revision
// that they are of.
func (s *Store) sampled(ctx context.Context, connection string, each func(sampledColumn) error) (revision int64, err error) {
	err = s.look(ctx, func(q Querier) (err error) {
		if revision, err = revisionOf(ctx, q, connection); err != nil {
			return err
		}
		ref := &TableRef{}
		return EachRow(ctx, q, func(rows *sql.Rows) error {
			var at TableRef
			var name string
			var text []byte
			if err := rows.Scan(&at.Catalog, &at.DB, &at.Name, &name, &text); err != nil {
				return err
			}
			var p Profile
			if err := json.Unmarshal(text, &p); err != nil {
				return err
			}
			if at != *ref {
				ref = &at
			}
			return each(columnOf(ref, name, p))
		}, `SELECT r.catalog, r.db, r.name, p.column, p.body FROM relation r CROSS JOIN profile p ON p.relation = r.id
			WHERE r.connection = ? AND p.samples > 0 ORDER BY 1, 2, 3, 4`, connection)
	})
	return revision, err
}

// revisionOf returns the revision of a connection, or 0 if the connection does not exist.
func revisionOf(ctx context.Context, q Querier, connection string) (int64, error) {
	list, err := Values[int64](ctx, q, "SELECT revision FROM connection WHERE name = ?", connection)
	return append(list, 0)[0], err
}

func columnOf(ref *TableRef, name string, p Profile) sampledColumn {
	values, folded := make([]string, len(p.Samples)), make([]string, len(p.Samples))
	for i, sample := range p.Samples {
		values[i], folded[i] = sample.Value, fold(sample.Value)
	}
	c := sampledColumn{ref: ref, name: name, distinct: p.Distinct, values: strings.Join(values, separator), folded: strings.Join(folded, separator)}
	if c.folded == c.values {
		c.folded = c.values // one copy
	}
	return c
}

// search gathers the best values that have a text.
type search struct {
	text  string // folded
	limit int
	found []hit
}

// hit is a value of a column.
type hit struct {
	column sampledColumn
	value  string
	length int // in characters
	order  int // in which it was found
}

// in looks into a column. It has no errors.
func (s *search) in(c sampledColumn) error {
	if !strings.Contains(c.folded, s.text) {
		return nil
	}
	values := strings.Split(c.values, separator)
	for i, folded := range strings.Split(c.folded, separator) {
		if strings.Contains(folded, s.text) {
			s.found = append(s.found, hit{c, values[i], utf8.RuneCountInString(folded), len(s.found)})
		}
	}
	if len(s.found) > 1000+2*s.limit {
		s.best()
	}
	return nil
}

// best keeps the best hits. The value that is the text as a whole is the shortest that has it.
func (s *search) best() {
	slices.SortFunc(s.found, func(a, b hit) int { return cmp.Or(a.length-b.length, a.order-b.order) })
	s.found = s.found[:min(s.limit, len(s.found))]
	for i := range s.found {
		s.found[i].order = i
	}
}

func (s *search) matches(connection string) (list []Match) {
	s.best()
	for _, h := range s.found {
		list = append(list, Match{Connection: connection, Ref: *h.column.ref, Column: h.column.name, Value: h.value, Distinct: h.column.distinct})
	}
	return list
}
