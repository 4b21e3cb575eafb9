package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// newcomer follows docs/providers.md: its files and commands as they stand there, but for
// folders, ports and the address of the API.
type newcomer struct {
	dir, api string
	server   *running
	blocks   []pageBlock
}

type pageBlock struct{ above, language, text string }

// openPage reads the blocks that the page says a test runs.
func openPage(t *testing.T, test, api string) *newcomer {
	t.Helper()
	text, err := os.ReadFile("../../docs/providers.md")
	if err != nil {
		t.Fatal(err)
	}
	p := &newcomer{dir: t.TempDir(), api: api}
	for _, m := range regexp.MustCompile("(?ms)^([^\n]*)\n```(\\w+)\n(.*?)^```$").FindAllStringSubmatch(string(text), -1) {
		if strings.Contains(m[1], test) || strings.HasPrefix(m[3], "# shop-api.yaml") && test == "TestDocumentOfOnesOwn" {
			p.blocks = append(p.blocks, pageBlock{m[1], m[2], m[3]})
		}
	}
	if len(p.blocks) < 2 {
		t.Fatalf("%s: %d blocks", test, len(p.blocks))
	}
	return p
}

// here puts this test's folder, port and API in the place of those of the page.
func (p *newcomer) here(text string) string {
	pairs := []string{"/srv/", p.dir + "/", "https://api.shop.example", p.api, "…", ""}
	if p.server != nil {
		host, port, _ := strings.Cut(p.server.pgwire, ":")
		pairs = append(pairs, "-h 127.0.0.1 -p 5466", "-h "+host+" -p "+port)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// bash runs a command in the folder; sallyport is this program.
func (p *newcomer) bash(t *testing.T, command string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-c", `sallyport() { `+asSallyport+`=yes "$PROGRAM" "$@"; }; `+command)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "PROGRAM="+os.Args[0], "PSQLRC=/dev/null", "PAGER=", "XDG_STATE_HOME="+filepath.Join(p.dir, "state"))
	out, _ := cmd.CombinedOutput() // its errors are part of what it says
	return string(out)
}

func (p *newcomer) write(t *testing.T, name, text string) {
	t.Helper()
	name = filepath.Join(p.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// serve starts the server that a command starts.
func (p *newcomer) serve(t *testing.T, command string, more ...string) {
	t.Helper()
	words := strings.Split(strings.TrimSuffix(p.bash(t, `sallyport() { printf '%s\0' "$@"; }; `+command), "\x00"), "\x00")
	for i, word := range words {
		if _, err := os.Stat(filepath.Join(p.dir, word)); err == nil && i > 0 {
			words[i] = filepath.Join(p.dir, word)
		}
	}
	if words[0] != "srv" {
		t.Fatalf("%q starts no server", command)
	}
	p.server = start(t, os.Environ(), append(words[1:], more...)...)
}

// TestDocumentOfOnesOwn writes the document of docs/providers.md, serves it and asks it, as the page says, with a
// token that the API checks.
func TestDocumentOfOnesOwn(t *testing.T) {
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Header.Get("Authorization") != "Bearer tok_" {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = fmt.Fprint(w, `{"message": "bad credentials"}`)
			return
		}
		_, _ = fmt.Fprint(w, map[string]string{"/orders/7": `{"id": 7, "total": 12.5}`, "/orders/8": `{"id": 8, "total": 3}`}[r.URL.Path])
	}))
	defer api.Close()
	p := openPage(t, "TestDocumentOfOnesOwn", api.URL)
	for _, b := range p.blocks {
		name, _, _ := strings.Cut(strings.TrimPrefix(strings.SplitN(b.text, "\n", 2)[0], "# "), ":")
		switch text := p.here(b.text); b.language {
		case "yaml":
			if strings.HasPrefix(name, "src/") {
				name = "registry/" + name
			}
			p.write(t, name, text)
		case "sh":
			for line := range strings.Lines(text) {
				if strings.HasPrefix(line, "sallyport srv ") {
					p.serve(t, line)
				} else if out := p.bash(t, line); out != "" {
					t.Errorf("%s%s", line, out)
				}
			}
		case "console":
			for shown := range strings.SplitSeq("\n"+strings.TrimSpace(text), "\n$ ") {
				if shown == "" {
					continue
				}
				command, want, _ := strings.Cut(shown, "\n")
				if got := p.bash(t, command); lines(p.here(got)) != lines(want) {
					t.Errorf("$ %s\n%s\nThe page shows\n%s", command, got, want)
				}
			}
		default:
			t.Errorf("a block in %s", b.language)
		}
	}
}

// lines are a text's without the blanks at their ends.
func lines(text string) string {
	return strings.TrimSpace(regexp.MustCompile(`[ \t]+\n`).ReplaceAllString(text+"\n", "\n"))
}

// TestGitHubWithAToken follows the first query of docs/providers.md, with a document of the test's and an API that
// checks the token, because github.com cannot be asked here.
func TestGitHubWithAToken(t *testing.T) {
	var asked []string
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.URL.Path+" "+r.Header.Get("Authorization"))
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, `[{"name": "master", "protected": true}]`)
	}))
	defer api.Close()
	p := openPage(t, "TestGitHubWithAToken", api.URL)
	p.write(t, "stackql/providers/src/github/v1/provider.yaml", "id: github\nname: github\nversion: v1\ntitle: GitHub\nproviderServices:\n  repos: {id: repos, name: repos, title: Repos, service: {$ref: github/v1/repos.yaml}}\n")
	p.write(t, "stackql/providers/src/github/v1/repos.yaml", `openapi: 3.0.3
info: {title: Repos, version: '1'}
servers: [{url: '`+api.URL+`'}]
paths:
  /repos/{owner}/{repo}/branches:
    get:
      parameters: [{name: owner, in: path, required: true, schema: {type: string}}, {name: repo, in: path, required: true, schema: {type: string}}]
      responses: {'200': {content: {application/json: {schema: {type: array, items: {type: object, properties: {name: {type: string}, protected: {type: boolean}}}}}}}}
components:
  x-stackQL-resources:
    branches:
      methods: {list_branches: {operation: {$ref: '#/paths/~1repos~1{owner}~1{repo}~1branches/get'}, response: {mediaType: application/json, openAPIDocKey: '200'}}}
      sqlVerbs: {select: [{$ref: '#/components/x-stackQL-resources/branches/methods/list_branches'}]}
`)
	p.write(t, "own.yaml", "sources:\n- {name: github, kind: api, registry: "+p.dir+"/stackql/providers, allow_addresses: [127.0.0.1]}\n") // which the page's has no need of
	var out string
	for _, b := range p.blocks {
		for line := range strings.Lines(b.text) {
			switch name, value, _ := strings.Cut(strings.TrimPrefix(p.here(strings.TrimSpace(line)), "export "), "="); {
			case strings.HasPrefix(line, "git clone "):
			case strings.HasPrefix(line, "export "):
				t.Setenv(name, value)
			case strings.HasPrefix(line, "sallyport srv "):
				p.serve(t, p.here(line), "--config", filepath.Join(p.dir, "own.yaml"))
			default:
				out += p.bash(t, p.here(line))
			}
		}
	}
	for _, want := range []string{"repos  | branches | table", "protected | boolean", "Request: GET " + api.URL + "/repos/torvalds/linux/branches", " master | t"} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
	if got := strings.Join(asked, ", "); got != "GET /repos/torvalds/linux/branches Bearer ghp_" {
		t.Errorf("the API was asked %s", got)
	}
}
