package bysession

// void sallyportCallUser(void *info, void *input, void *output);
import "C"

import (
	"sync"
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Who uses a session. planner/duckdialect writes the name of the user into statements, and a call of pg__session_user into defaults, which
// other users' statements compute.

// users are the names of the users of an instance's sessions, by connection.
type users struct {
	mu sync.Mutex
	of map[lib.IdxT]string
}

// NameUser lets the functions know the user of a session; "": the session has ended.
func (f *Functions) NameUser(conn lib.Connection, name string) {
	connection := Connection(conn)
	f.users.mu.Lock()
	defer f.users.mu.Unlock()
	if name == "" {
		delete(f.users.of, connection)
		return
	}
	if f.users.of == nil {
		f.users.of = map[lib.IdxT]string{}
	}
	f.users.of[connection] = name
}

// name is the user of a session.
func (u *users) name(connection lib.IdxT) (string, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if name := u.of[connection]; name != "" {
		return name, nil
	}
	return "", sqlstate.New(sqlstate.FeatureNotSupported, "a default that calls current_user is not supported in this session")
}

// registerUser makes the function.
func (f *Functions) registerUser(admin lib.Connection) error {
	return f.register(admin, scalar{name: "pg__session_user", returns: "VARCHAR", changes: true, call: C.sallyportCallUser})
}

//export sallyportCallUser
func sallyportCallUser(ptr, input, output unsafe.Pointer) {
	callOfSession(ptr, input, output, func(of *Functions, connection lib.IdxT, rows int, _ []vector.Reader, out lib.Vector) error {
		name, err := of.users.name(connection)
		if err != nil {
			return err
		}
		to := vector.Fill(out)
		for row := range rows {
			to.SetBytes(row, []byte(name))
		}
		return nil
	})
}
