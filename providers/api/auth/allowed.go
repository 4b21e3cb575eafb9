package auth

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// templated finds the variables that a text asks for: {{ .__env__AZURE_TENANT_ID }}.
var templated = regexp.MustCompile(`__env__([A-Za-z0-9_]+)`)

// checkVariables refuses the block of a document that names variables which are not its provider's, or that takes
// the credentials of a cloud which is not. 42501.
func (b *block) checkVariables(provider string) error {
	for ; b != nil; b = b.successor {
		kind := b.kind()
		for _, cloud := range []struct{ kinds, variable string }{{"aws_signing_v4 aws_assume_role", "AWS_SECRET_ACCESS_KEY"}, {"azure_default", "AZURE_CLIENT_SECRET"}} {
			if slices.Contains(strings.Fields(cloud.kinds), kind) && !document.MayName(provider, cloud.variable) {
				return sqlstate.New(sqlstate.InsufficientPrivilege, "the document of %q asks for credentials of another cloud: auth of the type %s", provider, kind).
					WithHint(`If it may have them, say so in --auth: {"%s": {"type": "%s", …}}.`, provider, kind)
			}
		}
		for _, name := range b.variables() {
			signs := strings.HasPrefix(kind, "aws_")
			if !document.MayName(provider, name) || strings.HasPrefix(strings.ToUpper(name), "AWS_") && !signs {
				return sqlstate.New(sqlstate.InsufficientPrivilege, "the document of %q names the variable %s, which is not that provider's", provider, name).
					WithHint(`If it may have it, name it in --auth: {"%s": {"type": "%s", …}}.`, provider, kind)
			}
		}
	}
	return nil
}

// variables are those that a block names.
func (b *block) variables() (list []string) {
	add := func(text string) {
		for _, m := range templated.FindAllStringSubmatch(text, -1) {
			list = append(list, m[1])
		}
	}
	for _, key := range keys {
		text := b.get(key)
		if text != "" && (strings.HasSuffix(key, "envvar") || strings.HasSuffix(key, "_var")) {
			list = append(list, text)
		}
		add(text)
	}
	for _, values := range b.values {
		for _, text := range values {
			add(text)
		}
	}
	for _, text := range b.scopes {
		add(text)
	}
	return list
}
