package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// oddService is a document of one resource, whose method and config a case changes.
const oddService = `openapi: 3.0.3
info: {title: S, version: '1'}
servers: [{url: 'AT'}]
paths:
  /things:
    get:
      parameters: []
      responses: {'200': {content: {application/json: {schema: {type: array, items: {type: object, properties: {name: {type: string}}}}}}}}
    post:
      requestBody: {content: {application/xml: {schema: {type: object, properties: {a: {type: string}, b: {type: string}}}}}}
      responses: {'200': {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}}
components:
  x-stackQL-resources:
    things:
      config: {}
      methods:
        list:
          operation: {$ref: '#/paths/~1things/get'}
          response: {mediaType: application/json, openAPIDocKey: '200'}
        make:
          operation: {$ref: '#/paths/~1things/post'}
          response: {mediaType: application/json, openAPIDocKey: '200'}
      sqlVerbs: {select: [{$ref: '#/components/x-stackQL-resources/things/methods/list'}], insert: [{$ref: '#/components/x-stackQL-resources/things/methods/make'}]}
`

const (
	oddRead   = "SELECT name FROM %s.s.things"
	oddServer = "servers: [{url: 'AT'}]"
	oddGet    = "      parameters: []\n"
	oddAnswer = "response: {mediaType: application/json, openAPIDocKey: '200'}\n        make"
	oddConfig = "config: {}"
	oddGraph  = "      x-stackQL-graphQL: {query: %s}\n      parameters: [{name: x, in: query, schema: {type: string}}]\n"
)

// oddities are documents with a field that is not supported, by the row of the table in docs/providers.md. A case
// replaces a text of the document, or adds to the provider's; what a statement, or `registry show`, says matches
// "says", and where it is an error of the document it has file and line. "" as an error: the statement is carried out.
var oddities = []struct {
	row, provider, old, new string
	sql, says               string
	shown                   string // by registry show, behind "s.yaml:LINE: " or "provider.yaml:LINE: "
}{
	{"`protocolType: local_templated`", "protocolType: local_templated\n", "", "", oddRead, `provider\.yaml:\d+: local_templated runs commands of the operating system`, ""},
	{"`$ref` to another file or address", "", "{$ref: '#/paths/~1things/get'}", "{$ref: 'other.yaml#/paths/~1things/get'}", oddRead, `s\.yaml:\d+: .*is a reference to another file`, `is a reference to another file`},
	{"servers whose scheme is not `http` or `https`", "", oddServer, "servers: [{url: 'ftp://a.example'}]", oddRead, `s\.yaml:\d+: .*is no address of an HTTP server`, `is no address of an HTTP server`},
	{"required parameters in cookies", "", oddGet, "      parameters: [{name: session, in: cookie, required: true, schema: {type: string}}]\n", oddRead, `s\.yaml:\d+: .*cookies are credentials`, `cookies are credentials`},
	{"required parameters in cookies", "", oddGet, "      parameters: [{name: session, in: cookie, schema: {type: string}}]\n", oddRead, "", ""},
	{"GraphQL by `GET`", "", oddGet, fmt.Sprintf(oddGraph, "'{ f }', httpVerb: GET"), oddRead, `s\.yaml:\d+: .*goes by POST`, `goes by POST`},
	{"GraphQL with texts between `\"\"\"`", "", oddGet, fmt.Sprintf(oddGraph, `'{ f(a: """b""") }'`), oddRead, `s\.yaml:\d+: .*""" are not supported`, `""" are not supported`},
	{"GraphQL with loops and functions in templates", "", oddGet, fmt.Sprintf(oddGraph, `'{ {{ range .x }}f{{ end }} }'`), oddRead, `s\.yaml:\d+: .*values and`, `values and`},
	{"`x-stackql-protocol` but `http` and `graphql`", "", "        list:\n", "        list:\n          x-stackql-protocol: soap\n", oddRead, `s\.yaml:\d+: .*it speaks soap`, `it speaks soap`},
	{"`predicate` of a view but dialect and inputs", "", oddConfig, "config: {views: {select: {predicate: 'today == \"Monday\"', ddl: 'SELECT 1'}}}", oddRead, "", `the predicate "today .*" of the view cannot be understood`},
	{"`methods.<m>.inverse`", "", "        list:\n", "        list:\n          inverse: {sqlVerb: {$ref: '#/components/x-stackQL-resources/things/methods/make'}}\n", oddRead, "", `things\.list: inverse is not supported, and is not read`},
	{"`request.projection_map`, `response.projection_map`", "", oddAnswer, strings.Replace(oddAnswer, "}\n", ", projection_map: {name: title}}\n", 1), oddRead, "", `things\.list: response\.projection_map is not supported, and is not read`},
	{"`request.projection_map`, `response.projection_map`", "", "        make:\n", "        make:\n          request: {mediaType: application/json, projection_map: {a: b}}\n", oddRead, "", `things\.make: request\.projection_map is not supported, and is not read`},
	{"`response.async_schema_override`", "", oddAnswer, strings.Replace(oddAnswer, "}\n", ", async_schema_override: {$ref: '#/x'}}\n", 1), oddRead, "", `things\.list: response\.async_schema_override is not supported, and is not read`},
	{"`request.xmlTransform`", "", "        make:\n", "        make:\n          request: {mediaType: application/xml, xmlTransform: unescape}\n", oddRead, "", `things\.make: request\.xmlTransform is not supported, and is not read`},
	{"`config.sqlExternalTables`", "", oddConfig, "config: {sqlExternalTables: {a: {}}}", oddRead, "", `things: config\.sqlExternalTables is not supported, and is not read`},
	{"`config.variations`", "config: {variations: {isObjectSchemaImplicitlyUnioned: true}}\n", "", "", oddRead, "", `config\.variations is not supported, and is not read`},
	{"`config.minStackQLVersion`", "", "components:\n", "x-stackQL-config: {minStackQLVersion: v9}\ncomponents:\n", oddRead, "", `x-stackQL-config\.minStackQLVersion is not supported, and is not read`},
	{"`transform.type` of an unknown kind", "", oddAnswer, strings.Replace(oddAnswer, "}\n", ", transform: {type: lua, body: x}}\n", 1), oddRead, `"lua", which is not supported`, ""},
	{"XML bodies without a root: no `xmlRootAnnotation`, no `xml.name`, no name of the schema", "", "", "", "INSERT INTO %s.s.things (data__a, data__b) VALUES ('1', '2')", "does not say what the root of the XML body is called", ""},
	{"auth `interactive`", "config: {auth: {type: interactive}}\n", "", "", oddRead, `auth of the type "interactive" is not supported`, ""},
	{"auth `oci_signing_v1`", "config: {auth: {type: oci_signing_v1}}\n", "", "", oddRead, `auth of the type "oci_signing_v1" is not supported`, ""},
	{"auth `sql_data_source::…`, `sqlDataSource`", "config: {auth: {type: 'sql_data_source::postgres', sqlDataSource: {dsn: x}}}\n", "", "", oddRead, `auth of the type "sql_data_source::postgres" is not supported`, ""},
	{"auth `oauth2` with another grant than `client_credentials`", "config: {auth: {type: oauth2, grant_type: password}}\n", "", "", oddRead, `the grant_type is "password": client_credentials is supported`, ""},
	{"`queryParamPushdown.skip`", "", oddConfig, "config: {queryParamPushdown: {skip: {paramName: offset}}}", oddRead + " ORDER BY name OFFSET 1", "", ""},
	{"signatures of packages", "", "", "", oddRead, "", ""}, // TestRegistryCommands pulls packages that have none
}

