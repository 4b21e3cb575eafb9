package bysession

// void sallyportCallStyled(void *info, void *input, void *output);
import "C"

import (
	"strings"
	"time"
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// The text of a value in the form that the session's settings choose: the functions find the session when a statement that
// calls them is prepared, and prepared statements are dropped when the settings change.

// styledNames are the functions. planner/duckdialect has the same names, and says what they differ in.
var styledNames = []string{"pg__styled", "pg__styled_part"}

// Form is how a session shows values.
type Form struct {
	Styles vector.Styles
	Zone   *time.Location
}

// Usual reports whether the form is the one that a session has if it sets nothing.
func (f Form) Usual() bool {
	return f.Styles == vector.Styles{} && (f.Zone == nil || f.Zone == time.UTC)
}

// registerStyled makes the functions.
func (f *Functions) registerStyled(admin lib.Connection) error {
	for _, name := range styledNames {
		if err := f.register(admin, scalar{name: name, takes: []string{"ANY"}, returns: "VARCHAR", call: C.sallyportCallStyled}); err != nil {
			return err
		}
	}
	return nil
}

//export sallyportCallStyled
func sallyportCallStyled(ptr, input, output unsafe.Pointer) {
	info := lib.FunctionInfo{Ptr: ptr}
	functions.Catch(func(message string) { lib.ScalarFunctionSetError(info, message) }, func() error {
		of := functionsOf(lib.ScalarFunctionGetExtraInfo(info))
		now := of.forms.get(lib.IdxT(functions.NumberAt(lib.ScalarFunctionGetBindData(info))))
		functions.ShowAll(lib.DataChunk{Ptr: input}, lib.Vector{Ptr: output}, vector.Writer{Zone: now.Zone, Styles: now.Styles})
		return nil
	})
}

// ZoneOf returns the time zone of a session, or nil for UTC.
func (f *Functions) ZoneOf(connection lib.IdxT) *time.Location { return f.forms.get(connection).Zone }

// ShowForm lets the functions know the form of a session, or the usual one where it ends.
func (f *Functions) ShowForm(conn lib.Connection, now Form) {
	f.forms.set(Connection(conn), now, !now.Usual())
}

// keepsStyled reports whether a function of texts stays around an argument of a type.
func keepsStyled(function, of string) bool {
	if strings.HasSuffix(of, "]") || strings.HasPrefix(of, "STRUCT(") || of == "BLOB" {
		return function == styledNames[0]
	}
	return of == "DATE" || strings.HasPrefix(of, "TIMESTAMP") || of == "INTERVAL" || of == "FLOAT" || of == "DOUBLE" || strings.HasSuffix(of, "RANGE")
}
