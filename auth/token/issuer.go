package token

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/sallyportdb/sallyport/auth/fetch"
)

// Issuer is the configuration of one issuer. URL and Audiences are required.
type Issuer struct {
	// Name is short, and begins the names of the issuer's principals: letters, digits, _ and -.
	Name string
	// URL is what tokens have as their claim iss, letter for letter.
	URL string
	// Audiences are what we are called: a token must name one of them in its claim aud.
	Audiences []string
	// JWKSURL is where the issuer's keys are; "": discovery says it.
	JWKSURL string
	// Keys returns the issuer's keys, where they are at hand; nil: they are fetched.
	Keys func() jose.JSONWebKeySet
	// Secret is the key of HMAC. With it an issuer has no other keys.
	Secret []byte
	// Algorithms are those that signatures may have. Default: the asymmetric ones, or with Secret
	// HS256, HS384 and HS512.
	Algorithms []string
	// Introspection asks the issuer about each token (RFC 7662); its zero value asks nobody.
	Introspection Introspection
	Claims        Claims

	// Scopes are those of tokens without any claim of scopes; none: such a token has no scope.
	Scopes []string
	// Tenant is the tenant of all principals; "": a claim has it.
	Tenant string
	// TenantOptional takes tokens without the claim of the tenant; they are of no tenant.
	TenantOptional bool
	// Tenants and Roles are those that the issuer may give; none: it may give any.
	Tenants, Roles []string
	// Live says whether a grant has not been ended, by the claim "grant"; nil: nobody ends grants. Its error
	// is that nobody knows.
	Live func(grant string) (bool, error)
}

// Introspection is an endpoint that says whether a token is good.
type Introspection struct {
	URL          string
	ClientID     string
	ClientSecret string
	Cache        time.Duration // how long an answer is believed; default 30 seconds
}

func asymmetric() []jose.SignatureAlgorithm {
	return []jose.SignatureAlgorithm{
		jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512,
		jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
	}
}

func symmetric() []jose.SignatureAlgorithm {
	return []jose.SignatureAlgorithm{jose.HS256, jose.HS384, jose.HS512}
}

// issuer is an Issuer at work.
type issuer struct {
	Issuer

	algorithms []jose.SignatureAlgorithm
	skew       time.Duration
	now        func() time.Time
	client     *fetch.Client
	keys       *keys
	asking     chan struct{} // a place for each question that is under way
}

// leastSecret is how long a secret of HMAC must be, in bytes (RFC 7518, 3.2).
const leastSecret = 32

// questions is how many tokens an issuer is asked about at a time.
const questions = 16

var issuerName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

func newIssuer(o Issuer, client *fetch.Client, skew time.Duration, now func() time.Time, b *background) (*issuer, error) {
	i := &issuer{Issuer: o, skew: skew, now: now, client: client, asking: make(chan struct{}, questions)}
	if i.Introspection.Cache <= 0 {
		i.Introspection.Cache = 30 * time.Second
	}
	i.Claims = i.Claims.orDefault()
	if err := i.check(); err != nil {
		return nil, fmt.Errorf("auth: issuer %q: %w", o.Name, err)
	}
	i.keys = newKeys(o, client, now, b)
	return i, nil
}

func (i *issuer) check() error {
	if !issuerName.MatchString(i.Name) {
		return errors.New("its name must have 1 to 40 letters, digits, _ and -")
	}
	for _, u := range []string{i.URL, i.JWKSURL, i.Introspection.URL} {
		if u == "" && u != i.URL {
			continue
		}
		if problem := fetch.CheckURL(u); problem != "" {
			return fmt.Errorf("%q %s", u, problem)
		}
	}
	if len(i.Audiences) == 0 || slices.Contains(i.Audiences, "") {
		return errors.New("it needs the audiences that its tokens must be for")
	}
	if n := len(i.Secret); n > 0 && n < leastSecret {
		return fmt.Errorf("a secret of HMAC must have at least %d bytes", leastSecret)
	}
	may := asymmetric()
	if len(i.Secret) > 0 {
		may = symmetric()
	}
	i.algorithms = may
	if len(i.Issuer.Algorithms) > 0 {
		i.algorithms = nil
	}
	for _, name := range i.Issuer.Algorithms {
		if !slices.Contains(may, jose.SignatureAlgorithm(name)) {
			return fmt.Errorf("the algorithm %q is not among %s", name, joined(may))
		}
		i.algorithms = append(i.algorithms, jose.SignatureAlgorithm(name))
	}
	return nil
}

func joined(list []jose.SignatureAlgorithm) string {
	var names []string
	for _, a := range list {
		names = append(names, string(a))
	}
	return strings.Join(names, ", ")
}

// live refuses what the issuer has ended before its time.
func (i *issuer) live(grant string) error {
	if i.Live == nil {
		return nil
	}
	live, err := i.Live(grant)
	switch {
	case err != nil:
		return unreachable(i.Name, err)
	case !live:
		return invalid("it was revoked")
	}
	return nil
}

// verify finds out whether a token is good, and whose it is.
func (i *issuer) verify(ctx context.Context, raw string) (verified, error) {
	if i.Introspection.URL != "" {
		return i.introspect(ctx, raw)
	}
	c, err := i.signed(ctx, raw)
	if err != nil {
		return verified{}, err
	}
	return i.principal(c)
}
