package document

import (
	"slices"
	"strings"
)

// NamesOwn reports whether a text of a document names a variable of Sallyport's own: these hold what no API
// is told.
func NamesOwn(text string) bool { return strings.Contains(strings.ToUpper(text), "SALLYPORT_") }

// families are beginnings of variables that several providers share, or that are not called after their
// provider, with the providers whose documents may name them.
var families = map[string][]string{
	"AWS_":        {"aws", "awscc"},
	"AZURE_":      {"azure", "azure_extras", "azure_isv", "azure_stack", "entra_id", "azuread"},
	"GOOGLE_":     {"google", "googleadmin", "googleworkspace", "firebase"},
	"DATABRICKS_": {"databricks_account", "databricks_workspace"},
	"ANTHROPIC_":  {"anthropic", "anthropic_admin"},
	"OPENAI_":     {"openai", "openai_admin"},
	"DD_":         {"datadog"},
	"GITHUB_":     {"github"},
}

// MayName reports whether the documents of a provider may name a variable of the environment: one that begins
// with the provider's name, as GITHUB_TOKEN and STACKQL_GITHUB_PASSWORD do, or with what providers of its family
// share. All others are other programs' or other providers' secrets, which a person may name in --auth.
func MayName(provider, variable string) bool {
	variable, provider = strings.ToUpper(variable), strings.ToLower(provider)
	if NamesOwn(variable) {
		return false
	}
	variable = strings.TrimPrefix(variable, "STACKQL_")
	for prefix, providers := range families {
		if strings.HasPrefix(variable, prefix) {
			return slices.Contains(providers, provider)
		}
	}
	own := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' {
			return c - 'a' + 'A'
		}
		if c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, provider)
	return own != "" && strings.HasPrefix(variable, own+"_")
}
