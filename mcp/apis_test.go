package mcp_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/federation"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/providers/api/registry"
	"github.com/sallyportdb/sallyport/providers/duckdb"
)

// withShop adds the API shop to the sources.
func withShop(t *testing.T) func(*engine.Config) {
	return func(c *engine.Config) {
		library, err := document.Open(document.Options{Folder: "../providers/api/listing/testdata/registry"})
		must(t, err)
		f := federation.New(federation.Options{
			Open: func(ctx context.Context) (providers.Provider, error) {
				return duckdb.Open(ctx, duckdb.Options{Name: "apis"})
			},
			Scanners: []providers.Scanner{api.New(api.Options{Name: "shop", Library: library})},
			Close:    library.Close,
		})
		c.Sources = append(c.Sources, f.Sources()...)
	}
}

// The tools tell what provider documents have, and names in arguments are data.
func TestAPIs(t *testing.T) {
	d := open(t, settings{mode: gate.Safe, config: withShop(t)})
	call := d.overHTTP(t)
	schemas := call.schemas(t)
	for _, test := range []struct {
		tool, args string
		say        []string
	}{
		{"list_services", `{"provider":"shop"}`, []string{`"id":"sales:v1.2.0"`, `"title":"Sales"`, `"name":"stock"`}},
		{"list_resources", `{"provider":"shop","service":"STOCK"}`, []string{`"name":"cheap"`, `"kind":"view"`, `"id":"shop.STOCK.products"`}},
		{"list_resources", `{"provider":"shop","filter":"ordered"}`, []string{`"name":"orders"`, `"service":"sales"`, `"total":1`}},
		{"list_methods", `{"provider":"shop","service":"sales","resource":"orders"}`, []string{
			`"MethodName":"cancel","RequiredParams":"orderId, region","SQLVerb":"DELETE","class":"delete","verdict":"ask"`,
			`"MethodName":"list","RequiredParams":"customerId, region","SQLVerb":"SELECT","class":"read","verdict":"allow","tool":"run_select_query"`,
			`"MethodName":"send","RequiredParams":"orderId, region","SQLVerb":"EXEC","class":"exec"`,
		}},
		{"describe_resource", `{"provider":"shop","service":"sales","resource":"Orders"}`, []string{`"name":"shop.sales.orders"`, `{"name":"placedAt","type":"timestamp with time zone"`}},
		{"describe_method", `{"provider":"shop","service":"sales","resource":"orders","method":"PLACE"}`, []string{
			`"request":"POST {region}.shop.example/orders"`, `{"name":"data__total","type":"double precision","input":"required","output":false`, `{"name":"id","type":"bigint","input":"none","output":true`,
		}},
		{"run_select_query", `{"sql":"SHOW METHODS IN shop.sales.orders LIKE 'g%'"}`, []string{`[["get","orderId, region","SELECT"]]`}},
		{"run_select_query", `{"sql":"DESCRIBE METHOD EXTENDED shop.sales.orders.list"}`, []string{`["state","text","input_optional","{\"type\":\"string\",\"enum\":[\"open\",\"paid\",\"sent\"]}","only those in this state"]`}},
		{"run_select_query", `{"sql":"SHOW METHODS IN local.public.places"}`, []string{`["select","","SELECT"]`}},
	} {
		o := call.call(t, test.tool, test.args)
		fits(t, schemas, test.tool, o)
		for _, say := range test.say {
			if o.IsError || !strings.Contains(string(o.Structured), say) {
				t.Errorf("%s %s: no %s in\n%s%s", test.tool, test.args, say, o.Structured, o.Text)
			}
		}
	}
	o := call.call(t, "list_methods", `{"provider":"shop","service":"sales","resource":"orders","format":"json"}`)
	if !strings.HasPrefix(o.Text, `{"data":"`) || !strings.Contains(o.Text, `"MethodName":"send"`) {
		t.Errorf("as JSON: %s", o.Text)
	}
	for _, args := range []string{
		`{"provider":"shop","service":"sales; DROP TABLE x","resource":"orders"}`, `{"provider":"shop","service":"sales","resource":"orders' OR 1=1 --"}`,
		`{"provider":"shop","service":"../../sales","resource":"orders"}`, `{"provider":"../shop","service":"sales","resource":"orders"}`,
		`{"provider":"shop","service":"sales","resource":"orders\"; DELETE FROM t; --"}`,
	} {
		if o := call.call(t, "list_methods", args); !o.IsError || strings.Contains(o.Text, "42601") {
			t.Errorf("%s: %s", args, o.Text)
		}
	}
	if o := call.call(t, "run_lifecycle_operation", `{"sql":"EXEC shop.sales.orders.send @orderId = 7, @region = 'eu'"}`); !o.IsError || !strings.Contains(o.Text, "42501") {
		t.Errorf("safe let it through: %s", o.Text)
	}
	if o := call.call(t, "run_select_query", `{"sql":"EXEC shop.sales.orders.send @orderId = 7, @region = 'eu'"}`); !o.IsError || !strings.Contains(o.Text, "42501") {
		t.Errorf("the tool for reads took it: %s", o.Text)
	}
}

