// Package token verifies access tokens of the issuers that the configuration names, and makes
// principals of their claims.
//
//	verifier.go    [Verifier]: which issuer a token belongs to, and what was verified already
//	issuer.go      [Issuer]: what the operator says of one
//	signature.go   JWTs: the signature, and when and for whom they are good
//	keys.go        an issuer's keys (JWKS), found by discovery and fetched anew in bounds
//	introspect.go  tokens that the issuer is asked about (RFC 7662)
//	claims.go      claims → auth.Principal
//
// A token is good if one of the issuers has signed it with an asymmetric algorithm (or with
// the secret that was configured for HMAC, and for nothing else), for an audience of ours, and if now
// is between its nbf and exp. What is not understood is refused: another type of token, a critical
// header, a token that is bound to a key that its bearer would have to prove (DPoP, mutual TLS).
//
// A token that was found good is remembered by its SHA-256 until it ends, so that the next request
// with it costs a hash. Keys that an issuer withdraws therefore end no token before its time.
//
// Errors have the code 28000 (sqlstate.InvalidAuthorization) where the token is at fault, and 57P03
// (sqlstate.CannotConnectNow) where the issuer cannot be asked. Nothing of a token is in them.
package token

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/auth/fetch"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options are what a Verifier is made of; Issuers is required.
type Options struct {
	Issuers []Issuer
	Skew    time.Duration // by which clocks may differ; default 30 seconds
	Cache   int           // tokens that are remembered; default 10,000
	// Now is the clock; default time.Now.
	Now func() time.Time
}

// Verifier verifies tokens. It is safe for concurrent use.
type Verifier struct {
	issuers []*issuer
	cache   *cache
	client  *fetch.Client
	now     func() time.Time

	background *background
}

// background owns the goroutines that fetch keys.
type background struct {
	ctx     context.Context //nolint:containedctx // it is that of all of them
	end     context.CancelFunc
	running sync.WaitGroup
}

func (b *background) run(f func(context.Context)) { b.running.Go(func() { f(b.ctx) }) }

// maxToken bounds a token, in bytes.
const maxToken = 16 << 10

// New makes a Verifier. It asks nobody yet: an issuer is first asked when a token of it comes.
func New(o Options) (*Verifier, error) {
	v := &Verifier{client: fetch.Trusted(), now: o.Now, background: &background{}}
	v.background.ctx, v.background.end = context.WithCancel(context.Background())
	if v.now == nil {
		v.now = time.Now
	}
	if o.Skew <= 0 {
		o.Skew = 30 * time.Second
	}
	if o.Cache <= 0 {
		o.Cache = 10_000
	}
	v.cache = newCache(o.Cache)
	names, urls, opaque := map[string]bool{}, map[string]bool{}, 0
	for _, i := range o.Issuers {
		one, err := newIssuer(i, v.client, o.Skew, v.now, v.background)
		switch {
		case err != nil:
			return nil, err
		case names[i.Name] || urls[i.URL]:
			return nil, fmt.Errorf("auth: there is another issuer named %q, or with its URL %s", i.Name, i.URL)
		case i.Introspection.URL != "":
			if opaque++; opaque > 1 {
				return nil, fmt.Errorf("auth: two issuers have an introspection endpoint: a token that does not name its issuer would be shown to both")
			}
		}
		names[i.Name], urls[i.URL] = true, true
		v.issuers = append(v.issuers, one)
	}
	return v, nil
}

// Close ends what is asked of issuers, and connections to them. Nobody verifies afterwards.
func (v *Verifier) Close() {
	v.background.end()
	v.background.running.Wait()
	v.client.Close()
}

// Verify returns the principal of a token. Its slices belong to the Verifier: nobody may change
// them. Waiting for an issuer ends with ctx, and after ten seconds.
func (v *Verifier) Verify(ctx context.Context, raw string) (auth.Principal, error) {
	if raw == "" || len(raw) > maxToken {
		return auth.Principal{}, invalid("it is empty, or longer than %d bytes", maxToken)
	}
	sum, now := sha256.Sum256([]byte(raw)), v.now()
	if found, ok := v.cache.find(sum, now); ok {
		return found.principal, found.issuer.live(found.grant)
	}
	i := v.issuerOf(raw)
	if i == nil {
		return auth.Principal{}, invalid("none of the issuers that are configured has issued it")
	}
	p, err := i.verify(ctx, raw)
	if err != nil {
		return auth.Principal{}, err
	}
	if err := i.live(p.grant); err != nil {
		return auth.Principal{}, err
	}
	v.cache.add(sum, p, now)
	return p.principal, nil
}

// verified is a token that was found good.
type verified struct {
	principal auth.Principal
	issuer    *issuer
	grant     string    // what the issuer can end before its time; "" is nothing
	until     time.Time // when it has to be verified again
}

// issuerOf returns the issuer that a JWT names, or for an opaque token the issuer that can be asked about it. It
// returns nil if there is none.
func (v *Verifier) issuerOf(raw string) *issuer {
	says, isJWT := claimedIssuer(raw)
	for _, i := range v.issuers {
		if isJWT && i.URL == says || !isJWT && i.Introspection.URL != "" {
			return i
		}
	}
	return nil
}

// claimedIssuer reads who is said to have issued a JWT, before anything of it is proven.
func claimedIssuer(raw string) (url string, isJWT bool) {
	parts := strings.Split(raw, ".")
	if len(parts) != 3 {
		return "", false
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	var c claims
	if err != nil || json.Unmarshal(payload, &c) != nil {
		return "", false
	}
	return c.text("iss"), true
}

// invalid is the error of a token that is at fault. why is for whoever sent it.
func invalid(why string, args ...any) error {
	return sqlstate.New(sqlstate.InvalidAuthorization, "the token is not valid here: "+why, args...).
		WithHint("Get a new token from the issuer and try again.")
}

// unreachable is the error of an issuer that cannot be asked.
func unreachable(name string, cause error) error {
	return sqlstate.Wrap(cause, sqlstate.CannotConnectNow, "the token could not be verified: the issuer %q does not answer", name).
		WithHint("Try again later. The server's log has the reason.")
}
