package auth

import (
	"slices"
	"testing"
)

func TestHas(t *testing.T) {
	token := Principal{Proof: Token, Scopes: []string{ScopeDataRead}}
	for name, right := range map[string]bool{
		"a scope of the token":  token.Has(ScopeAgentRead, ScopeDataRead),
		"none of it":            !token.Has(ScopeDataWrite),
		"nothing asked":         !token.Has(),
		"a static token":        Fixed("x", StaticToken).Has(ScopeDataWrite),
		"nobody":                !Principal{}.Has(ScopeDataRead),
		"nobody with the scope": !Principal{Scopes: []string{ScopeDataRead}}.Has(ScopeDataRead),
	} {
		if !right {
			t.Error(name)
		}
	}
}

// TestWithin: a session has what was granted at its start and what the token says now.
func TestWithin(t *testing.T) {
	before := Principal{Scopes: []string{"a", "b"}, Roles: []string{"r"}}
	for _, test := range []struct{ now, want []string }{
		{[]string{"a", "b"}, []string{"a", "b"}}, {[]string{"b", "c"}, []string{"b"}}, {nil, nil}, {[]string{"c"}, []string{}},
	} {
		got := Principal{Scopes: test.now, Roles: []string{"r", "admin"}}.Within(before)
		if !slices.Equal(got.Scopes, test.want) || !slices.Equal(got.Roles, []string{"r"}) {
			t.Errorf("%v: %v %v", test.now, got.Scopes, got.Roles)
		}
	}
}
