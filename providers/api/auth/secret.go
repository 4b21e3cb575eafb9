package auth

import (
	"fmt"
	"io"
)

// secret is a value that formats as a note that there is one. It is a function, because
// fmt looks through pointers, and does not ask fields that are not exported how they
// want to be shown.
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
