package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// bank is an API that takes credentials of a number alone, and gives tokens for secrets of that number. What
// it is shown ends in the number, such as "secret-2".
type bank struct {
	*httptest.Server
	mu     sync.Mutex
	takes  string // "secret-2"; "": nothing
	tokens int    // that were given
	revoke int    // tokens up to this one
	shown  []string
}

func newBank(t *testing.T) *bank {
	b := &bank{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /token", b.token)
	mux.HandleFunc("POST /{$}", b.role)
	mux.HandleFunc("/things", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if seen, good := b.sees(r); !good {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = fmt.Fprintf(w, `{"message": "I do not know %s"}`, seen)
			return
		}
		_, _ = fmt.Fprint(w, `{"name": "gold"}`)
	})
	b.Server = httptest.NewServer(mux)
	t.Cleanup(b.Close)
	return b
}

// sees reports what a request shows for credentials, and whether it is good.
func (b *bank) sees(r *http.Request) (string, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	shown := r.Header.Get("Authorization")
	if _, password, basic := r.BasicAuth(); basic {
		shown = password
	}
	shown += r.Header.Get("X-Key") + r.URL.Query().Get("key")
	if second := r.Header.Get("X-Second"); second != "" && second != b.takes {
		return second, false
	}
	b.shown = append(b.shown, shown)
	token, revoked := 0, false
	if found := regexp.MustCompile(`token-(\d+)-`).FindStringSubmatch(shown); found != nil {
		_, _ = fmt.Sscan(found[1], &token)
		revoked = token <= b.revoke
	}
	return shown, b.takes != "" && !revoked && strings.Contains(shown+"/", b.takes+"/")
}

