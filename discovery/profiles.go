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
	ProfiledAt time.Time
	Columns    map[string]Profile
}

// SaveProfile keeps the profile of a table in the place of the one before. A profile of a column
// that is described as personal is not kept. Nothing happens where the table is gone.
func (s *Store) SaveProfile(ctx context.Context, connection string, ref TableRef, p TableProfile) error {
	err := s.change(ctx, func(tx *sql.Tx) error {
		t, id, err := relationOf(ctx, tx, connection, ref)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err == nil {
			err = dropProfiles(ctx, tx, id)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, "UPDATE relation SET profiled = fingerprint, profiled_at = ?, profiled_rows = estimated_rows WHERE id = ?", p.ProfiledAt.UnixMilli(), id)
		}
		var sampled int64
		for _, c := range t.Columns {
			if profile, ok := p.Columns[c.Name]; ok && err == nil && !c.PII {
				profile.ProfiledAt = p.ProfiledAt.UTC()
				sampled = max(sampled, profile.SampledRows)
				err = insertProfile(ctx, tx, id, c.Name, profile)
			}
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, "UPDATE relation SET sampled_rows = ? WHERE id = ?", sampled, id)
		}
		if err == nil {
			err = countProfiles(ctx, tx, []int64{id})
		}
		if err != nil {
			return err
		}
		return s.tell(ctx, tx, connection, nil, []int64{id})
	})
	return failed(err, "write")
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
	return run(ctx, tx, []any{id}, "DELETE FROM profile WHERE relation = ?", "DELETE FROM sample WHERE relation = ?")
}

// dropStaleProfiles drops the profiles of columns that a changed table has no more. Those of the
// others stay until the table is profiled again.
func dropStaleProfiles(ctx context.Context, tx *sql.Tx, id int64) error {
	t, err := tableByID(ctx, tx, id)
	if err != nil {
		return err
	}
	names, err := values[string](ctx, tx, "SELECT column FROM profile WHERE relation = ?", id)
	for _, name := range names {
		if slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name == name }) {
			continue
		}
		if err == nil {
			err = run(ctx, tx, []any{id, name}, "DELETE FROM profile WHERE relation = ? AND column = ?", "DELETE FROM sample WHERE relation = ? AND column = ?")
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
			sampled_columns = (SELECT count(DISTINCT column) FROM sample WHERE relation = ?1),
			values_per_column = (SELECT coalesce(max(position) + 1, 0) FROM sample WHERE relation = ?1) WHERE id = ?1`, id)
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
	if _, err := tx.ExecContext(ctx, "INSERT INTO profile VALUES (?, ?, ?)", id, column, text); err != nil {
		return err
	}
	rows := make([][]any, len(p.Samples))
	for i, sample := range p.Samples {
		rows[i] = []any{id, column, i, sample.Value, fold(sample.Value)}
	}
	return insert(ctx, tx, "INSERT INTO sample VALUES (?, ?, ?, ?, ?)", rows)
}

// Stale lists the tables of the current snapshot that have no profile of before, or one of
// another structure or of fewer than half or more than twice the rows. The rest need no new one.
func (s *Store) Stale(ctx context.Context, connection string, before time.Time) (list []TableRef, err error) {
	list, err = refs(ctx, s.read, `SELECT catalog, db, name FROM relation WHERE connection = ?
		AND (profiled IS NULL OR profiled <> fingerprint OR profiled_at < ?
			OR coalesce(estimated_rows, -1) NOT BETWEEN coalesce(profiled_rows, -1) / 2 AND coalesce(profiled_rows, -1) * 2 AND estimated_rows IS NOT profiled_rows)
		ORDER BY 1, 2, 3`, connection, before.UnixMilli())
	return list, failed(err, "read")
}
