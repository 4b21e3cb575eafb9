package token

import (
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/sallyportdb/sallyport/auth/fetch"
)

const (
	keysFresh = 15 * time.Minute // after which keys are fetched anew
	keysStale = 12 * time.Hour   // after which keys that cannot be fetched anew are not believed
	// keysAgain is the least time between two fetches: a token with the name of a key that there
	// is not asks for one, and anybody can make such tokens.
	keysAgain = 10 * time.Second
	// maxKeys bounds the keys of an issuer that are tried for one token.
	maxKeys = 32
)

var errUnreachable = errors.New("the issuer's keys cannot be fetched")

// keys are an issuer's keys as they were last fetched. They are safe for concurrent use.
type keys struct {
	issuer, url string
	atHand      func() jose.JSONWebKeySet
	client      *fetch.Client
	now         func() time.Time
	background  *background

	mu       sync.Mutex
	set      []jose.JSONWebKey
	fetched  time.Time     // when set was fetched
	tried    time.Time     // when a fetch last ended
	why      error         // of the last one that failed
	fetching chan struct{} // closed when the fetch that is under way ends; nil: there is none
}

func newKeys(i Issuer, client *fetch.Client, now func() time.Time, b *background) *keys {
	return &keys{issuer: i.URL, url: i.JWKSURL, atHand: i.Keys, client: client, now: now, background: b}
}

// find returns the keys that may have signed a token with such a header.
func (k *keys) find(ctx context.Context, id, algorithm string) ([]jose.JSONWebKey, error) {
	if k.atHand != nil {
		return fitting(usable(k.atHand().Keys), id, algorithm), nil
	}
	for {
		k.mu.Lock()
		found, age := fitting(k.set, id, algorithm), k.now().Sub(k.fetched)
		know, soon := !k.fetched.IsZero() && age < keysStale, k.fetching == nil && k.now().Sub(k.tried) < keysAgain
		done, why := (<-chan struct{})(nil), k.why
		if !soon && (age >= keysFresh || len(found) == 0) {
			done = k.begin()
		}
		k.mu.Unlock()
		switch {
		case know && (len(found) > 0 || done == nil):
			return found, nil // while newer ones may be under way
		case done == nil:
			return nil, fmt.Errorf("%w: %w", errUnreachable, why)
		}
		select {
		case <-done:
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", errUnreachable, ctx.Err())
		}
	}
}

// begin starts a fetch unless one is under way. The fetch outlives the caller, because others wait
// for it too. The HTTP client's limit of time ends it.
func (k *keys) begin() <-chan struct{} {
	if k.fetching != nil {
		return k.fetching
	}
	done := make(chan struct{})
	k.fetching = done
	k.background.run(func(ctx context.Context) {
		set, err := k.fetch(ctx)
		k.mu.Lock()
		defer k.mu.Unlock()
		k.tried, k.why, k.fetching = k.now(), err, nil
		if err == nil {
			k.set, k.fetched = set, k.tried
		}
		close(done)
	})
	return done
}

func (k *keys) fetch(ctx context.Context) ([]jose.JSONWebKey, error) {
	address := k.url
	if address == "" {
		found, err := Discover(ctx, k.client, k.issuer)
		if err != nil {
			return nil, err
		}
		address = found.JWKSURI
	}
	var set struct {
		Keys []rawKey `json:"keys"`
	}
	if _, err := k.client.JSON(ctx, address, fetch.Request{}, &set); err != nil {
		return nil, err
	}
	var list []jose.JSONWebKey
	for _, one := range set.Keys {
		if one.ok {
			list = append(list, one.key)
		}
	}
	list = usable(list)
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no key that signs with an asymmetric algorithm", address)
	}
	return list[:min(len(list), maxKeys)], nil
}

// rawKey is a key of a set, of which some may be of kinds that are not known here.
type rawKey struct {
	key jose.JSONWebKey
	ok  bool
}

func (r *rawKey) UnmarshalJSON(text []byte) error {
	r.ok = r.key.UnmarshalJSON(text) == nil
	return nil
}

// usable leaves out keys that are not public, not for signatures, or too short.
func usable(list []jose.JSONWebKey) []jose.JSONWebKey {
	return slices.DeleteFunc(slices.Clone(list), func(k jose.JSONWebKey) bool {
		if k.Use != "" && k.Use != "sig" {
			return true
		}
		switch key := k.Key.(type) {
		case *rsa.PublicKey:
			return key.N.BitLen() < 2048
		case *ecdsa.PublicKey, ed25519.PublicKey:
			return false
		}
		return true // HMAC above all: whoever can read the set could sign
	})
}

// fitting are the keys of a name, or without a name all, that an algorithm can have used.
func fitting(list []jose.JSONWebKey, id, algorithm string) (out []jose.JSONWebKey) {
	for _, k := range list {
		if (id == "" || k.KeyID == id) && (k.Algorithm == "" || k.Algorithm == algorithm) {
			out = append(out, k)
		}
	}
	return out
}

// Discovered is what a provider says of itself, as far as we use it.
type Discovered struct {
	Issuer                string `json:"issuer"`
	JWKSURI               string `json:"jwks_uri"`
	AuthorizationEndpoint string `json:"authorization_endpoint"`
	TokenEndpoint         string `json:"token_endpoint"`
}

// Discover reads what a provider says of itself: by OpenID Connect's discovery, or else RFC 8414's.
func Discover(ctx context.Context, client *fetch.Client, issuer string) (Discovered, error) {
	var errs []error
	for _, address := range wellKnown(issuer) {
		var d Discovered
		switch _, err := client.JSON(ctx, address, fetch.Request{}, &d); {
		case err != nil:
			errs = append(errs, err)
		case d.Issuer != issuer:
			errs = append(errs, fmt.Errorf("%s is of the issuer %q, not of %q", address, d.Issuer, issuer))
		case d.JWKSURI == "":
			errs = append(errs, fmt.Errorf("%s has no jwks_uri", address))
		default:
			return d, nil
		}
	}
	return Discovered{}, errors.Join(errs...)
}

func wellKnown(issuer string) []string {
	base := strings.TrimSuffix(issuer, "/")
	scheme, rest, _ := strings.Cut(base, "://")
	host, path, _ := strings.Cut(rest, "/")
	if path != "" {
		path = "/" + path
	}
	return []string{base + "/.well-known/openid-configuration", scheme + "://" + host + "/.well-known/oauth-authorization-server" + path}
}
