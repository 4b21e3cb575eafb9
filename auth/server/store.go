package server

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// FileName is the name of the store's file in the state directory.
const FileName = "auth.db"

// What may be used once is used up by one UPDATE, so that only one of two simultaneous requests gets it.
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

// Store is what the server remembers. Several processes may open one; it is safe for concurrent use.
type Store struct {
	db  *sql.DB
	now func() time.Time
}

// OpenStore opens the store of a state directory, and makes it where there is none.
func OpenStore(ctx context.Context, dir string) (*Store, error) {
	path := filepath.Join(dir, FileName)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) // SQLite's other files get the mode of this one
	if err != nil {
		return nil, storeError(err)
	}
	if err := errors.Join(f.Chmod(0o600), f.Close()); err != nil {
		return nil, storeError(err)
	}
	source := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String() +
		"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=secure_delete(1)"
	db, err := sql.Open("sqlite", source)
	if err != nil {
		return nil, storeError(err)
	}
	db.SetMaxOpenConns(4)
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return nil, errors.Join(storeError(err), db.Close())
	}
	return &Store{db: db, now: time.Now}, nil
}

// Close closes the store.
func (s *Store) Close() error { return s.db.Close() }

func storeError(err error) error {
	return sqlstate.Wrap(err, sqlstate.IOError, "the file %s of the authorization server cannot be used: %v", FileName, err)
}

// The kinds of things that are good once, or until they end.
const (
	kindRequest   = "request"   // an authorization request that waits for a person
	kindCode      = "code"      // an authorization code
	kindRefresh   = "refresh"   // a refresh token
	kindBrowser   = "browser"   // a browser's session
	kindUpstream  = "upstream"  // a login at a provider that is under way
	kindAssertion = "assertion" // the jti of a client's assertion
)

var errNone = errors.New("there is none")

// newSecret is what nobody guesses.
func newSecret() string { return rand.Text() }

func hashOf(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// put keeps a thing under the hash of its secret.
func (s *Store) put(ctx context.Context, kind, secret, grant string, expires time.Time, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	if _, err := s.db.ExecContext(ctx, `DELETE FROM once WHERE expires < ?`, s.now().Unix()); err != nil {
		return storeError(err)
	}
	if _, err = s.db.ExecContext(ctx, `INSERT INTO once (kind, hash, grant_id, expires, body) VALUES (?, ?, ?, ?, ?)`,
		kind, hashOf(secret), grant, expires.Unix(), text); err != nil {
		return storeError(err)
	}
	return nil
}

// see reads a thing that has not ended and was not spent.
func (s *Store) see(ctx context.Context, kind, secret string, into any) error {
	return s.scan(s.db.QueryRowContext(ctx, `SELECT body FROM once WHERE kind = ? AND hash = ? AND used = 0 AND expires > ?`,
		kind, hashOf(secret), s.now().Unix()), into)
}

// spend reads a thing that nobody else gets any more.
func (s *Store) spend(ctx context.Context, kind, secret string, into any) error {
	return s.scan(s.db.QueryRowContext(ctx, `UPDATE once SET used = 1 WHERE kind = ? AND hash = ? AND used = 0 AND expires > ? RETURNING body`,
		kind, hashOf(secret), s.now().Unix()), into)
}

func (s *Store) scan(row *sql.Row, into any) error {
	var body []byte
	switch err := row.Scan(&body); {
	case errors.Is(err, sql.ErrNoRows):
		return errNone
	case err != nil:
		return storeError(err)
	}
	return json.Unmarshal(body, into)
}

// spent is the grant of a thing that was spent before; "" where there is none such.
func (s *Store) spent(ctx context.Context, kind, secret string) string {
	var grant string
	_ = s.db.QueryRowContext(ctx, `SELECT grant_id FROM once WHERE kind = ? AND hash = ? AND used = 1`, kind, hashOf(secret)).Scan(&grant)
	return grant
}

// drop forgets a thing.
func (s *Store) drop(ctx context.Context, kind, secret string) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM once WHERE kind = ? AND hash = ?`, kind, hashOf(secret))
	return err
}
