package gate

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Role says what the principals that have it may do. The zero Role may do nothing.
type Role struct {
	Name    string
	Members []string // principals that have the role, whatever their proof says
	Mode    Mode     // the ceiling
	Sources []string // nil: every source
	// Allow and Deny are patterns of relations: provider.service.resource, where * stands for any
	// characters of a part and parts at the end may be left out. Deny wins. Allow nil: every relation.
	Allow, Deny []string
	// DenyColumns are patterns of relations with the name of a column behind them. WriteColumns lets
	// these columns be written.
	DenyColumns  []string
	WriteColumns bool
	Catalogs     bool     // the catalogs of sources may be read, although they name other relations
	Records      bool     // sallyport.audit.records shows what others have asked, too
	Tools        []string // nil: every tool
	Limits       RoleLimits
	Approves     []Approves // what the principals with the role may approve
}

// RoleLimits narrow the server's limits; zero: they do not.
type RoleLimits struct {
	Rows, Bytes int64
	Time        time.Duration
	Cost        float64 // the total cost of a statement's plan, as its source reckons
	PerMinute   int     // statements of one principal
}

// Policy is the roles of a server. It is safe for concurrent use.
type Policy struct {
	roles    []role
	fallback string // the role of a principal that has none; "": it may do nothing
}

// role is a Role, compiled.
type role struct {
	Role
	allow, deny []pattern
	columns     []columnPattern
}

// pattern is a pattern of relations: three parts, in lower case.
type pattern struct {
	parts [3]string
	text  string
}

type columnPattern struct {
	pattern
	column string
}

// NewPolicy compiles roles. fallback is the role of principals that have none. The error says which
// pattern of which role is wrong.
func NewPolicy(roles []Role, fallback string) (*Policy, error) {
	p := &Policy{fallback: fallback}
	for _, r := range roles {
		one := role{Role: r}
		for _, list := range []struct {
			from []string
			to   *[]pattern
		}{{r.Allow, &one.allow}, {r.Deny, &one.deny}} {
			for _, text := range list.from {
				compiled, err := parsePattern(text)
				if err != nil {
					return nil, fmt.Errorf("the role %s: %w", r.Name, err)
				}
				*list.to = append(*list.to, compiled)
			}
		}
		for _, text := range r.DenyColumns {
			relation, column, err := parseColumn(text)
			if err != nil {
				return nil, fmt.Errorf("the role %s: %w", r.Name, err)
			}
			one.columns = append(one.columns, columnPattern{relation, column})
		}
		p.roles = append(p.roles, one)
	}
	if fallback != "" && !slices.ContainsFunc(p.roles, func(r role) bool { return r.Name == fallback }) {
		return nil, fmt.Errorf("there is no role %q", fallback)
	}
	return p, nil
}

// parsePattern compiles a pattern of relations.
func parsePattern(text string) (p pattern, err error) {
	parts, err := splitParts(text)
	if err != nil {
		return p, err
	}
	if len(parts) > 3 {
		return p, fmt.Errorf("the pattern %q has %d parts, and a relation has three: provider.service.resource", text, len(parts))
	}
	p.text = text
	for i := range p.parts {
		p.parts[i] = "*"
		if i < len(parts) {
			p.parts[i] = parts[i]
		}
	}
	return p, nil
}

func parseColumn(text string) (p pattern, column string, err error) {
	parts, err := splitParts(text)
	if err != nil {
		return p, "", err
	}
	if len(parts) != 4 || strings.Contains(parts[3], "*") {
		return p, "", fmt.Errorf("the pattern %q of a column has to be provider.service.resource.column, and the column a name without *", text)
	}
	p.text = text
	copy(p.parts[:], parts)
	return p, parts[3], nil
}

// splitParts splits a pattern at its dots. A part in double quotes may contain dots.
func splitParts(text string) (parts []string, err error) {
	rest := strings.ToLower(text)
	for {
		part := ""
		if strings.HasPrefix(rest, `"`) {
			end := strings.IndexByte(rest[1:], '"')
			if end < 0 {
				return nil, fmt.Errorf("the pattern %q has a quote that does not end", text)
			}
			part, rest = rest[1:end+1], rest[end+2:]
			if rest != "" && rest[0] != '.' {
				return nil, fmt.Errorf("the pattern %q has something behind a quoted part", text)
			}
		} else if end := strings.IndexByte(rest, '.'); end >= 0 {
			part, rest = rest[:end], rest[end:]
		} else {
			part, rest = rest, ""
		}
		if part == "" {
			return nil, fmt.Errorf("the pattern %q has an empty part", text)
		}
		parts = append(parts, part)
		if rest == "" {
			return parts, nil
		}
		rest = rest[1:]
	}
}

// matches reports whether a pattern matches a relation. The names are in lower case.
func (p *pattern) matches(provider, service, resource string) bool {
	return matchesPart(p.parts[0], provider) && matchesPart(p.parts[1], service) && matchesPart(p.parts[2], resource)
}

// matchesPart reports whether a name matches one part of a pattern.
func matchesPart(part, name string) bool {
	for {
		star := strings.IndexByte(part, '*')
		if star < 0 {
			return part == name
		}
		if !strings.HasPrefix(name, part[:star]) {
			return false
		}
		part, name = part[star+1:], name[star:]
		if part == "" {
			return true
		}
		end := strings.IndexByte(part, '*')
		if end < 0 {
			return strings.HasSuffix(name, part)
		}
		at := strings.Index(name, part[:end])
		if at < 0 {
			return false
		}
		name = name[at:]
	}
}

// RightsOf returns what a principal may do: what its roles allow together. named are the roles that the
// proof of the principal has; names that are no roles count for nothing. A nil Policy gives nil, which
// narrows nothing.
func (p *Policy) RightsOf(principal string, named []string) *Rights {
	if p == nil {
		return nil
	}
	r := &Rights{}
	for i := range p.roles {
		if one := &p.roles[i]; slices.Contains(named, one.Name) || slices.Contains(one.Members, principal) {
			r.roles = append(r.roles, one)
		}
	}
	if len(r.roles) == 0 {
		for i := range p.roles {
			if p.roles[i].Name == p.fallback {
				r.roles = append(r.roles, &p.roles[i])
			}
		}
	}
	if len(r.roles) > maxRoles {
		r.roles = r.roles[:maxRoles]
	}
	return r
}

// maxRoles bounds the roles of a principal that count.
const maxRoles = 64

// Key names the roles that a principal has, so that principals with the same ones can share Rights.
func (p *Policy) Key(principal string, named []string) string {
	return strings.Join(p.RightsOf(principal, named).Roles(), "\x00")
}
