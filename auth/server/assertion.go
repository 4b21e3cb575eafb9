package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
)

const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

// maxAssertion is how long an assertion may be good.
const maxAssertion = 5 * time.Minute

func assertionAlgorithms() []jose.SignatureAlgorithm {
	return []jose.SignatureAlgorithm{jose.ES256, jose.ES384, jose.ES512, jose.EdDSA, jose.PS256, jose.PS384, jose.PS512, jose.RS256, jose.RS384, jose.RS512}
}

func assertionAlgorithmNames() (names []string) {
	for _, a := range assertionAlgorithms() {
		names = append(names, string(a))
	}
	return names
}

// withoutPerson gives a token to a program that acts for nobody: it proves itself by its key
// (RFC 7523), and gets no refresh token.
func (s *Server) withoutPerson(ctx context.Context, form url.Values) (map[string]any, *problem) {
	c, p := s.provenClient(ctx, form)
	if p != nil {
		return nil, p
	}
	resource, p := s.resource(form["resource"])
	if p != nil {
		return nil, p
	}
	scopes := within(strings.Fields(form.Get("scope")), s.Scopes)
	if form.Get("scope") == "" {
		scopes = slices.Clone(c.Scopes)
	}
	if scopes = within(scopes, orReading(c.Scopes)); len(scopes) == 0 {
		scopes = within(orReading(nil), orReading(c.Scopes))
		if form.Get("scope") != "" || len(scopes) == 0 {
			return nil, wrong("invalid_scope", "none of these scopes can be given to the client")
		}
	}
	who := Person{Subject: "client:" + c.ID, Tenant: c.Tenant, Roles: c.Roles}
	g := grant{who, c.ID, scopes, resource}
	id, err := s.Store.newGrant(ctx, g, s.Now().Add(s.AccessTTL))
	if err != nil {
		return nil, broken(err)
	}
	return s.access(id, g, who, scopes)
}

// provenClient returns the client that has made an assertion, and proven it by its key.
func (s *Server) provenClient(ctx context.Context, form url.Values) (Client, *problem) {
	bad := &problem{status: http.StatusUnauthorized, code: "invalid_client", why: "the client is not proven: client_assertion must be a JWT that its key has signed, for this server, good for 5 minutes at most and used once"}
	if form.Get("client_assertion_type") != assertionType {
		return Client{}, bad
	}
	jws, err := jose.ParseSignedCompact(form.Get("client_assertion"), assertionAlgorithms())
	if err != nil {
		return Client{}, bad
	}
	var said assertion
	if json.Unmarshal(jws.UnsafePayloadWithoutVerification(), &said) != nil || said.Issuer == "" || said.Issuer != said.Subject {
		return Client{}, bad
	}
	if id := form.Get("client_id"); id != "" && id != said.Issuer {
		return Client{}, bad
	}
	c, err := s.client(ctx, said.Issuer)
	if errors.Is(err, errStore) {
		return Client{}, broken(err)
	}
	if err != nil || c.Keys == nil || !signedBy(jws, *c.Keys) || !s.timely(said) {
		return Client{}, bad
	}
	err = s.Store.put(ctx, kindAssertion, c.ID+"\x00"+said.ID, "", time.Unix(said.Expires, 0).Add(time.Minute), struct{}{})
	switch {
	case errors.Is(err, errTaken):
		return Client{}, bad
	case err != nil:
		return Client{}, broken(err)
	}
	return c, nil
}

// assertion is what a client says of itself. Only a whole JWT is one: names of members count letter for
// letter.
type assertion struct {
	Issuer, Subject, ID        string
	Audience                   []string
	Expires, NotBefore, Issued int64
}

// UnmarshalJSON reads the claims by their exact names.
func (a *assertion) UnmarshalJSON(text []byte) error {
	var claims map[string]json.RawMessage
	if err := json.Unmarshal(text, &claims); err != nil {
		return err
	}
	read := func(name string, into any) error {
		if value, ok := claims[name]; ok {
			return json.Unmarshal(value, into)
		}
		return nil
	}
	var one string
	audience := read("aud", &a.Audience)
	if audience != nil {
		audience = read("aud", &one)
		a.Audience = []string{one}
	}
	return errors.Join(audience, read("iss", &a.Issuer), read("sub", &a.Subject), read("jti", &a.ID),
		read("exp", &a.Expires), read("nbf", &a.NotBefore), read("iat", &a.Issued))
}

func (s *Server) timely(a assertion) bool {
	const skew = 30
	now := s.Now().Unix()
	ours := slices.ContainsFunc(a.Audience, func(to string) bool { return to == s.Issuer || to == s.Issuer+"/api/oauth/token" })
	return ours && a.ID != "" && len(a.ID) <= 255 && a.Expires > now-skew && a.Expires <= now+int64(maxAssertion.Seconds())+skew &&
		a.NotBefore <= now+skew && a.Issued <= now+skew
}

func signedBy(jws *jose.JSONWebSignature, keys jose.JSONWebKeySet) bool {
	id := jws.Signatures[0].Protected.KeyID
	for _, key := range keys.Keys {
		if (id == "" || key.KeyID == id) && key.Valid() && key.IsPublic() {
			if _, err := jws.Verify(key); err == nil {
				return true
			}
		}
	}
	return false
}

// ParseKeys reads the public keys of a client: a JWK set.
func ParseKeys(text []byte) (*jose.JSONWebKeySet, error) {
	var set jose.JSONWebKeySet
	if err := json.Unmarshal(text, &set); err != nil || len(set.Keys) == 0 {
		return nil, errors.New(`is no JWK set ({"keys": […]})`)
	}
	for _, key := range set.Keys {
		if !key.Valid() || !key.IsPublic() {
			return nil, errors.New("has a key that is not a public one: leave the private part where the client runs")
		}
	}
	return &set, nil
}
