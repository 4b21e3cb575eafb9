package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// FileName is the name of the store's file in the state directory.
const FileName = "auth.db"

// schema is SQLite's; Postgres has the same tables.
const schema = `
CREATE TABLE IF NOT EXISTS signing_key (id TEXT PRIMARY KEY, created INTEGER NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS client (id TEXT PRIMARY KEY, created INTEGER NOT NULL, origin TEXT NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS grant_ (
	id TEXT PRIMARY KEY, subject TEXT NOT NULL, client TEXT NOT NULL, created INTEGER NOT NULL,
	used INTEGER NOT NULL, expires INTEGER NOT NULL, revoked INTEGER NOT NULL DEFAULT 0, body BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS consent (
	subject TEXT NOT NULL, client TEXT NOT NULL, resource TEXT NOT NULL, redirect TEXT NOT NULL, scope TEXT NOT NULL,
	created INTEGER NOT NULL, PRIMARY KEY (subject, client, resource, redirect, scope)
);
-- kind: request, code, refresh, browser, upstream, assertion; hash: of the secret that names it
CREATE TABLE IF NOT EXISTS once (
	kind TEXT NOT NULL, hash BLOB NOT NULL, grant_id TEXT NOT NULL DEFAULT '', expires INTEGER NOT NULL,
	used INTEGER NOT NULL DEFAULT 0, body BLOB NOT NULL, PRIMARY KEY (kind, hash)
);
CREATE INDEX IF NOT EXISTS once_expires ON once (expires);
`

// OpenStore opens the store of a state directory, and makes it where there is none.
func OpenStore(ctx context.Context, dir string) (*Store, error) {
	path := filepath.Join(dir, FileName)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) // SQLite's other files get the mode of this one
	if err != nil {
		return nil, fileFailure(err)
	}
	if err := errors.Join(f.Chmod(0o600), f.Close()); err != nil {
		return nil, fileFailure(err)
	}
	source := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String() +
		"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=secure_delete(1)"
	db, err := sql.Open("sqlite", source)
	if err != nil {
		return nil, fileFailure(err)
	}
	db.SetMaxOpenConns(4)
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return nil, errors.Join(fileFailure(err), db.Close())
	}
	return &Store{db: db, now: time.Now, in: dialect{
		place: func(statement string) string { return statement }, subject: `json_extract(body, '$.person.subject')`, failure: fileFailure,
	}}, nil
}

func fileFailure(err error) error {
	return sqlstate.Wrap(fmt.Errorf("%w: %w", errStore, err), sqlstate.IOError, "the file %s of the authorization server cannot be used: %v", FileName, err)
}
