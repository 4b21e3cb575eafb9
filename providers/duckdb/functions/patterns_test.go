package functions

import (
	"regexp"
	"testing"
)

// TestPatterns: an expression that cannot be compiled would end the statement that is the first to need it.
func TestPatterns(t *testing.T) {
	for i, p := range []func() *regexp.Regexp{macForm, numberText, writtenSize} {
		if p().MatchString("!") {
			t.Errorf("%d matches what is no value", i)
		}
	}
}
