package call

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// secrets are what a signer has put on a request, in the forms in which an API may repeat
// it.
type secrets []string

// shortestSecret: what is shorter is not looked for, because it would be found in
// everything.
const shortestSecret = 4

// newSecrets compares a request with what it was before it was signed.
func newSecrets(headers http.Header, query url.Values, signed *http.Request) secrets {
	var s secrets
	for name, values := range signed.Header {
		if !slices.Equal(headers[name], values) {
			for _, value := range values {
				s = s.add(value)
			}
		}
	}
	for name, values := range signed.URL.Query() {
		if !slices.Equal(query[name], values) {
			for _, value := range values {
				s = s.add(value)
			}
		}
	}
	slices.SortFunc(s, func(a, b string) int { return len(b) - len(a) }) // the longest first
	return slices.Compact(s)
}

func (s secrets) add(value string) secrets {
	forms := []string{value, url.QueryEscape(value), url.PathEscape(value)}
	for _, part := range strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" ,=", r) }) {
		forms = append(forms, part)
		if plain, err := base64.StdEncoding.DecodeString(part + strings.Repeat("=", (4-len(part)%4)%4)); err == nil {
			_, password, _ := strings.Cut(string(plain), ":")
			forms = append(forms, string(plain), password)
		}
	}
	for _, form := range forms {
		switch {
		case len(form) < shortestSecret, strings.EqualFold(form, "bearer"), strings.EqualFold(form, "basic"), strings.EqualFold(form, "token"):
		default:
			s = append(s, form)
		}
	}
	return s
}

// mask takes the secrets out of a text.
func (s secrets) mask(text string) string {
	for _, secret := range s {
		text = strings.ReplaceAll(text, secret, "****")
	}
	return text
}
