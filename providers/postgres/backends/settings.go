package backends

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/pins"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// checkSettings refuses settings that the door should have refused: those that would undo the pinned settings, or are no
// settings of a session. It leaves out those that repeat a pinned setting.
func checkSettings(settings []providers.StartupSetting) ([]providers.StartupSetting, error) {
	repeats := func(s providers.StartupSetting) bool { p := pins.Of(s.Name); return p != nil && p.Is(s.Value) }
	for _, s := range settings {
		switch strings.ToLower(s.Name) {
		case "options", "replication", "user", "database", "application_name", "":
			return nil, refusedSetting(s.Name)
		}
		if strings.HasPrefix(strings.ToLower(s.Name), providers.IdentityPrefix) || pins.Of(s.Name) != nil && !repeats(s) || strings.ContainsRune(s.Name+s.Value, 0) {
			return nil, refusedSetting(s.Name)
		}
	}
	if slices.ContainsFunc(settings, repeats) {
		return slices.DeleteFunc(slices.Clone(settings), repeats), nil
	}
	return settings, nil
}

func refusedSetting(name string) error {
	return sqlstate.New(sqlstate.InsufficientPrivilege, "parameter %q cannot be set so when connecting", name).
		WithHint("The gateway decides it: leave it out.")
}

// keyOf is the key of the backends that can be shared: the server was told the same identity, and the
// same settings, when they were opened.
func keyOf(identity, settings []providers.StartupSetting) string {
	if len(identity)+len(settings) == 0 {
		return ""
	}
	var key []byte
	for i, list := range [][]providers.StartupSetting{identity, settings} {
		if i > 0 {
			key = append(key, '|')
		}
		for _, s := range list {
			key = append(strconv.AppendQuote(append(strconv.AppendQuote(key, s.Name), '='), s.Value), ' ')
		}
	}
	return string(key)
}
