package setupcmd

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

var update = flag.Bool("update", false, "rewrite the expectations")

// secret is the token: it may stand nowhere.
const secret = "only-the-client-and-the-server-know-it"

// house is a home with a project in it.
type house struct {
	home, project, state string
	environ              []string
}

func newHouse(t *testing.T) *house {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &house{home: home, project: filepath.Join(home, "work", "shop"), state: filepath.Join(home, "state")}
	h.environ = []string{"HOME=" + home}
	if err := os.MkdirAll(h.project, 0o755); err != nil {
		t.Fatal(err)
	}
	return h
}

// setup runs the command.
func (h *house) setup(t *testing.T, args ...string) (stdout string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := Command(cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, h.environ)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(append([]string{"--project", h.project, "--state-dir", h.state}, args...))
	err = cmd.ExecuteContext(context.Background())
	said := out.String() + errs.String()
	if err != nil {
		said += err.Error()
	}
	if strings.Contains(said, secret) {
		t.Errorf("%v says the token:\n%s", args, said)
	}
	return h.short(out.String()), err
}

// must is setup where it has to work.
func (h *house) must(t *testing.T, args ...string) string {
	t.Helper()
	out, err := h.setup(t, args...)
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return out
}

func (h *house) short(text string) string {
	own, _ := os.Executable()
	return strings.NewReplacer(h.project, "PROJECT", h.state, "STATE", h.home, "HOME", own, "/bin/sallyport").Replace(text)
}

