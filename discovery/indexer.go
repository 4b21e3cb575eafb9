package discovery

import (
	"context"
	"database/sql"
	"strings"
)

// Indexer keeps tables of its own in the store's file, in step with what the store has.
type Indexer interface {
	// Prepare makes the indexer's tables where they are missing or of another version, while the
	// store is opened. stale says that they do not have what the store has: Index is called
	// with all of it.
	Prepare(ctx context.Context, tx *sql.Tx) (stale bool, err error)
	// Index is called in the transaction that makes a change visible.
	Index(ctx context.Context, tx *sql.Tx, c Change) error
}

// Change is what has changed of a connection.
type Change struct {
	Connection string
	// Gone are the IDs of tables that are no more. Theirs are never used again before Index has
	// been told.
	Gone []int64
	// Changed are the IDs of tables that are new, or differ in their structure, descriptions or
	// profiles. An ID stays with a table's reference as long as snapshots have it.
	Changed []int64
	// Table reads one of the Changed, as the change leaves it.
	Table func(id int64) (Table, error)
}

// tell tells the indexers of a change, and counts it.
func (s *Store) tell(ctx context.Context, tx *sql.Tx, connection string, gone, changed []int64) error {
	if _, err := tx.ExecContext(ctx, "UPDATE connection SET revision = revision + 1 WHERE name = ?", connection); err != nil {
		return err
	}
	for _, x := range s.indexers {
		if err := x.Index(ctx, tx, newChange(ctx, tx, connection, gone, changed)); err != nil {
			return err
		}
	}
	return nil
}

func newChange(ctx context.Context, tx *sql.Tx, connection string, gone, changed []int64) Change {
	return Change{
		Connection: connection, Gone: gone, Changed: changed,
		Table: func(id int64) (Table, error) { return tableByID(ctx, tx, id) },
	}
}

// reindex tells an indexer of everything.
func reindex(ctx context.Context, tx *sql.Tx, x Indexer) error {
	connections, err := Values[string](ctx, tx, "SELECT name FROM connection ORDER BY name")
	if err != nil {
		return err
	}
	for _, c := range connections {
		ids, err := Values[int64](ctx, tx, "SELECT id FROM relation WHERE connection = ? ORDER BY catalog, db, name", c)
		if err != nil {
			return err
		}
		if err := x.Index(ctx, tx, newChange(ctx, tx, c, nil, ids)); err != nil {
			return err
		}
	}
	return nil
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
