package document

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// TestAuth: a block is read as it is written, and shows no value.
func TestAuth(t *testing.T) {
	p, problems, err := readProvider("a/v1", []byte(`
name: a
providerServices: {}
config:
  auth:
    type: api_key
    valuePrefix: 'SSWS '
    api_key: s3cr3t
    auth_style: 1
    scopes: [x, y]
    values: {audience: [a, b], resource: r}
    successor: {type: custom, name: X-App, credentialsenvvar: APP}
`))
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	want := &Auth{
		Type: "api_key", Scopes: []string{"x", "y"},
		Settings:  map[string]string{"valuePrefix": "SSWS ", "api_key": "s3cr3t", "auth_style": "1"},
		Values:    map[string][]string{"audience": {"a", "b"}, "resource": {"r"}},
		Successor: &Auth{Type: "custom", Settings: map[string]string{"name": "X-App", "credentialsenvvar": "APP"}},
	}
	if !reflect.DeepEqual(p.Auth, want) {
		t.Errorf("%#v %#v", p.Auth.Settings, p.Auth.Values)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		if text := fmt.Sprintf(verb, p.Auth); strings.Contains(text, "s3cr3t") || !strings.Contains(text, "api_key") {
			t.Errorf("%s: %s", verb, text)
		}
	}
}
