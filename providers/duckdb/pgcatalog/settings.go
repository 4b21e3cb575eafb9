package pgcatalog

import "github.com/sallyportdb/sallyport/providers/duckdb/pgsettings"

// The variables of a connection from which the emulation reads the session's settings.
const (
	// SettingsVariable holds a list of {name, setting, shown, reset, source}: the settings that
	// differ from the table of pg_settings.
	SettingsVariable = "sallyport_settings"
	// SetVariable holds the list of what the calls of set_config in a statement return.
	SetVariable = "sallyport_set"
)

// ReadingSettings are what a statement contains that reads the session's settings.
var ReadingSettings = []string{"pg_settings", "current_setting", "pg__setting", "current_schemas", "pg_show_all_settings"}

// loadSettings adds the tables of the settings.
func (in *installer) loadSettings() {
	in.add("table", "@cat._pg_settings", func() string {
		return "CREATE TABLE @cat._pg_settings AS " + selectOf(pgsettings.Rows, in.relation("pg_catalog", "pg_settings").columns)
	})
}
