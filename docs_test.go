package sallyport_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// Every block of code in the documentation is fenced and names its language:
//
//	sql      runs on a server
//	yaml     is a configuration; "# name" in its first line has commands find it
//	json     is JSON, as a whole or each line
//	sh       each line is a command
//	console  lines after "$ " are commands, the others what they print; "…" is anything
//	text     is neither
//
// Commands that end by themselves are run (see runs), the others of sallyport are
// given to the real command line with --help, which knows each flag. A block that
// cannot be run says why in the line above it, and text always does:
//
//	<!-- not run: it needs that user -->

// docBlock is one block of code.
type docBlock struct {
	page     string
	line     int
	language string
	lines    []string
	reason   string // why it is not run
}

func (b docBlock) where() string { return fmt.Sprintf("%s:%d", b.page, b.line) }

var notRun = regexp.MustCompile(`^\s*<!-- not run: (.{10,}) -->$`)

// docBlocks reads the blocks of a page, and refuses what is no block of this kind.
func docBlocks(t *testing.T, page string) (blocks []docBlock) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var at *docBlock
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		bare := strings.TrimSpace(line)
		switch {
		case at != nil && bare == "```":
			blocks, at = append(blocks, *at), nil
		case at != nil:
			at.lines = append(at.lines, strings.TrimPrefix(line, strings.Repeat(" ", len(lines[at.line-1])-len(strings.TrimLeft(lines[at.line-1], " ")))))
		case strings.HasPrefix(bare, "```"):
			at = &docBlock{page: page, line: i + 1, language: strings.TrimPrefix(bare, "```")}
			if i > 0 {
				if m := notRun.FindStringSubmatch(lines[i-1]); m != nil {
					at.reason = m[1]
				}
			}
		case strings.HasPrefix(line, "    ") && i > 0 && lines[i-1] == "":
			t.Errorf("%s:%d: an indented block: fence it and name its language", page, i+1)
		}
	}
	if at != nil {
		t.Errorf("%s: the block does not end", at.where())
	}
	return blocks
}

// documentation is all pages.
func documentation(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("docs/*.md")
	if err != nil || len(pages) < 5 {
		t.Fatalf("%q, %v", pages, err)
	}
	return append([]string{"README.md", "CONTRIBUTING.md"}, pages...)
}

// bench is where commands of the documentation run: a folder with the files that
// they name, beside a running server.
type docBench struct {
	server
	dir string
}

