package providers

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// IdentityPrefix begins the names of the settings that tell a source who asks, for policies of its rows.
// No client sets them.
const IdentityPrefix = "sallyport."

// Told names what a source is told of a principal.
type Told string

// What there is to tell.
const (
	ToldSubject Told = "subject"
	ToldTenant  Told = "tenant"
	ToldRoles   Told = "roles"
	ToldClient  Told = "client"
)

// IdentitySettings returns the settings that tell of a principal what is asked for, in that order.
// 42501: a value cannot be told.
func IdentitySettings(who auth.Principal, told []Told) ([]StartupSetting, error) {
	list := make([]StartupSetting, len(told))
	for i, t := range told {
		list[i].Name = IdentityPrefix + string(t)
		switch t {
		case ToldSubject:
			list[i].Value = who.Subject
		case ToldTenant:
			list[i].Value = who.Tenant
		case ToldRoles:
			list[i].Value = strings.Join(who.Roles, ",")
		case ToldClient:
			list[i].Value = who.Client
		}
		if strings.ContainsRune(list[i].Value, 0) || t == ToldRoles && slices.ContainsFunc(who.Roles, func(role string) bool { return strings.Contains(role, ",") }) {
			return nil, sqlstate.New(sqlstate.InsufficientPrivilege, "the source cannot be told who asks: the %s of the principal has a character that does not fit", t).
				WithHint("The names of roles have no comma, and nothing has a NUL byte.")
		}
	}
	return list, nil
}

// Personal is a source that principals have logins of their own at. Info and Close are those of the
// source; Connect is that of the login of the principal in the options.
type Personal interface {
	Provider
	// Login returns the source as a principal sees it, with the name of the login. 42501: the principal
	// has none; there is no other login to fall back on.
	Login(who auth.Principal) (name string, as Provider, err error)
}
