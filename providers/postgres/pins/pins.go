// Package pins has the settings that every connection to a server holds, so that the
// server reads a text as the gateway does and writes nothing by default. They go into the
// startup packet ([All]), and are compared with what the server reports ([Hold]).
package pins

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
)

// ReadOnlyDefault is the setting that keeps transactions from writing.
const ReadOnlyDefault = "default_transaction_read_only"

// Pin is a setting with the only value that a connection may have.
type Pin struct{ Name, Value string }

// text are the pins that decide how the server reads text. They hold at every moment.
var text = []Pin{{"standard_conforming_strings", "on"}, {"client_encoding", "UTF8"}}

// All are the pins that go into every startup packet.
var All = append([]Pin{{ReadOnlyDefault, "on"}}, text...)

// Error says that a pinned setting is not what it must be.
type Error struct{ Name, Have, Want string }

func (e *Error) Error() string {
	return fmt.Sprintf("its %s is %q and must be %q", e.Name, e.Have, e.Want)
}

// Hold returns an error if the server reports another value of a pin.
func Hold(pg *pgconn.PgConn) error {
	for _, p := range text {
		if have := pg.ParameterStatus(p.Name); have != p.Value {
			return &Error{p.Name, have, p.Value}
		}
	}
	// Inside a transaction the default has no effect yet, and servers before version 14 do
	// not report it.
	if have := pg.ParameterStatus(ReadOnlyDefault); have != "on" && have != "" && pg.TxStatus() == byte(providers.Idle) {
		return &Error{ReadOnlyDefault, have, "on"}
	}
	return nil
}

// Of returns the pin of a setting, or nil if it is not pinned.
func Of(name string) *Pin {
	for i := range All {
		if strings.EqualFold(name, All[i].Name) {
			return &All[i]
		}
	}
	return nil
}

// Is reports whether a value means the same to the server as the pinned value.
func (p *Pin) Is(value string) bool {
	value = strings.ToLower(value)
	if p.Name == "client_encoding" {
		return slices.Contains([]string{"utf8", "unicode"}, strings.NewReplacer("-", "", "_", "", " ", "").Replace(value))
	}
	return slices.Contains([]string{"on", "true", "yes", "1"}, value)
}
