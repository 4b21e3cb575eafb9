package sallyport_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestWayToTheFirstAnswer walks docs/research.md as a newcomer does: the configuration, the commands, the
// calls, the descriptions and the page of a wiki are those of the page, and what it shows is what is printed.
func TestWayToTheFirstAnswer(t *testing.T) {
	dsn, dir := pgtest.Start(t).CreateDB(t), t.TempDir()
	schema, err := os.ReadFile("cmd/sallyport/testdata/finds/shop.sql")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", dsn, "-c", string(schema)).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	b := &docBench{dir: dir, server: server{binary: build(t), state: filepath.Join(dir, "state"), mcp: freeAddress(t)}}
	b.file(t, "path/sallyport.", "")
	if err := os.Symlink(b.binary, filepath.Join(dir, "path", "sallyport")); err != nil {
		t.Fatal(err)
	}
	_, port, _ := strings.Cut(b.mcp, ":")
	environ := "export SALLYPORT_CONFIG=sallyport.yaml SHOP_DSN='" + dsn + "'; "
	defer func() {
		if out, err := b.run(t, environ+"sallyport mcp stop"); err != nil {
			t.Errorf("%v %s", err, out)
		}
	}()
	b.file(t, "more.yaml", "mode: read_only\nwiki: {folder: wiki}\nsources:\n- {name: shop, kind: postgres, dsn_env: SHOP_DSN, descriptions: [shop.yaml]}\n")
	walked := map[string]int{}
	for _, block := range docBlocks(t, "docs/research.md") {
		text := strings.Join(block.lines, "\n") + "\n"
		switch {
		case !strings.Contains(block.reason, t.Name()) && block.language != "json" && (block.language != "yaml" || walked["yaml"] > 0):
			continue
		case block.language == "console":
			with := environ
			if strings.Contains(block.reason, "with a wiki") {
				with += "export SALLYPORT_CONFIG=more.yaml; "
			}
			b.walk(t, block, func(command string) string {
				return with + strings.Replace(command, "mcp start", "mcp start --port "+port, 1)
			})
		case block.language == "json":
			b.ask(t, block)
		case block.language == "text":
			b.file(t, "wiki/finance/arr.md", text)
		case walked["yaml"] == 0:
			b.file(t, "sallyport.yaml", text)
		default:
			b.file(t, "shop.yaml", text)
		}
		walked[block.language]++
	}
	for language, want := range map[string]int{"yaml": 2, "console": 3, "json": 1, "text": 1} {
		if walked[language] != want {
			t.Errorf("%d blocks of %s were walked, want %d", walked[language], language, want)
		}
	}
	for command, want := range map[string]string{
		`discover --limit 1 "money back"`: "Refunds of orders, as finance books them.", "entity sales.rfnd": "ord_id -> sales.ord_hdr.ord_id",
		"wiki search recurring revenue": "finance/arr  Annual recurring revenue", "wiki search day of payment": "finance/refunds",
	} {
		out, err := b.run(t, environ+"sallyport "+command+" --config more.yaml")
		if err != nil || !strings.Contains(out, want) || strings.Contains(out, "warning") {
			t.Errorf("%s: %v %s", command, err, out)
		}
	}
}

// walk runs the commands of a block and holds what they print to what it shows: "…" is anything, lines
// too, and the width of columns is anything.
func (b *docBench) walk(t *testing.T, block docBlock, prepare func(string) string) {
	t.Helper()
	var command, shown string
	check := func() {
		if command == "" || strings.HasPrefix(command, "export ") {
			return
		}
		out, err := b.run(t, prepare(command))
		pattern := "(?s)" + strings.ReplaceAll(regexp.QuoteMeta(strings.Join(strings.Fields(shown), " ")), "…", ".*")
		if err != nil || !regexp.MustCompile(pattern).MatchString(strings.Join(strings.Fields(out), " ")) {
			t.Errorf("%s: %s: %v\nshown\n%s\nprinted\n%s", block.where(), command, err, shown, out)
		}
	}
	for _, line := range block.lines {
		if next, prompted := strings.CutPrefix(line, "$ "); prompted {
			check()
			command, shown = next, ""
			continue
		}
		shown += line + "\n"
	}
	check()
}

// ask sends calls of tools to the server, of which each has to succeed and the last one to know why most
// orders came back.
func (b *docBench) ask(t *testing.T, block docBlock) {
	t.Helper()
	session := ""
	post := func(message string) string {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+b.mcp+"/mcp", strings.NewReader(message))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if session != "" {
			r.Header.Set("Mcp-Session-Id", session)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		if session == "" {
			session = response.Header.Get("Mcp-Session-Id")
		}
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	post(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"newcomer","version":"1"}}}`)
	answer := ""
	for _, line := range block.lines {
		var m struct {
			Result struct {
				IsError bool
				Content []struct{ Text string }
			}
		}
		body := post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":` + line + `}`)
		if err := json.Unmarshal([]byte(body), &m); err != nil || m.Result.IsError || len(m.Result.Content) == 0 {
			t.Fatalf("%s: %s", line, body)
		}
		answer = m.Result.Content[0].Text
	}
	if !strings.Contains(answer, "late|17") {
		t.Errorf("the answer is\n%s", answer)
	}
}
