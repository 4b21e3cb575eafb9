package token

import "context"

// Claimed are the claims of an ID token that was verified.
type Claimed struct{ claims claims }

// Text is a claim that is a text, "" where it is none.
func (c Claimed) Text(name string) string { return c.claims.text(name) }

// Words are the names that a claim lists.
func (c Claimed) Words(name string) []string { return c.claims.words(name) }

// True reports whether a claim is true; some providers write it as text.
func (c Claimed) True(name string) bool {
	value := string(c.claims.find(name))
	return value == "true" || value == `"true"`
}

// Claims verifies an ID token: its issuer, signature, audience and times, as of an access token. Who
// asks compares the nonce.
func (v *Verifier) Claims(ctx context.Context, raw string) (Claimed, error) {
	i := v.issuerOf(raw)
	if i == nil || len(raw) > maxToken || i.Introspection.URL != "" {
		return Claimed{}, invalid("none of the issuers that are configured has issued it")
	}
	c, err := i.signed(ctx, raw)
	if err == nil {
		err = i.timely(c)
	}
	return Claimed{c}, err
}
