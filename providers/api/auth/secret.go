package auth

import (
	"fmt"
	"io"
)

// secret is a value that fmt prints as a placeholder. The value is in a function, because
// fmt follows pointers, and does not call the Format method of fields that are not
// exported.
type secret struct{ value func() string }

func hide(text string) secret { return secret{func() string { return text }} }

// show returns the value, for the request that it is put on.
func (s secret) show() string {
	if s.value == nil {
		return ""
	}
	return s.value()
}

// Format writes no value, whatever the verb.
func (secret) Format(f fmt.State, _ rune) { io.WriteString(f, "(hidden)") } //nolint:errcheck // a fmt.State keeps its errors
