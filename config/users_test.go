package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/config"
)

func TestUsers(t *testing.T) {
	c, problem := load(t, `
pgwire:
  address: 0.0.0.0:5466
  tls: {cert_file: a, key_file: b, client_ca_file: c}
  users:
  - {name: alice, password_env: SALLYPORT_ALICE, mode: read_only, sources: [demo, sallyport], source: demo}
  - {name: bob, verifier: hunter2}
  - {name: carol, certificates: [carol], password_file: p}
`, []string{"SALLYPORT_ALICE=hunter2"})
	if problem != "" {
		t.Fatal(problem)
	}
	if !c.PGWire.TLSRequired() {
		t.Error("plain connections from other machines are accepted")
	}
	if text := fmt.Sprintf("%v %+v %#v", c, c, c); strings.Contains(text, "hunter2") {
		t.Errorf("the verifier shows in %s", text)
	}
	if got := c.PGWire.Users[2].PasswordFile; !filepath.IsAbs(got) {
		t.Errorf("the password's file is %s", got)
	}
	for text, want := range map[string]bool{
		"address: 127.0.0.1:1": false, "allow_insecure: true\n  address: 0.0.0.0:1": false,
		"tls: {cert_file: a, key_file: b}": false, "tls: {cert_file: a, key_file: b, required: true}": true,
		"allow_insecure: true\n  address: 0.0.0.0:1\n  tls: {cert_file: a, key_file: b, required: true}": true,
	} {
		if c, problem := load(t, "pgwire:\n  "+text+"\n", nil); problem != "" || c.PGWire.TLSRequired() != want {
			t.Errorf("%s: %v %s", text, c.PGWire.TLSRequired(), problem)
		}
	}
}

func TestResolvePassword(t *testing.T) {
	file, empty := filepath.Join(t.TempDir(), "p"), filepath.Join(t.TempDir(), "empty")
	for path, text := range map[string]string{file: " with spaces \r\n", empty: "\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	getenv := func(name string) string { return map[string]string{"SET": "hunter2"}[name] }
	for _, test := range []struct {
		user                    config.User
		password, verifier, err string
	}{
		{config.User{Name: "a", PasswordEnv: "SET"}, "hunter2", "", ""},
		{config.User{Name: "a", PasswordFile: file}, " with spaces ", "", ""},
		{config.User{Name: "a", VerifierEnv: "SET"}, "", "hunter2", ""},
		{config.User{Name: "a", VerifierFile: file}, "", " with spaces ", ""},
		{config.User{Name: "a", Verifier: "v"}, "", "v", ""},
		{config.User{Name: "a"}, "", "", ""},
		{config.User{Name: "a", PasswordEnv: "UNSET"}, "", "", `user "a": password_env names the variable UNSET, which is not set: set it where the server starts`},
		{config.User{Name: "a", PasswordFile: "/none"}, "", "", `user "a": password_file: open /none: no such file or directory`},
		{config.User{Name: "a", VerifierFile: empty}, "", "", `user "a": verifier_file: ` + empty + ` is empty`},
	} {
		password, err := test.user.ResolvePassword(getenv)
		verifier, other := test.user.ResolveVerifier(getenv)
		if err == nil {
			err = other
		}
		if err != nil && err.Error() != test.err || err == nil && test.err != "" || password.Reveal() != test.password || verifier.Reveal() != test.verifier {
			t.Errorf("%+v: %q, %q, %v", test.user, password.Reveal(), verifier.Reveal(), err)
		}
	}
}
