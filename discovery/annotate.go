package discovery

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
)

// The origins of what is said of tables, in the order in which they are preferred.
const (
	OriginUser  = "user"
	OriginAI    = "ai"
	OriginDBT   = "dbt"
	OriginDB    = "db"
	OriginGuess = "guess" // foreign keys that nobody has declared
)

// Annotation is a text of one origin about a table, or about one of its columns.
type Annotation struct {
	Ref    TableRef
	Column string // "": the table
	Text   string
	PII    bool // of a column: it is never sampled, and what was is dropped
	// ForeignKeys, of a table, are keys that its source does not declare.
	ForeignKeys []ForeignKey
}

// Annotate replaces all that an origin says of a connection. The tables need not be there yet. If
// several annotations are about one thing, the last one counts.
func (s *Store) Annotate(ctx context.Context, connection, origin string, list []Annotation) error {
	err := s.change(ctx, func(tx *sql.Tx) error {
		before, err := annotated(ctx, tx, connection, origin)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM annotation WHERE connection = ? AND origin = ?", connection, origin); err != nil {
			return err
		}
		if err := insertAnnotations(ctx, tx, connection, origin, list); err != nil {
			return err
		}
		after, err := annotated(ctx, tx, connection, origin)
		if err != nil {
			return err
		}
		changed, err := annotatedTables(ctx, tx, connection, differing(before, after))
		if err != nil {
			return err
		}
		dropped, err := dropPrivate(ctx, tx, connection)
		if err != nil {
			return err
		}
		changed = append(changed, dropped...)
		slices.Sort(changed)
		changed = slices.Compact(changed)
		if err := countProfiles(ctx, tx, changed); err != nil || len(changed) == 0 {
			return err
		}
		return s.tell(ctx, tx, connection, nil, changed)
	})
	return storeError(err, "write")
}

func insertAnnotations(ctx context.Context, tx *sql.Tx, connection, origin string, list []Annotation) error {
	rows := make([][]any, len(list))
	for i, a := range list {
		var keys []byte
		if len(a.ForeignKeys) > 0 {
			var err error
			if keys, err = json.Marshal(a.ForeignKeys); err != nil {
				return err
			}
		}
		rows[i] = []any{connection, a.Ref.Catalog, a.Ref.DB, a.Ref.Name, a.Column, origin, a.Text, a.PII, keys}
	}
	return insert(ctx, tx, "INSERT OR REPLACE INTO annotation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
}

// said is an annotation as the file has it, to compare.
type said struct{ column, text, keys string }

// annotated reads what an origin says, by tables.
func annotated(ctx context.Context, tx *sql.Tx, connection, origin string) (map[TableRef][]said, error) {
	all := map[TableRef][]said{}
	err := EachRow(ctx, tx, func(rows *sql.Rows) error {
		var r TableRef
		var x said
		err := rows.Scan(&r.Catalog, &r.DB, &r.Name, &x.column, &x.text, &x.keys)
		all[r] = append(all[r], x)
		return err
	}, `SELECT catalog, db, name, column, pii || text, coalesce(foreign_keys, '') FROM annotation
		WHERE connection = ? AND origin = ? ORDER BY 1, 2, 3, 4`, connection, origin)
	return all, err
}

func differing(before, after map[TableRef][]said) (list []TableRef) {
	for ref, said := range after {
		if !slices.Equal(before[ref], said) {
			list = append(list, ref)
		}
	}
	for ref := range before {
		if _, still := after[ref]; !still {
			list = append(list, ref)
		}
	}
	return list
}

func annotatedTables(ctx context.Context, tx *sql.Tx, connection string, refs []TableRef) (ids []int64, err error) {
	for _, r := range refs {
		found, err := Values[int64](ctx, tx, "SELECT id FROM relation WHERE connection = ? AND catalog = ? AND db = ? AND name = ?", connection, r.Catalog, r.DB, r.Name)
		if err != nil {
			return nil, err
		}
		ids = append(ids, found...)
	}
	return ids, nil
}

// HasPersonal reports whether any column of a connection is described as personal. Its views are not
// sampled then: one may show the column, by another name, too.
func (s *Store) HasPersonal(ctx context.Context, connection string) (bool, error) {
	has, err := hasPersonal(ctx, s.read, connection)
	return has, storeError(err, "read")
}

func hasPersonal(ctx context.Context, q Querier, connection string) (has bool, err error) {
	err = q.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM annotation WHERE connection = ? AND pii)", connection).Scan(&has)
	return has, err
}

// dropPrivate drops profiles of columns that are described as personal, and those of views where there
// are such. It returns the tables that had some.
func dropPrivate(ctx context.Context, tx *sql.Tx, connection string) ([]int64, error) {
	return Values[int64](ctx, tx, `DELETE FROM profile WHERE (relation, column) IN (
			SELECT r.id, a.column FROM annotation a JOIN relation r USING (connection, catalog, db, name) WHERE a.connection = ?1 AND a.pii)
		OR relation IN (SELECT id FROM relation WHERE connection = ?1 AND kind = 'view')
			AND EXISTS (SELECT 1 FROM annotation WHERE connection = ?1 AND pii)
		RETURNING relation`, connection)
}

// addAnnotations adds to a table what all origins say of it.
func addAnnotations(ctx context.Context, q Querier, connection string, t *Table) error {
	return EachRow(ctx, q, func(rows *sql.Rows) error {
		var column, origin, text string
		var pii bool
		var keys []byte
		if err := rows.Scan(&column, &origin, &text, &pii, &keys); err != nil {
			return err
		}
		return annotate(t, column, Description{origin, text}, pii, keys)
	}, `SELECT column, origin, text, pii, foreign_keys FROM annotation
		WHERE connection = ? AND catalog = ? AND db = ? AND name = ?
		ORDER BY CASE origin WHEN 'user' THEN 1 WHEN 'ai' THEN 2 WHEN 'dbt' THEN 3 WHEN 'db' THEN 4 ELSE 5 END, origin`,
		connection, t.Ref.Catalog, t.Ref.DB, t.Ref.Name)
}

// annotate adds to a table what one origin says of it or of a column.
func annotate(t *Table, column string, d Description, pii bool, keys []byte) error {
	if column != "" {
		i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == column })
		if i < 0 {
			return nil
		}
		c := &t.Columns[i]
		if c.PII = c.PII || pii; c.PII {
			c.Profile = nil
		}
		if d.Text != "" {
			c.Descriptions = append(c.Descriptions, d)
		}
		return nil
	}
	if d.Text != "" {
		t.Descriptions = append(t.Descriptions, d)
	}
	var list []ForeignKey
	if len(keys) > 0 {
		if err := json.Unmarshal(keys, &list); err != nil {
			return errors.New("the keys of an annotation cannot be read")
		}
	}
	for _, k := range list {
		known := func(f ForeignKey) bool {
			return f.FromColumn == k.FromColumn && f.To == k.To && f.ToColumn == k.ToColumn
		}
		if !slices.ContainsFunc(t.ForeignKeys, known) {
			t.ForeignKeys = append(t.ForeignKeys, k)
		}
	}
	return nil
}
