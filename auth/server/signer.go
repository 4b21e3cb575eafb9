package server

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
)

const (
	keyLife = 90 * 24 * time.Hour // after which a new key signs
	again   = time.Second         // after which the store is read anew: commands change it, too
)

// signer has the keys of access tokens, and which grants were ended. It is safe for concurrent use.
type signer struct {
	store *Store
	ttl   time.Duration // of access tokens: so long a key that signs no more is published
	now   func() time.Time

	mu      sync.Mutex
	read    time.Time
	list    []signingKey // the newest first
	revoked map[string]bool
}

type signingKey struct {
	id      string
	created time.Time
	key     jose.JSONWebKey // with the private part
}

func newSigner(store *Store, ttl time.Duration, now func() time.Time) *signer {
	return &signer{store: store, ttl: ttl, now: now}
}

// prepare makes the first key.
func (s *signer) prepare(ctx context.Context) error {
	list, err := s.store.signingKeys(ctx)
	if err == nil && len(list) == 0 {
		_, err = s.store.RotateKey(ctx)
	}
	return err
}

// refresh reads what may have changed. What cannot be read stays as it was.
func (s *signer) refresh() {
	if now := s.now(); now.Sub(s.read) < again && now.After(s.read) {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	list, err := s.store.signingKeys(ctx)
	if err == nil && len(list) > 0 && s.now().Sub(list[0].created) > keyLife {
		if _, err = s.store.RotateKey(ctx); err == nil {
			list, err = s.store.signingKeys(ctx)
		}
	}
	revoked, why := s.store.revoked(ctx)
	if errors.Join(err, why) == nil {
		s.list, s.revoked, s.read = list, revoked, s.now()
	}
}

// public are the keys that may have signed a token that has not ended.
func (s *signer) public() (set jose.JSONWebKeySet) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refresh()
	until := time.Time{} // when the key began that came after
	for _, k := range s.list {
		if until.IsZero() || s.now().Sub(until) < 2*s.ttl {
			set.Keys = append(set.Keys, k.key.Public())
		}
		until = k.created
	}
	return set
}

// live reports whether a grant was not ended.
func (s *signer) live(grant string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refresh()
	return s.revoked != nil && !s.revoked[grant]
}

// expireRead makes the next use of the keys read the store again.
func (s *signer) expireRead() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read = time.Time{}
}

// sign makes an access token (RFC 9068).
func (s *signer) sign(claims map[string]any) (string, error) {
	s.mu.Lock()
	s.refresh()
	if len(s.list) == 0 {
		s.mu.Unlock()
		return "", errors.New("there is no key to sign with")
	}
	key := s.list[0]
	s.mu.Unlock()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key.key}, (&jose.SignerOptions{}).WithType("at+jwt"))
	if err != nil {
		return "", err
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	jws, err := signer.Sign(payload)
	if err != nil {
		return "", err
	}
	return jws.CompactSerialize()
}

// Key is a signing key as people are shown it.
type Key struct {
	ID      string
	Created time.Time
}

// Keys lists the signing keys, the newest first: it signs.
func (s *Store) Keys(ctx context.Context) (out []Key, err error) {
	list, err := s.signingKeys(ctx)
	for _, k := range list {
		out = append(out, Key{k.id, k.created})
	}
	return out, err
}

// RotateKey makes a new key, which signs from now on. Tokens of those before stay good until they end.
func (s *Store) RotateKey(ctx context.Context) (Key, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Key{}, err
	}
	k := Key{ID: newSecret()[:12], Created: s.now()}
	body, err := jose.JSONWebKey{Key: private, KeyID: k.ID, Algorithm: string(jose.ES256), Use: "sig"}.MarshalJSON()
	if err != nil {
		return Key{}, err
	}
	if _, err := s.db.ExecContext(ctx, `DELETE FROM signing_key WHERE created < ?`, k.Created.Add(-2*keyLife).UnixNano()); err != nil {
		return Key{}, storeError(err)
	}
	if _, err := s.db.ExecContext(ctx, `INSERT INTO signing_key (id, created, body) VALUES (?, ?, ?)`, k.ID, k.Created.UnixNano(), body); err != nil {
		return Key{}, storeError(err)
	}
	return k, nil
}

func (s *Store) signingKeys(ctx context.Context) (list []signingKey, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT id, created, body FROM signing_key ORDER BY created DESC`)
	if err != nil {
		return nil, storeError(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var k signingKey
		var created int64
		var body []byte
		if err := rows.Scan(&k.id, &created, &body); err != nil {
			return nil, storeError(err)
		}
		if err := k.key.UnmarshalJSON(body); err != nil {
			return nil, storeError(errors.New("a key in it cannot be read"))
		}
		k.created = time.Unix(0, created)
		list = append(list, k)
	}
	return list, rows.Err()
}

// grantOf is the grant of an access token that we have signed; "" where it is none.
func (s *signer) grantOf(text string) string {
	jws, err := jose.ParseSignedCompact(text, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		return ""
	}
	for _, key := range s.public().Keys {
		var claims struct {
			Grant string `json:"grant"`
		}
		if payload, err := jws.Verify(key); err == nil && json.Unmarshal(payload, &claims) == nil {
			return claims.Grant
		}
	}
	return ""
}

// PublicKeys are those that access tokens are verified with.
func (s *Server) PublicKeys() jose.JSONWebKeySet { return s.signer.public() }
