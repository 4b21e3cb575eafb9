package bysession

// void sallyportCallSetting(void *info, void *input, void *output);
import "C"

import (
	"strings"
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgsettings"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// The settings of a session. planner/duckdialect writes calls of current_setting as calls of pg__setting, which DuckDB computes when it
// prepares a statement, and as calls of pg__setting_now in what is defined: that one is computed for each row, because others' statements
// and kept ones have it.

// TellSettings lets the functions know the settings of a session that differ from the usual ones; nil: the session has ended. The map may not
// be changed later.
func (f *Functions) TellSettings(conn lib.Connection, shown map[string]string) {
	f.settings.set(Connection(conn), shown, shown != nil)
}

// registerSettings makes the functions.
func (f *Functions) registerSettings(admin lib.Connection) error {
	takes := []string{"VARCHAR", "BOOLEAN"}
	if err := f.register(admin, scalar{name: "pg__setting", takes: takes, returns: "VARCHAR", call: C.sallyportCallSetting}); err != nil {
		return err
	}
	return f.register(admin, scalar{name: "pg__setting_now", takes: takes, returns: "VARCHAR", changes: true, call: C.sallyportCallSetting})
}

//export sallyportCallSetting
func sallyportCallSetting(ptr, input, output unsafe.Pointer) {
	callOfSession(ptr, input, output, func(f *Functions, connection lib.IdxT, rows int, args []vector.Reader, out lib.Vector) error {
		own, to := f.settings.get(connection), vector.Fill(out)
		for row := range rows {
			if args[0].Null(row) || args[1].Null(row) {
				to.SetNull(row)
				continue
			}
			name := string(args[0].Bytes(row))
			value, known := own[strings.ToLower(name)]
			if !known {
				value, known = pgsettings.Usual(strings.ToLower(name))
			}
			switch {
			case known:
				to.SetBytes(row, []byte(value))
			case vector.At[bool](&args[1], row):
				to.SetNull(row)
			default:
				return pgsettings.Unknown(name)
			}
		}
		return nil
	})
}
