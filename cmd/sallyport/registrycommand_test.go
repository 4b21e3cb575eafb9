package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/waittest"
)

// packagesOf serves providers in versions as a registry does.
func packagesOf(t *testing.T, versions map[string][]string) string {
	t.Helper()
	list := "providers:\n"
	mux := http.NewServeMux()
	for provider, all := range versions {
		list += "  " + provider + ":\n    versions: [" + strings.Join(all, ", ") + "]\n"
		for _, v := range all {
			mux.HandleFunc("GET /dist/"+provider+"/"+v+".tgz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(packageOf(t, provider, v)) })
		}
	}
	mux.HandleFunc("GET /dist/providers.yaml", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(list)) })
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}

// documentsOf are the documents of a provider with one service and one resource.
func documentsOf(provider, version string) map[string]string {
	return map[string]string{
		"provider.yaml": "id: " + provider + "\nname: " + provider + "\nversion: " + version + "\ntitle: \"The \\e[2J provider\"\nconfig:\n  auth: {type: bearer, credentialsenvvar: SHOP_TOKEN}\nproviderServices:\n  sales:\n    id: sales\n    name: sales\n    version: " + version +
			"\n    title: Sales\n    service: {$ref: " + provider + "/" + version + "/services/sales.yaml}\n",
		"services/sales.yaml": `openapi: 3.0.0
info: {title: Sales, version: '1'}
servers: [{url: 'https://shop.example'}]
paths:
  /orders:
    get: {responses: {'200': {content: {application/json: {schema: {type: array, items: {type: object, properties: {id: {type: integer}}}}}}}}}
components:
  x-stackQL-resources:
    orders:
      id: p.sales.orders
      name: orders
      title: Orders
      methods: {list: {operation: {$ref: '#/paths/~1orders/get'}, response: {mediaType: application/json, openAPIDocKey: '200'}}}
      sqlVerbs: {select: [{$ref: '#/components/x-stackQL-resources/orders/methods/list'}], insert: [], update: [], replace: [], delete: []}
`,
	}
}

func packageOf(t *testing.T, provider, version string) []byte {
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	archive := tar.NewWriter(zip)
	for _, name := range []string{"provider.yaml", "services/sales.yaml"} {
		text := documentsOf(provider, version)[name]
		if err := archive.WriteHeader(&tar.Header{Name: version + "/" + name, Typeflag: tar.TypeReg, Size: int64(len(text)), Mode: 0o600}); err != nil {
			t.Error(err)
		}
		_, _ = archive.Write([]byte(text))
	}
	_, _ = archive.Close(), zip.Close()
	return out.Bytes()
}

// TestRegistryCommands is what a person sees of a registry.
func TestRegistryCommands(t *testing.T) {
	url := packagesOf(t, map[string][]string{"shop": {"v1.0.0", "v1.2.0"}, "bank": {"v2.0.0"}})
	common := []string{"--registry", `{"url": "` + url + `"}`, "--state-dir", t.TempDir()}
	run := func(args ...string) (int, string, string) {
		return call(t, nil, "", append(append([]string{"registry"}, args...), common...)...)
	}
	for _, test := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{"list", 0, "PROVIDER  NEWEST  HERE\nbank      v2.0.0\nshop      v1.2.0\n", ""},
		{"list shop", 0, "VERSION\nv1.2.0\nv1.0.0\n", ""},
		{"show shop", 1, "", "registry pull shop"},
		{"pull shop v1.0.0", 0, "shop v1.0.0 is here; sallyport registry show shop tells what it has\n", ""},
		{"list", 0, "PROVIDER  NEWEST  HERE\nbank      v2.0.0\nshop      v1.2.0  v1.0.0\n", ""},
		{"list shop", 0, "VERSION\nv1.2.0\nv1.0.0  here\n", ""},
		{"pull shop", 0, "shop v1.2.0 is here; sallyport registry show shop tells what it has\n", ""},
		{"show shop", 0, "provider   shop\nversion    v1.2.0\ntitle      The \\u001b[2J provider\nauth       bearer, credentialsenvvar SHOP_TOKEN\nservices   1\nresources  1\n\nSERVICE  RESOURCES  TITLE\nsales    1          Sales\n", ""},
		{"list shopp", 1, "", `Did you mean "shop"?`},
		{"pull shopp", 1, "", `Did you mean "shop"?`},
		{"pull shop v9", 1, "", "v1.0.0, v1.2.0"},
		{"pull", 1, "", "accepts between 1 and 2 arg(s)"},
		{"list --format xml", 1, "", `"xml" is none: table, json`},
	} {
		status, stdout, stderr := run(strings.Fields(test.args)...)
		trimmed := ""
		for line := range strings.Lines(stdout) {
			trimmed += strings.TrimRight(line, " \n") + "\n"
		}
		if status != test.status || trimmed != test.stdout || !strings.Contains(stderr, test.stderr) {
			t.Errorf("%s: status %d\n%s%s\nwant\n%s%s", test.args, status, trimmed, stderr, test.stdout, test.stderr)
		}
	}
	for _, args := range []string{"list", "list shop", "show shop", "pull bank"} {
		_, stdout, _ := run(append(strings.Fields(args), "--format", "json")...)
		if !json.Valid([]byte(stdout)) {
			t.Errorf("%s: %s", args, stdout)
		}
	}
	if status, _, stderr := call(t, nil, "", "registry", "list", "--state-dir", t.TempDir()); status != 1 || !strings.Contains(stderr, "no registry is configured") {
		t.Errorf("status %d, %s", status, stderr)
	}
	for _, command := range []string{"list", "pull", "show"} {
		if status, stdout, _ := call(t, nil, "", "registry", command, "--help"); status != 0 || !strings.Contains(stdout, "Examples:\n  sallyport registry "+command) {
			t.Errorf("%s --help:\n%s", command, stdout)
		}
	}
}

