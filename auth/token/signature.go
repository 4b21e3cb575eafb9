package token

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/go-jose/go-jose/v4"
)

// signed returns the claims of a JWT after its signature, its times and its audience.
func (i *issuer) signed(ctx context.Context, raw string) (claims, error) {
	jws, err := jose.ParseSignedCompact(raw, i.algorithms)
	if err != nil || len(jws.Signatures) != 1 {
		return nil, invalid("it is not a JWT that is signed with one of %s", joined(i.algorithms))
	}
	header := jws.Signatures[0].Protected
	if !accessType(header) {
		return nil, invalid("its type is not that of an access token")
	}
	payload, err := i.proven(ctx, jws, header)
	if err != nil {
		return nil, err
	}
	var c claims
	if err := json.Unmarshal(payload, &c); err != nil {
		return nil, invalid("its claims are not a JSON object")
	}
	if c.text("iss") != i.URL {
		return nil, invalid("none of the issuers that are configured has issued it")
	}
	return c, nil
}

// accessType reports whether a header's typ is that of an access token, or is not said.
func accessType(h jose.Header) bool {
	says, _ := h.ExtraHeaders[jose.HeaderType].(string)
	if _, set := h.ExtraHeaders[jose.HeaderType]; !set {
		return true
	}
	says = strings.TrimPrefix(strings.ToLower(says), "application/")
	return says == "at+jwt" || says == "jwt"
}

// proven returns the payload that a key of the issuer has signed.
func (i *issuer) proven(ctx context.Context, jws *jose.JSONWebSignature, h jose.Header) ([]byte, error) {
	if len(i.Secret) > 0 {
		payload, err := jws.Verify(i.Secret)
		if err != nil {
			return nil, badSignature()
		}
		return payload, nil
	}
	candidates, err := i.keys.find(ctx, h.KeyID, h.Algorithm)
	if errors.Is(err, errUnreachable) {
		return nil, unreachable(i.Name, err)
	}
	for _, key := range candidates {
		if payload, err := jws.Verify(key.Key); err == nil {
			return payload, nil
		}
	}
	return nil, badSignature()
}

func badSignature() error { return invalid("no key of its issuer has signed it") }

// timely checks when a token is good and for whom.
func (i *issuer) timely(c claims) error {
	now := i.now()
	ends, ok := c.time("exp")
	switch {
	case !ok:
		return invalid("it does not say when it ends (exp)")
	case !now.Before(ends.Add(i.skew)):
		return invalid("it has expired")
	}
	for _, name := range []string{"nbf", "iat"} {
		if _, said := c[name]; !said {
			continue
		}
		if from, ok := c.time(name); !ok || now.Add(i.skew).Before(from) {
			return invalid("it is not valid yet (%s)", name)
		}
	}
	if !slices.ContainsFunc(c.texts("aud"), func(a string) bool { return slices.Contains(i.Audiences, a) }) {
		return invalid("it is for another audience than %s", strings.Join(i.Audiences, ", "))
	}
	if _, bound := c["cnf"]; bound {
		return invalid("it is bound to a key (cnf), which this server does not ask its bearer to prove")
	}
	return nil
}
