package auth

import (
	"fmt"
	"slices"
)

// The scopes that tools and statements need. data_agent:write is the right to have questions
// answered, not to write data: that is data:write.
const (
	ScopeDataRead             = "data:read"
	ScopeDataWrite            = "data:write"
	ScopeAgentRead            = "data_agent:read"
	ScopeAgentWrite           = "data_agent:write"
	ScopeOntologiesRead       = "ontologies:read"
	ScopeSchemaProvision      = "schema:provision"
	ScopeMaterializeRun       = "materialize:run"
	ScopeMaterializeConfigure = "materialize:configure"
	ScopeKnowledgeWrite       = "knowledge:write"
)

// Scopes are all that there are.
func Scopes() []string {
	return []string{
		ScopeDataRead, ScopeDataWrite, ScopeAgentRead, ScopeAgentWrite, ScopeOntologiesRead,
		ScopeSchemaProvision, ScopeMaterializeRun, ScopeMaterializeConfigure, ScopeKnowledgeWrite,
	}
}

// Has reports whether a principal has one of the scopes. Scopes are what a token was granted; a principal
// that was proven in another way is not narrowed by scopes.
func (p Principal) Has(oneOf ...string) bool {
	switch p.Proof {
	case Token:
		return slices.ContainsFunc(oneOf, func(scope string) bool { return slices.Contains(p.Scopes, scope) })
	case Local, StaticToken, Password, Certificate:
		return true
	case Unproven:
	}
	return false
}

// Within is the principal with only those of its roles and scopes that it had before: a session never gets more
// than it began with.
func (p Principal) Within(before Principal) Principal {
	p.Roles, p.Scopes = both(p.Roles, before.Roles), both(p.Scopes, before.Scopes)
	return p
}

// Granted tells what a principal's token granted, in any order: who holds another token of the principal has what another was given for only if
// both say the same.
func (p Principal) Granted() string {
	sorted := func(list []string) []string { return slices.Sorted(slices.Values(list)) }
	return fmt.Sprintf("%q %q %q", sorted(p.Roles), sorted(p.Scopes), p.Client)
}

func both(now, before []string) []string {
	if slices.Equal(now, before) {
		return now
	}
	return slices.DeleteFunc(slices.Clone(now), func(name string) bool { return !slices.Contains(before, name) })
}
