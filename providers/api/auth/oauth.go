package auth

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
	"golang.org/x/oauth2/jwt"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// tokenTime bounds a request for a token.
const tokenTime = 30 * time.Second

// tokenClient sends requests for tokens and follows no redirect: they carry secrets.
func tokenClient(transport http.RoundTripper) *http.Client {
	if transport == nil {
		plain := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // it is one
		plain.Proxy = nil
		transport = plain
	}
	return &http.Client{Transport: transport, Timeout: tokenTime, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// bearer puts a token that is fetched with credentials on requests.
type bearer struct {
	tokens *cache[secret]
	// request returns a source of tokens and the host that it asks.
	fetch func(ctx context.Context, j *job) (oauth2.TokenSource, string, error)
	http  *http.Client
}

func (b *bearer) sign(ctx context.Context, j *job) error {
	token, err := b.tokens.get(ctx, j.key, func(ctx context.Context) (got fetched[secret], err error) {
		within, cancel := context.WithTimeout(context.WithValue(ctx, oauth2.HTTPClient, fetchClient(ctx, b.http)), tokenTime)
		defer cancel()
		source, host, err := b.fetch(within, j)
		if err != nil {
			return got, err
		}
		token, err := source.Token()
		if err != nil {
			return got, tokenFailure(ctx, host, err)
		}
		return fetched[secret]{hide(token.AccessToken), token.Expiry}, nil
	})
	if err != nil {
		return err
	}
	return put(j.Request, part{name: "Authorization", prefix: "Bearer "}, token.show())
}

func (b *bearer) forget(signed time.Time) bool { return b.tokens.drop(signed) }

func (b *bearer) state() string { return stateOf(b.tokens) }

func stateOf[T any](c *cache[T]) string {
	if end, there := c.validUntil(); there {
		return "a token is there until " + end.UTC().Format("15:04:05") + " UTC"
	}
	return "no token yet"
}

// codes are what a token server may say of a refusal (RFC 6749, 5.2); its other words
// may repeat what it was sent.
var codes = []string{
	"invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope",
	"access_denied", "server_error", "temporarily_unavailable",
}

func tokenFailure(ctx context.Context, host string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	refused := (*oauth2.RetrieveError)(nil)
	if !errors.As(err, &refused) || refused.Response == nil {
		p := wrong("Check its address and the way to it.", "the token server %s does not answer with a token", host)
		p.code = sqlstate.UnableToConnect
		return p
	}
	status := refused.Response.StatusCode
	what := strconv.Itoa(status)
	if slices.Contains(codes, refused.ErrorCode) {
		what += " (" + refused.ErrorCode + ")"
	}
	if status >= 300 && status < 400 {
		return wrong("Give the address that it leads to.", "the token server %s answers with a redirect, which is not followed", host)
	}
	p := wrong("Check the credentials and the scopes.", "the token server %s answers %s", host, what)
	if status >= 500 || status == http.StatusTooManyRequests {
		p.code, p.hint = sqlstate.UnableToConnect, "Try again later."
	}
	return p
}

var (
	inTemplate = regexp.MustCompile(`\{\{-?\s*\.(__env__)?([A-Za-z_][A-Za-z0-9_]*)\s*-?\}\}`)
	inAddress  = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._~-]*$`)
)

// render fills the variables of a token server's address in.
func (b *block) render(text string, vars variables) (out string, err error) {
	out = inTemplate.ReplaceAllStringFunc(text, func(match string) string {
		parts := inTemplate.FindStringSubmatch(match)
		name := parts[2]
		if parts[1] == "" {
			if name != "account_id" {
				err = wrong("", "the token server's address asks for %q, which is neither a variable nor account_id", name)
				return ""
			}
			if b.get("account_id") != "" {
				return b.get("account_id")
			}
			if name = b.get("account_id_env_var"); name == "" {
				name = b.get("account_id_var")
			}
		}
		value, _ := vars.lookup(name)
		switch {
		case value == "":
			err = unset(name, "value")
		case !inAddress.MatchString(value):
			err = wrong("", "%s has characters that no part of an address has", name)
		}
		return value
	})
	if err == nil && strings.Contains(out, "{{") {
		err = wrong("Write {{ .__env__NAME }}.", "the token server's address has a template that is not understood")
	}
	return out, err
}

func newOAuth2(b *block, o Options, inputs map[string]source) (scheme, error) {
	if grant := b.get("grant_type"); grant != "client_credentials" {
		return nil, errors.New("the grant_type is " + strconv.Quote(grant) + ": client_credentials is supported")
	}
	style, err := strconv.Atoi(b.or("auth_style", "0"))
	if err != nil || style < 0 || style > 2 {
		return nil, errors.New("auth_style is none of 0 (found out), 1 (in the body) and 2 (in the header)")
	}
	inputs["client id"] = b.source("client id", "", "client_id_env_var", "", "", "client_id")
	inputs["client secret"] = b.source("client secret", "client_secret_command", "client_secret_env_var", "", "", "client_secret")
	if !inputs["client id"].isSet() || !inputs["client secret"].isSet() {
		return nil, missing("client_id_env_var and client_secret_env_var")
	}
	address := b.get("token_url")
	if address == "" {
		return nil, missing("token_url")
	}
	return &bearer{tokens: new(cache[secret]), http: tokenClient(o.Transport), fetch: func(ctx context.Context, j *job) (oauth2.TokenSource, string, error) {
		at, err := b.render(address, j.vars)
		if err != nil {
			return nil, "", err
		}
		u, err := tokenServer(at, o.Loopback)
		if err != nil {
			return nil, "", err
		}
		config := &clientcredentials.Config{
			ClientID: j.given["client id"], ClientSecret: j.given["client secret"], TokenURL: u.String(), Scopes: b.scopes,
			EndpointParams: b.values, AuthStyle: oauth2.AuthStyle(style),
		}
		return plainSource(func() (*oauth2.Token, error) { return config.Token(ctx) }), u.Host, nil
	}}, nil
}

// plainSource asks for a token each time.
type plainSource func() (*oauth2.Token, error)

func (s plainSource) Token() (*oauth2.Token, error) { return s() }

func (b *block) or(key, other string) string {
	if text := b.get(key); text != "" {
		return text
	}
	return other
}

// googleKey is what a Google service account's key says.
type googleKey struct {
	Type       string `json:"type"`
	Email      string `json:"client_email"`
	PrivateKey string `json:"private_key"`
	KeyID      string `json:"private_key_id"`
	TokenURL   string `json:"token_uri"`
}

func newServiceAccount(b *block, o Options, inputs map[string]source) (scheme, error) {
	key := b.source("key as JSON", "credentialscommand", "credentialsenvvar", "credentialsfilepathenvvar", "credentialsfilepath", "")
	if !key.isSet() {
		return nil, missing("credentialsfilepath or credentialsenvvar")
	}
	inputs["key"] = key
	scopes := b.scopes
	if len(scopes) == 0 {
		scopes = []string{"https://www.googleapis.com/auth/cloud-platform"}
	}
	return &bearer{tokens: new(cache[secret]), http: tokenClient(o.Transport), fetch: func(ctx context.Context, j *job) (oauth2.TokenSource, string, error) {
		k, u, err := parseGoogleKey(j.given["key"], key.name(), o.Loopback)
		if err != nil {
			return nil, "", err
		}
		config := &jwt.Config{
			Email: k.Email, PrivateKey: []byte(k.PrivateKey), PrivateKeyID: k.KeyID, TokenURL: u.String(),
			Scopes: scopes, Subject: b.get("sub"),
		}
		return config.TokenSource(ctx), u.Host, nil
	}}, nil
}

func parseGoogleKey(text, from string, loopback bool) (k googleKey, u *url.URL, err error) {
	hint := "Download the key of a service account as JSON."
	if json.Unmarshal([]byte(text), &k) != nil {
		return k, nil, wrong(hint, "%s has no JSON", from)
	}
	if k.Type != "service_account" || k.Email == "" || k.PrivateKey == "" {
		return k, nil, wrong(hint, "%s has no key of a service account", from)
	}
	if k.TokenURL == "" {
		k.TokenURL = "https://oauth2.googleapis.com/token"
	}
	u, err = tokenServer(k.TokenURL, loopback)
	return k, u, err
}
