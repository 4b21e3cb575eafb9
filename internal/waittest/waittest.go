// Package waittest has the one loop by which tests wait for a condition instead of sleeping until it
// probably holds. It imports nothing of Sallyport, so that the tests of every package can use it.
package waittest

import (
	"fmt"
	"testing"
	"time"
)

// limit bounds a wait; nothing should take a tenth of it.
const limit = 30 * time.Second

// Eventually waits until a condition holds. If it never does, the test ends and shows the texts,
// which tell why.
func Eventually(tb testing.TB, what string, holds func() bool, texts ...fmt.Stringer) {
	tb.Helper()
	for deadline := time.Now().Add(limit); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			for _, text := range texts {
				tb.Log(text)
			}
			tb.Fatalf("it never came to pass that %s", what)
		}
	}
}
