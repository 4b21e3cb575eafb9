package functions

import (
	"strings"
	"testing"
)

// TestNestsWithin: what is in strings opens and closes nothing, and what does not end is not within any depth.
func TestNestsWithin(t *testing.T) {
	for text, want := range map[string]bool{
		``: true, `1`: true, `"x"`: true, `[]`: true, `[{"a": [1]}]`: true, `[[[[]]]]`: false, `[[[]], [[]], {"a": {}}]`: true,
		`["[[[[[["]`: true, `["\"[[[[[[", "\\"]`: true, `["\\", [[[]]]]`: false, `["\\[[[["]`: true, `[`: false, `]`: false, `[]]`: false, `"`: false,
		`["\"]`: false, `"\`: false, `["a\`: false, `{"a\"": [["]"]]}`: true, "\"\\\n[[[[\"": true, strings.Repeat("[]", 1000): true,
	} {
		if got := nestsWithin([]byte(text), 3); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
