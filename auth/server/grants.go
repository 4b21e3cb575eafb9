package server

import (
	"context"
	"encoding/json"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Person is a person who has given a grant, as the login has proven them. What the configuration says of a
// person is looked up anew at each use; what a provider's claims said stays as it was.
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
	if _, err := s.exec(ctx, `DELETE FROM grant_ WHERE expires < ?1`, now-86400); err != nil {
		return "", err
	}
	_, err = s.exec(ctx, `INSERT INTO grant_ (id, subject, client, created, used, expires, body) VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6)`,
		id, g.Person.Subject, g.Client, now, expires.Unix(), body)
	return id, err
}

// useGrant reads a grant that was not revoked, and notes its use.
func (s *Store) useGrant(ctx context.Context, id string, expires time.Time) (g grant, err error) {
	err = s.body(ctx, &g, `UPDATE grant_ SET used = ?1, expires = CASE WHEN expires < ?2 THEN ?2 ELSE expires END
		WHERE id = ?3 AND revoked = 0 RETURNING body`, s.now().Unix(), expires.Unix(), id)
	return g, err
}

// Revoke ends grants: by the id, or the beginning of it that is shown, or all of a subject. It returns how
// many there were.
func (s *Store) Revoke(ctx context.Context, idOrSubject string) (int64, error) {
	if idOrSubject == "" {
		return 0, nil
	}
	n, err := s.exec(ctx, `UPDATE grant_ SET revoked = 1 WHERE revoked = 0 AND (id = ?1 OR subject = ?1 OR length(?1) >= 8 AND substr(id, 1, length(?1)) = ?1)`, idOrSubject)
	if err != nil {
		return 0, err
	}
	_, err = s.exec(ctx, `DELETE FROM once WHERE kind = 'browser' AND `+s.in.subject+` = ?1`, idOrSubject)
	return n, err
}

// Sessions lists the grants that have not ended, the newest first.
func (s *Store) Sessions(ctx context.Context) (list []Session, err error) {
	err = s.rows(ctx, func(scan func(...any) error) error {
		var one Session
		var created, used, expires int64
		var body []byte
		var g grant
		if err := scan(&one.ID, &one.Subject, &one.Client, &created, &used, &expires, &one.Revoked, &body); err != nil {
			return err
		}
		if err := json.Unmarshal(body, &g); err != nil {
			return err
		}
		one.Created, one.Used, one.Expires, one.Scopes = time.Unix(created, 0), time.Unix(used, 0), time.Unix(expires, 0), g.Scopes
		list = append(list, one)
		return nil
	}, `SELECT id, subject, client, created, used, expires, revoked, body FROM grant_ WHERE expires > ?1 ORDER BY created DESC, id`, s.now().Unix())
	return list, err
}

// revoked lists the grants that were ended and whose access tokens may still be about.
func (s *Store) revoked(ctx context.Context) (map[string]bool, error) {
	out := map[string]bool{}
	err := s.rows(ctx, func(scan func(...any) error) error {
		var id string
		err := scan(&id)
		out[id] = true
		return err
	}, `SELECT id FROM grant_ WHERE revoked = 1`)
	return out, err
}

// consented reports whether a person has let a client act with these scopes, or more, before.
func (s *Store) consented(ctx context.Context, subject string, a request) bool {
	var one int
	return s.row(ctx, &one, `SELECT 1 FROM consent WHERE subject = ?1 AND client = ?2 AND resource = ?3 AND redirect = ?4 AND scope = ?5`,
		subject, a.Client, a.Resource, redirectKey(a.Redirect), joinScopes(a.Scopes)) == nil
}

func (s *Store) remember(ctx context.Context, subject string, a request) error {
	_, err := s.exec(ctx, `INSERT INTO consent (subject, client, resource, redirect, scope, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING`,
		subject, a.Client, a.Resource, redirectKey(a.Redirect), joinScopes(a.Scopes), s.now().Unix())
	return err
}

// storedClient reads a client that was registered.
func (s *Store) storedClient(ctx context.Context, id string) (c Client, err error) {
	err = s.body(ctx, &c, `SELECT body FROM client WHERE id = ?1`, id)
	return c, err
}

// AddClient keeps a client; origin says how it came: operator, or registered by itself.
func (s *Store) AddClient(ctx context.Context, c Client, origin string) error {
	body, err := json.Marshal(c)
	if err != nil {
		return err
	}
	n, err := s.exec(ctx, `INSERT INTO client (id, created, origin, body) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING`, c.ID, s.now().Unix(), origin, body)
	if err == nil && n == 0 {
		return sqlstate.New(sqlstate.UniqueViolation, "there is a client %q already", c.ID).
			WithHint("Remove it first: sallyport auth clients remove %s", c.ID)
	}
	return err
}

// RemoveClient forgets a client, and ends its grants.
func (s *Store) RemoveClient(ctx context.Context, id string) (found bool, err error) {
	n, err := s.exec(ctx, `DELETE FROM client WHERE id = ?1`, id)
	if err != nil || n == 0 {
		return false, err
	}
	if _, err := s.exec(ctx, `UPDATE grant_ SET revoked = 1 WHERE client = ?1`, id); err != nil {
		return false, err
	}
	_, err = s.exec(ctx, `DELETE FROM consent WHERE client = ?1`, id)
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
	err = s.rows(ctx, func(scan func(...any) error) error {
		var one StoredClient
		var created int64
		var body []byte
		if err := scan(&created, &one.Origin, &body); err != nil {
			return err
		}
		one.Created = time.Unix(created, 0)
		list = append(list, one)
		return json.Unmarshal(body, &list[len(list)-1].Client)
	}, `SELECT created, origin, body FROM client ORDER BY id`)
	return list, err
}

// countClients counts those that have registered themselves.
func (s *Store) countClients(ctx context.Context) (n int, err error) {
	err = s.row(ctx, &n, `SELECT count(*) FROM client WHERE origin = ?1`, OriginSelf)
	return n, err
}
