package config

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Role says what the principals that have it may do. Several roles of a principal add up; the
// server's mode and limits are never widened.
type Role struct {
	Name string `yaml:"name"`
	// Members are principals that have the role: users of pgwire, mcp.principal, or names that tokens are
	// mapped to. Tokens name roles themselves, too.
	Members   []string      `yaml:"members"`
	Mode      string        `yaml:"mode" oneof:"read_only safe delete_safe full_access"`
	Sources   []string      `yaml:"sources"`
	Relations RoleRelations `yaml:"relations"`
	Columns   RoleColumns   `yaml:"columns"`
	Catalogs  bool          `yaml:"catalogs"`
	Records   bool          `yaml:"records"`
	Tools     []string      `yaml:"tools"`
	Limits    RoleLimits    `yaml:"limits"`
	Approves  []Approves    `yaml:"approves"`
}

// Approves says what the principals with a role may approve: statements of these classes that use
// nothing but these relations.
type Approves struct {
	Classes   []string `yaml:"classes"`
	Relations []string `yaml:"relations"`
}

// RoleRelations are patterns of relations. Deny wins.
type RoleRelations struct {
	Allow []string `yaml:"allow"`
	Deny  []string `yaml:"deny"`
}

// RoleColumns are patterns of columns that may not be read.
type RoleColumns struct {
	Deny  []string `yaml:"deny"`
	Write bool     `yaml:"write"` // they may be written
}

// RoleLimits narrow the server's limits; 0: they do not.
type RoleLimits struct {
	Rows  int64         `yaml:"rows" min:"0"`
	Bytes int64         `yaml:"bytes" min:"0"`
	Time  time.Duration `yaml:"time" min:"0"`
	// Cost is the highest cost of a statement's plan, as PostgreSQL reckons it.
	Cost                int64 `yaml:"cost" min:"0"`
	StatementsPerMinute int   `yaml:"statements_per_minute" min:"0"`
}

// roles checks the roles. Their patterns are compiled by the gate, which says what is wrong in them.
func (l *loader) roles() {
	seen := map[string]bool{}
	known := []string{"sallyport"}
	for _, s := range l.config.Sources {
		known = append(known, s.Name)
	}
	if len(l.config.Sources) == 0 {
		known = append(known, "demo")
	}
	for i, r := range l.config.Roles {
		key := fmt.Sprintf("roles[%d]", i)
		switch {
		case r.Name == "" || strings.ContainsFunc(r.Name, func(c rune) bool { return c < ' ' || c == 0x7f }):
			l.wrong(key+".name", "%q is not a name without control characters", r.Name)
		case seen[r.Name]:
			l.wrong(key+".name", "there is another role named %q", r.Name)
		}
		seen[r.Name] = true
		if r.Mode == "" {
			l.wrong(key+".mode", "is missing: a role needs the highest mode that it has, such as read_only")
		}
		for j, one := range r.Approves {
			at := fmt.Sprintf("%s.approves[%d]", key, j)
			l.classes(at+".classes", one.Classes)
			l.filled(at+".relations", one.Relations)
		}
		for j, name := range r.Sources {
			if !slices.Contains(known, name) {
				l.wrong(fmt.Sprintf("%s.sources[%d]", key, j), "there is no source %q%s", name, Suggest(name, known, "sources"))
			}
		}
		for list, given := range map[string][]string{"sources": r.Sources, "tools": r.Tools, "relations.allow": r.Relations.Allow} {
			if _, set := l.origin[key+"."+list]; set && len(given) == 0 {
				l.wrong(key+"."+list, "is empty: leave it out for all of them")
			}
		}
	}
	if d := l.config.DefaultRole; d != "" && !seen[d] {
		l.wrong("default_role", "there is no role %q", d)
	}
}
