package token

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/auth"
)

// Claims says which claims have what of a principal. A name with dots also finds a claim in
// objects: realm_access.roles. Of several names, lists are all that they name together, and texts
// the first that there is.
type Claims struct {
	Subject string   // default sub
	Login   string   // the name at the Postgres door; default that of Subject
	Tenant  string   // "": tokens name no tenant; else a token without it is refused
	Scopes  []string // default scope, scp, scopes and permissions
	Roles   []string // default roles and org_roles
	Client  []string // default client_id, azp, appid and cid
}

func (c Claims) orDefault() Claims {
	if c.Subject == "" {
		c.Subject = "sub"
	}
	if c.Login == "" {
		c.Login = c.Subject
	}
	if len(c.Scopes) == 0 {
		c.Scopes = []string{"scope", "scp", "scopes", "permissions"}
	}
	if len(c.Roles) == 0 {
		c.Roles = []string{"roles", "org_roles"}
	}
	if len(c.Client) == 0 {
		c.Client = []string{"client_id", "azp", "appid", "cid"}
	}
	return c
}

// claims are those of a token, by their names, letter for letter.
type claims map[string]json.RawMessage

// find returns a claim, nil where there is none.
func (c claims) find(name string) json.RawMessage {
	if value, ok := c[name]; ok {
		return value
	}
	for at := 0; at < len(name); at++ {
		if name[at] != '.' {
			continue
		}
		var inner claims
		if value, ok := c[name[:at]]; ok && json.Unmarshal(value, &inner) == nil {
			if found := inner.find(name[at+1:]); found != nil {
				return found
			}
		}
	}
	return nil
}

// text is a claim that is one text; "" where it is none.
func (c claims) text(name string) string {
	var text string
	_ = json.Unmarshal(c.find(name), &text)
	return text
}

// texts are those of a claim that is a list, or one text.
func (c claims) texts(name string) []string {
	var list []string
	if value := c.find(name); json.Unmarshal(value, &list) != nil {
		if text := c.text(name); text != "" {
			return []string{text}
		}
		return nil
	}
	return list
}

// words are the names that a claim has: of a list, of a text with blanks, or the keys of an object.
func (c claims) words(name string) []string {
	var object map[string]json.RawMessage
	if json.Unmarshal(c.find(name), &object) == nil && len(object) > 0 {
		return slices.Sorted(maps.Keys(object))
	}
	var out []string
	for _, text := range c.texts(name) {
		out = append(out, strings.Fields(text)...)
	}
	return out
}

// time is a claim in seconds since 1970.
func (c claims) time(name string) (time.Time, bool) {
	var seconds float64
	value, ok := c[name]
	if !ok || string(value) == "null" || json.Unmarshal(value, &seconds) != nil || math.Abs(seconds) > 1e11 {
		return time.Time{}, false
	}
	return time.Unix(int64(seconds), 0), true
}

// maxName bounds a subject, a tenant, a role and a scope, in bytes; maxNames how many there may be
// of a kind.
const (
	maxName  = 255
	maxNames = 500
)

// principal makes one of claims that are proven.
func (i *issuer) principal(c claims) (verified, error) {
	if err := i.timely(c); err != nil {
		return verified{}, err
	}
	p := auth.Principal{Issuer: i.URL, Subject: c.text(i.Claims.Subject), Tenant: i.Tenant, Proof: auth.Token}
	if p.Tenant == "" && i.Claims.Tenant != "" {
		p.Tenant = c.text(i.Claims.Tenant)
		if p.Tenant == "" && (!i.TenantOptional || c.find(i.Claims.Tenant) != nil) {
			return verified{}, invalid("it names no tenant (the claim %s)", i.Claims.Tenant)
		}
	}
	if string(c["email_verified"]) != "false" || i.Claims.Login != "email" {
		p.Login = c.text(i.Claims.Login)
	}
	for _, name := range i.Claims.Client {
		if p.Client == "" {
			p.Client = c.text(name)
		}
	}
	p.Scopes = i.scopesOf(c)
	p.Roles = collect(c, i.Claims.Roles)
	if len(i.Roles) > 0 {
		p.Roles = slices.DeleteFunc(p.Roles, func(role string) bool { return !slices.Contains(i.Roles, role) })
	}
	switch {
	case p.Subject == "":
		return verified{}, invalid("it names no subject (the claim %s)", i.Claims.Subject)
	case len(i.Tenants) > 0 && !slices.Contains(i.Tenants, p.Tenant):
		return verified{}, invalid("its issuer may not give this tenant")
	case len(p.Scopes) > maxNames || len(p.Roles) > maxNames:
		return verified{}, invalid("it has more than %d scopes or roles", maxNames)
	}
	for _, name := range slices.Concat([]string{p.Subject, p.Login, p.Tenant, p.Client}, p.Scopes, p.Roles) {
		if !nameable(name) {
			return verified{}, invalid("a name in it is longer than %d bytes, or has control characters", maxName)
		}
	}
	p.Name = i.nameOf(p)
	p.Expires, _ = c.time("exp")
	return verified{principal: p, issuer: i, grant: c.text("grant"), until: p.Expires.Add(i.skew)}, nil
}

// scopesOf are the scopes of a token: those that its claims have, and the issuer's own if there is no such claim.
func (i *issuer) scopesOf(c claims) []string {
	if !slices.ContainsFunc(i.Claims.Scopes, func(name string) bool { return c.find(name) != nil }) {
		return slices.Clone(i.Scopes)
	}
	return collect(c, i.Claims.Scopes)
}

// nameOf is unique: the parts have no slash of their own.
func (i *issuer) nameOf(p auth.Principal) string {
	slashless := strings.NewReplacer("%", "%25", "/", "%2F")
	if p.Tenant == "" {
		return i.Name + "/" + slashless.Replace(p.Subject)
	}
	return i.Name + "/" + slashless.Replace(p.Tenant) + "/" + slashless.Replace(p.Subject)
}

func collect(c claims, names []string) (out []string) {
	for _, name := range names {
		for _, word := range c.words(name) {
			if !slices.Contains(out, word) {
				out = append(out, word)
			}
		}
	}
	return out
}

func nameable(name string) bool {
	return len(name) <= maxName && utf8.ValidString(name) &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}