// token gives a token for the secret of a client, or for the key of a service account.
func (b *bank) token(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	secret := r.PostForm.Get("client_secret")
	if parts := strings.Split(r.PostForm.Get("assertion"), "."); len(parts) == 3 {
		text, _ := base64.RawURLEncoding.DecodeString(parts[1])
		var claims struct{ Iss string }
		_ = json.Unmarshal(text, &claims)
		secret, _, _ = strings.Cut(claims.Iss, "@")
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tokens++
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"access_token": "token-%d-%s", "token_type": "bearer", "expires_in": 3600}`, b.tokens, secret)
}

// role gives the keys of a role for the keys that sign.
func (b *bank) role(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tokens++
	id := regexp.MustCompile(`Credential=([^/]*)/`).FindStringSubmatch(r.Header.Get("Authorization"))
	w.Header().Set("Content-Type", "text/xml")
	_, _ = fmt.Fprintf(w, `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
<AccessKeyId>token-%d-%s</AccessKeyId><SecretAccessKey>s3cr3t</SecretAccessKey><SessionToken>s3cr3t</SessionToken><Expiration>%s</Expiration>
</Credentials></AssumeRoleResult></AssumeRoleResponse>`, b.tokens, id[1], time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
}

// set says which credentials are good from now on, and that tokens which were given are not.
func (b *bank) set(takes string, revoke bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.takes, b.shown = takes, nil
	if revoke {
		b.revoke = b.tokens
	}
}

// rotations are kinds of credentials, each with what is written where the server reads it. FILE is a file that
// holds the secret, ADDRESS is the address of the API.
var rotations = []struct {
	name, auth string
	fetched    bool   // a token, or keys, are fetched with the credentials
	file       string // what the file holds; SECRET stands for the secret
}{
	{"basic_env", `{"type": "basic", "username": "ann", "password_var": "ROTATED"}`, false, ""},
	{"basic_command", `{"type": "basic", "username": "ann", "password_command": ["cat", "FILE"]}`, false, "SECRET"},
	{"bearer_env", `{"type": "bearer", "credentialsenvvar": "ROTATED"}`, false, ""},
	{"bearer_file", `{"type": "bearer", "credentialsfilepath": "FILE"}`, false, "SECRET"},
	{"bearer_command", `{"type": "bearer", "credentialscommand": ["cat", "FILE"]}`, false, "SECRET"},
	{"api_key_env", `{"type": "api_key", "valuePrefix": "SSWS ", "credentialsenvvar": "ROTATED"}`, false, ""},
	{"api_key_file", `{"type": "api_key", "credentialsfilepath": "FILE"}`, false, "SECRET"},
	{"api_key_command", `{"type": "api_key", "credentialscommand": ["cat", "FILE"]}`, false, "SECRET"},
	{"custom_env", `{"type": "custom", "location": "header", "name": "X-Key", "credentialsenvvar": "ROTATED", "successor": {"type": "custom", "location": "header", "name": "X-Second", "credentialsenvvar": "ROTATED"}}`, false, ""},
	{"custom_file", `{"type": "custom", "location": "query", "name": "key", "credentialsfilepath": "FILE"}`, false, "SECRET"},
	{"custom_command", `{"type": "custom", "location": "header", "name": "X-Key", "credentialscommand": ["cat", "FILE"]}`, false, "SECRET"},
	{"oauth2_env", `{"type": "oauth2", "grant_type": "client_credentials", "client_id": "me", "client_secret_env_var": "ROTATED", "token_url": "ADDRESS/token", "auth_style": 1}`, true, ""},
	{"oauth2_command", `{"type": "oauth2", "grant_type": "client_credentials", "client_id": "me", "client_secret_command": ["cat", "FILE"], "token_url": "ADDRESS/token", "auth_style": 1}`, true, "SECRET"},
	{"account_file", `{"type": "service_account", "credentialsfilepath": "FILE"}`, true, `{"type": "service_account", "client_email": "SECRET@bank.example", "private_key": "KEY", "token_uri": "ADDRESS/token"}`},
	{"account_command", `{"type": "service_account", "credentialscommand": ["cat", "FILE"]}`, true, `{"type": "service_account", "client_email": "SECRET@bank.example", "private_key": "KEY", "token_uri": "ADDRESS/token"}`},
	{"aws_env", `{"type": "aws_signing_v4", "keyIDenvvar": "ROTATED", "credentialsenvvar": "ROTATED"}`, false, ""},
	{"aws_file", `{"type": "aws_signing_v4", "keyIDenvvar": "ROTATED", "credentialsfilepath": "FILE"}`, false, "SECRET"},
	{"aws_command", `{"type": "aws_signing_v4", "credentialscommand": ["cat", "FILE"]}`, false, `{"Version": 1, "AccessKeyId": "SECRET", "SecretAccessKey": "s3cr3t", "SessionToken": "s3cr3t"}`},
	{"role_env", `{"type": "aws_assume_role", "keyIDenvvar": "ROTATED", "credentialsenvvar": "ROTATED", "aws_role_arn": "arn:aws:iam::1:role/read", "aws_sts_endpoint": "ADDRESS"}`, true, ""},
	{"role_command", `{"type": "aws_assume_role", "credentialscommand": ["cat", "FILE"], "aws_role_arn": "arn:aws:iam::1:role/read", "aws_sts_endpoint": "ADDRESS"}`, true, `{"Version": 1, "AccessKeyId": "SECRET", "SecretAccessKey": "s3cr3t"}`},
}

// TestRotation: credentials of each kind are exchanged while a server runs; a token that is revoked early is
// fetched anew, for what reads and for what changes something; and where nothing helps the error says so,
// without secrets. Azure's are in providers/api/auth: they are fetched from Microsoft's hosts alone.
func TestRotation(t *testing.T) {
	b := newBank(t)
	folder, secrets := t.TempDir(), t.TempDir()
	key := privateKey(t)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := filepath.Join(secrets, ".env")
	turn := func(secret string) {
		write(env, "ROTATED="+secret+"\n")
		for _, r := range rotations {
			if r.file != "" {
				write(filepath.Join(secrets, r.name), strings.NewReplacer("SECRET", secret, "KEY", key, "ADDRESS", b.URL).Replace(r.file))
			}
		}
	}
	turn("secret-1")
	config, auth := "mode: full_access\nsources:\n", []string{}
	for _, r := range rotations {
		for _, name := range []string{r.name, r.name + "_again"} {
			bankDocument(t, folder, name, b.URL)
			config += fmt.Sprintf("  - {name: %s, kind: api, registry: %q, allow_addresses: [127.0.0.1]}\n", name, folder)
			auth = append(auth, fmt.Sprintf("%q: %s", name, strings.NewReplacer("FILE", filepath.Join(secrets, r.name), "ADDRESS", b.URL).Replace(r.auth)))
		}
	}
	file := filepath.Join(secrets, "sallyport.yaml")
	write(file, config)
	server := start(t, nil, "--config", file, "--env.file", env, "--auth", "{"+strings.Join(auth, ", ")+"}")
	ask := func(sql string) (string, bool) {
		status, stdout, stderr := server.sql(t, "-c", sql)
		if text := stdout + stderr; strings.Contains(text, "secret-") || strings.Contains(text, "s3cr3t") {
			t.Errorf("%s: %s", sql, text)
		}
		return stdout + stderr, status == 0
	}
	steps := []rotationStep{
		{"secret-1", "secret-1", "SELECT name FROM %s.s.things", false, true},
		{"secret-2", "secret-2", "SELECT name FROM %s.s.things", false, true}, // the credentials were exchanged
		{"secret-2", "secret-2", "EXEC %s.s.things.make", false, true},
		{"secret-2", "", "SELECT name FROM %s.s.things", false, false}, // nothing is good enough
	}
	revoked := []rotationStep{
		{"secret-1", "secret-1", "SELECT name FROM %s.s.things", false, true},
		{"secret-1", "secret-1", "EXEC %s.s.things.make", true, true},
	}
	for _, r := range rotations {
		for _, step := range steps {
			turn(step.secret)
			b.step(t, ask, r.name, step)
		}
		turn("secret-1")
		for _, step := range revoked {
			if r.fetched {
				b.step(t, ask, r.name+"_again", step)
			}
		}
	}
}

// rotationStep is a statement, with the secret that the server is given, and the one that the API takes.
type rotationStep struct {
	secret, takes, sql string
	revoke, good       bool
}

func (b *bank) step(t *testing.T, ask func(string) (string, bool), source string, s rotationStep) {
	t.Helper()
	b.set(s.takes, s.revoke)
	text, good := ask(fmt.Sprintf(s.sql, source))
	if good != s.good || !good && (!strings.Contains(text, "28000") || !strings.Contains(text, "does not accept the credentials")) {
		t.Errorf("%s, %+v:\n%s", source, s, text)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.shown) > 2 || s.revoke && (len(b.shown) != 2 || b.shown[0] == b.shown[1]) {
		t.Errorf("%s, %+v: the API was shown %q", source, s, b.shown)
	}
}

// bankDocument writes a provider of one resource, which is read and made at one address.
func bankDocument(t *testing.T, folder, name, at string) {
	t.Helper()
	version := filepath.Join(folder, "src", name, "v1")
	if err := os.MkdirAll(version, 0o755); err != nil {
		t.Fatal(err)
	}
	provider := "id: NAME\nname: NAME\nversion: v1\ntitle: Bank\nproviderServices:\n  s: {id: s, name: s, title: S, service: {$ref: NAME/v1/s.yaml}}\n"
	service := "openapi: 3.0.3\ninfo: {title: S, version: '1'}\nservers: [{url: '" + at + "'}]\npaths:\n  /things:\n    get: {" + oneRow + "}\n    post: {" + oneRow + "}\n" +
		"components:\n  x-stackQL-resources:\n    things:\n      methods:\n" +
		"        list: {operation: {$ref: '#/paths/~1things/get'}, response: {mediaType: application/json, openAPIDocKey: '200'}}\n" +
		"        make: {operation: {$ref: '#/paths/~1things/post'}, response: {mediaType: application/json, openAPIDocKey: '200'}}\n" +
		"      sqlVerbs: {select: [{$ref: '#/components/x-stackQL-resources/things/methods/list'}]}\n"
	for file, text := range map[string]string{"provider.yaml": strings.ReplaceAll(provider, "NAME", name), "s.yaml": service} {
		if err := os.WriteFile(filepath.Join(version, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// privateKey is one as it stands in a JSON text.
func privateKey(t *testing.T) string {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	quoted, _ := json.Marshal(string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})))
	return string(quoted[1 : len(quoted)-1])
}
