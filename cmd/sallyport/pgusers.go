package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/pgwire"
)

// pgUsers are the users of the Postgres door with their secrets.
func pgUsers(c config.Config, getenv func(string) string) ([]pgwire.User, error) {
	var list []pgwire.User
	var errs []error
	for _, u := range c.PGWire.Users {
		user, err := pgUser(u, getenv)
		list, errs = append(list, user), append(errs, err)
	}
	return list, errors.Join(errs...)
}

func pgUser(u config.User, getenv func(string) string) (pgwire.User, error) {
	user := pgwire.User{
		Name: u.Name, Certificates: u.Certificates,
		Tenant: u.Tenant, Roles: u.Roles, Sources: u.Sources, Source: u.Source, Ceiling: gate.FullAccess, MaxConns: u.MaxConnections,
	}
	if u.Mode != "" {
		mode, err := gate.ParseMode(u.Mode)
		if err != nil {
			return pgwire.User{}, err
		}
		user.Ceiling = mode
	}
	password, err := u.ResolvePassword(getenv)
	if err != nil {
		return pgwire.User{}, err
	}
	verifier, err := u.ResolveVerifier(getenv)
	switch {
	case err != nil:
		return pgwire.User{}, err
	case password != "":
		user.Verifier = pgwire.Password(password.Reveal())
	case verifier != "":
		if user.Verifier, err = pgwire.ParseVerifier(verifier.Reveal()); err != nil {
			return pgwire.User{}, fmt.Errorf("user %q: verifier: %w (sallyport scram-verifier makes one)", u.Name, err)
		}
	}
	return user, nil
}

// pgSecret returns random bytes that are kept in a file of the state directory. With them the
// Postgres door answers an unknown name in the same way after a restart, so that nobody can
// tell it from a user's.
func pgSecret(c config.Config) ([]byte, error) {
	const length = 32
	path := filepath.Join(c.StateDir, "pgwire.secret")
	secret, err := os.ReadFile(path)
	if err == nil && len(secret) == length {
		return secret, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot read the Postgres door's secret: %w", err)
	}
	secret = make([]byte, length)
	_, _ = rand.Read(secret) // it never fails; the program would have ended
	if err := os.WriteFile(path, secret, 0o600); err != nil {
		return nil, fmt.Errorf("cannot keep the Postgres door's secret: %w", err)
	}
	return secret, nil
}
