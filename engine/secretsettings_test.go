package engine_test

import (
	"strings"
	"testing"
)

// suspectSettings are settings of the server that may hold a command, a connection, a key or a path of its machine.
const suspectSettings = `SELECT name FROM pg_catalog.pg_settings WHERE vartype = 'string' AND category !~ '^(Client Connection Defaults / Locale|Preset|Reporting and Logging / When)'
	OR name ~ 'command|conninfo|file|dir|path|librar|passphrase|socket|host'`

// TestSettingsAreDecidedOn: each setting that may hold a secret is decided on, by SHOW, current_setting and pg_settings alike.
func TestSettingsAreDecidedOn(t *testing.T) {
	e := pgShop(t, "m4rk3r")
	admin, browser := enter(t, e, "admin"), enter(t, e, "browser")
	decided := decisionsOf(t, "settings.txt")
	list, err := undone(t, admin, suspectSettings)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(list), "\n")
	for _, name := range lines[1 : len(lines)-1] {
		refused, known := decided[name]
		if !known {
			t.Errorf("%s: nobody has decided whether a role that is narrowed may read it", name)
			continue
		}
		for _, sql := range []string{"SHOW " + name, "SELECT current_setting('" + name + "')", "SELECT setting FROM pg_settings WHERE name = '" + name + "'"} {
			if _, err := undone(t, browser, sql); refusedByGate(err) != refused {
				t.Errorf("%s (refused: %v): %v", sql, refused, err)
			}
			if _, err := undone(t, admin, sql); err != nil {
				t.Errorf("%s: %v", sql, err)
			}
		}
	}
}