// TestRegistryTools: they are there with a registry alone, and bring a provider in every mode.
func TestRegistryTools(t *testing.T) {
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	archive := tar.NewWriter(zip)
	text := "id: shop\nname: shop\nversion: v2.0.0\nproviderServices: {}\n"
	must(t, archive.WriteHeader(&tar.Header{Name: "v2.0.0/provider.yaml", Typeflag: tar.TypeReg, Size: int64(len(text)), Mode: 0o600}))
	_, err := archive.Write([]byte(text))
	must(t, err)
	must(t, archive.Close())
	must(t, zip.Close())
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/dist/providers.yaml":
			_, _ = w.Write([]byte("providers: {shop: {versions: [v1.0.0, v2.0.0]}}"))
		case "/dist/shop/v2.0.0.tgz":
			_, _ = w.Write(out.Bytes())
		default:
			http.NotFound(w, r)
		}
	}))
	defer web.Close()
	folder := t.TempDir()
	d := open(t, settings{mode: gate.ReadOnly, config: func(c *engine.Config) {
		r, err := registry.Open(registry.Options{URL: web.URL, Folder: folder})
		must(t, err)
		c.Registry = r
	}})
	call := d.overHTTP(t)
	schemas := call.schemas(t)
	for _, test := range []struct{ tool, args, say string }{
		{"server_info", `{}`, `"transport":"http","sql_backend":"duckdb","provider_registry":"` + web.URL + `/dist"`},
		{"list_registry", `{}`, `[{"provider":"shop","version":"v2.0.0"}]`},
		{"list_registry", `{"provider":"Shop"}`, `[{"provider":"shop","version":"v1.0.0"},{"provider":"shop","version":"v2.0.0"}]`},
		{"pull_provider", `{"provider":"shop"}`, `provider shop, version v2.0.0, is here`},
		{"run_select_query", `{"sql":"REGISTRY LIST shop"}`, `[["shop","v1.0.0, v2.0.0"]]`},
	} {
		o := call.call(t, test.tool, test.args)
		fits(t, schemas, test.tool, o)
		if o.IsError || !strings.Contains(string(o.Structured), test.say) {
			t.Errorf("%s %s: %s%s", test.tool, test.args, o.Structured, o.Text)
		}
	}
	if found, _ := filepath.Glob(filepath.Join(folder, "src/shop/v2.0.0/provider.yaml")); len(found) != 1 {
		t.Error("nothing was pulled")
	}
	for tool, args := range map[string]string{
		"pull_provider": `{"provider":"shop; DROP"}`, "list_registry": `{"provider":"../shop"}`, "run_select_query": `{"sql":"REGISTRY PULL shop"}`,
	} {
		if o := call.call(t, tool, args); !o.IsError {
			t.Errorf("%s %s: %s", tool, args, o.Structured)
		}
	}
	narrow := open(t, settings{options: func(o *mcp.Options) { o.EnabledTools = []string{"list_registry", "run_select_query"} }, config: func(c *engine.Config) {
		r, err := registry.Open(registry.Options{URL: web.URL, Folder: folder})
		must(t, err)
		c.Registry = r
	}})
	if o := narrow.overHTTP(t).call(t, "run_select_query", `{"sql":"REGISTRY PULL shop"}`); !o.IsError {
		t.Errorf("a server without pull_provider pulls: %s", o.Structured)
	}
}
