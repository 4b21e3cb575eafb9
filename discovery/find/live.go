package find

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

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
	most  int // bytes of documents that are kept

	mu   sync.Mutex
	kept map[string]*kept
	turn int64 // counts uses
}

// kept is the index of a connection, and the documents it was made of.
type kept struct {
	mu        chan struct{} // has one token: who holds it may change what is below
	revision  int64
	documents map[int64]document
	tables    *Tables
	bytes     int
	used      int64
}

type document struct {
	revision int64
	body     string
}

// NewLive makes a Live of a store that was opened with an Indexer. It keeps documents of so many bytes
// at most, those of the connections that were searched last: one table of 20 columns has about 1 kB, and
// its part of an index twice as much.
func NewLive(store *discovery.Store, most int) *Live {
	return &Live{store: store, most: most, kept: map[string]*kept{}}
}

// Tables returns the current index of a connection, of a moment after the call. 55000: there is no
// snapshot.
func (l *Live) Tables(ctx context.Context, connection string) (*Tables, error) {
	k := l.of(connection)
	select {
	case <-k.mu:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { k.mu <- struct{}{} }()
	revision, err := l.store.Revision(ctx, connection)
	if err != nil {
		return nil, err
	}
	if k.tables == nil || revision != k.revision {
		if err := k.catchUp(ctx, l.store.Reader(), connection); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, sqlstate.Wrap(err, sqlstate.IOError, "cannot read the search index of connection %q", connection)
		}
	}
	l.forget(connection, k)
	return k.tables, nil
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

func (l *Live) of(connection string) *kept {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.kept[connection]
	if k == nil {
		k = &kept{mu: make(chan struct{}, 1), documents: map[int64]document{}}
		k.mu <- struct{}{}
		l.kept[connection] = k
	}
	l.turn++
	k.used = l.turn
	return k
}

// forget forgets what was searched longest ago while more is kept than may be.
func (l *Live) forget(connection string, held *kept) {
	l.mu.Lock()
	defer l.mu.Unlock()
	held.bytes = 0
	for _, d := range held.documents {
		held.bytes += len(d.body)
	}
	sum := 0
	for _, k := range l.kept {
		sum += k.bytes
	}
	for sum > l.most {
		oldest := ""
		for name, k := range l.kept {
			if name != connection && (oldest == "" || k.used < l.kept[oldest].used) {
				oldest = name
			}
		}
		if oldest == "" {
			return
		}
		sum -= l.kept[oldest].bytes
		delete(l.kept, oldest)
	}
}

// catchUp reads the documents that have changed, in one moment of the store, and makes the index anew.
func (k *kept) catchUp(ctx context.Context, db *sql.DB, connection string) error {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // it has only read
	revision, err := discovery.Values[int64](ctx, tx, "SELECT revision FROM connection WHERE name = ?", connection)
	if err != nil {
		return err
	}
	if len(revision) == 0 {
		return errors.New("the connection is gone")
	}
	now := make(map[int64]document, len(k.documents))
	var missing []int64
	err = discovery.EachRow(ctx, tx, func(rows *sql.Rows) error {
		var id, revision int64
		err := rows.Scan(&id, &revision)
		if d, has := k.documents[id]; has && d.revision == revision {
			now[id] = d
		} else {
			missing = append(missing, id)
		}
		return err
	}, "SELECT relation, revision FROM "+documents+" WHERE connection = ?", connection)
	if err != nil {
		return err
	}
	for chunk := range slices.Chunk(missing, 500) {
		err := discovery.EachRow(ctx, tx, func(rows *sql.Rows) error {
			var id, revision int64
			var body []byte
			err := rows.Scan(&id, &revision, &body)
			now[id] = document{revision, string(body)}
			return err
		}, "SELECT relation, revision, body FROM "+documents+" WHERE relation IN ("+idList(chunk)+")")
		if err != nil {
			return err
		}
	}
	bodies := make([]string, 0, len(now))
	for _, d := range now {
		bodies = append(bodies, d.body)
	}
	k.documents, k.tables, k.revision = now, assemble(connection, bodies, false), revision[0]
	return nil
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
