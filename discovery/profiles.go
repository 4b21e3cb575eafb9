package discovery

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"time"
)

// TableProfile is what a bounded sample of a table has shown.
type TableProfile struct {
	Ref        TableRef
	ProfiledAt time.Time
	Rows       *int64 // how many the table has, where the sample shows it: nil: it does not
	Columns    map[string]Profile
}

// SaveProfiles keeps profiles of tables in the place of those before. A profile of a column that
// is described as personal is not kept, nor that of a view where there are such (HasPersonal), nor that
// of a table that is gone.
func (s *Store) SaveProfiles(ctx context.Context, connection string, list []TableProfile) error {
	err := s.change(ctx, func(tx *sql.Tx) error {
		var changed []int64
		for _, p := range list {
			id, err := saveProfile(ctx, tx, connection, p)
			if errors.Is(err, sql.ErrNoRows) {
				continue
			}
			if err != nil {
				return err
			}
			changed = append(changed, id)
		}
		if err := countProfiles(ctx, tx, changed); err != nil || len(changed) == 0 {
			return err
		}
		return s.tell(ctx, tx, connection, nil, changed)
	})
	return storeError(err, "write")
}

func saveProfile(ctx context.Context, tx *sql.Tx, connection string, p TableProfile) (int64, error) {
	t, id, err := relationOf(ctx, tx, connection, p.Ref)
	if err != nil {
		return 0, err
	}
	if err := dropProfiles(ctx, tx, id); err != nil {
		return 0, err
	}
	if t.Kind == KindView {
		personal, err := hasPersonal(ctx, tx, connection)
		if err != nil {
			return 0, err
		}
		if personal {
			p.Columns = nil
		}
	}
	sampled := int64(0)
	for _, c := range t.Columns {
		profile, ok := p.Columns[c.Name]
		if !ok || c.PII {
			continue
		}
		profile.ProfiledAt, sampled = p.ProfiledAt.UTC(), max(sampled, profile.SampledRows)
		if err := insertProfile(ctx, tx, id, c.Name, profile); err != nil {
			return 0, err
		}
	}
	_, err = tx.ExecContext(ctx, `UPDATE relation SET profiled = fingerprint, profiled_at = ?2, sampled_rows = ?3,
		profiled_rows = coalesce(estimated_rows, ?4), estimated_rows = coalesce(estimated_rows, ?4) WHERE id = ?1`, id, p.ProfiledAt.UnixMilli(), sampled, p.Rows)
	return id, err
}

func relationOf(ctx context.Context, tx *sql.Tx, connection string, ref TableRef) (t Table, id int64, err error) {
	err = tx.QueryRowContext(ctx, "SELECT id FROM relation WHERE connection = ? AND catalog = ? AND db = ? AND name = ?",
		connection, ref.Catalog, ref.DB, ref.Name).Scan(&id)
	if err == nil {
		t, err = tableByID(ctx, tx, id)
	}
	return t, id, err
}

func dropProfiles(ctx context.Context, tx *sql.Tx, id int64) error {
	_, err := tx.ExecContext(ctx, "DELETE FROM profile WHERE relation = ?", id)
	return err
}

// dropStaleProfiles drops the profiles of columns that a changed table has no more. Those of the
// others stay until the table is profiled again.
func dropStaleProfiles(ctx context.Context, tx *sql.Tx, id int64) error {
	t, err := tableByID(ctx, tx, id)
	if err != nil {
		return err
	}
	names, err := Values[string](ctx, tx, "SELECT column FROM profile WHERE relation = ?", id)
	for _, name := range names {
		if slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name == name }) {
			continue
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, "DELETE FROM profile WHERE relation = ? AND column = ?", id, name)
		}
	}
	if err == nil {
		err = countProfiles(ctx, tx, []int64{id})
	}
	return err
}

// countProfiles keeps beside tables how much is known of them.
func countProfiles(ctx context.Context, tx *sql.Tx, ids []int64) error {
	for _, id := range ids {
		_, err := tx.ExecContext(ctx, `UPDATE relation SET
			profiled_columns = (SELECT count(*) FROM profile WHERE relation = ?1),
			sampled_columns = (SELECT count(*) FROM profile WHERE relation = ?1 AND samples > 0),
			values_per_column = (SELECT coalesce(max(samples), 0) FROM profile WHERE relation = ?1) WHERE id = ?1`, id)
		if err != nil {
			return err
		}
	}
	return nil
}

func insertProfile(ctx context.Context, tx *sql.Tx, id int64, column string, p Profile) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO profile VALUES (?, ?, ?, ?)", id, column, len(p.Samples), text)
	return err
}

// Stale lists the tables of the current snapshot that have no profile of before, or one of
// another structure or of fewer than half or more than twice the rows. The rest need no new one.
func (s *Store) Stale(ctx context.Context, connection string, before time.Time) (list []TableRef, err error) {
	list, err = refs(ctx, s.read, `SELECT catalog, db, name FROM relation WHERE connection = ?
		AND (profiled IS NULL OR profiled <> fingerprint OR profiled_at < ?
			OR estimated_rows IS NOT profiled_rows AND coalesce(estimated_rows NOT BETWEEN profiled_rows / 2 AND profiled_rows * 2, true))
		ORDER BY 1, 2, 3`, connection, before.UnixMilli())
	return list, storeError(err, "read")
}
