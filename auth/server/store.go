package server

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"time"
)

// Store is what the server remembers: in a file of the state directory ([OpenStore]), or in a Postgres
// that several servers share ([OpenShared]). Several processes may open one; it is safe for concurrent use.
//
// What may be used once is used up by one UPDATE, so that only one of two simultaneous requests gets it,
// also where they come to two servers.
type Store struct {
	db  *sql.DB
	now func() time.Time
	in  dialect
}

// dialect is how the two databases differ. Statements are written for SQLite: ?1 is the first argument.
type dialect struct {
	place   func(statement string) string
	subject string            // the expression for the person of a browser's session
	failure func(error) error // what people are told
}

// storeWait bounds a statement of the store.
const storeWait = 5 * time.Second

var (
	errNone = errors.New("there is none")
	// errTaken is the error of keeping a secret a second time.
	errTaken = errors.New("there is one")
	// errStore is among the causes of all errors of a store that cannot be used.
	errStore = errors.New("the store of the authorization server cannot be used")
)

// Open opens the store that a DSN names, or without one that of a state directory.
func Open(ctx context.Context, dir, dsn string) (*Store, error) {
	if dsn != "" {
		return OpenShared(ctx, dsn)
	}
	return OpenStore(ctx, dir)
}

// Close closes the store.
func (s *Store) Close() error { return s.db.Close() }

func (s *Store) exec(ctx context.Context, statement string, args ...any) (rows int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, storeWait)
	defer cancel()
	result, err := s.db.ExecContext(ctx, s.in.place(statement), args...)
	if err == nil {
		rows, err = result.RowsAffected()
	}
	if err != nil {
		return 0, s.in.failure(err)
	}
	return rows, nil
}

// row reads the only row of a statement, errNone where there is none.
func (s *Store) row(ctx context.Context, into any, statement string, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, storeWait)
	defer cancel()
	switch err := s.db.QueryRowContext(ctx, s.in.place(statement), args...).Scan(into); {
	case errors.Is(err, sql.ErrNoRows):
		return errNone
	case err != nil:
		return s.in.failure(err)
	}
	return nil
}

// rows calls each for every row of a statement.
func (s *Store) rows(ctx context.Context, each func(scan func(...any) error) error, statement string, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, storeWait)
	defer cancel()
	rows, err := s.db.QueryContext(ctx, s.in.place(statement), args...)
	if err != nil {
		return s.in.failure(err)
	}
	for err == nil && rows.Next() {
		err = each(rows.Scan)
	}
	if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return s.in.failure(err)
	}
	return nil
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

// newSecret returns a text that nobody can guess.
func newSecret() string { return rand.Text() }

func hashOf(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// put keeps a thing under the hash of its secret; errTaken where there is one.
func (s *Store) put(ctx context.Context, kind, secret, grant string, expires time.Time, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	if _, err := s.exec(ctx, `DELETE FROM once WHERE expires < ?1`, s.now().Unix()); err != nil {
		return err
	}
	n, err := s.exec(ctx, `INSERT INTO once (kind, hash, grant_id, expires, body) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING`,
		kind, hashOf(secret), grant, expires.Unix(), text)
	if err == nil && n == 0 {
		return errTaken
	}
	return err
}

// see reads a thing that has not ended and was not spent.
func (s *Store) see(ctx context.Context, kind, secret string, into any) error {
	return s.body(ctx, into, `SELECT body FROM once WHERE kind = ?1 AND hash = ?2 AND used = 0 AND expires > ?3`,
		kind, hashOf(secret), s.now().Unix())
}

// spend reads a thing, so that nobody else can get it any more.
func (s *Store) spend(ctx context.Context, kind, secret string, into any) error {
	return s.body(ctx, into, `UPDATE once SET used = 1 WHERE kind = ?1 AND hash = ?2 AND used = 0 AND expires > ?3 RETURNING body`,
		kind, hashOf(secret), s.now().Unix())
}

// body reads the JSON that a statement returns.
func (s *Store) body(ctx context.Context, into any, statement string, args ...any) error {
	var text []byte
	if err := s.row(ctx, &text, statement, args...); err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// spent returns the grant of a thing that was spent before, or "" if there is none.
func (s *Store) spent(ctx context.Context, kind, secret string) (grant string, err error) {
	err = s.row(ctx, &grant, `SELECT grant_id FROM once WHERE kind = ?1 AND hash = ?2 AND used = 1`, kind, hashOf(secret))
	if errors.Is(err, errNone) {
		return "", nil
	}
	return grant, err
}

// drop forgets a thing.
func (s *Store) drop(ctx context.Context, kind, secret string) error {
	_, err := s.exec(ctx, `DELETE FROM once WHERE kind = ?1 AND hash = ?2`, kind, hashOf(secret))
	return err
}
