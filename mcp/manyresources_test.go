package mcp_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/federation"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api"
	"github.com/sallyportdb/sallyport/providers/api/document"
)

// vast adds an API of 18,000 resources in ten services to the sources.
func vast(t *testing.T) func(*engine.Config) {
	return func(c *engine.Config) {
		folder := t.TempDir()
		version := filepath.Join(folder, "src", "vast", "v1")
		must(t, os.MkdirAll(version, 0o755))
		provider := "id: vast\nname: vast\nversion: v1\nproviderServices:\n"
		for s := range 10 {
			provider += fmt.Sprintf("  s%d: {id: s%d, name: s%d, title: S, service: {$ref: vast/v1/s%d.yaml}}\n", s, s, s, s)
			var text strings.Builder
			text.WriteString("openapi: 3.0.3\ninfo: {title: S, version: '1'}\nservers: [{url: 'https://vast.example'}]\npaths: {/a: {get: {responses: {'200': {content: {application/json: {schema: {type: object}}}}}}}}\ncomponents:\n  x-stackQL-resources:\n")
			for r := range 1800 {
				fmt.Fprintf(&text, "    r%d_%d: {title: 'Thing %d', methods: {m: {operation: {$ref: '#/paths/~1a/get'}, response: {openAPIDocKey: '200'}}}}\n", s, r, r)
			}
			must(t, os.WriteFile(filepath.Join(version, fmt.Sprintf("s%d.yaml", s)), []byte(text.String()), 0o600))
		}
		must(t, os.WriteFile(filepath.Join(version, "provider.yaml"), []byte(provider), 0o600))
		library, err := document.Open(document.Options{Folder: folder, Cache: filepath.Join(folder, "cache")})
		must(t, err)
		c.Sources = append(c.Sources, federation.New(federation.Options{
			Scanners: []providers.Scanner{api.New(api.Options{Name: "vast", Library: library})}, Close: library.Close,
		}).Sources()...)
	}
}

// TestManyResources: a provider of 18,000 resources is told in pages, each of them once, and searched; no answer is
// longer than the limit.
func TestManyResources(t *testing.T) {
	call := open(t, settings{mode: gate.Safe, config: vast(t)}).overHTTP(t)
	type page struct {
		Rows      []struct{ ID, Name string }
		Total     int
		Truncated bool
		Next      int `json:"next_offset"`
	}
	ask := func(args string) page {
		t.Helper()
		o := call.call(t, "list_resources", args)
		var p page
		if err := json.Unmarshal(o.Structured, &p); err != nil || o.IsError || len(o.Text) > 1<<20 {
			t.Fatalf("%s: %v, %d bytes: %.300s", args, err, len(o.Text), o.Text)
		}
		return p
	}
	seen, pages := map[string]bool{}, 0
	for offset := 0; ; pages++ {
		p := ask(fmt.Sprintf(`{"provider":"vast","limit":1000,"offset":%d}`, offset))
		if p.Total != 18_000 || p.Truncated && p.Next <= offset {
			t.Fatalf("at %d: a total of %d, and %d is next", offset, p.Total, p.Next)
		}
		for _, r := range p.Rows {
			seen[r.ID] = true
		}
		if offset = p.Next; !p.Truncated {
			break
		}
	}
	if len(seen) != 18_000 || pages < 17 || !seen["vast.s9.r9_1799"] {
		t.Errorf("%d resources in %d pages", len(seen), pages)
	}
	if p := ask(`{"provider":"vast","filter":"thing","limit":1000}`); p.Total != 1000 || !p.Truncated || p.Next == 0 && len(p.Rows) < 1000 {
		t.Errorf("a search that finds too much: a total of %d, truncated %v", p.Total, p.Truncated)
	}
	if p := ask(`{"provider":"vast","filter":"thing","offset":999}`); !p.Truncated || p.Next != 0 || len(p.Rows) != 1 {
		t.Errorf("the end of such a search: %+v", p)
	}
	for args, want := range map[string]int{
		`{"provider":"vast","filter":"r3_17"}`: 111, `{"provider":"vast","service":"s4"}`: 1800, `{"provider":"vast","filter":"r4_9","service":"s4"}`: 111,
		`{"provider":"vast","filter":"%_1799"}`: 10, `{"provider":"vast","filter":"nothing"}`: 0,
	} {
		if p := ask(args); p.Total != want || want > 0 && len(p.Rows) == 0 {
			t.Errorf("%s: %d, want %d", args, p.Total, want)
		}
	}
}
