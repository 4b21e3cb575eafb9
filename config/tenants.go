package config

import (
	"fmt"
	"slices"
	"strings"
)

// Login is a login at a Postgres source for the principals that belong to one of the tenants and have one
// of the roles.
type Login struct {
	Tenants []string `yaml:"tenants"`
	Roles   []string `yaml:"roles"`

	DSN     Secret `yaml:"dsn"`
	DSNEnv  string `yaml:"dsn_env"`
	DSNFile string `yaml:"dsn_file" path:"yes"`

	MaxConnections    int `yaml:"max_connections" min:"1"`
	MCPMaxConnections int `yaml:"mcp_max_connections" min:"1"`
}

// Logins are the sources that a source's logins would be alone: with their DSNs and limits in the place
// of the source's.
func (s Source) Logins() []Source {
	var list []Source
	for _, l := range s.PerPrincipal {
		one := s
		one.PerPrincipal = nil
		one.DSN, one.DSNEnv, one.DSNFile = l.DSN, l.DSNEnv, l.DSNFile
		if l.MaxConnections > 0 {
			one.MaxConnections = l.MaxConnections
		}
		if l.MCPMaxConnections > 0 {
			one.MCPMaxConnections = l.MCPMaxConnections
		}
		list = append(list, one)
	}
	return list
}

// Demands are the tenants that each source is for; a source that is for all is left out.
func (c Config) Demands() map[string][]string {
	demands := map[string][]string{}
	for _, s := range c.Sources {
		if len(s.Tenants) > 0 {
			demands[s.Name] = s.Tenants
		}
	}
	return demands
}

// HoldsRows reports whether policies of rows have to hold the source's logins: the source is for tenants.
func (s Source) HoldsRows() bool {
	forTenants := len(s.Tenants) > 0 || slices.ContainsFunc(s.PerPrincipal, func(l Login) bool { return len(l.Tenants) > 0 })
	return forTenants && !s.LoginBypassesPolicies
}

// givenDSNs counts how often a DSN is given.
func givenDSNs(dsn Secret, env, file string) (given int) {
	for _, text := range []string{dsn.Reveal(), env, file} {
		if text != "" {
			given++
		}
	}
	return given
}

// postgres checks who has which login at a Postgres source.
func (l *loader) postgres(key string, s Source) {
	given := givenDSNs(s.DSN, s.DSNEnv, s.DSNFile)
	_, logins := l.origin[key+".per_principal"]
	switch {
	case logins && given > 0:
		l.wrong(key+".per_principal", "has all logins of the source: take dsn, dsn_env and dsn_file away, which nobody would use")
	case logins && len(s.PerPrincipal) == 0:
		l.wrong(key+".per_principal", "needs logins, or is to be left out")
	case !logins && given != 1:
		l.wrong(key, "a postgres source needs one of dsn_env, dsn_file and dsn, and has %d", given)
	}
	for i, one := range s.PerPrincipal {
		at := fmt.Sprintf("%s.per_principal[%d]", key, i)
		if given := givenDSNs(one.DSN, one.DSNEnv, one.DSNFile); given != 1 {
			l.wrong(at, "needs one of dsn_env, dsn_file and dsn, and has %d", given)
		}
		if len(one.Tenants) == 0 && len(one.Roles) == 0 {
			l.wrong(at, "needs tenants or roles: whose login it is")
		}
		l.filled(at+".tenants", one.Tenants)
		l.filled(at+".roles", one.Roles)
	}
}

// filled refuses a list that is given and has nothing, or has an empty name.
func (l *loader) filled(key string, list []string) {
	if _, set := l.origin[key]; set && (len(list) == 0 || slices.ContainsFunc(list, func(name string) bool { return strings.TrimSpace(name) == "" })) {
		l.wrong(key, "needs names, none of them empty, or is to be left out")
	}
}
