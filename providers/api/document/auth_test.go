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

// TestMayName: a document names the variables of its provider, and no others.
func TestMayName(t *testing.T) {
	for provider, names := range map[string]string{
		"github":             "GITHUB_TOKEN STACKQL_GITHUB_USERNAME -AWS_SECRET_ACCESS_KEY -STACKQL_AWS_KEY -GITHUBBER -TOKEN -",
		"github_enterprise":  "-GITHUB_ENTERPRISE_TOKEN -GITHUB_TOKEN",
		"awscc":              "AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID AWSCC_ROLE -AZURE_CLIENT_SECRET",
		"aws_copy":           "-AWS_SECRET_ACCESS_KEY",
		"stackql":            "-STACKQL_GITHUB_PASSWORD STACKQL_STACKQL_TOKEN",
		"sallyport":          "-SALLYPORT_MCP_TOKEN -STACKQL_SALLYPORT_TOKEN",
		"datadog":            "DD_API_KEY DATADOG_KEY",
		"entra_id":           "AZURE_TENANT_ID ENTRA_ID_X",
		"databricks_account": "DATABRICKS_CLIENT_SECRET",
		"my-shop.eu":         "MY_SHOP_EU_KEY -MY_SHOP",
		"":                   "-_X -X",
	} {
		for _, name := range strings.Fields(names) {
			variable, refused := strings.CutPrefix(name, "-")
			if got := MayName(provider, variable); got == refused {
				t.Errorf("%s and %s: %v", provider, name, got)
			}
		}
	}
}
