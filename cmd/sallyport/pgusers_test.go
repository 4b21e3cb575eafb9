package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/pgwire/scram"
)

// selfSigned writes a certificate for localhost and that name, and its key; the
// certificate is its own authority.
func selfSigned(t *testing.T, dir, name string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour),
		DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{name + ".crt": {Type: "CERTIFICATE", Bytes: der}, name + ".key": {Type: "PRIVATE KEY", Bytes: rest}} {
		if err := os.WriteFile(filepath.Join(dir, file), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// psqlAs runs psql against a server with connection settings of libpq.
func psqlAs(t *testing.T, r *running, settings string, environ ...string) string {
	t.Helper()
	_, port, err := net.SplitHostPort(r.pgwire)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "psql", "-X", "-w", "-At", "-c", "SELECT count(*) FROM airports", "host=localhost port="+port+" dbname=demo "+settings)
	cmd.Env = append(os.Environ(), environ...)
	out, _ := cmd.CombinedOutput() // what it says tells
	return string(out)
}

// TestUsersOfTheConfiguration: users as the configuration has them, with libpq.
func TestUsersOfTheConfiguration(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"server", "carol", "renewed"} {
		selfSigned(t, dir, name)
	}
	verifier, err := scram.NewVerifier("of bob", 0)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "sallyport.yaml")
	text := `
pgwire:
  tls: {cert_file: server.crt, key_file: server.key, client_ca_file: carol.crt, required: true}
  users:
  - {name: alice, password_env: SALLYPORT_ALICE}
  - {name: bob, verifier: "` + verifier.Text() + `", sources: [demo], max_connections: 1}
  - {name: carol, certificates: [carol]}
  - {name: dan, password_env: SALLYPORT_ALICE, sources: [sallyport]}
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, []string{"SALLYPORT_ALICE=of alice"}, "--config", file)
	root := "sslmode=verify-full sslrootcert=" + filepath.Join(dir, "server.crt") + " "
	for name, c := range map[string]struct{ settings, password, want string }{
		"password":          {root + "user=alice channel_binding=require", "of alice", "3376\n"},
		"verifier":          {root + "user=bob channel_binding=require", "of bob", "3376\n"},
		"certificate":       {root + fmt.Sprintf("user=carol sslcert=%[1]s/carol.crt sslkey=%[1]s/carol.key", dir), "", "3376\n"},
		"wrong":             {root + "user=alice", "of bob", `FATAL:  password authentication failed for user "alice"`},
		"none":              {root + "user=alice", "", "fe_sendauth: no password supplied"},
		"without TLS":       {"sslmode=disable user=alice", "of alice", "connections without TLS are not accepted"},
		"elsewhere":         {root + "user=dan", "of alice", `permission denied for database "demo"`},
		"nobody":            {root + "user=eve", "x", `FATAL:  password authentication failed for user "eve"`},
		"certificate's not": {root + "user=carol", "x", "HINT:  Some users of this server need a client certificate"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := psqlAs(t, r, c.settings, "PGPASSWORD="+c.password); !strings.Contains(got, c.want) {
				t.Errorf("psql said %q, want %q", got, c.want)
			}
		})
	}
	if records := r.records(t); !strings.Contains(records, `"principal":"carol"`) || strings.Contains(records, "of alice") {
		t.Errorf("the records:\n%s", records)
	}
	if out := r.out.String(); !strings.Contains(out, "-U alice demo") || !strings.Contains(out, "--user alice \"SELECT") {
		t.Errorf("the greeting:\n%s", out)
	}
	secret, err := os.ReadFile(filepath.Join(r.state, "pgwire.secret"))
	again, other := pgSecret(config.Config{StateDir: r.state})
	if err != nil || other != nil || len(secret) != 32 || !bytes.Equal(secret, again) {
		t.Errorf("the secret: %v, %v", err, other)
	}
	if log := r.err.String() + r.out.String(); strings.Contains(log, "of alice") || strings.Contains(log, verifier.Text()) {
		t.Errorf("the server has said a secret:\n%s", log)
	}
}

func TestUsersThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	selfSigned(t, dir, "server")
	if err := os.WriteFile(filepath.Join(dir, "no.crt"), []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "sallyport.yaml")
	for text, want := range map[string]string{
		"users: [{name: a, password_env: NOT_SET}]":                                             `user "a": password_env names the variable NOT_SET, which is not set`,
		"users: [{name: a, password_file: none}]":                                               `user "a": password_file: open`,
		"users: [{name: a, verifier: md5abc}]":                                                  `user "a": verifier: it is not a SCRAM-SHA-256 verifier`,
		"tls: {cert_file: server.crt, key_file: server.key, client_ca_file: no.crt}":            "pgwire.tls.client_ca_file: there is no certificate (PEM) in",
		"tls: {cert_file: server.crt, key_file: server.key, client_ca_file: none.crt}":          "pgwire.tls.client_ca_file: open",
		"tls: {cert_file: no.crt, key_file: server.key}":                                        "pgwire.tls: tls: failed to find any PEM data",
		"tls: {cert_file: server.crt, key_file: server.key}\n  users: [{name: a, verifier: x}]": `user "a": verifier`,
	} {
		if err := os.WriteFile(file, []byte("pgwire:\n  "+text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"check-config", "srv"} {
			args := []string{command, "--config", file, "--state-dir", t.TempDir()}
			if status, _, stderr := call(t, nil, "", args...); status != 1 || !strings.Contains(stderr, want) {
				t.Errorf("%s of %s: status %d, %s", command, text, status, stderr)
			}
		}
	}
}

func TestScramVerifier(t *testing.T) {
	status, stdout, stderr := call(t, nil, "s3cret \r\nmore\n", "scram-verifier", "--iterations", "10")
	if status != 0 || !strings.HasPrefix(stdout, "SCRAM-SHA-256$10:") || strings.Count(stdout, "\n") != 1 {
		t.Fatalf("status %d, %q, %s", status, stdout, stderr)
	}
	if _, err := scram.ParseVerifier(strings.TrimSuffix(stdout, "\n")); err != nil {
		t.Error(err)
	}
	for _, input := range []string{"", "\n"} {
		if status, stdout, stderr := call(t, nil, input, "scram-verifier"); status != 1 || stdout != "" || !strings.Contains(stderr, "the password is empty") {
			t.Errorf("%q: status %d, %q, %s", input, status, stdout, stderr)
		}
	}
	if status, _, stderr := call(t, nil, "x", "scram-verifier", "--iterations", "0x"); status != 1 {
		t.Errorf("status %d, %s", status, stderr)
	}
}
