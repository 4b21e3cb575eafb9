package jsonvalue

import "github.com/sallyportdb/sallyport/sqlstate"

// isHigh reports whether half of a character is the first one.
func isHigh(u rune) bool { return u >= 0xd800 && u < 0xdc00 }

// errLow is the error of half of a character without the other one.
func errLow() error {
	return sqlstate.New(sqlstate.InvalidTextRepresent, "%s", errInvalid.Message).WithDetail("Unicode low surrogate must follow a high surrogate.")
}
