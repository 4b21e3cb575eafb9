package providers_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers"
)

func TestNearest(t *testing.T) {
	names := []string{"airports", "birdstrikes", "Weather", "a"}
	for word, want := range map[string]string{
		"airport": "airports", "airprots": "airports", "WEATHER": "Weather", "birdstrike": "birdstrikes",
		"b": "a", "flights": "", "": "a",
	} {
		if got := providers.Nearest(word, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
	if got := providers.Nearest("x", nil); got != "" {
		t.Errorf("of no names: %q", got)
	}
}
