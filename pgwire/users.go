package pgwire

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/pgwire/scram"
)

// User may log in. A user has a verifier or certificates; a user with both must prove both.
type User struct {
	Name string
	// Verifier checks the password; the zero Verifier: the user has none.
	Verifier Verifier
	// Certificates are names, of which the client's certificate must have one:
	// as its common name or an alternative one. It must be signed by Options.TLS's
	// ClientCAs.
	Certificates []string

	Tenant   string    // whose data the user may see; "": nobody's
	Roles    []string  // of the configuration
	Sources  []string  // those that this user may use; nil: all
	Source   string    // the default; "": the server's, or the first of Sources
	Ceiling  gate.Mode // the zero mode lets nothing through
	MaxConns int       // sessions at a time; 0: as many as the server takes
}

// Verifier checks a user's password without keeping it. The zero Verifier is for a user without
// a password.
type Verifier struct {
	kept  scram.Verifier
	plain string
}

// Password is the verifier of a password that is known.
func Password(password string) Verifier { return Verifier{plain: password} }

// ParseVerifier reads a verifier as Postgres keeps it in pg_authid:
// SCRAM-SHA-256$4096:salt$stored key:server key.
func ParseVerifier(text string) (Verifier, error) {
	v, err := scram.ParseVerifier(text)
	return Verifier{kept: v}, err
}

func (v Verifier) none() bool { return v.plain == "" && v.kept.Iterations == 0 }

// Format hides it under every verb.
func (v Verifier) Format(f fmt.State, _ rune) { fmt.Fprint(f, "[verifier]") }

// identity is the user that a client has proven to be, and what that user may do.
type identity struct {
	principal auth.Principal
	ceiling   gate.Mode
	sources   []string // see User
	source    string
	maxConns  int
	// proven verifies the principal's token again; nil: there is none.
	proven func(context.Context) error
}

// users are all users of a door.
type users struct {
	named map[string]*User
	shape scram.Shape
}

// newUsers checks users, and makes verifiers of passwords. secret is for [scram.NewShape];
// without one, random bytes are taken.
func newUsers(list []User, secret []byte) (users, error) {
	if len(secret) == 0 {
		secret = make([]byte, 32)
		_, _ = rand.Read(secret) // it never fails; the program would have ended
	}
	plain := scram.NewShape(secret, nil)
	u := users{named: make(map[string]*User, len(list))}
	var like []scram.Verifier
	for _, user := range list {
		if user.Name == "" || u.named[user.Name] != nil {
			return users{}, fmt.Errorf("pgwire: there are two users named %q, or one without a name", user.Name)
		}
		if user.Verifier.none() && len(user.Certificates) == 0 {
			return users{}, fmt.Errorf("pgwire: the user %q has neither a password nor a certificate", user.Name)
		}
		if user.Verifier.plain != "" {
			v, err := plain.FromPassword(user.Name, user.Verifier.plain)
			if err != nil {
				return users{}, fmt.Errorf("pgwire: the user %q: %w", user.Name, err)
			}
			user.Verifier = Verifier{kept: v}
		}
		if !user.Verifier.none() {
			like = append(like, user.Verifier.kept)
		}
		u.named[user.Name] = &user
	}
	u.shape = scram.NewShape(secret, like)
	return u, nil
}

// proofOf returns the user of a name, whether the client has to prove a password, and by
// which verifier; why is for the log, if the proof fails. certificate has the names that
// the client's certificate proves.
//
// A client that cannot come in is asked for a password all the same, and none is right:
// so nobody learns which users there are, or which of them need a certificate.
func (u users) proofOf(name string, certificate []string) (user *User, password bool, verifier scram.Verifier, why string) {
	user = u.named[name]
	mock := u.shape.Mock(name) // made for all, so that it takes the same time
	switch {
	case user == nil:
		return nil, true, mock, "there is no such user"
	case len(user.Certificates) > 0 && len(certificate) == 0:
		return nil, true, mock, "the client has no certificate"
	case len(user.Certificates) > 0 && !slices.ContainsFunc(certificate, func(n string) bool { return slices.Contains(user.Certificates, n) }):
		return nil, true, mock, fmt.Sprintf("the certificate belongs to %q", certificate)
	case user.Verifier.none():
		return user, false, scram.Verifier{}, ""
	}
	return user, true, user.Verifier.kept, "the password is wrong"
}

// proof says how a user who was let in has proven who they are.
func (u *User) proof() auth.Proof {
	if u.Verifier.none() {
		return auth.Certificate
	}
	return auth.Password
}

func (u *User) identity(ceiling gate.Mode) identity {
	who := auth.Fixed(u.Name, u.proof())
	who.Tenant, who.Roles = u.Tenant, u.Roles
	return identity{principal: who, ceiling: ceiling.Narrow(u.Ceiling), sources: u.Sources, source: u.Source, maxConns: u.MaxConns}
}
