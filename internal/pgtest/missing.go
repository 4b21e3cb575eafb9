package pgtest

import (
	"os"
	"testing"
)

// Missing ends a test that needs a client or a tool that is not installed: it is
// skipped, but where the variable CI is set it fails, since there scripts/deps has
// installed everything that a test asks for by this function.
func Missing(tb testing.TB, format string, args ...any) {
	tb.Helper()
	if os.Getenv("CI") != "" {
		tb.Fatalf("not installed: "+format, args...)
	}
	tb.Skipf("not installed: "+format, args...)
}
