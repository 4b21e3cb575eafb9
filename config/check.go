package config

import (
	"fmt"
	"net"
	"net/netip"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// checkCombinations judges what only makes sense together.
func (l *loader) checkCombinations() {
	l.pgwire()
	l.tokens()
	l.mcp()
	l.approvals()
	l.redact()
	l.heads()
	l.sinks()
	l.sources()
	l.roles()
	l.discovery()
	l.size("limits.join_memory", l.config.Limits.JoinMemory)
}

// heads refuses to keep heads where the log is: deleting the log would delete them too.
func (l *loader) heads() {
	if c := l.config; c.Audit.HeadDir != "" && (c.Audit.Dir != "" || c.StateDir != "") {
		rel, err := filepath.Rel(c.AuditDir(), c.Audit.HeadDir)
		if err == nil && (rel == "." || filepath.IsLocal(rel)) {
			l.wrong("audit.head_dir", "is within the log's own folder %s: a head must be kept where the log is not", c.AuditDir())
		}
	}
}

// redact refuses what would hide nothing.
func (l *loader) redact() {
	const key = "audit.redact.patterns"
	if strings.HasPrefix(l.origin[key], prefix) && len(l.config.Audit.Redact.Patterns) > 0 {
		l.wrong(key, "is for the file alone: a variable's list is split at commas and spaces, and a pattern may hold them")
		return
	}
	for i, p := range l.config.Audit.Redact.Patterns {
		re, err := regexp.Compile(p)
		switch at := fmt.Sprintf("%s[%d]", key, i); {
		case err != nil:
			l.wrong(at, "%q is not a regular expression (RE2): %s", p, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		case re.MatchString(""):
			l.wrong(at, "%q matches the empty text, so it would hide nothing: it must match a character at least", p)
		}
	}
	for i, name := range l.config.Audit.Redact.Names {
		if !redactable.MatchString(name) {
			l.wrong(fmt.Sprintf("audit.redact.names[%d]", i), "%q is not a name of three characters or more (letters, digits, _, - and .)", name)
		}
	}
}

// wrong reports a problem of a key where that key, or the nearest group that
// holds it, was set. What follows from a key that could not be read is not
// reported: nobody knows what it says.
func (l *loader) wrong(key, format string, args ...any) {
	if touches(l.misread, key) {
		return
	}
	origin := where(l.origin, key)
	if origin == "" {
		origin = "configuration"
	}
	l.fail(origin, key, format, args...)
}

// address refuses an address that is not host:port.
func (l *loader) address(door, address string) bool {
	key := door + ".address"
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		l.wrong(key, "%q is not host:port", address)
		return false
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		l.wrong(key, "%q is not a port: it is a number from 0 (any free one) to 65535", port)
		return false
	}
	return true
}

// Reachable reports whether other machines can connect to an address.
func Reachable(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err != nil || !loopback(host)
}

func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

func (l *loader) certificate(key string, t TLS) {
	switch {
	case t.CertFile != "" && t.KeyFile == "":
		l.wrong(key, "cert_file is set and key_file is not: TLS needs both")
	case t.CertFile == "" && t.KeyFile != "":
		l.wrong(key, "key_file is set and cert_file is not: TLS needs both")
	}
}

func (l *loader) sources() {
	seen, defaults := map[string]bool{}, 0
	for i, s := range l.config.Sources {
		key := fmt.Sprintf("sources[%d]", i)
		switch problem := nameProblem(s.Name); {
		case problem != "":
			l.wrong(key+".name", "%s", problem)
		case seen[s.Name]:
			l.wrong(key+".name", "there is another source named %q", s.Name)
		}
		seen[s.Name] = true
		if s.Default {
			if defaults++; defaults == 2 {
				l.wrong(key+".default", "only one source can be the default")
			}
		}
		for j, function := range s.HarmlessFunctions {
			if schema, name, ok := strings.Cut(function, "."); !ok || schema == "" || name == "" {
				l.wrong(fmt.Sprintf("%s.harmless_functions[%d]", key, j), "%q is not schema.function, such as public.total or public.total(integer, text)", function)
			}
		}
		l.filled(key+".tenants", s.Tenants)
		if s.Kind == "" {
			l.wrong(key, "kind is missing: duckdb, postgres or api")
			continue
		}
		l.kind(key, s)
	}
}

// size checks an amount of memory or of disk; "" is the default.
func (l *loader) size(key, amount string) {
	if amount != "" && !memory.MatchString(amount) {
		l.wrong(key, "%q is not a size, such as 512MB or 2GB", amount)
	}
}

// kind checks the keys that belong to one kind of source.
func (l *loader) kind(key string, s Source) { //nolint:cyclop // one case for each kind
	v := reflect.ValueOf(s)
	for i, name := range names(v.Type()) {
		_, set := l.origin[key+"."+name]
		if want := v.Type().Field(i).Tag.Get("kind"); set && want != "" && want != s.Kind {
			l.wrong(key+"."+name, "belongs to sources of kind %s, and this one is %s", want, s.Kind)
		}
	}
	switch s.Kind {
	case DuckDB:
		l.size(key+".memory_limit", s.MemoryLimit)
		if s.Copies != "0" {
			l.size(key+".copies", s.Copies)
		}
	case API:
		if s.Registry == "" {
			l.wrong(key, "an api source needs registry, the folder of provider documents")
		}
	case Postgres:
		l.postgres(key, s)
	}
}

var (
	memory     = regexp.MustCompile(`^[0-9]+(\.[0-9]+)? ?([KMGT]i?B)$`)
	redactable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]{2,127}$`)
	identifier = regexp.MustCompile(`^[a-z_][a-z0-9_]{0,62}$`)
)

// taken are names that mean something else in a query: schemas and databases
// that are always there, and Sallyport's own tables.
var taken = []string{"sallyport", "information_schema", "public", "main", "system", "temp", "memory"}

// keywords are the words that SQL reserves; as a name each would need quotes.
var keywords = strings.Fields(`all analyse analyze and any array as asc asymmetric authorization
	binary both case cast check collate collation column concurrently constraint create cross
	current_catalog current_date current_role current_schema current_time current_timestamp current_user
	default deferrable desc distinct do else end except false fetch for foreign freeze from full grant
	group having ilike in initially inner intersect into is isnull join lateral leading left like limit
	localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing
	primary references returning right select session_user similar some symmetric system_user table
	tablesample then to trailing true union unique user using variadic verbose when where window with`)

func nameProblem(name string) string {
	switch {
	case name == "":
		return "is missing: queries name a table as source.schema.table"
	case !identifier.MatchString(name):
		return fmt.Sprintf("%q is not a lower-case name (letters, digits and _, up to 63, no digit first)", name)
	case slices.Contains(taken, name) || strings.HasPrefix(name, "pg_"):
		return fmt.Sprintf("%q is taken: it has a meaning of its own in queries", name)
	case slices.Contains(keywords, name):
		return fmt.Sprintf("%q is a reserved word of SQL", name)
	}
	return ""
}
