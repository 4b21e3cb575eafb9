package main

import (
	"strings"
	"testing"
)

// TestAPILimits: what one statement reads of APIs has the limits of the configuration, and no part of a
// result comes of it.
func TestAPILimits(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	f := newForge(t)
	r := startForge(t, f, "limits: {api_max_rows: 3, api_timeout: 1ns}\n")
	status, stdout, stderr := r.sql(t, "-s", "forge", "SELECT name FROM forge.repos.repos WHERE org = 'acme'")
	if status != 1 || stdout != "" || !strings.Contains(stderr, "57014") || !strings.Contains(stderr, "limits.api_timeout") {
		t.Errorf("status %d, %q, %s", status, stdout, stderr)
	}
	r.stop()
	for limits, want := range map[string]string{"api_max_rows: 1": "more than 1 rows", "api_max_bytes: 4": "or 4 bytes", "api_max_rows: 2": ""} {
		r := startForge(t, f, "limits: {"+limits+"}\n")
		status, stdout, stderr := r.sql(t, "--csv", "-s", "forge", "SELECT name FROM forge.repos.repos WHERE org = 'acme'")
		switch {
		case want == "" && (status != 0 || stdout != "name\nsite\ncore\n"):
			t.Errorf("%s: status %d, %q, %s", limits, status, stdout, stderr)
		case want != "" && (status != 1 || stdout != "" || !strings.Contains(stderr, "54000") || !strings.Contains(stderr, want)):
			t.Errorf("%s: status %d, %q, %s", limits, status, stdout, stderr)
		}
		r.stop()
	}
}