func (h *house) file(t *testing.T, path, content string) string {
	t.Helper()
	path = filepath.Join(h.home, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// files are all files and folders but the state directory, with modes and content.
func (h *house) files(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(h.home, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == h.state {
			return errOr(err, fs.SkipDir)
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		text := ""
		if e.Type().IsRegular() {
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text = string(content)
		} else if e.Type()&fs.ModeSymlink != 0 {
			if text, err = os.Readlink(path); err != nil {
				return err
			}
		}
		all[path] = info.Mode().String() + "\n" + text
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func errOr(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// sameFiles compares two states of a home.
func sameFiles(t *testing.T, got, want map[string]string) {
	t.Helper()
	for path, text := range want {
		if got[path] != text {
			t.Errorf("%s is\n%s\nwant\n%s", path, got[path], text)
		}
	}
	for path := range got {
		if _, there := want[path]; !there {
			t.Errorf("%s is there", path)
		}
	}
}

// hasNoSecret looks into all files, and into what is in ZIP files.
func (h *house) hasNoSecret(t *testing.T) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(h.home, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if strings.HasSuffix(path, ".zip") {
			for name, text := range unzip(t, content) {
				content = append(content, (name + text)...)
			}
		}
		if seen++; bytes.Contains(content, []byte(secret)) {
			t.Errorf("the token is in %s", path)
		}
		return nil
	})
	if err != nil || seen == 0 {
		t.Errorf("%d files, %v", seen, err)
	}
}

// TestTargets: for each client and scope, testdata/targets.txt has what is printed and written with
// a token and without. Taking it back leaves nothing.
func TestTargets(t *testing.T) {
	var all strings.Builder
	for _, a := range agents() {
		for _, scope := range a.scopes {
			for _, token := range []bool{false, true} {
				h := newHouse(t)
				if token {
					h.environ = append(h.environ, "SALLYPORT_MCP_TOKEN="+secret)
				}
				before := h.files(t)
				fmt.Fprintf(&all, "==== %s, %s, token %v\n", a.name, scope, token)
				printed := h.must(t, "--agents="+a.name, "--scope", scope, "--print")
				all.WriteString(elided(printed))
				sameFiles(t, h.files(t), before)
				wet := h.must(t, "--agents="+a.name, "--scope", scope, "--yes")
				if !token {
					all.WriteString("---- written\n" + wet)
				}
				h.hasNoSecret(t)
				if again := h.must(t, "--agents="+a.name, "--scope", scope, "--yes"); strings.Contains(again, "create") || strings.Contains(again, "change ") {
					t.Errorf("a second time it is not the same:\n%s", again)
				}
				h.must(t, "--agents", "--remove", "--yes")
				sameFiles(t, h.files(t), before)
				if entries, err := os.ReadDir(h.state); err != nil || len(entries) != 0 {
					t.Errorf("left behind: %v, %v", entries, err)
				}
			}
		}
	}
	golden(t, "targets.txt", all.String())
}

// elided is a text without the middle of the skill.
func elided(text string) string { return strings.ReplaceAll(text, skillBody, "(the skill)\n") }

func golden(t *testing.T, name, got string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from what is said now:\n%s", name, got)
	}
}

// grown are files as people have them.
func (h *house) grown(t *testing.T) {
	h.file(t, ".claude.json", "{\n  \"numStartups\": 3,\n  \"projects\": {\n    \""+h.project+"\": {\n      \"allowedTools\": [],\n      \"mcpServers\": {}\n    }\n  },\n  \"huge\": 12345678901234567890\n}\n")
	h.file(t, "work/shop/.mcp.json", `{"mcpServers":{"other":{"command":"x","args":["a","b"]}}}`)
	h.file(t, ".config/Code/User/mcp.json", "{\n\t// what VS Code starts\n\t\"servers\": {\n\t\t\"hub\": { \"type\": \"http\", \"url\": \"https://hub.example\" }, // ours\n\t},\n\t\"inputs\": [],\n}\n")
	h.file(t, ".cursor/mcp.json", "{\r\n    \"mcpServers\": {\r\n    }\r\n}\r\n")
	h.file(t, ".gemini/settings.json", "// theme\n{ \"ui\": {\"theme\": \"dark\"} }\n")
	h.file(t, ".codeium/windsurf/mcp_config.json", "")
	h.file(t, ".config/Claude/claude_desktop_config.json", "{}")
}

var many = []string{"--agents", "claude-code,claude-desktop,cursor,vscode,gemini,windsurf", "--no-skill"}

// TestMerge: testdata/merge.txt has what changes in files that people have. All else stays, and
// every byte comes back.
func TestMerge(t *testing.T) {
	h := newHouse(t)
	h.grown(t)
	link := filepath.Join(h.home, ".gemini", "settings.json")
	real := h.file(t, "dotfiles/gemini.json", "// theme\n{ \"ui\": {\"theme\": \"dark\"} }\n")
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(h.home, ".claude.json"), 0o640); err != nil {
		t.Fatal(err)
	}
	before := h.files(t)
	shown := h.must(t, append(many, "--dry-run")...)
	shown += h.must(t, "--agents", "claude-code", "--scope", "project", "--no-skill", "--dry-run")
	shown += h.must(t, "--agents", "claude-code", "--scope", "local", "--no-skill", "--dry-run")
	sameFiles(t, h.files(t), before)
	h.must(t, append(many, "--yes")...)
	h.must(t, "--agents", "claude-code", "--scope", "project", "--no-skill", "--yes")
	h.must(t, "--agents", "claude-code", "--scope", "local", "--no-skill", "--yes")
	after := h.files(t)
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 || !strings.Contains(after[real], "sallyport") {
		t.Errorf("the link: %v, %v", info, err)
	}
	for path, text := range after {
		if old, there := before[path]; there && strings.SplitN(old, "\n", 2)[0] != strings.SplitN(text, "\n", 2)[0] {
			t.Errorf("the mode of %s has changed", path)
		}
	}
	shown += "---- removed\n" + h.must(t, "--agents", "--remove", "--dry-run")
	h.must(t, "--agents", "--remove", "--yes")
	sameFiles(t, h.files(t), before)
	golden(t, "merge.txt", shown)
}

// TestRemoveAfterEdits: what people have changed beside the entry stays, and so does an entry that
// they have changed.
func TestRemoveAfterEdits(t *testing.T) {
	h := newHouse(t)
	h.grown(t)
	h.must(t, append(many, "--yes")...)
	edits := map[string][2]string{
		".claude.json":               {`"numStartups": 3,`, "\"numStartups\": 4,\n  \"theme\": \"light\","},
		".config/Code/User/mcp.json": {"// what VS Code starts", "// what it starts"},
		".cursor/mcp.json":           {"\"sallyport\": {", "\"mine\": {},\r\n        \"sallyport\": {"},
	}
	for path, edit := range edits {
		content, err := os.ReadFile(filepath.Join(h.home, path))
		if err != nil || !bytes.Contains(content, []byte(edit[0])) {
			t.Fatalf("%s: %v\n%s", path, err, content)
		}
		h.file(t, path, strings.Replace(string(content), edit[0], edit[1], 1))
	}
	own := h.file(t, ".gemini/settings.json", strings.Replace(h.read(t, ".gemini/settings.json"), `"type"`, `"trust": true, "type"`, 1))
	want := newHouse(t)
	want.grown(t)
	out := h.must(t, "--agents", "--remove", "--yes")
	if !strings.Contains(out, "somebody has changed it: it stays (--force removes it)") {
		t.Errorf("remove says\n%s", out)
	}
	for path, edit := range edits {
		w := strings.ReplaceAll(strings.Replace(want.read(t, path), edit[0], edit[1], 1), want.home, h.home)
		if path == ".cursor/mcp.json" {
			w = "{\r\n    \"mcpServers\": {\r\n        \"mine\": {}\r\n    }\r\n}\r\n"
		}
		if got := h.read(t, path); got != w {
			t.Errorf("%s is\n%s\nwant\n%s", path, got, w)
		}
	}
	if content, err := os.ReadFile(own); err != nil || !strings.Contains(string(content), "trust") {
		t.Errorf("the entry that somebody has changed: %v\n%s", err, content)
	}
	h.must(t, "--agents", "--remove", "--yes", "--force")
	if got := h.read(t, ".gemini/settings.json"); got != want.read(t, ".gemini/settings.json") {
		t.Errorf("with --force:\n%s", got)
	}
}

func (h *house) read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(h.home, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestRefused: what cannot be done is said, and nothing is written.
func TestRefused(t *testing.T) {
	for _, test := range []struct{ name, file, content, args, says string }{
		{"a broken file", ".claude.json", "{\n  \"a\": 1,,\n}", "--agents=claude-code --yes", "HOME/.claude.json is left as it is: line 2, column 10: a key in quotation marks is missing"},
		{"a broken file among others", ".cursor/mcp.json", "{", "--agents=claude-code,cursor --yes", "HOME/.cursor/mcp.json is left as it is"},
		{"no object", ".cursor/mcp.json", "[]", "--agents=cursor --yes", "the whole of it is not an object"},
		{"another kind of servers", ".cursor/mcp.json", `{"mcpServers": []}`, "--agents=cursor --yes", `["mcpServers"] is not an object`},
		{"somebody's entry", ".cursor/mcp.json", `{"mcpServers": {"sallyport": {"url": "http://elsewhere"}}}`, "--agents=cursor --yes", `has an entry "sallyport" already`},
		{"somebody's skill", ".gemini/skills/sallyport-analytics/SKILL.md", "mine", "--agents=gemini --yes", "setup did not write it"},
		{"no such client", "x", "", "--agents=cursr --yes", `"cursr" is no client that setup knows; did you mean "cursor"?`},
		{"no such scope", "x", "", "--agents=windsurf --scope project --yes", "windsurf has no scope project: it has user"},
		{"no scope at all", "x", "", "--agents=cursor --scope all --yes", `--scope: "all" is not user, project or local`},
		{"no terminal to ask on", "x", "", "--agents=cursor", "there is no terminal to ask on, so say --yes"},
		{"nobody named", "x", "", "--agents --yes", "which clients?"},
		{"nothing to set up", "x", "", "", "say what to set up"},
		{"a name that needs quoting", "x", "", "--agents=codex --name a.b", "is not a name of letters"},
		{"no URL", "x", "", "--agents=codex --url localhost", "is not a URL"},
		{"a password in it", "x", "", "--agents=codex --url http://a:b@localhost/mcp", "is not a URL"},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := newHouse(t)
			h.file(t, test.file, test.content)
			before := h.files(t)
			_, err := h.setup(t, strings.Fields(test.args)...)
			if err == nil || !strings.Contains(h.short(err.Error()), test.says) {
				t.Errorf("%v", err)
			}
			sameFiles(t, h.files(t), before)
		})
	}
}

// TestPrintAll: --print shows all that would be written, also where existing files would stop setup.
func TestPrintAll(t *testing.T) {
	h := newHouse(t)
	h.file(t, ".cursor/mcp.json", `{"mcpServers": {"sallyport": {"url": "http://elsewhere"}}}`)
	h.file(t, ".cursor/skills/sallyport-analytics/SKILL.md", "mine")
	before := h.files(t)
	if out := h.must(t, "--agents=cursor", "--print"); !strings.Contains(out, "http://127.0.0.1:7878/mcp") || !strings.Contains(out, "## 1. Discover") {
		t.Errorf("it prints\n%s", out)
	}
	sameFiles(t, h.files(t), before)
}

// TestForce: with --force an entry and a skill of somebody else are replaced.
func TestForce(t *testing.T) {
	h := newHouse(t)
	h.file(t, ".cursor/mcp.json", `{"mcpServers": {"a": 1, "sallyport": {"url": "http://elsewhere"}, "b": 2}}`)
	h.file(t, ".cursor/skills/sallyport-analytics/SKILL.md", "mine")
	h.must(t, "--agents=cursor", "--force", "--yes")
	if got := h.read(t, ".cursor/mcp.json"); got != `{"mcpServers": {"a": 1, "b": 2, "sallyport": {"url":"http://127.0.0.1:7878/mcp"}}}` {
		t.Errorf("%s", got)
	}
	if h.read(t, ".cursor/skills/sallyport-analytics/SKILL.md") != asSkill() {
		t.Error("the skill is not replaced")
	}
	h.must(t, "--agents", "--remove", "--yes")
	if got := h.read(t, ".cursor/mcp.json"); got != `{"mcpServers": {"a": 1, "b": 2}}` {
		t.Errorf("%s", got)
	}
}

// TestMoves: where the server has moved to, the entry follows, and what was there before setup
// comes back all the same.
func TestMoves(t *testing.T) {
	h := newHouse(t)
	h.grown(t)
	before := h.files(t)
	h.must(t, append(many, "--yes")...)
	h.file(t, "state/mcp.json", `{"pid": 2147483646, "url": "http://127.0.0.1:9000/mcp", "tokenAuth": true}`)
	out := h.must(t, append(many, "--yes")...)
	if strings.Count(out, "change ") != 5 || !strings.Contains(out, "keep      claude-desktop") {
		t.Errorf("it says\n%s", out)
	}
	for _, path := range []string{".claude.json", ".cursor/mcp.json", ".config/Code/User/mcp.json", ".gemini/settings.json", ".codeium/windsurf/mcp_config.json"} {
		if text := h.read(t, path); !strings.Contains(text, "127.0.0.1:9000") || strings.Contains(text, "7878") || !strings.Contains(text, "Bearer ${") {
			t.Errorf("%s:\n%s", path, text)
		}
	}
	h.must(t, "--agents", "--remove", "--yes")
	sameFiles(t, h.files(t), before)
}

// TestSharedSkill: two clients that read the same folder share one skill, which stays as long as one of them is
// set up.
func TestSharedSkill(t *testing.T) {
	h := newHouse(t)
	before := h.files(t)
	h.must(t, "--agents=codex", "--scope", "project", "--yes")
	h.must(t, "--agents=generic", "--scope", "project", "--yes")
	skill := filepath.Join(h.project, ".agents/skills/sallyport-analytics/SKILL.md")
	out := h.must(t, "--agents=codex", "--remove", "--yes")
	if _, err := os.Stat(skill); err != nil || !strings.Contains(out, "stays for generic") || !strings.Contains(out, "what was printed is not removed") {
		t.Errorf("%v\n%s", err, out)
	}
	h.must(t, "--agents=generic", "--remove", "--yes")
	sameFiles(t, h.files(t), before)
	h.must(t, "--agents=codex,generic", "--scope", "project", "--yes")
	h.file(t, "work/shop/.agents/skills/sallyport-analytics/SKILL.md", "changed by hand")
	if out := h.must(t, "--agents=codex", "--scope", "project", "--yes"); !strings.Contains(out, "somebody has changed it: it stays") {
		t.Errorf("it says\n%s", out)
	}
	h.must(t, "--agents", "--remove", "--yes")
	if content, err := os.ReadFile(skill); err != nil || string(content) != "changed by hand" {
		t.Errorf("%q, %v", content, err)
	}
}

// TestSharedToken: a shared file gets no entry where the user says so.
func TestSharedToken(t *testing.T) {
	h := newHouse(t)
	h.environ = append(h.environ, "SALLYPORT_MCP_TOKEN="+secret)
	out := h.must(t, "--agents=cursor", "--scope", "project", "--shared-token", "skip", "--no-skill", "--yes")
	if _, err := os.Stat(filepath.Join(h.project, ".cursor")); !os.IsNotExist(err) || !strings.Contains(out, "no entry, since the file is shared") {
		t.Errorf("%v\n%s", err, out)
	}
	if out := h.must(t, "--agents=cursor", "--scope", "project", "--no-skill", "--yes"); !strings.Contains(out, "note: the files are shared: they name the variable") {
		t.Errorf("it says\n%s", out)
	}
}

// TestRemoveBroken: a file that has become unreadable is left, the others are taken back, and the
// next try finds it still.
func TestRemoveBroken(t *testing.T) {
	h := newHouse(t)
	before := h.files(t)
	h.must(t, "--agents=cursor,gemini", "--yes")
	whole := h.read(t, ".cursor/mcp.json")
	h.file(t, ".cursor/mcp.json", whole+"}")
	out, err := h.setup(t, "--agents", "--remove", "--yes")
	if err == nil || !strings.Contains(err.Error(), "there is more after its end") || h.read(t, ".cursor/mcp.json") != whole+"}" {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(h.home, ".gemini")); !os.IsNotExist(err) {
		t.Errorf("the other: %v", err)
	}
	h.file(t, ".cursor/mcp.json", whole)
	h.must(t, "--agents", "--remove", "--yes")
	sameFiles(t, h.files(t), before)
}

// TestChanged: a file that has changed since it was looked at is not written.
func TestChanged(t *testing.T) {
	h := newHouse(t)
	path := h.file(t, "a.json", "{}")
	c := &change{file: path, before: []byte("{ }"), after: []byte("{1}")}
	if err := c.write(); err == nil || !strings.Contains(err.Error(), "has changed meanwhile") || h.read(t, "a.json") != "{}" {
		t.Errorf("%v", err)
	}
	c = &change{file: path, before: nil, after: []byte("{1}")}
	if err := c.write(); err == nil || h.read(t, "a.json") != "{}" {
		t.Errorf("one that has come into being: %v", err)
	}
	if entries, err := os.ReadDir(h.home); err != nil || len(entries) != 2 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
