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
	again   = time.Second         // after which the store is read anew: commands and other servers change it, too
	// settled is how old a key must be to sign beside older ones: by then all servers have read it.
	settled = 2 * again
	// believed is how long what was read counts while the store cannot be read. Afterwards nobody knows which
	// tokens were revoked, and all are refused.
	believed = 10 * time.Second
)

// signer has the keys of access tokens, and which grants were ended. It is safe for concurrent use.
type signer struct {
	store *Store
	ttl   time.Duration // of access tokens: so long a key that signs no more is published
	now   func() time.Time

	mu      sync.Mutex
	read    time.Time    // when the store was last read
	tried   time.Time    // when a read last failed
	why     error        // why that read failed
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

// refresh reads what may have changed. The error is of a store that could not be read for too long.
func (s *signer) refresh() error {
	now := s.now()
	switch {
	case lessThan(now, s.read, again):
		return nil
	case !lessThan(now, s.tried, again):
		if s.why = s.readStore(now); s.why == nil {
			return nil
		}
		s.tried = s.now()
	}
	if lessThan(now, s.read, believed) {
		return nil
	}
	return s.why
}

// lessThan reports whether a time has gone by that is shorter than the limit.
func lessThan(now, then time.Time, limit time.Duration) bool {
	return !now.Before(then) && now.Sub(then) < limit
}

func (s *signer) readStore(now time.Time) error {
	ctx, cancel := context.WithTimeout(context.Background(), storeWait)
	defer cancel()
	list, err := s.store.signingKeys(ctx)
	if err == nil && len(list) > 0 && now.Sub(list[0].created) > keyLife {
		if _, err = s.store.RotateKey(ctx); err == nil {
			list, err = s.store.signingKeys(ctx)
		}
	}
	if err != nil {
		return err
	}
	revoked, err := s.store.revoked(ctx)
	if err == nil {
		s.list, s.revoked, s.read = list, revoked, now
	}
	return err
}

// public are the keys that may have signed a token that has not ended.
func (s *signer) public() (set jose.JSONWebKeySet) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.refresh()      // the keys that were read are good, however long ago that was: keys are not revoked
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
func (s *signer) live(grant string) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.refresh(); err != nil {
		return false, err
	}
	return !s.revoked[grant], nil
}

// expireRead makes the next use of the keys read the store again.
func (s *signer) expireRead() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read, s.tried = time.Time{}, time.Time{}
}

// sign makes an access token (RFC 9068).
func (s *signer) sign(claims map[string]any) (string, error) {
	key, err := s.signing()
	if err != nil {
		return "", err
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, (&jose.SignerOptions{}).WithType("at+jwt"))
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

// signing is the key that signs: the newest that all servers know.
func (s *signer) signing() (jose.JSONWebKey, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.refresh(); err != nil {
		return jose.JSONWebKey{}, err
	}
	for i, k := range s.list {
		if i == len(s.list)-1 || s.now().Sub(k.created) >= settled {
			return k.key, nil
		}
	}
	return jose.JSONWebKey{}, errors.New("there is no key to sign with")
}

// Key describes a signing key for people.
type Key struct {
	ID      string
	Created time.Time
}

// Keys lists the signing keys, the newest first, which signs.
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
	if _, err := s.exec(ctx, `DELETE FROM signing_key WHERE created < ?1`, k.Created.Add(-2*keyLife).UnixNano()); err != nil {
		return Key{}, err
	}
	_, err = s.exec(ctx, `INSERT INTO signing_key (id, created, body) VALUES (?1, ?2, ?3)`, k.ID, k.Created.UnixNano(), body)
	return k, err
}

func (s *Store) signingKeys(ctx context.Context) (list []signingKey, err error) {
	err = s.rows(ctx, func(scan func(...any) error) error {
		var k signingKey
		var created int64
		var body []byte
		if err := scan(&k.id, &created, &body); err != nil {
			return err
		}
		if k.key.UnmarshalJSON(body) != nil {
			return errors.New("a key in it cannot be read")
		}
		k.created = time.Unix(0, created)
		list = append(list, k)
		return nil
	}, `SELECT id, created, body FROM signing_key ORDER BY created DESC, id`)
	return list, err
}

// grantOf returns the grant of an access token that we have signed, or "" if the text is no such token.
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
