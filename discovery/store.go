package discovery

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// FileName is the name of the store's file in the state directory.
const FileName = "discovery.db"

// schemaVersion changes with the tables below. A file of another version is made anew: whatever
// it has can be taken again.
const schemaVersion = 3

const schema = `
CREATE TABLE connection (
	name TEXT PRIMARY KEY,
	database TEXT NOT NULL,
	sync_id TEXT NOT NULL, -- '': there is no snapshot yet
	extracted_at INTEGER NOT NULL,
	revision INTEGER NOT NULL,
	found INTEGER NOT NULL DEFAULT 0 -- it is a provider of a registry, which no configuration names
) WITHOUT ROWID;
CREATE TABLE relation (
	id INTEGER PRIMARY KEY,
	connection TEXT NOT NULL,
	catalog TEXT NOT NULL,
	db TEXT NOT NULL,
	name TEXT NOT NULL,
	folded TEXT NOT NULL, -- the name in lower case
	kind TEXT NOT NULL,
	estimated_rows INTEGER,
	columns INTEGER NOT NULL,
	fingerprint BLOB NOT NULL,
	profiled BLOB, -- the fingerprint of what was profiled
	profiled_at INTEGER,
	profiled_rows INTEGER, -- the estimate that the table had then
	profiled_columns INTEGER NOT NULL DEFAULT 0,
	sampled_columns INTEGER NOT NULL DEFAULT 0,
	sampled_rows INTEGER NOT NULL DEFAULT 0,
	values_per_column INTEGER NOT NULL DEFAULT 0,
	body BLOB NOT NULL,
	UNIQUE (connection, catalog, db, name)
);
CREATE INDEX relation_folded ON relation (connection, folded);
CREATE TABLE staged (
	writer TEXT NOT NULL,
	connection TEXT NOT NULL,
	catalog TEXT NOT NULL,
	db TEXT NOT NULL,
	name TEXT NOT NULL,
	folded TEXT NOT NULL,
	kind TEXT NOT NULL,
	estimated_rows INTEGER,
	columns INTEGER NOT NULL,
	fingerprint BLOB NOT NULL,
	body BLOB, -- NULL: the current snapshot has the same
	PRIMARY KEY (connection, catalog, db, name)
) WITHOUT ROWID;
CREATE TABLE profile (
	relation INTEGER NOT NULL REFERENCES relation (id) ON DELETE CASCADE,
	column TEXT NOT NULL,
	samples INTEGER NOT NULL, -- how many values it has
	body BLOB NOT NULL,
	PRIMARY KEY (relation, column)
) WITHOUT ROWID;
CREATE TABLE annotation (
	connection TEXT NOT NULL,
	catalog TEXT NOT NULL,
	db TEXT NOT NULL,
	name TEXT NOT NULL,
	column TEXT NOT NULL, -- '': of the table
	origin TEXT NOT NULL,
	text TEXT NOT NULL,
	pii INTEGER NOT NULL,
	foreign_keys BLOB, -- JSON
	PRIMARY KEY (connection, catalog, db, name, column, origin)
) WITHOUT ROWID;
`

// Store keeps the snapshots of all connections. It is safe for concurrent use, and several
// processes may have the same one open.
type Store struct {
	path     string
	read     *sql.DB
	write    *sql.DB // one connection
	indexers []Indexer
	counted  sync.Map // of connections: counts
}

// Open opens the store of a state directory, and makes it if there is none. A file that is damaged is
// put aside, since whatever it has can be taken again. Every process that writes has to give the same
// indexers.
func Open(ctx context.Context, dir string, indexers ...Indexer) (*Store, error) {
	path := filepath.Join(dir, FileName)
	s, err := open(ctx, path, indexers)
	if isDamaged(err) {
		for _, part := range []string{"-wal", "-shm", ""} {
			if moved := os.Rename(path+part, path+".damaged"+part); moved != nil && !errors.Is(moved, fs.ErrNotExist) {
				return nil, errors.Join(err, storeError(moved, "open"))
			}
		}
		s, err = open(ctx, path, indexers)
	}
	return s, err
}