// TestUnsupportedFields holds the table of docs/providers.md: a document with each of its fields is refused, loses what
// has it, or says that the field is not read, as the table promises; and the table names no other.
func TestUnsupportedFields(t *testing.T) {
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.RawQuery != "" {
			t.Errorf("the API was told %s", r.URL.RawQuery)
		}
		_, _ = fmt.Fprint(w, `[{"name": "gold"}, {"name": "tin"}]`)
	}))
	defer api.Close()
	folder := t.TempDir()
	config := "mode: full_access\nsources:\n"
	for i, odd := range oddities {
		name := fmt.Sprintf("odd%d", i)
		config += fmt.Sprintf("  - {name: %s, kind: api, registry: %q, allow_addresses: [127.0.0.1]}\n", name, folder)
		service := oddService
		if odd.old != "" && strings.Count(service, odd.old) != 1 {
			t.Fatalf("%s: %q does not stand once in the document", odd.row, odd.old)
		}
		if odd.old != "" {
			service = strings.Replace(service, odd.old, odd.new, 1)
		}
		provider := "id: NAME\nname: NAME\nversion: v1\ntitle: Odd\n" + odd.provider + "providerServices:\n  s: {id: s, name: s, title: S, service: {$ref: NAME/v1/s.yaml}}\n"
		version := filepath.Join(folder, "src", name, "v1")
		if err := os.MkdirAll(version, 0o755); err != nil {
			t.Fatal(err)
		}
		for file, text := range map[string]string{"provider.yaml": strings.ReplaceAll(provider, "NAME", name), "s.yaml": strings.ReplaceAll(service, "AT", api.URL)} {
			if err := os.WriteFile(filepath.Join(version, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	server := start(t, nil, "--config", file)
	var rows []string
	for i, odd := range oddities {
		name := fmt.Sprintf("odd%d", i)
		rows = append(rows, odd.row)
		status, stdout, stderr := server.sql(t, "-c", fmt.Sprintf(odd.sql, name))
		if said := stdout + stderr; (status == 0) != (odd.says == "") || !regexp.MustCompile(odd.says).MatchString(said) {
			t.Errorf("%s: %s says\n%s", odd.row, odd.sql, said)
		}
		if odd.shown == "" {
			continue
		}
		_, stdout, stderr = call(t, nil, "", "registry", "show", name, "--registry", `{"url": "file://`+folder+`"}`, "--state-dir", server.state)
		if !regexp.MustCompile(`problem: src/` + name + `/v1/(s|provider)\.yaml:\d+: .*` + odd.shown).MatchString(stdout) {
			t.Errorf("%s: registry show says\n%s%s", odd.row, stdout, stderr)
		}
	}
	if got, want := unsupportedRows(t), slices.Compact(rows); !slices.Equal(got, want) {
		t.Errorf("docs/providers.md lists\n%s\nand the cases are\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// unsupportedRows are the first cells of the table in docs/providers.md.
func unsupportedRows(t *testing.T) (rows []string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/providers.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| field | what becomes of it |\n|---|---|\n")
	for line := range strings.Lines(table) {
		cells := strings.Split(line, " | ")
		if len(cells) != 2 {
			break
		}
		rows = append(rows, strings.TrimPrefix(cells[0], "| "))
	}
	return rows
}
