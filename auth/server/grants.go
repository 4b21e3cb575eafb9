package server

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"
)

// Person is who a grant is of, as a login has proven. What the configuration says of a person is looked
// up anew at each use; what a provider's claims said stays as it was.
type Person struct {
	Subject string   `json:"subject"`
	Tenant  string   `json:"tenant,omitempty"`
	Roles   []string `json:"roles,omitempty"`
	Scopes  []string `json:"scopes,omitempty"`
}

// grant is what came of one consent: the family of all its tokens.
type grant struct {
	Person   Person   `json:"person"`
	Client   string   `json:"client"`
	Scopes   []string `json:"scopes"`
	Resource string   `json:"resource"`
}

// Session is a grant as people are shown it.
type Session struct {
	ID, Subject, Client    string
	Created, Used, Expires time.Time
	Scopes                 []string
	Revoked                bool
}

func (s *Store) newGrant(ctx context.Context, g grant, expires time.Time) (id string, err error) {
	body, err := json.Marshal(g)
	if err != nil {
		return "", err
	}
	id, now := newSecret(), s.now().Unix()
	if _, err := s.db.ExecContext(ctx, `DELETE FROM grant_ WHERE expires < ?`, now-86400); err != nil {
		return "", storeError(err)
	}
	if _, err = s.db.ExecContext(ctx, `INSERT INTO grant_ (id, subject, client, created, used, expires, body) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		id, g.Person.Subject, g.Client, now, now, expires.Unix(), body); err != nil {
		return "", storeError(err)
	}
	return id, nil
}

// useGrant reads a grant that was not revoked, and notes its use.
func (s *Store) useGrant(ctx context.Context, id string, expires time.Time) (g grant, err error) {
	err = s.scan(s.db.QueryRowContext(ctx, `UPDATE grant_ SET used = ?, expires = max(expires, ?) WHERE id = ? AND revoked = 0 RETURNING body`,
		s.now().Unix(), expires.Unix(), id), &g)
	return g, err
}

// Revoke ends grants: by the id, or the beginning of it that is shown, or all of a subject. It returns how
// many there were.
func (s *Store) Revoke(ctx context.Context, idOrSubject string) (int64, error) {
	if idOrSubject == "" {
		return 0, nil
	}
	result, err := s.db.ExecContext(ctx, `UPDATE grant_ SET revoked = 1 WHERE revoked = 0 AND (id = ?1 OR subject = ?1 OR length(?1) >= 8 AND substr(id, 1, length(?1)) = ?1)`, idOrSubject)
	if err != nil {
		return 0, storeError(err)
	}
	if _, err := s.db.ExecContext(ctx, `DELETE FROM once WHERE kind = ? AND json_extract(body, '$.person.subject') = ?`, kindBrowser, idOrSubject); err != nil {
		return 0, storeError(err)
	}
	return result.RowsAffected()
}

// Sessions lists the grants that have not ended, the newest first.
func (s *Store) Sessions(ctx context.Context) (list []Session, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT id, subject, client, created, used, expires, revoked, body FROM grant_ WHERE expires > ? ORDER BY created DESC, id`, s.now().Unix())
	if err != nil {
		return nil, storeError(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var one Session
		var created, used, expires int64
		var body []byte
		var g grant
		if err := rows.Scan(&one.ID, &one.Subject, &one.Client, &created, &used, &expires, &one.Revoked, &body); err != nil {
			return nil, storeError(err)
		}
		if err := json.Unmarshal(body, &g); err != nil {
			return nil, storeError(err)
		}
		one.Created, one.Used, one.Expires, one.Scopes = time.Unix(created, 0), time.Unix(used, 0), time.Unix(expires, 0), g.Scopes
		list = append(list, one)
	}
	return list, rows.Err()
}

// revoked lists the grants that were ended and whose access tokens may still be about.
func (s *Store) revoked(ctx context.Context) (out map[string]bool, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT id FROM grant_ WHERE revoked = 1`)
	if err != nil {
		return nil, storeError(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	out = map[string]bool{}
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, storeError(err)
		}
		out[id] = true
	}
	return out, rows.Err()
}

// consented reports whether a person has let a client act with these scopes, or more, before.
func (s *Store) consented(ctx context.Context, subject string, a request) bool {
	var one int
	err := s.db.QueryRowContext(ctx, `SELECT 1 FROM consent WHERE subject = ? AND client = ? AND resource = ? AND redirect = ? AND scope = ?`,
		subject, a.Client, a.Resource, redirectKey(a.Redirect), joinScopes(a.Scopes)).Scan(&one)
	return err == nil
}

func (s *Store) remember(ctx context.Context, subject string, a request) error {
	_, err := s.db.ExecContext(ctx, `INSERT OR IGNORE INTO consent (subject, client, resource, redirect, scope, created) VALUES (?, ?, ?, ?, ?, ?)`,
		subject, a.Client, a.Resource, redirectKey(a.Redirect), joinScopes(a.Scopes), s.now().Unix())
	return err
}

// storedClient reads a client that was registered.
func (s *Store) storedClient(ctx context.Context, id string) (c Client, err error) {
	err = s.scan(s.db.QueryRowContext(ctx, `SELECT body FROM client WHERE id = ?`, id), &c)
	return c, err
}

// AddClient keeps a client; origin says how it came: operator, or registered by itself.
func (s *Store) AddClient(ctx context.Context, c Client, origin string) error {
	body, err := json.Marshal(c)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `INSERT INTO client (id, created, origin, body) VALUES (?, ?, ?, ?)`, c.ID, s.now().Unix(), origin, body)
	if err != nil {
		return storeError(err)
	}
	return nil
}

// RemoveClient forgets a client, and ends its grants.
func (s *Store) RemoveClient(ctx context.Context, id string) (found bool, err error) {
	result, err := s.db.ExecContext(ctx, `DELETE FROM client WHERE id = ?`, id)
	if err != nil {
		return false, storeError(err)
	}
	n, err := result.RowsAffected()
	if err != nil || n == 0 {
		return false, err
	}
	if _, err := s.db.ExecContext(ctx, `UPDATE grant_ SET revoked = 1 WHERE client = ?`, id); err != nil {
		return false, storeError(err)
	}
	_, err = s.db.ExecContext(ctx, `DELETE FROM consent WHERE client = ?`, id)
	return true, err
}

// StoredClient is a client of the store, and how it came there.
type StoredClient struct {
	Client
	Origin  string
	Created time.Time
}

// StoredClients lists the clients of the store.
func (s *Store) StoredClients(ctx context.Context) (list []StoredClient, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT created, origin, body FROM client ORDER BY id`)
	if err != nil {
		return nil, storeError(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var one StoredClient
		var created int64
		var body []byte
		if err := rows.Scan(&created, &one.Origin, &body); err != nil {
			return nil, storeError(err)
		}
		if err := json.Unmarshal(body, &one.Client); err != nil {
			return nil, storeError(err)
		}
		one.Created = time.Unix(created, 0)
		list = append(list, one)
	}
	return list, rows.Err()
}

// countClients counts those that have registered themselves.
func (s *Store) countClients(ctx context.Context) (n int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT count(*) FROM client WHERE origin = ?`, OriginSelf).Scan(&n)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, storeError(err)
	}
	return n, nil
}
