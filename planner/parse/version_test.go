package parse

import "testing"

// TestTreeVersion: the parser makes trees of the version that is written.
func TestTreeVersion(t *testing.T) {
	list, err := Statements("SELECT")
	if err != nil || len(list) != 1 || list[0].Version != TreeVersion {
		t.Fatalf("the parser makes %v, %v; want trees of version %d", list, err, TreeVersion)
	}
}
