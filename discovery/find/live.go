package find

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/find/terms"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// documents is the table that has the documents. Its name changes with the form of a document, and with
// what terms make of names: an older table is dropped, and all documents are made again.
const documents = "find_document_2"

// Indexer keeps the documents of all tables in the store's file: each is written in the transaction that
// makes its table current.
type Indexer struct{}

// Prepare implements discovery.Indexer.
func (Indexer) Prepare(ctx context.Context, tx *sql.Tx) (stale bool, err error) {
	old, err := discovery.Values[string](ctx, tx, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'find@_document@_%' ESCAPE '@'")
	if err != nil || slices.Equal(old, []string{documents}) {
		return false, err
	}
	for _, name := range old {
		if _, err := tx.ExecContext(ctx, `DROP TABLE "`+strings.ReplaceAll(name, `"`, `""`)+`"`); err != nil {
			return false, err
		}
	}
	_, err = tx.ExecContext(ctx, "CREATE TABLE "+documents+` (
		relation INTEGER PRIMARY KEY,
		connection TEXT NOT NULL,
		revision INTEGER NOT NULL, -- of the connection, when the document was written
		body BLOB NOT NULL
	); CREATE INDEX `+documents+"_connection ON "+documents+" (connection, revision)")
	return true, err
}

// Index implements discovery.Indexer.
func (Indexer) Index(ctx context.Context, tx *sql.Tx, c discovery.Change) error {
	for _, id := range c.Gone {
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+documents+" WHERE relation = ?", id); err != nil {
			return err
		}
	}
	author := newAuthor(terms.New())
	for _, id := range c.Changed {
		table, err := c.Table(id)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT OR REPLACE INTO "+documents+` (relation, connection, revision, body)
			SELECT ?1, name, revision, ?3 FROM connection WHERE name = ?2`, id, c.Connection, []byte(author.document(table)))
		if err != nil {
			return err
		}
	}
	return nil
}

// Live has the indexes of a store's connections in memory, as the store has them now. It may be used by
// many goroutines.
type Live struct {
	store *discovery.Store
	cache *discovery.Cache[*held]
}

// held is the index of a connection, and the documents it was made of.
type held struct {
	revision  int64
	documents map[int64]document
	tables    *Tables
}

type document struct {
	revision int64
	body     string
}

// NewLive makes a Live of a store that was opened with an Indexer. It keeps documents of so many bytes
// at most, those of the connections that were searched last: one table of 20 columns has about 1 kB, and
// its part of an index twice as much.
func NewLive(store *discovery.Store, most int) *Live {
	return &Live{store: store, cache: discovery.NewCache[*held](most)}
}

// Tables returns the current index of a connection, of a moment after the call. 55000: there is no
// snapshot.
func (l *Live) Tables(ctx context.Context, connection string) (*Tables, error) {
	now, err := l.cache.Use(ctx, connection, func(have *held) (*held, int, error) {
		revision, err := l.store.Revision(ctx, connection)
		if err != nil {
			return nil, 0, err
		}
		if have == nil || revision != have.revision {
			if have, err = have.catchUp(ctx, l.store.Reader(), connection); err != nil {
				return nil, 0, err
			}
		}
		return have, have.size(), nil
	})
	if err != nil {
		return nil, err
	}
	return now.tables, nil
}

func (h *held) size() (bytes int) {
	for _, d := range h.documents {
		bytes += len(d.body)
	}
	return bytes
}

// All returns the indexes of all connections that have a snapshot, or of one alone.
func (l *Live) All(ctx context.Context, only string) ([]*Tables, error) {
	if only != "" {
		t, err := l.Tables(ctx, only)
		if err != nil {
			return nil, err
		}
		return []*Tables{t}, nil
	}
	current, err := l.store.Connections(ctx)
	if err != nil {
		return nil, err
	}
	var all []*Tables
	for _, c := range current {
		t, err := l.Tables(ctx, c.Connection)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// catchUp reads the documents that have changed, in one moment of the store, and makes the index anew.
// 58030: the store cannot be read.
func (h *held) catchUp(ctx context.Context, db *sql.DB, connection string) (*held, error) {
	now := &held{documents: map[int64]document{}}
	err := h.read(ctx, db, connection, now)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, sqlstate.Wrap(err, sqlstate.IOError, "cannot read the search index of connection %q", connection)
	}
	bodies := make([]string, 0, len(now.documents))
	for _, d := range now.documents {
		bodies = append(bodies, d.body)
	}
	now.tables = assemble(connection, bodies, false)
	return now, nil
}

// read reads what now is to have and h, which may be nil, has not.
func (h *held) read(ctx context.Context, db *sql.DB, connection string, now *held) error {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // it has only read
	if err := tx.QueryRowContext(ctx, "SELECT revision FROM connection WHERE name = ?", connection).Scan(&now.revision); err != nil {
		return err
	}
	var had map[int64]document
	if h != nil {
		had = h.documents
	}
	var missing []int64
	err = discovery.EachRow(ctx, tx, func(rows *sql.Rows) error {
		var id, revision int64
		err := rows.Scan(&id, &revision)
		if d, has := had[id]; has && d.revision == revision {
			now.documents[id] = d
		} else {
			missing = append(missing, id)
		}
		return err
	}, "SELECT relation, revision FROM "+documents+" WHERE connection = ?", connection)
	for chunk := range slices.Chunk(missing, 500) {
		if err != nil {
			return err
		}
		err = discovery.EachRow(ctx, tx, func(rows *sql.Rows) error {
			var id, revision int64
			var body []byte
			err := rows.Scan(&id, &revision, &body)
			now.documents[id] = document{revision, string(body)}
			return err
		}, "SELECT relation, revision, body FROM "+documents+" WHERE relation IN ("+idList(chunk)+")")
	}
	return err
}

func idList(ids []int64) string {
	var list strings.Builder
	for i, id := range ids {
		if i > 0 {
			list.WriteByte(',')
		}
		fmt.Fprint(&list, id)
	}
	return list.String()
}
