package auth

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// none leaves requests as they are.
type none struct{}

func newNone(*block, Options, map[string]source) (scheme, error) { return none{}, nil }

func (none) sign(context.Context, *job) error { return nil }
func (none) forget(time.Time) bool            { return false }
func (none) state() string                    { return "" }

// fixed puts credentials into headers and parameters as they were read.
type fixed struct{ parts []part }

// part is one header or parameter.
type part struct {
	name, prefix string
	inQuery      bool
	input        string // the input that it shows, or
	user, pass   string // the inputs of a pair, which is encoded
}

func (fixed) forget(time.Time) bool { return false }
func (fixed) state() string         { return "" }

func (f fixed) sign(_ context.Context, j *job) error {
	for _, p := range f.parts {
		value := j.given[p.input]
		if p.input == "" {
			if j.given[p.user] == "" && j.given[p.pass] == "" {
				return wrong("Set one of them at least.", "user and password are both empty")
			}
			value = base64.StdEncoding.EncodeToString([]byte(j.given[p.user] + ":" + j.given[p.pass]))
		}
		if err := put(j.Request, p, value); err != nil {
			return err
		}
	}
	return nil
}

// put sets a header or parameter, whatever the request had there.
func put(r *http.Request, p part, value string) error {
	if p.inQuery {
		kept := strings.FieldsFunc(r.URL.RawQuery, func(c rune) bool { return c == '&' })
		query := make([]string, 0, len(kept)+1)
		for _, pair := range kept {
			name, _, _ := strings.Cut(pair, "=")
			if plain, err := url.QueryUnescape(name); err != nil || plain != p.name {
				query = append(query, pair)
			}
		}
		r.URL.RawQuery = strings.Join(append(query, url.QueryEscape(p.name)+"="+url.QueryEscape(p.prefix+value)), "&")
		return nil
	}
	for _, c := range []byte(value) {
		if c < ' ' || c == 0x7f {
			return wrong("Check that it is one line.", "the credential has a character that no header may have")
		}
	}
	r.Header.Set(p.name, p.prefix+value)
	return nil
}

// credentials makes a part of the credentials of a block: a value, or a pair that is
// encoded. n numbers the inputs of successors.
func (b *block) credentials(inputs map[string]source, n int) part {
	in := func(name string) string {
		if n > 0 {
			return fmt.Sprintf("%s %d", name, n+1)
		}
		return name
	}
	whole := b.source("credential", "credentialscommand", "credentialsenvvar", "credentialsfilepathenvvar", "credentialsfilepath", "")
	if whole.isSet() {
		inputs[in("credential")] = whole
		return part{input: in("credential")}
	}
	pairs := [][2]source{
		{b.source("username", "", "username_var", "", "", ""), b.source("password", "password_command", "password_var", "", "", "")},
		{b.source("API key", "", "api_key_var", "", "", ""), b.source("API secret", "api_secret_command", "api_secret_var", "", "", "")},
		{b.source("username", "", "username_var", "", "", "username"), b.source("password", "password_command", "password_var", "", "", "password")},
		{b.source("API key", "", "api_key_var", "", "", "api_key"), b.source("API secret", "api_secret_command", "api_secret_var", "", "", "api_secret")},
	}
	for _, pair := range pairs {
		if pair[0].isSet() && pair[1].isSet() {
			pair[0].mayBeEmpty, pair[1].mayBeEmpty = true, true
			inputs[in("user")], inputs[in("password")] = pair[0], pair[1]
			return part{user: in("user"), pass: in("password")}
		}
	}
	inputs[in("credential")] = b.source("credential", "", "api_key_var", "", "", "api_key")
	return part{input: in("credential")}
}

func newBasic(b *block, _ Options, inputs map[string]source) (scheme, error) {
	p := b.credentials(inputs, 0)
	if p.input != "" && !inputs[p.input].isSet() {
		return nil, missing("username_var and password_var")
	}
	p.name, p.prefix = "Authorization", "Basic "
	if prefix := b.get("valuePrefix"); prefix != "" {
		p.prefix = prefix
	}
	return fixed{[]part{p}}, nil
}

func newBearer(b *block, _ Options, inputs map[string]source) (scheme, error) {
	p := b.credentials(inputs, 0)
	if p.input != "" && !inputs[p.input].isSet() {
		return nil, missing("credentialsenvvar")
	}
	p.name, p.prefix = "Authorization", "Bearer "
	return fixed{[]part{p}}, nil
}

func newAPIKey(b *block, _ Options, inputs map[string]source) (scheme, error) {
	p := b.credentials(inputs, 0)
	if p.input != "" && !inputs[p.input].isSet() {
		return nil, missing("credentialsenvvar")
	}
	if err := b.place(&p); err != nil {
		return nil, err
	}
	p.prefix = b.get("valuePrefix")
	if p.name == "" {
		p.name = "Authorization"
		if p.prefix == "" {
			p.prefix = "api_key " // as the reference has it
		}
	}
	return fixed{[]part{p}}, nil
}

func newCustom(b *block, _ Options, inputs map[string]source) (scheme, error) {
	var f fixed
	for at := b; at != nil; at = at.successor {
		p := at.credentials(inputs, len(f.parts))
		if p.input != "" && !inputs[p.input].isSet() {
			return nil, missing("credentialsenvvar")
		}
		if err := at.place(&p); err != nil {
			return nil, err
		}
		if p.name == "" {
			return nil, missing("name")
		}
		p.prefix = at.get("valuePrefix")
		f.parts = append(f.parts, p)
	}
	return f, nil
}

func missing(keys string) error { return fmt.Errorf("the block has no %s", keys) }

var headerName = regexp.MustCompile(`^[A-Za-z0-9!#$%&'*+.^_|~` + "`" + `-]+$`)

// place reads where a credential goes.
func (b *block) place(p *part) error {
	p.name = b.get("name")
	switch location := b.get("location"); location {
	case "", "header":
		if p.name != "" && !headerName.MatchString(p.name) || strings.EqualFold(p.name, "Host") {
			return fmt.Errorf("name is no name of a header that a credential may be in")
		}
	case "query":
		if p.inQuery = true; p.name == "" {
			return missing("name")
		}
	default:
		return fmt.Errorf("location is %q: header and query are supported", location)
	}
	return nil
}
