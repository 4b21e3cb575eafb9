package discovery

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

const currents = "SELECT name, database, sync_id, extracted_at, revision FROM connection WHERE sync_id <> '' "

// Connections returns the current snapshots of all connections that have one, by their names.
func (s *Store) Connections(ctx context.Context) ([]Current, error) {
	list, err := readCurrents(ctx, s.read, currents+"ORDER BY name")
	for i := range list {
		if err == nil {
			err = s.count(ctx, &list[i])
		}
	}
	return list, storeError(err, "read")
}

// Current returns the current snapshot of a connection. 55000: there is none.
func (s *Store) Current(ctx context.Context, connection string) (Current, error) {
	list, err := readCurrents(ctx, s.read, currents+"AND name = ?", connection)
	switch {
	case err != nil:
		return Current{}, storeError(err, "read")
	case len(list) == 0:
		return Current{}, noSnapshot(connection)
	}
	return list[0], storeError(s.count(ctx, &list[0]), "read")
}

// counts are the numbers of a Current. They are counted once for each revision.
type counts struct {
	syncID                                                            string
	revision                                                          int64
	profiledAt                                                        time.Time
	sampledRows                                                       int64
	tables, columns, profiledColumns, sampledColumns, valuesPerColumn int
}

func (s *Store) count(ctx context.Context, c *Current) error {
	kept, ok := s.counted.Load(c.Connection)
	n, _ := kept.(counts)
	if !ok || n.revision != c.Revision || n.syncID != c.SyncID {
		n = counts{syncID: c.SyncID, revision: c.Revision}
		var at int64
		err := s.read.QueryRowContext(ctx, `SELECT count(*), coalesce(sum(columns), 0), coalesce(max(profiled_at), 0), coalesce(sum(profiled_columns), 0),
			coalesce(sum(sampled_columns), 0), coalesce(max(sampled_rows), 0), coalesce(max(values_per_column), 0) FROM relation WHERE connection = ?`, c.Connection).
			Scan(&n.tables, &n.columns, &at, &n.profiledColumns, &n.sampledColumns, &n.sampledRows, &n.valuesPerColumn)
		if err != nil {
			return err
		}
		n.profiledAt = instant(at)
		s.counted.Store(c.Connection, n)
	}
	c.Tables, c.Columns, c.ProfiledAt, c.ProfiledColumns = n.tables, n.columns, n.profiledAt, n.profiledColumns
	c.SampledColumns, c.SampledRows, c.ValuesPerColumn = n.sampledColumns, n.sampledRows, n.valuesPerColumn
	return nil
}

// Revision returns the revision of a connection's current snapshot: it is cheaper than Current.
// 55000: there is none.
func (s *Store) Revision(ctx context.Context, connection string) (revision int64, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT revision FROM connection WHERE name = ? AND sync_id <> ''", connection).Scan(&revision)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, noSnapshot(connection)
	}
	return revision, storeError(err, "read")
}

// noSnapshot is the error of a connection that was never ingested.
func noSnapshot(connection string) error {
	return sqlstate.New(sqlstate.ObjectNotInState, "there is no snapshot of connection %q yet", connection).
		WithHint("Run: sallyport ingest %s", connection)
}

func readCurrents(ctx context.Context, q Querier, query string, args ...any) (list []Current, err error) {
	err = EachRow(ctx, q, func(rows *sql.Rows) error {
		var c Current
		var extracted int64
		err := rows.Scan(&c.Connection, &c.Database, &c.SyncID, &extracted, &c.Revision)
		c.ExtractedAt = instant(extracted)
		list = append(list, c)
		return err
	}, query, args...)
	return list, err
}

// instant reads a moment in milliseconds; 0 is none.
func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

const relations = "SELECT id, connection, catalog, db, name, kind, estimated_rows, body FROM relation "

// Table returns a table of the current snapshot, with profiles and descriptions. 42P01: it has no
// such table; 55000: there is no snapshot.
func (s *Store) Table(ctx context.Context, connection string, ref TableRef) (Table, error) {
	var t Table
	err := s.look(ctx, func(q Querier) (err error) {
		t, err = readTable(ctx, q, relations+"WHERE connection = ? AND catalog = ? AND db = ? AND name = ?", connection, ref.Catalog, ref.DB, ref.Name)
		return err
	})
	if !errors.Is(err, sql.ErrNoRows) {
		return t, err
	}
	if _, err := s.Revision(ctx, connection); err != nil {
		return Table{}, err
	}
	return Table{}, sqlstate.New(sqlstate.UndefinedTable, "the snapshot of %q has no table %s", connection, ref.Display()).
		WithHint("If the table is new, run: sallyport ingest %s", connection)
}

func tableByID(ctx context.Context, q Querier, id int64) (Table, error) {
	return readTable(ctx, q, relations+"WHERE id = ?", id)
}

// readTable reads one table with all its parts.
func readTable(ctx context.Context, q Querier, query string, args ...any) (Table, error) {
	var t Table
	var id int64
	var connection, kind string
	var text []byte
	err := q.QueryRowContext(ctx, query, args...).Scan(&id, &connection, &t.Ref.Catalog, &t.Ref.DB, &t.Ref.Name, &kind, &t.EstimatedRows, &text)
	if err != nil {
		return Table{}, err
	}
	t.Kind = Kind(kind)
	if err := errors.Join(decode(text, &t), addProfiles(ctx, q, id, &t)); err != nil {
		return Table{}, err
	}
	return t, addAnnotations(ctx, q, connection, &t)
}

func addProfiles(ctx context.Context, q Querier, id int64, t *Table) error {
	return EachRow(ctx, q, func(rows *sql.Rows) error {
		var name string
		var text []byte
		if err := rows.Scan(&name, &text); err != nil {
			return err
		}
		i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
		if i < 0 {
			return nil
		}
		t.Columns[i].Profile = &Profile{}
		return json.Unmarshal(text, t.Columns[i].Profile)
	}, "SELECT column, body FROM profile WHERE relation = ?", id)
}
