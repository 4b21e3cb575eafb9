package discovery

import (
	"context"
	"database/sql"
)

// reportSchema came later than the other tables. It is made beside them, so that no snapshot is lost.
const reportSchema = `
CREATE TABLE IF NOT EXISTS report (
	connection TEXT PRIMARY KEY,
	body BLOB NOT NULL -- JSON
) WITHOUT ROWID`

// PutReport keeps what became of the last run of a connection, as JSON, in the place of the one before.
func (s *Store) PutReport(ctx context.Context, connection string, body []byte) error {
	return storeError(s.change(ctx, func(tx *sql.Tx) error {
		return run(ctx, tx, []any{connection, body}, "INSERT INTO report VALUES (?, ?) ON CONFLICT (connection) DO UPDATE SET body = excluded.body")
	}), "write")
}

// Reports returns what PutReport has kept, by connection.
func (s *Store) Reports(ctx context.Context) (map[string][]byte, error) {
	reports := map[string][]byte{}
	err := EachRow(ctx, s.read, func(rows *sql.Rows) error {
		var connection string
		var body []byte
		err := rows.Scan(&connection, &body)
		reports[connection] = body
		return err
	}, "SELECT connection, body FROM report")
	return reports, storeError(err, "read")
}
