package pgwire

import (
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// startupSettings are the settings that say in a startup message what holds anyway in each session:
// with these values they are not carried out. All others are carried out as the SET that each is,
// or refused.
var startupSettings = map[string]func(value string) bool{
	"client_encoding":             isUTF8,
	"standard_conforming_strings": isOn,
	"integer_datetimes":           isOn,
}

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
			h.application = providers.ApplicationName(s.value)
		case s.name == "fallback_application_name" && h.application == "":
			h.application = providers.ApplicationName(s.value)
		}
	}
	return nil
}

// applySettings carries out the settings of a served session.
func (h hello) applySettings(ctx context.Context, s *engine.Session) error {
	for _, one := range h.settings {
		holds, habit := startupSettings[one.name]
		if habit && holds(one.value) || one.name == "application_name" || one.name == "fallback_application_name" {
			continue // readSettings has read the names
		}
		if err := s.StartupSetting(ctx, one.written, one.value); err != nil {
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
	"standard_conforming_strings": "It is always on.",
	"integer_datetimes":           "It is always on.",
}
