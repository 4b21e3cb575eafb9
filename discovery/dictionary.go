package discovery

import (
	"context"
	"database/sql"
	"encoding/json"
)

// Match is a sampled value that has the text that was looked for.
type Match struct {
	Connection string
	Ref        TableRef
	Column     string
	Value      string
	Distinct   int64 // an estimate of how many values the column has
}

// FindValue looks for a text in the sampled values of a connection, as a part and without regard
// to case; values that are like it as a whole come first. A miss says nothing: only a few values of each column are
// sampled.
func (s *Store) FindValue(ctx context.Context, connection, text string, limit int) (list []Match, err error) {
	err = EachRow(ctx, s.read, func(rows *sql.Rows) error {
		m := Match{Connection: connection}
		var text []byte
		if err := rows.Scan(&m.Ref.Catalog, &m.Ref.DB, &m.Ref.Name, &m.Column, &m.Value, &text); err != nil {
			return err
		}
		var p Profile
		if err := json.Unmarshal(text, &p); err != nil {
			return err
		}
		m.Distinct = p.Distinct
		list = append(list, m)
		return nil
	}, `SELECT r.catalog, r.db, r.name, s.column, s.value, p.body FROM (
			SELECT s.relation, s.column, s.value, s.folded, s.position FROM sample s CROSS JOIN relation r ON r.id = s.relation
			WHERE instr(s.folded, ?2) > 0 AND r.connection = ?1
			ORDER BY s.folded <> ?2, length(s.folded), r.folded, s.column, s.position LIMIT ?3) s
		JOIN relation r ON r.id = s.relation JOIN profile p ON p.relation = s.relation AND p.column = s.column
		ORDER BY s.folded <> ?2, length(s.folded), 1, 2, 3, 4, s.position`, connection, fold(text), limit)
	return list, failed(err, "read")
}
