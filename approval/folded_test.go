package approval_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
)

// TestFolded: nothing that shows nothing pushes what follows off the screen.
func TestFolded(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a b", "a b"},
		{"a\n\nb", "a\n\nb"},
		{"a" + strings.Repeat(" ", 3000) + "OR true", "a<3000 blanks>OR true"},
		{"a" + strings.Repeat("\n", 3000) + "OR true", "a\n<2999 empty lines>\nOR true"},
		{"a" + strings.Repeat(" \n\t", 100) + "OR true", "a<1 blank>"},
		{"  indented\n        more", "  indented\n        more"},
		{"a\u202eb\u00a0c\u2003d", "a<U+202E>b<U+00A0>c<U+2003>d"},
		{"a\rb\x1b[2J", "a<U+000D>b<U+001B>[2J"},
		{"'" + strings.Repeat("\t", 100) + "'", "'<100 blanks>'"},
		{"\n\n", "\n\n"},
	} {
		if strings.Contains(test.want, "<1 blank>") {
			test.want = "a \n<99 empty lines>\n\tOR true"
		}
		if got := approval.Folded(test.text); got != test.want {
			t.Errorf("%.40q\n%q\nwant\n%q", test.text, got, test.want)
		}
	}
}
