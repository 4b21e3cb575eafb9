package discovery

import (
	"context"
	"database/sql"
	"strings"
)

// Display is how people write a reference: its parts with dots between, quoted where a part is not
// a plain name in lower case. Resolve reads it.
func (r TableRef) Display() string {
	var parts []string
	for _, part := range []string{r.Catalog, r.DB, r.Name} {
		if part != "" {
			parts = append(parts, displayed(part))
		}
	}
	return strings.Join(parts, ".")
}

func displayed(name string) string {
	for i, c := range name {
		if c != '_' && (c < 'a' || c > 'z') && (i == 0 || (c < '0' || c > '9') && c != '$' && c != '-') {
			return quoted(name)
		}
	}
	return name
}

// Listing chooses tables of a connection.
type Listing struct {
	DB     *string // tables of this schema alone
	Prefix string  // of the name, without regard to case
	After  TableRef
	Limit  int // 0: 100
}

// Listed is a table in a list.
type Listed struct {
	ID            int64
	Ref           TableRef
	Kind          Kind
	Comment       string
	EstimatedRows *int64
	Columns       int
}

// Tables lists tables of the current snapshot in the order of their references, a page at a
// time: the next page is After the last of this one.
func (s *Store) Tables(ctx context.Context, connection string, l Listing) (list []Listed, err error) {
	if l.Limit <= 0 {
		l.Limit = 100
	}
	query := `SELECT id, catalog, db, name, kind, coalesce(body ->> 'comment', ''), estimated_rows, columns FROM relation
		WHERE connection = ? AND (catalog, db, name) > (?, ?, ?)`
	args := []any{connection, l.After.Catalog, l.After.DB, l.After.Name}
	if l.DB != nil {
		query, args = query+" AND db = ?", append(args, *l.DB)
	}
	if l.Prefix != "" {
		query, args = query+" AND substr(folded, 1, length(?)) = ?", append(args, fold(l.Prefix), fold(l.Prefix))
	}
	err = EachRow(ctx, s.read, func(rows *sql.Rows) error {
		var t Listed
		var kind string
		err := rows.Scan(&t.ID, &t.Ref.Catalog, &t.Ref.DB, &t.Ref.Name, &kind, &t.Comment, &t.EstimatedRows, &t.Columns)
		t.Kind = Kind(kind)
		list = append(list, t)
		return err
	}, query+" ORDER BY catalog, db, name LIMIT ?", append(args, l.Limit)...)
	return list, storeError(err, "read")
}

// Each calls f with every table of the current snapshot, in the order of their references. The
// tables are those of one moment.
func (s *Store) Each(ctx context.Context, connection string, f func(Table) error) error {
	return s.look(ctx, func(q Querier) error {
		ids, err := Values[int64](ctx, q, "SELECT id FROM relation WHERE connection = ? ORDER BY catalog, db, name", connection)
		if err != nil {
			return err
		}
		for _, id := range ids {
			t, err := tableByID(ctx, q, id)
			if err == nil {
				err = f(t)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Keep removes all connections but these: those that the configuration has no more. Providers of a
// registry go only where all says that the caller knows the registry, too.
func (s *Store) Keep(ctx context.Context, connections []string, all bool) error {
	keep := map[string]bool{}
	for _, c := range connections {
		keep[c] = true
	}
	err := s.change(ctx, func(tx *sql.Tx) error {
		known, err := Values[string](ctx, tx, `SELECT name FROM connection UNION SELECT connection FROM annotation UNION SELECT connection FROM staged UNION SELECT connection FROM report
			EXCEPT SELECT name FROM connection WHERE found AND NOT ?`, all)
		for _, c := range known {
			if err == nil && !keep[c] {
				err = s.remove(ctx, tx, c)
			}
		}
		return err
	})
	return storeError(err, "write")
}

func (s *Store) remove(ctx context.Context, tx *sql.Tx, connection string) error {
	gone, err := Values[int64](ctx, tx, "SELECT id FROM relation WHERE connection = ?", connection)
	if err == nil && len(gone) > 0 {
		err = s.tell(ctx, tx, connection, gone, nil)
	}
	if err != nil {
		return err
	}
	return run(ctx, tx, []any{connection}, "DELETE FROM relation WHERE connection = ?", "DELETE FROM staged WHERE connection = ?",
		"DELETE FROM annotation WHERE connection = ?", "DELETE FROM report WHERE connection = ?", "DELETE FROM connection WHERE name = ?")
}