// TestNewProviders: a provider that was pulled by a statement, by a command or put into the folder is
// served without a restart, and nobody gets a source that their list does not have.
func TestNewProviders(t *testing.T) {
	url := packagesOf(t, map[string][]string{"shop": {"v1.0.0"}, "bank": {"v2.0.0"}})
	option := `{"url": "` + url + `"}`
	r := start(t, nil, "--registry", option)
	folder := filepath.Join(r.state, "registry", "src")
	run := func(sql string) string {
		_, stdout, stderr := r.sql(t, "--csv", sql)
		return stdout + stderr
	}
	if got := run("SHOW RESOURCES IN shop.sales"); !strings.Contains(got, `there is no source "shop"`) {
		t.Fatal(got)
	}
	if got := run("REGISTRY PULL shop"); !strings.Contains(got, "provider shop, version v1.0.0, is here") {
		t.Error(got)
	}
	const want = "name,id\norders,shop.sales.orders\n"
	if got := run("SHOW RESOURCES IN shop.sales"); got != want {
		t.Errorf("after REGISTRY PULL: %s", got)
	}
	if got := run("EXPLAIN SELECT id FROM shop.sales.orders"); !strings.Contains(got, "scan_1_orders") {
		t.Errorf("EXPLAIN: %s", got)
	}
	if status, _, stderr := call(t, nil, "", "registry", "pull", "bank", "--registry", option, "--state-dir", r.state); status != 0 {
		t.Fatal(stderr)
	}
	soon(t, func() (string, bool) {
		_, stdout, stderr := r.sql(t, "--csv", "-s", "bank", "SHOW SERVICES IN bank")
		return stderr, stdout != ""
	})
	for name, text := range documentsOf("farm", "v3.0.0") {
		file := filepath.Join(folder, "farm", "v3.0.0", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	soon(t, func() (string, bool) {
		got := run("SHOW PROVIDERS")
		return got, strings.Contains(got, "farm,")
	})
	if got := run("SHOW RESOURCES IN farm.sales"); got != "name,id\norders,farm.sales.orders\n" {
		t.Errorf("of the folder: %s", got)
	}
	if got := run("SELECT count(*) AS n FROM airports"); !strings.HasPrefix(got, "n\n") {
		t.Errorf("the default source is another one: %s", got)
	}
}

// soon asks until something is so: the folder is looked at once a second.
func soon(t *testing.T, is func() (string, bool)) {
	t.Helper()
	var last bytes.Buffer
	waittest.Eventually(t, "the folder was looked at", func() bool {
		got, ok := is()
		last.Reset()
		last.WriteString(got)
		return ok
	}, &last)
}
