package discovery

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// batch is how many tables a Writer puts aside in one transaction.
const batch = 500

// Writer writes a snapshot of one connection. Nobody sees anything of it before Commit. It is used
// by one goroutine.
type Writer struct {
	store      *Store
	connection string
	database   string
	syncID     string
	found      bool
	began      time.Time
	known      map[TableRef]string // the fingerprints of the current snapshot
	waiting    []staged
	count      int
}

// staged is a table that is put aside.
type staged struct {
	ref               TableRef
	kind              Kind
	rows              *int64
	columns           int
	body, fingerprint []byte
}

// Begin begins a snapshot of a connection. database is what its server calls the database, or
// "". Of two that are written at once the one that began first fails.
func (s *Store) Begin(ctx context.Context, connection, database string) (*Writer, error) {
	now := time.Now().UTC()
	var random [4]byte
	_, _ = rand.Read(random[:]) // never fails
	w := &Writer{
		store: s, connection: connection, database: database, began: now,
		syncID: now.Format("20060102T150405Z") + "-" + hex.EncodeToString(random[:]), known: map[TableRef]string{},
	}
	err := s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM staged WHERE connection = ?", connection)
		return err
	})
	if err != nil {
		return nil, storeError(err, "write")
	}
	err = EachRow(ctx, s.read, func(rows *sql.Rows) error {
		var ref TableRef
		var fingerprint []byte
		err := rows.Scan(&ref.Catalog, &ref.DB, &ref.Name, &fingerprint)
		w.known[ref] = string(fingerprint)
		return err
	}, "SELECT catalog, db, name, fingerprint FROM relation WHERE connection = ?", connection)
	return w, storeError(err, "read")
}

// Found says that the connection is a provider that a registry has, and no source of the configuration.
func (w *Writer) Found() { w.found = true }

// Put adds a table. Its profiles and descriptions are not looked at. Each reference comes once.
func (w *Writer) Put(ctx context.Context, t Table) error {
	text, fingerprint, err := encode(t)
	if err != nil {
		return err
	}
	if w.known[t.Ref] == string(fingerprint) {
		text = nil
	}
	w.waiting = append(w.waiting, staged{t.Ref, t.Kind, t.EstimatedRows, len(t.Columns), text, fingerprint})
	if len(w.waiting) < batch {
		return nil
	}
	return w.flush(ctx)
}

// flush puts aside what waits.
func (w *Writer) flush(ctx context.Context) error {
	rows := make([][]any, len(w.waiting))
	for i, t := range w.waiting {
		rows[i] = []any{
			w.syncID, w.connection, t.ref.Catalog, t.ref.DB, t.ref.Name, fold(t.ref.Name), string(t.kind),
			t.rows, t.columns, t.fingerprint, t.body,
		}
	}
	err := w.store.change(ctx, func(tx *sql.Tx) error {
		return insert(ctx, tx, "INSERT INTO staged VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
	})
	w.count += len(w.waiting)
	w.waiting = w.waiting[:0]
	return storeError(err, "write")
}

// Commit makes the snapshot the current one, and returns it.
func (w *Writer) Commit(ctx context.Context) (Current, error) {
	if err := w.flush(ctx); err != nil {
		return Current{}, err
	}
	err := w.store.change(ctx, func(tx *sql.Tx) error {
		var mine int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM staged WHERE connection = ? AND writer = ?", w.connection, w.syncID).Scan(&mine); err != nil {
			return err
		}
		if mine != w.count {
			return sqlstate.New(sqlstate.ObjectInUse, "another snapshot of %q has begun since this one", w.connection).
				WithHint("Wait for its end: it is as good as this one.")
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO connection VALUES (?, ?, ?, ?, 1, ?)
			ON CONFLICT (name) DO UPDATE SET database = excluded.database, sync_id = excluded.sync_id, extracted_at = excluded.extracted_at, found = excluded.found`,
			w.connection, w.database, w.syncID, w.began.UnixMilli(), w.found); err != nil {
			return err
		}
		gone, changed, err := w.apply(ctx, tx)
		if err != nil || len(gone)+len(changed) == 0 {
			return err
		}
		return w.store.tell(ctx, tx, w.connection, gone, changed)
	})
	if err != nil {
		return Current{}, storeError(err, "write")
	}
	return w.store.Current(ctx, w.connection)
}

// matching joins staged tables, s, with those of the current snapshot, r.
const matching = "r.connection = s.connection AND r.catalog = s.catalog AND r.db = s.db AND r.name = s.name"

// apply takes over what differs, and returns the tables that are gone, and new or changed.
func (w *Writer) apply(ctx context.Context, tx *sql.Tx) (gone, changed []int64, err error) {
	gone, err = Values[int64](ctx, tx, "SELECT id FROM relation r WHERE connection = ? AND NOT EXISTS (SELECT 1 FROM staged s WHERE "+matching+")", w.connection)
	if err != nil {
		return nil, nil, err
	}
	changed, err = Values[int64](ctx, tx, "SELECT id FROM relation r JOIN staged s ON "+matching+" WHERE r.connection = ? AND r.fingerprint <> s.fingerprint", w.connection)
	if err != nil {
		return nil, nil, err
	}
	added, err := w.add(ctx, tx)
	if err != nil {
		return nil, nil, err
	}
	err = run(ctx, tx, []any{w.connection},
		"DELETE FROM relation AS r WHERE connection = ?1 AND NOT EXISTS (SELECT 1 FROM staged s WHERE "+matching+")",
		`UPDATE relation AS r SET kind = s.kind, columns = s.columns, fingerprint = s.fingerprint, body = s.body
			FROM staged s WHERE r.connection = ?1 AND `+matching+" AND r.fingerprint <> s.fingerprint",
		`UPDATE relation AS r SET estimated_rows = s.estimated_rows
			FROM staged s WHERE r.connection = ?1 AND `+matching+" AND s.estimated_rows IS NOT NULL AND r.estimated_rows IS NOT s.estimated_rows",
		"DELETE FROM staged WHERE connection = ?1")
	if err != nil {
		return nil, nil, err
	}
	for _, id := range changed {
		if err := dropStaleProfiles(ctx, tx, id); err != nil {
			return nil, nil, err
		}
	}
	return gone, append(changed, added...), nil
}

// add adds the tables that the current snapshot does not have.
func (w *Writer) add(ctx context.Context, tx *sql.Tx) ([]int64, error) {
	return Values[int64](ctx, tx, `INSERT INTO relation (connection, catalog, db, name, folded, kind, estimated_rows, columns, fingerprint, body)
		SELECT connection, catalog, db, name, folded, kind, estimated_rows, columns, fingerprint, body FROM staged s
		WHERE connection = ? AND NOT EXISTS (SELECT 1 FROM relation r WHERE `+matching+") RETURNING id", w.connection)
}

// Close ends a snapshot that was not committed. After Commit it does nothing.
func (w *Writer) Close() error {
	err := w.store.change(context.Background(), func(tx *sql.Tx) error {
		_, err := tx.ExecContext(context.Background(), "DELETE FROM staged WHERE writer = ?", w.syncID)
		return err
	})
	return storeError(err, "write")
}
