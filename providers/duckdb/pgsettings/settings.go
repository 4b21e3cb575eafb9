// Package pgsettings is the settings of PostgreSQL: their names, types, units and bounds, what a
// value of each is, and how it is shown. The table is that of a real server's pg_settings
// (pgcatalog/data/export.sql writes it); what a setting does is the caller's.
//
//	Find             a setting by its name, in any case of letters
//	Setting.Parse    a client's text → the value as pg_settings has it, or PostgreSQL's error
//	Setting.Show     that value → what SHOW says: 4096 of kB is 4MB
//	LoadZone         a value of TimeZone → the zone, and how it is shown
//	Setting.Refuse   why nobody may set it, by its context
//	Session          the values of a session, through its transactions and savepoints
//
// An amount counts in the unit of its setting. Errors are PostgreSQL's own: 22023 for a value, 55P02
// and 42501 for a setting that cannot be set here, 42602 for a name that cannot be one.
package pgsettings

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Rows are the rows of pg_settings, in COPY's text format.
//
//go:embed pg_settings.tsv
var Rows string

// Setting is one of PostgreSQL's settings. Nobody may change it.
type Setting struct {
	Name        string // as SHOW spells it
	Value       string // when a session begins, as pg_settings has it
	Description string
	context     string
	kind        string // bool, enum, integer, real, string
	unit        string
	least, most string
	values      []string // of an enum
}

var table = sync.OnceValue(func() map[string]*Setting {
	settings := map[string]*Setting{}
	for line := range strings.Lines(Rows) {
		field := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i := range field {
			if field[i] = strings.ReplaceAll(field[i], `\\`, `\`); field[i] == `\N` {
				field[i] = ""
			}
		}
		s := &Setting{
			Name: field[0], Value: field[1], unit: field[2], Description: field[4], context: field[6], kind: field[7],
			least: field[9], most: field[10],
		}
		if list := strings.Trim(field[11], "{}"); list != "" {
			s.values = strings.Split(strings.ReplaceAll(list, `"`, ""), ",")
		}
		settings[strings.ToLower(s.Name)] = s
	}
	for _, s := range hidden {
		settings[s.Name] = s
	}
	return settings
})

// hidden are the settings that pg_settings does not list.
var hidden = []*Setting{
	{Name: "is_superuser", Value: "off", context: "internal", kind: "bool"},
	{Name: "lc_messages", Value: "C", context: "user", kind: "string", Description: "Sets the language in which messages are displayed."},
	{Name: "role", Value: "none", context: "user", kind: "string"},
	{Name: "seed", Value: "unavailable", context: "user", kind: "real", least: "-1", most: "1"},
	{Name: "session_authorization", context: "user", kind: "string"},
}

// Find returns the setting with a name.
func Find(name string) (*Setting, bool) {
	s, ok := table()[strings.ToLower(name)]
	return s, ok
}

// Listed returns the settings that pg_settings and SHOW ALL list, sorted by name.
func Listed() []*Setting {
	list := make([]*Setting, 0, len(table()))
	for _, s := range table() {
		if s.Name == "lc_messages" || !slices.Contains(hidden, s) {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b *Setting) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return list
}

var usual = sync.OnceValue(func() map[string]string {
	shown := map[string]string{}
	for _, s := range Listed() {
		shown[strings.ToLower(s.Name)] = s.Show(s.Value)
	}
	for _, name := range []string{"is_superuser", "role", "session_authorization"} {
		shown[name] = table()[name].Value
	}
	return shown
})

// Usual returns what SHOW says of a setting, by its name in lower case, in a session that has set nothing; false if there is no such setting.
func Usual(name string) (string, bool) {
	shown, ok := usual()[name]
	return shown, ok
}

// Refuse returns why a session cannot set s, or nil if it can.
func (s *Setting) Refuse() error {
	switch s.context {
	case "user":
		return nil
	case "superuser", "superuser-backend":
		return sqlstate.New(sqlstate.InsufficientPrivilege, "permission denied to set parameter %q", s.Name)
	case "postmaster":
		return s.unchanging("cannot be changed without restarting the server")
	case "sighup":
		return s.unchanging("cannot be changed now")
	case "backend":
		return s.unchanging("cannot be set after connection start")
	}
	return s.unchanging("cannot be changed")
}

func (s *Setting) unchanging(why string) error {
	return sqlstate.New(cannotChange, "parameter %q %s", s.Name, why)
}

// cannotChange is CANT_CHANGE_RUNTIME_PARAM.
const cannotChange sqlstate.Code = "55P02"

// Unknown is the error of a setting that does not exist.
func Unknown(name string) *sqlstate.Error {
	return sqlstate.New(sqlstate.UndefinedObject, "unrecognized configuration parameter %q", name)
}

// CheckCustom checks the name of an application's own setting: identifiers with dots between them.
func CheckCustom(name string) error {
	parts := strings.Split(name, ".")
	if len(parts) < 2 {
		return Unknown(name)
	}
	for _, part := range parts {
		if !isIdentifier(part) {
			return sqlstate.New("42602", "invalid configuration parameter name %q", name).
				WithDetail("Custom parameter names must be two or more simple identifiers separated by dots.")
		}
	}
	return nil
}

func isIdentifier(part string) bool {
	for i, r := range part {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80
		if !letter && (i == 0 || r != '$' && (r < '0' || r > '9')) {
			return false
		}
	}
	return part != ""
}