func newDocBench(t *testing.T, blocks []docBlock) *docBench {
	t.Helper()
	dir := t.TempDir()
	pg := pgtest.Start(t)
	env := []string{"PROD_DSN=" + pg.CreateDB(t), "SHOP_DSN=" + pg.CreateDB(t)}
	for _, pair := range env {
		name, value, _ := strings.Cut(pair, "=")
		t.Setenv(name, value)
	}
	b := &docBench{dir: dir}
	b.file(t, "serve.yaml", "mode: full_access\nsources:\n- {name: demo, kind: duckdb, default: true}\n- {name: prod, kind: postgres, dsn_env: PROD_DSN}\n")
	for _, block := range blocks {
		if name, named := strings.CutPrefix(block.lines[0], "# "); named && block.language == "yaml" {
			b.file(t, name, strings.ReplaceAll(strings.Join(block.lines, "\n"), "/srv/exports", dir))
		}
	}
	b.server = start(t, "--config", filepath.Join(dir, "serve.yaml"))
	b.file(t, "path/sudo", "#!/bin/sh\nshift 2\nexec \"$@\"\n")
	for _, link := range []string{"path/sallyport", "bin/sallyport"} {
		b.file(t, link+".", "") // makes the folder
		if err := os.Symlink(b.binary, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	var head struct{ Head string }
	out, err := b.run(t, "sallyport sql --address "+b.wire+" 'SELECT 1' >out; for i in $(seq 50); do sallyport audit verify -f json >report && break; sleep 0.1; done; cat report")
	if err == nil {
		err = json.Unmarshal([]byte(out), &head)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	b.file(t, "sallyport.head", head.Head+"\n")
	return b
}

func (b *docBench) file(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(b.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// run runs a command in the folder.
func (b *docBench) run(t *testing.T, command string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", command)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Join(b.dir, "path")+":"+os.Getenv("PATH"), "PSQLRC=/dev/null", "XDG_STATE_HOME="+b.state)
	if strings.Contains(command, "sallyport setup ") { // it writes at home
		cmd.Env = append(cmd.Env, "HOME="+b.dir, "XDG_CONFIG_HOME="+filepath.Join(b.dir, ".config"))
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// runs are the commands that end by themselves and change nothing but their own folder, and what Sallyport keeps.
var runs = regexp.MustCompile(`^(bin/)?sallyport (audit (query|verify|tail)|check-config|ingest|validate|version|setup --agents [a-z].*--(yes|dry-run|print)|setup --agents --remove --yes) ?`)

// command runs a command, or gives it to the command line.
func (b *docBench) command(t *testing.T, where, command string, really bool) (out string) {
	t.Helper()
	command = strings.TrimSpace(regexp.MustCompile(`\s{2,}# .*$`).ReplaceAllString(command, ""))
	_, port, err := net.SplitHostPort(b.wire)
	if err != nil {
		t.Fatal(err)
	}
	switch program := regexp.MustCompile(`(^|\s)(bin/)?sallyport `).MatchString(command); {
	case strings.HasPrefix(command, "make "):
		makefile, err := os.ReadFile("Makefile")
		if err != nil || !regexp.MustCompile(`(?m)^`+strings.Fields(command)[1]+`:`).Match(makefile) {
			t.Errorf("%s: %q is no target of the Makefile (%v)", where, command, err)
		}
		return ""
	case really && strings.HasPrefix(command, "psql -h 127.0.0.1 -p 5466 "):
		command = strings.Replace(command, "5466", port, 1) + ` -c "SELECT 1"`
	case really && runs.MatchString(command) && !strings.Contains(command, " -f --"):
		command = strings.ReplaceAll(command, "/mnt/elsewhere/", b.dir+"/")
	case program:
		command += " --help"
	case really:
		t.Errorf("%s: this test does not know how to run %q: teach it, or say above the block why it is not run", where, command)
		return ""
	default:
		return ""
	}
	out, err = b.run(t, command)
	var ended *exec.ExitError
	if errors.As(err, &ended) && (ended.ExitCode() == 3 || ended.ExitCode() == 4) && strings.HasPrefix(command, "sallyport validate ") {
		err = nil // its verdict
	}
	if err != nil {
		t.Errorf("%s: %s: %v\n%s", where, command, err, out)
	}
	return out
}

// TestDocsRun runs what the documentation shows.
func TestDocsRun(t *testing.T) {
	var blocks []docBlock
	for _, page := range documentation(t) {
		blocks = append(blocks, docBlocks(t, page)...)
	}
	b := newDocBench(t, blocks)
	for _, block := range blocks {
		t.Run(block.where(), func(t *testing.T) {
			if name := regexp.MustCompile(`Test\w+`).FindString(block.reason); name != "" && !hasTest(t, name) {
				t.Errorf("there is no %s", name)
			}
			switch block.language {
			case "sql":
				b.sql(t, block)
			case "yaml":
				b.yaml(t, block)
			case "json":
				isJSON(t, block)
			case "sh", "console":
				b.commands(t, block)
			case "text":
				if block.reason == "" {
					t.Error("text that is not run: say why in a line above it, <!-- not run: … -->")
				}
			default:
				t.Errorf("the language %q: sql, yaml, json, sh, console or text", block.language)
			}
		})
	}
}

func hasTest(t *testing.T, name string) bool {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*_test.go", "cmd/sallyport/*_test.go", "mcp/*_test.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(text), "func "+name+"(")
	})
}

func (b *docBench) sql(t *testing.T, block docBlock) {
	t.Helper()
	if block.reason != "" {
		return
	}
	for statement := range strings.SplitSeq(strings.Join(block.lines, "\n"), ";") {
		if statement = strings.TrimSpace(statement); statement == "" {
			continue
		}
		b.file(t, "statement.sql", statement)
		for _, source := range []string{"demo", "prod"} {
			if out, err := b.run(t, "sallyport sql --address "+b.wire+" --source "+source+` -- "$(cat statement.sql)"`); err != nil {
				t.Errorf("on %s: %s\n%s", source, statement, out)
			}
		}
	}
}

func (b *docBench) yaml(t *testing.T, block docBlock) {
	t.Helper()
	if block.lines[0] == "# proxy.yaml" { // what --mcp.config takes
		b.command(t, block.where(), "sallyport check-config --mcp.server.type=reverse_proxy --mcp.config proxy.yaml", true)
		return
	}
	text := strings.Join(block.lines, "\n")
	if !strings.Contains(text, "\nsources:") && block.lines[0] != "sources:" { // that it may name
		text += "\nsources: [{name: shop, kind: postgres, dsn_env: SHOP_DSN}]\n"
	}
	path := filepath.Join(t.TempDir(), "sallyport.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load(path, []string{"SALLYPORT_APPROVALS_TOKEN=" + strings.Repeat("x", 32)}, nil); err != nil && block.reason == "" {
		t.Error(err)
	}
}

func isJSON(t *testing.T, block docBlock) {
	t.Helper()
	if json.Valid([]byte(strings.Join(block.lines, "\n"))) {
		return
	}
	for _, line := range block.lines {
		if !json.Valid([]byte(line)) {
			t.Errorf("this is no JSON: %s", line)
		}
	}
}

// commands runs the commands of a block and compares what they print where the
// block shows it.
func (b *docBench) commands(t *testing.T, block docBlock) {
	t.Helper()
	text := strings.ReplaceAll(strings.Join(block.lines, "\n"), "\\\n", " ")
	var out string
	for line := range strings.SplitSeq(text, "\n") {
		command, prompted := strings.CutPrefix(line, "$ ")
		switch {
		case strings.TrimSpace(line) == "":
		case prompted || block.language == "sh":
			out = b.command(t, block.where(), command, block.reason == "")
		case block.reason == "":
			shown := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimRight(line, " ")), "…", ".*")
			if !regexp.MustCompile(`(?m)^` + shown + `\s*$`).MatchString(out) {
				t.Errorf("it shows %q, but this is printed:\n%s", line, out)
			}
		}
	}
}

// TestDocsCommandsInText: commands in running text have the flags that there are.
func TestDocsCommandsInText(t *testing.T) {
	b := &docBench{dir: t.TempDir(), server: server{binary: build(t)}}
	b.file(t, "path/sallyport.", "")
	if err := os.Symlink(b.binary, filepath.Join(b.dir, "path", "sallyport")); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, page := range documentation(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("`(sallyport [a-z][^`\n]*)`").FindAllStringSubmatch(string(text), -1) {
			if command := m[1]; !seen[command] {
				seen[command] = true
				if out, err := b.run(t, command+" --help"); err != nil || strings.HasPrefix(out, "One governed server") {
					t.Errorf("%s: %s: %v\n%s", page, command, err, out)
				}
			}
		}
	}
	if len(seen) < 5 {
		t.Errorf("only %q were found", slices.Collect(func(yield func(string) bool) {
			for command := range seen {
				if !yield(command) {
					return
				}
			}
		}))
	}
}
