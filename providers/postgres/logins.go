package postgres

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Login is one of several logins of a source. It is for the principals who belong to one of the tenants and
// have one of the roles; nil means any tenant, or any role.
type Login struct {
	Tenants, Roles []string
	Options        Options
}

// isFor reports whether the login is for a principal. A login that names neither tenants nor roles is for
// nobody.
func (l Login) isFor(who auth.Principal) bool {
	if l.Tenants == nil && l.Roles == nil {
		return false
	}
	return (l.Tenants == nil || who.Tenant != "" && slices.Contains(l.Tenants, who.Tenant)) &&
		(l.Roles == nil || slices.ContainsFunc(who.Roles, func(role string) bool { return slices.Contains(l.Roles, role) }))
}

// Logins is a server where principals have logins of their own. Each login is a [Provider] with its own
// pool, backends and catalog. A principal without a login has no other to fall back on.
type Logins struct {
	list []login
}

// login is an open Login.
type login struct {
	Login
	name string
	*Provider
}

// OpenLogins opens the logins of a source; the first that fits a principal is the principal's. It does
// not connect. F0000: a DSN is wrong.
func OpenLogins(ctx context.Context, list []Login) (*Logins, error) {
	l := &Logins{}
	for i, one := range list {
		p, err := Open(ctx, one.Options)
		if err != nil {
			return nil, errors.Join(err, l.Close())
		}
		l.list = append(l.list, login{one, strconv.Itoa(i), p})
	}
	if len(l.list) == 0 {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "the source has no login")
	}
	return l, nil
}

// Login returns the name and the Provider of a principal's login.
func (l *Logins) Login(who auth.Principal) (string, providers.Provider, error) {
	one, err := l.of(who)
	if err != nil {
		return "", nil, err
	}
	return one.name, one.Provider, nil
}

func (l *Logins) of(who auth.Principal) (login, error) {
	for _, one := range l.list {
		if one.isFor(who) {
			return one, nil
		}
	}
	return login{}, sqlstate.New(sqlstate.InsufficientPrivilege, "source %q has no login for this principal", l.Info().Name).
		WithHint("The source's per_principal names the tenants and roles that have one.")
}

// Info names the source.
func (l *Logins) Info() providers.Info { return l.list[0].Info() }

// Connect connects by the login of the principal in the options.
func (l *Logins) Connect(ctx context.Context, o providers.ConnOptions) (providers.Conn, error) {
	one, err := l.of(o.Principal)
	if err != nil {
		return nil, err
	}
	return one.Connect(ctx, o)
}

// Catalog returns the error 42501, because the meaning of names depends on the login.
func (l *Logins) Catalog(context.Context) (providers.Catalog, error) {
	_, err := l.of(auth.Principal{})
	return nil, err
}

// Backend gives out a backend of the principal's login.
func (l *Logins) Backend(ctx context.Context, o providers.BackendOptions) (providers.Backend, error) {
	one, err := l.of(o.Principal)
	if err != nil {
		return nil, err
	}
	return one.Backend(ctx, o)
}

// BackendAtHand returns what Backend would, if that needs no wait; else nil.
func (l *Logins) BackendAtHand(o providers.BackendOptions) providers.Backend {
	one, err := l.of(o.Principal)
	if err != nil {
		return nil
	}
	return one.BackendAtHand(o)
}

// Pooling says for how long a session keeps its backend.
func (l *Logins) Pooling() providers.Pooling { return l.list[0].Pooling() }

// Guard is the text of the statement that compares a closure.
func (l *Logins) Guard() string { return l.list[0].Guard() }

// GuardBeside is that of every login.
func (l *Logins) GuardBeside(strict bool) string { return l.list[0].GuardBeside(strict) }

// StrictGuard is that of every login.
func (l *Logins) StrictGuard() string { return l.list[0].StrictGuard() }

// Altered makes the catalogs of all logins compare their answers with the server before they believe them again.
func (l *Logins) Altered(made []string) {
	for _, one := range l.list {
		one.Altered(made)
	}
}

// Close closes all logins.
func (l *Logins) Close() error {
	errs := make([]error, len(l.list))
	var closing sync.WaitGroup
	for i, one := range l.list {
		closing.Go(func() { errs[i] = one.Provider.Close() })
	}
	closing.Wait()
	return errors.Join(errs...)
}

// Check at compile time that the contracts are met.
var (
	_ providers.Personal = (*Logins)(nil)
	_ providers.Relayer  = (*Logins)(nil)
)

// Posture returns what each login could do beyond the needs of Sallyport.
func (l *Logins) Posture(ctx context.Context) (all providers.Posture, err error) {
	for i, one := range l.list {
		found, err := one.Posture(ctx)
		if err != nil {
			return providers.Posture{}, err
		}
		if i > 0 {
			all.Role += ", "
		}
		all.Role, all.Version = all.Role+found.Role, found.Version
		all.Unknown = append(all.Unknown, found.Unknown...)
		for _, risk := range found.Risks {
			risk.What = "login " + found.Role + ": " + risk.What
			all.Risks = append(all.Risks, risk)
		}
	}
	return all, nil
}

var _ providers.Examiner = (*Logins)(nil)
