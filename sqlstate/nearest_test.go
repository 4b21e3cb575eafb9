package sqlstate_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestNearest(t *testing.T) {
	names := []string{"airports", "birdstrikes", "Weather", "a"}
	for word, want := range map[string]string{
		"airport": "airports", "airprots": "airports", "WEATHER": "Weather", "birdstrike": "birdstrikes",
		"b": "a", "flights": "", "": "a", "airprost": "airports",
	} {
		if got := sqlstate.Nearest(word, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
	if got := sqlstate.Nearest(strings.Repeat("x", 1<<20), names); got != "" {
		t.Errorf("of a long word: %q", got)
	}
	if got := sqlstate.Nearest("x", nil); got != "" {
		t.Errorf("of no names: %q", got)
	}
}
