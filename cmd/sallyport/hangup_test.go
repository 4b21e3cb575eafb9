//go:build unix

package main

import (
	"crypto/tls"
	"crypto/x509"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/internal/courttest"
)

// TestHangup: whoever archives the record moves its file away, says SIGHUP, and
// finds a new one; nothing is lost between.
func TestHangup(t *testing.T) {
	r := start(t, nil)
	ask := func() {
		t.Helper()
		if status, _, stderr := r.sql(t, "SELECT 1"); status != 0 {
			t.Fatalf("status %d, %s", status, stderr)
		}
	}
	dir := filepath.Join(r.state, "audit")
	current, moved := filepath.Join(dir, "audit.jsonl"), filepath.Join(dir, "audit.jsonl.1")
	ask()
	if err := os.Rename(current, moved); err != nil {
		t.Fatal(err)
	}
	ask() // into the file that was moved, or a new one already
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	courttest.Eventually(t, "there is a new file", func() bool {
		text, err := os.ReadFile(current)
		return err == nil && strings.Contains(string(text), "the log goes on here")
	}, r.err)
	ask()
	if status := r.stop(); status != 0 {
		t.Errorf("status %d\n%s", status, r.err)
	}
	report, err := audit.Verify(dir, audit.VerifyOptions{First: 1})
	if err != nil || !report.OK() || len(report.Files) != 2 || report.Records < 4 {
		t.Errorf("%+v, %v", report, err)
	}
}

// TestRenewal: whoever renews the certificate says SIGHUP, and one that cannot
// be read changes nothing.
func TestRenewal(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"server", "renewed"} {
		selfSigned(t, dir, name)
	}
	file := filepath.Join(dir, "sallyport.yaml")
	if err := os.WriteFile(file, []byte("pgwire: {tls: {cert_file: server.crt, key_file: server.key}}\nmcp: {tls: {cert_file: server.crt, key_file: server.key}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	old, fresh := filepath.Join(dir, "old.crt"), filepath.Join(dir, "renewed.crt")
	if err := os.Link(filepath.Join(dir, "server.crt"), old); err != nil {
		t.Fatal(err)
	}
	r := start(t, nil, "--config", file)
	trusts := func(root string) bool {
		pg, mcp := psqlAs(t, r, "sslmode=verify-full user=u sslrootcert="+root) == "3376\n", mcpShows(t, r.mcp, root)
		if pg != mcp {
			t.Errorf("the doors show different certificates: %s is that of Postgres: %v, of MCP: %v", root, pg, mcp)
		}
		return pg
	}
	hangup := func(said string) {
		t.Helper()
		if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the server says "+said, func() bool { return strings.Contains(r.err.String(), said) }, r.err)
	}
	if err := os.Rename(filepath.Join(dir, "renewed.key"), filepath.Join(dir, "server.key")); err != nil {
		t.Fatal(err)
	}
	hangup("cannot read the certificate anew") // the key is the other's
	if !trusts(old) || trusts(fresh) {
		t.Error("half a renewal changed the certificate")
	}
	if err := os.Remove(filepath.Join(dir, "server.crt")); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(fresh, filepath.Join(dir, "server.crt")); err != nil {
		t.Fatal(err)
	}
	hangup("read the certificate anew: door=Postgres\n")
	if trusts(old) || !trusts(fresh) {
		t.Error("the certificate was not renewed")
	}
}

// mcpShows reports whether the MCP door shows a certificate that root vouches for.
func mcpShows(t *testing.T, address, root string) bool {
	t.Helper()
	text, err := os.ReadFile(root)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(text)
	dialer := &tls.Dialer{Config: &tls.Config{RootCAs: pool, ServerName: "localhost", MinVersion: tls.VersionTLS12}}
	conn, err := dialer.DialContext(t.Context(), "tcp", address)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}