// isDamaged reports whether SQLite says that a file is no database, or a damaged one.
func isDamaged(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_CORRUPT || e.Code()&0xff == sqlite3.SQLITE_NOTADB)
}

// How long a store waits for others that open it, and between two tries: SQLite itself does not wait where it
// changes how a new file keeps its journal.
const busyLimit, busyPause = 30 * time.Second, 10 * time.Millisecond

// isBusy reports whether somebody else has locked the file.
func isBusy(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY
}

func open(ctx context.Context, path string, indexers []Indexer) (*Store, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) // SQLite's other files get the mode of this one
	if err != nil {
		return nil, storeError(err, "open")
	}
	if err := errors.Join(f.Chmod(0o600), f.Close()); err != nil {
		return nil, storeError(err, "open")
	}
	s := &Store{path: path, indexers: indexers}
	if s.write, err = sql.Open("sqlite", dataSource(path, "_txlock=immediate")); err != nil {
		return nil, storeError(err, "open")
	}
	s.write.SetMaxOpenConns(1)
	if s.read, err = sql.Open("sqlite", dataSource(path, "_pragma=query_only(1)")); err != nil {
		return nil, errors.Join(storeError(err, "open"), s.write.Close())
	}
	s.read.SetMaxOpenConns(4)
	err = s.prepare(ctx)
	for until := time.Now().Add(busyLimit); isBusy(err) && time.Now().Before(until) && ctx.Err() == nil; err = s.prepare(ctx) {
		time.Sleep(busyPause)
	}
	if err != nil {
		return nil, errors.Join(storeError(err, "open"), s.Close())
	}
	return s, nil
}

func dataSource(path, more string) string {
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String() +
		"?_pragma=busy_timeout(30000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=foreign_keys(1)&_pragma=cache_size(-16384)&" + more
}

// Close closes the store.
func (s *Store) Close() error { return errors.Join(s.read.Close(), s.write.Close()) }

// Reader runs queries of indexers. It cannot write.
func (s *Store) Reader() *sql.DB { return s.read }

// prepare makes the tables, or makes them anew where they are those of another version.
func (s *Store) prepare(ctx context.Context) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		var version int
		if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
			return err
		}
		if version != schemaVersion {
			if err := dropAll(ctx, tx); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, fmt.Sprintf("%s; PRAGMA user_version = %d", schema, schemaVersion)); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, reportSchema); err != nil {
			return err
		}
		for _, x := range s.indexers {
			stale, err := x.Prepare(ctx, tx)
			if err == nil && stale {
				err = reindex(ctx, tx, x)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func dropAll(ctx context.Context, tx *sql.Tx) error {
	names, err := Values[string](ctx, tx,
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC, name = 'relation'")
	for _, name := range names {
		if err == nil {
			_, err = tx.ExecContext(ctx, "DROP TABLE IF EXISTS "+quoted(name))
		}
	}
	return err
}

// change runs f in a transaction that writes.
func (s *Store) change(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// look runs f on one moment of the store.
func (s *Store) look(ctx context.Context, f func(Querier) error) error {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return storeError(err, "read")
	}
	err = f(tx)
	if end := tx.Rollback(); ctx.Err() == nil { // a context that ends rolls back by itself
		err = errors.Join(err, end)
	}
	return storeError(err, "read")
}

// storeError is the error of a store that could not be used. The cause, which may have paths, is for
// the log.
func storeError(err error, what string) error {
	var coded *sqlstate.Error
	if err == nil || errors.As(err, &coded) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return sqlstate.Wrap(err, sqlstate.IOError, "cannot %s the snapshots in %s of the state directory", what, FileName).
		WithHint("The log says why. Snapshots can be taken again: remove %s, and run sallyport ingest.", FileName)
}
