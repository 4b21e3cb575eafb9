package bysession

// void sallyportCallUser(void *info, void *input, void *output);
import "C"

import (
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Who uses a session. planner/duckdialect writes the name of the user into statements, and a call of pg__session_user into defaults, which
// other users' statements compute.

// NameUser lets the functions know the user of a session; "": the session has ended.
func (f *Functions) NameUser(conn lib.Connection, name string) {
	f.users.set(Connection(conn), name, name != "")
}

// registerUser makes the function.
func (f *Functions) registerUser(admin lib.Connection) error {
	return f.register(admin, scalar{name: "pg__session_user", returns: "VARCHAR", changes: true, call: C.sallyportCallUser})
}

//export sallyportCallUser
func sallyportCallUser(ptr, input, output unsafe.Pointer) {
	callOfSession(ptr, input, output, func(of *Functions, connection lib.IdxT, rows int, _ []vector.Reader, out lib.Vector) error {
		name := of.users.get(connection)
		if name == "" {
			return sqlstate.New(sqlstate.FeatureNotSupported, "a default that calls current_user is not supported in this session")
		}
		to := vector.Fill(out)
		for row := range rows {
			to.SetBytes(row, []byte(name))
		}
		return nil
	})
}
