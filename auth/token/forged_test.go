package token_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"github.com/sallyportdb/sallyport/auth/token"
)

func segment(v any) string {
	text, _ := json.Marshal(v)
	return base64.RawURLEncoding.EncodeToString(text)
}

// TestForgeries: tokens whose claims are good, and that the issuer has not signed so.
func TestForgeries(t *testing.T) {
	p := newProvider(t)
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	public, err := jose.JSONWebKey{Key: p.key.Public(), KeyID: "one"}.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	point, err := p.key.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	hmac := []byte("a symmetric key that stands in the JWKS for everybody")
	p.publish(
		jose.JSONWebKey{Key: p.key.Public(), KeyID: "one", Use: "sig"},
		jose.JSONWebKey{Key: rsaKey.Public(), KeyID: "enc", Use: "enc"},
		jose.JSONWebKey{Key: rsaKey.Public(), KeyID: "ps", Algorithm: "PS256"},
		jose.JSONWebKey{Key: hmac, KeyID: "oct"},
		map[string]any{"kty": "from the future", "kid": "new"},
	)
	v := verifier(t, token.Options{Issuers: []token.Issuer{p.issuer()}})
	good := p.token(t, nil)
	parts := strings.Split(good, ".")
	stranger, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	withKey, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: stranger}, &jose.SignerOptions{EmbedJWK: true})
	if err != nil {
		t.Fatal(err)
	}
	payload, _ := json.Marshal(p.good())
	embedded, err := withKey.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	bearsKey, _ := embedded.CompactSerialize()
	for name, raw := range map[string]string{
		"alg none":                   segment(map[string]any{"alg": "none"}) + "." + parts[1] + ".",
		"alg None":                   segment(map[string]any{"alg": "None", "kid": "one"}) + "." + parts[1] + "." + parts[2],
		"no signature":               parts[0] + "." + parts[1] + ".",
		"HMAC with the public key":   sign(t, jose.HS256, public, "one", "at+jwt", p.good()),
		"HMAC with the key's bytes":  sign(t, jose.HS256, point, "one", "at+jwt", p.good()),
		"HMAC with a key of the set": sign(t, jose.HS256, hmac, "oct", "at+jwt", p.good()),
		"another key":                sign(t, jose.ES256, stranger, "one", "at+jwt", p.good()),
		"a key that it brings":       bearsKey,
		"a key that is not there":    sign(t, jose.ES256, p.key, "../../dev/null", "at+jwt", p.good()),
		"a key for encryption":       sign(t, jose.RS256, rsaKey, "enc", "at+jwt", p.good()),
		"a key of another algorithm": sign(t, jose.RS256, rsaKey, "ps", "at+jwt", p.good()),
		"an ID token's type":         sign(t, jose.ES256, p.key, "one", "id+jwt", p.good()),
		"a logout token's type":      sign(t, jose.ES256, p.key, "one", "logout+jwt", p.good()),
		"changed claims":             parts[0] + "." + segment(merged(p.good(), map[string]any{"sub": "bob"})) + "." + parts[2],
		"a critical header":          segment(map[string]any{"alg": "ES256", "kid": "one", "crit": []string{"x"}, "x": 1}) + "." + parts[1] + "." + parts[2],
		"not base64":                 "a.b.c",
		"five parts":                 good + ".x.y",
		"white space":                " " + good,
		"opaque":                     "opaque-and-good",
		"empty":                      "",
		"huge":                       strings.Repeat("a", 1<<20),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := v.Verify(t.Context(), raw)
			expect(t, err, "the token is not valid here")
			if err != nil && raw != "" && strings.Contains(err.Error(), raw) {
				t.Errorf("the error has the token: %v", err)
			}
		})
	}
	if _, err := v.Verify(t.Context(), good); err != nil {
		t.Fatalf("and the good one: %v", err)
	}
	if _, err := v.Verify(t.Context(), sign(t, jose.PS256, crypto.Signer(rsaKey), "ps", "", p.good())); err != nil {
		t.Fatalf("and the good one of another key: %v", err)
	}
}

func TestSecret(t *testing.T) {
	p := newProvider(t)
	secret := []byte("a secret of the issuer and of us, 32 bytes or more")
	i := p.issuer()
	i.Secret = secret
	v := verifier(t, token.Options{Issuers: []token.Issuer{i}})
	if _, err := v.Verify(t.Context(), sign(t, jose.HS256, secret, "", "JWT", p.good())); err != nil {
		t.Fatal(err)
	}
	_, err := v.Verify(t.Context(), sign(t, jose.HS256, []byte("another secret, but just as long as that one"), "", "JWT", p.good()))
	expect(t, err, "no key of its issuer")
	_, err = v.Verify(t.Context(), p.token(t, nil))
	expect(t, err, "HS256")
	i.Secret = []byte("too short")
	if _, err := token.New(token.Options{Issuers: []token.Issuer{i}}); err == nil {
		t.Error("a short secret is taken")
	}
}
