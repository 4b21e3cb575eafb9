// Command identity is an identity provider to try Sallyport with: ZITADEL's implementation of OpenID
// Connect and the in-memory storage of its example. It has a module of its own, so that Sallyport's
// does not grow by it. `make identity-providers` builds and runs it.
//
// The first line that it prints is its issuer. Beside what the example has there are:
//
//   - the programs "jwt" and "opaque", which get tokens by client credentials, of the kind that
//     their names say. As at ZITADEL, the scope urn:zitadel:iam:org:project:id:X:aud makes X an
//     audience, tokens have no claim scope, and what a program may is in the claim
//     urn:zitadel:iam:org:project:roles
//   - the program "api", which may ask about opaque tokens that are for it
package main

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

const (
	secret       = "verysecret"
	audienceName = "urn:zitadel:iam:org:project:id:"
	rolesClaim   = "urn:zitadel:iam:org:project:roles"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	issuer := "http://" + listener.Addr().String()
	storage.RegisterClients(storage.WebClient("api", secret))
	s := &store{Storage: storage.NewStorage(storage.NewUserStore(issuer + "/")), issuer: issuer, given: map[string]*given{}}
	s.rotate()
	router := exampleop.SetupServer(issuer, s, slog.Default(), false)
	fmt.Println(issuer)
	server := &http.Server{Handler: router, ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}

// store is the example's storage with programs of its own, and keys that change.
type store struct {
	*storage.Storage
	issuer string

	mu    sync.Mutex
	key   key
	given map[string]*given // by the id of the token
}

// given is a token of a program.
type given struct {
	client           string
	audience, scopes []string
	ends             time.Time
}

func (g *given) GetSubject() string    { return g.client }
func (g *given) GetAudience() []string { return g.audience }
func (g *given) GetScopes() []string   { return g.scopes }

// program is a client with a name and a kind of token of its own.
type program struct {
	op.Client
	id   string
	kind op.AccessTokenType
}

func (p program) GetID() string                       { return p.id }
func (p program) AccessTokenType() op.AccessTokenType { return p.kind }

func (s *store) ClientCredentials(ctx context.Context, id, pass string) (op.Client, error) {
	kinds := map[string]op.AccessTokenType{"jwt": op.AccessTokenTypeJWT, "opaque": op.AccessTokenTypeBearer}
	kind, known := kinds[id]
	if !known || pass != secret {
		return nil, errors.New("no such program")
	}
	base, err := s.Storage.ClientCredentials(ctx, "sid1", secret)
	return program{base, id, kind}, err
}

func (s *store) ClientCredentialsTokenRequest(_ context.Context, id string, scopes []string) (op.TokenRequest, error) {
	g := &given{client: id, scopes: scopes, audience: []string{id}, ends: time.Now().Add(5 * time.Minute)}
	for _, scope := range scopes {
		if rest, is := strings.CutPrefix(scope, audienceName); is {
			g.audience = append(g.audience, strings.TrimSuffix(rest, ":aud"))
		}
	}
	return g, nil
}

func (s *store) CreateAccessToken(ctx context.Context, request op.TokenRequest) (string, time.Time, error) {
	g, mine := request.(*given)
	if !mine {
		return s.Storage.CreateAccessToken(ctx, request)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	id := rand.Text()
	s.given[id] = g
	return id, g.ends, nil
}

func (s *store) GetPrivateClaimsFromScopes(_ context.Context, _, _ string, scopes []string) (map[string]any, error) {
	roles := map[string]any{}
	for _, scope := range scopes {
		if strings.HasPrefix(scope, "data:") {
			roles[scope] = map[string]string{"1": "acme.example"}
		}
	}
	return map[string]any{rolesClaim: roles}, nil
}

func (s *store) SetIntrospectionFromToken(ctx context.Context, answer *oidc.IntrospectionResponse, id, subject, client string) error {
	s.mu.Lock()
	g, mine := s.given[id]
	s.mu.Unlock()
	switch {
	case !mine:
		return s.Storage.SetIntrospectionFromToken(ctx, answer, id, subject, client)
	case !slices.Contains(g.audience, client):
		return errors.New("the token is not for who asks")
	}
	answer.Issuer, answer.Subject, answer.ClientID = s.issuer, g.client, g.client
	answer.Audience, answer.Scope, answer.Expiration = g.audience, g.scopes, oidc.FromTime(g.ends)
	return nil
}

// key is a signing key, and its own public half.
type key struct {
	id      string
	private *rsa.PrivateKey
}

type publicKey struct{ key }

func (k key) SignatureAlgorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (k key) Key() any                                    { return k.private }
func (k key) ID() string                                  { return k.id }

func (k publicKey) Algorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (k publicKey) Use() string                        { return "sig" }
func (k publicKey) Key() any                           { return &k.private.PublicKey }

func (s *store) rotate() {
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		log.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.key = key{rand.Text(), private}
}

func (s *store) SigningKey(context.Context) (op.SigningKey, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.key, nil
}

func (s *store) KeySet(context.Context) ([]op.Key, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return []op.Key{publicKey{s.key}}, nil
}
