package pgwire

import (
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// startupSettings are the settings that clients send out of habit with the startup
// message, and for which values a served session may leave them undone: either they
// change no answer, or the value is what holds anyway. All other settings are carried out
// as the SET that each is, or refused.
var startupSettings = map[string]func(value string) bool{
	"client_encoding":             isUTF8,
	"datestyle":                   func(v string) bool { return strings.HasPrefix(strings.ToUpper(v), "ISO") },
	"intervalstyle":               func(v string) bool { return strings.EqualFold(v, "postgres") },
	"standard_conforming_strings": isOn,
	"integer_datetimes":           isOn,
	// Values are shown in full precision, times with their offset, and
	// notices as they come, whatever the client would have liked.
	"extra_float_digits":        whatever,
	"timezone":                  whatever,
	"client_min_messages":       whatever,
	"application_name":          whatever,
	"fallback_application_name": whatever,
	// Planner's and server's habits that change no answer.
	"geqo": whatever, "jit": whatever, "bytea_output": func(v string) bool { return strings.EqualFold(v, "hex") },
}

func whatever(string) bool { return true }

func isOn(v string) bool {
	switch strings.ToLower(v) {
	case "on", "true", "yes", "1":
		return true
	}
	return false
}

func isUTF8(v string) bool {
	switch strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(strings.Trim(v, "'\""))) {
	case "utf8", "unicode", "auto":
		return true
	}
	return false
}

// readSettings finds the application's name in the settings, and refuses another encoding
// than UTF-8: no kind of session could serve it.
func (h *hello) readSettings() error {
	for _, s := range h.settings {
		switch {
		case s.name == "client_encoding" && !isUTF8(s.value):
			return unsuitable(s)
		case s.name == "application_name":
			h.application = printable(s.value)
		case s.name == "fallback_application_name" && h.application == "":
			h.application = printable(s.value)
		}
	}
	return nil
}

// checkSettings refuses what a served session cannot begin with.
func (h hello) checkSettings() error {
	for _, s := range h.settings {
		if harmless, ok := startupSettings[s.name]; ok && !harmless(s.value) {
			return unsuitable(s)
		}
	}
	return nil
}

// applySettings carries out the settings that the table does not name.
func (h hello) applySettings(ctx context.Context, s *engine.Session) error {
	for _, one := range h.settings {
		if _, habit := startupSettings[one.name]; habit {
			continue
		}
		if err := s.StartupSetting(ctx, one.name, one.value); err != nil {
			return err
		}
	}
	s.Begun()
	return nil
}

func unsuitable(s setting) error {
	return sqlstate.New(sqlstate.InvalidParameterValue, "invalid value for parameter %q: %q", s.name, s.value).
		WithHint("%s", onlyHints[s.name])
}

var onlyHints = map[string]string{
	"client_encoding":             "The only client encoding is UTF8.",
	"datestyle":                   "The only DateStyle is ISO.",
	"intervalstyle":               "The only IntervalStyle is postgres.",
	"standard_conforming_strings": "It is always on.",
	"integer_datetimes":           "It is always on.",
	"bytea_output":                "The only bytea_output is hex.",
}

// printable keeps what a name may show of itself in a log: as Postgres does,
// everything but printable ASCII becomes a question mark.
func printable(name string) string {
	const longest = 63
	out := []byte(name[:min(len(name), longest)])
	for i, b := range out {
		if b < ' ' || b > '~' {
			out[i] = '?'
		}
	}
	return string(out)
}
