package show

import "testing"

// TestVisible: nothing that a terminal obeys is printed as it is, whether it is text or not.
func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"Zürich":         "Zürich",
		"a\x9b31mred":    `a\x9b31mred`,
		"caf\xc3":        `caf\xc3`,
		"\xe2\x82":       `\xe2\x82`,
		"\ufffd":         "\ufffd",
		"\u009b2J":       `\u009b2J`,
		"\x1b[2J\n":      `\u001b[2J\n`,
		"\xff\x1b]0;x\a": `\xff\u001b]0;x\u0007`,
	} {
		if got := Visible(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := VisibleLines("a\n\xc3\tb"); got != "a\n\\xc3\tb" {
		t.Errorf("%q", got)
	}
}
