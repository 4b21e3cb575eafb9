//go:build conformance

package mcp_test

import "testing"

// TestConformanceFixture runs every scenario of the suite, against a server that
// has its fixtures.
func TestConformanceFixture(t *testing.T) {
	d := open(t, settings{pages: true})
	d.AddFixture()
	conformance(t, d, "", "testdata/conformance/fixture.txt")
}
