package document

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// written makes a registry of one provider, evil, with one service, s, and opens it.
func written(t testing.TB, provider, service string) *Library {
	t.Helper()
	folder := t.TempDir()
	dir := filepath.Join(folder, "src", "evil", "v1.0.0")
	for file, text := range map[string]string{"provider.yaml": provider, "s.yaml": service} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l, err := Open(Options{Folder: folder, Cache: filepath.Join(folder, "cache")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

const evil = "name: evil\nproviderServices: {s: {name: s, service: {$ref: evil/v1.0.0/s.yaml}}}\n"

// one is a service with one method, whose answer has a schema.
func one(schema, more string) string {
	return "openapi: 3.0.0\nservers: [{url: https://a.test}]\npaths: {/a: {get: {responses: {'200': {content: {application/json: {schema: " + schema + "}}}}}}}\n" +
		"components:\n  x-stackQL-resources: {r: {methods: {m: {operation: {$ref: '#/paths/~1a/get'}, response: {openAPIDocKey: '200'}}}}}\n" + more
}

// TestHostileDocuments: what a document may do to its reader is bounded, and the
// reason says what it was.
func TestHostileDocuments(t *testing.T) {
	wide := "  schemas:\n    s12: {type: string}\n"
	for i := range 12 {
		wide += fmt.Sprintf("    s%d: {allOf: [%s]}\n", i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("{$ref: '#/components/schemas/s%d'},", i+1), 10), ","))
	}
	aliases := "  schemas:\n    s12: &s12 {type: string}\n"
	for i := 11; i >= 0; i-- {
		aliases += fmt.Sprintf("    s%d: &s%d {oneOf: [%s]}\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*s%d,", i+1), 10), ","))
	}
	deep := strings.Repeat("{allOf: [", 2_000) + "{}" + strings.Repeat("]}", 2_000)
	for name, test := range map[string]struct{ service, want string }{
		"references that multiply": {one("{$ref: '#/components/schemas/s0'}", wide), "names its schemas too often"},
		"aliases that multiply":    {one("{$ref: '#/components/schemas/s0'}", aliases), "names its schemas too often"},
		"a deep schema":            {one(deep, ""), "is deeper than 64 levels"},
		"a schema of itself":       {one("{$ref: '#/components/schemas/a'}", "  schemas: {a: {allOf: [{$ref: '#/components/schemas/a'}]}}\n"), "deeper than 64 levels, or contains itself"},
		"a reference to itself":    {one("{$ref: '#/components/schemas/a'}", "  schemas: {a: {$ref: '#/components/schemas/a'}}\n"), "lead in a circle"},
		"another file":             {one("{$ref: '../../../etc/passwd#/a'}", ""), "is a reference to another file"},
		"another site":             {one("{$ref: 'https://evil.test/a#/a'}", ""), "is a reference to another file"},
		"nothing":                  {one("{$ref: '#/components/nothing'}", ""), "points at nothing"},
		"a server of files":        {strings.Replace(one("{}", ""), "https://a.test", "file:///etc", 1), "is no address of an HTTP server"},
		"a server with a login":    {strings.Replace(one("{}", ""), "https://a.test", "https://u:p@a.test", 1), "is no address of an HTTP server"},
		"a server without a host":  {strings.Replace(one("{}", ""), "https://a.test", "https:///a", 1), "is no address of an HTTP server"},
		"no server":                {strings.Replace(one("{}", ""), "servers: [{url: https://a.test}]", "", 1), "has no server"},
		"a header with a line":     {strings.Replace(one("{}", ""), "{get: {", `{get: {parameters: [{name: "a\r\nb", in: header}], `, 1), "is no header's name"},
		"a parameter elsewhere":    {strings.Replace(one("{}", ""), "{get: {", `{get: {parameters: [{name: a, in: formData}], `, 1), "path, query and header are supported"},
		"a method of TRACE":        {strings.ReplaceAll(one("{}", ""), "get", "trace"), "is no HTTP method"},
		"a name of a path":         {strings.Replace(one("{}", ""), "{r: {", "{../r: {", 1), "is no name for a resource"},
	} {
		t.Run(name, func(t *testing.T) {
			l := written(t, evil, test.service)
			p, _, err := l.Provider(t.Context(), "evil")
			if err != nil {
				t.Fatal(err)
			}
			_, problems, err := l.Service(p, "s")
			if got := strings.Join(texts(problems), "\n"); err != nil || !strings.Contains(got, test.want) {
				t.Errorf("%v, %.500s", err, got)
			}
		})
	}
}

// TestWholeDocumentsRefused: of these nothing is left.
func TestWholeDocumentsRefused(t *testing.T) {
	for name, test := range map[string]struct{ service, want string }{
		"no YAML":      {"a: [", "this is no YAML"},
		"nothing":      {"", "no mapping"},
		"a list":       {"- a", "no mapping"},
		"no resources": {"openapi: 3.0.0", "components.x-stackQL-resources is missing"},
		"too long":     {"a: " + strings.Repeat("x", maxFileBytes), "longer than"},
		"too much":     {"a: [" + strings.Repeat("1,", maxNodes) + "]", "more than 4000000 values"},
		"deep":         {strings.Repeat("[", 1_000_000), "this is no YAML"},
	} {
		t.Run(name, func(t *testing.T) {
			l := written(t, evil, test.service)
			p, _, err := l.Provider(t.Context(), "evil")
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := l.Service(p, "s"); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%.300v", err)
			}
		})
	}
}

// TestOutOfTheFolder: neither a name nor a link leads out of the registry's folder.
func TestOutOfTheFolder(t *testing.T) {
	for _, ref := range []string{"../secret.yaml", "evil/../../secret.yaml", "/etc/passwd", "evil/v1.0.0/../../../../secret.yaml", `evil\..\secret.yaml`, "./evil/v1.0.0/s.yaml"} {
		l := written(t, strings.Replace(evil, "evil/v1.0.0/s.yaml", "'"+ref+"'", 1), one("{}", ""))
		p, problems, err := l.Provider(t.Context(), "evil")
		if err != nil || len(p.Services) != 0 || len(problems) != 1 {
			t.Errorf("%s: %v %v", ref, problems, err)
		}
	}
	l := written(t, evil, one("{}", ""))
	secret := filepath.Join(t.TempDir(), "secret.yaml")
	if err := os.WriteFile(secret, []byte(one("{}", "")), 0o600); err != nil {
		t.Fatal(err)
	}
	p, _, err := l.Provider(t.Context(), "evil")
	if err != nil {
		t.Fatal(err)
	}
	place := filepath.Join(l.root.Name(), "src", "evil", "v1.0.0", "s.yaml")
	if err := os.Remove(place); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, place); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.Service(p, "s"); err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("a link led out of the folder: %v", err)
	}
}

// TestDamagedIndex: an index that was cut or altered is made again.
func TestDamagedIndex(t *testing.T) {
	cache := t.TempDir()
	read := func() string {
		l := library(t, cache)
		p, _, err := l.provider("shop/v00.00.00000")
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := l.Service(p, "orders")
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Resource("orders")
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(len(s.Resources), len(r.Methods), r.Methods[0].Path)
	}
	want := read()
	files, err := filepath.Glob(filepath.Join(cache, "*.index"))
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	for _, damage := range []func([]byte) []byte{
		func(b []byte) []byte { return nil },
		func(b []byte) []byte { return b[:len(b)/2] },
		func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
		func(b []byte) []byte { b[0] = 0xff; return b },
	} {
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, damage(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := read(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// FuzzService: no document makes its reader panic, or an index that cannot be read.
func FuzzService(f *testing.F) {
	text, err := os.ReadFile("testdata/registry/src/shop/v00.00.00000/services/orders.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add(one("{$ref: '#/components/schemas/a'}", "  schemas: {a: {allOf: [{$ref: '#/components/schemas/a'}]}}\n"))
	f.Add("openapi: 3.0.0\ncomponents: {x-stackQL-resources: {r: {methods: {m: &a {operation: *a}}}}}")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 100_000 {
			return
		}
		c, err := readService(&Provider{Name: "p"}, &ServiceRef{Name: "s"}, "s.yaml", []byte(text))
		if err != nil {
			return
		}
		index, err := c.encode()
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := decode("s", index)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range s.Resources {
			if _, err := s.Resource(r.Name); err != nil {
				t.Fatal(err)
			}
		}
		_, _, _ = readProvider("p/v1", []byte(text))
	})
}

// graph is a service with one method that sends a query of GraphQL.
func graph(query, more string) string {
	return "openapi: 3.0.0\nservers: [{url: https://a.test}]\npaths: {/a: {post: {x-stackQL-graphQL: {url: 'https://a.test/graphql', query: " + query + more + "}, " +
		"parameters: [{name: x, in: query}, {name: y, in: query}], responses: {'200': {content: {application/json: {schema: {type: object}}}}}}}}\n" +
		"components:\n  x-stackQL-resources: {r: {methods: {m: {operation: {$ref: '#/paths/~1a/post'}, response: {openAPIDocKey: '200'}, x-stackql-protocol: graphql}}}}\n"
}

// TestGraphQLDocuments: what a query does, and where values stand in it, is known before there are values.
func TestGraphQLDocuments(t *testing.T) {
	for name, test := range map[string]struct{ service, want string }{
		"a query":                      {graph(`'query A($a: T = {b: 1}) { f(a: "{{ .x }}") { g } } fragment F on T { h }'`, ""), ""},
		"no keyword":                   {graph(`'{ f(a: "{{ if and .x (not .y) }}{{ .x }}{{ else }}none{{ end }}") }'`, ""), ""},
		"a mutation":                   {graph(`'mutation { f }'`, ""), ""},
		"a subscription":               {graph(`'subscription { f }'`, ""), "query and mutation are supported"},
		"two operations":               {graph(`'query A { f } mutation B { g }'`, ""), "several operations"},
		"two without names":            {graph(`'{ f } { g }'`, ""), "several operations"},
		"none":                         {graph(`'fragment F on T { h }'`, ""), "query and mutation are supported"},
		"an operation by a condition":  {graph(`'{{ if .x }}mutation{{ else }}query{{ end }} { f }'`, ""), "outside of the operation"},
		"an operation by a value":      {graph(`'{{ .x }} { f }'`, ""), "outside of the operation"},
		"a part that ends more":        {graph(`'query { f {{ if .x }} } mutation { g {{ end }} }'`, ""), "does not stand around a whole part"},
		"a text that ends elsewhere":   {graph(`'query { f(a: "{{ if .x }}" }{{ end }}") }'`, ""), "closes a bracket|does not stand around a whole part"},
		"a value in a comment":         {graph(`"query { f # {{ .x }}\n }"`, ""), "stands in a comment"},
		"a value behind a backslash":   {graph(`'query { f(a: "\{{ .x }}") }'`, ""), "behind a backslash"},
		"a text of several lines":      {graph(`'query { f(a: """{{ .x }}""") }'`, ""), "are not supported"},
		"a bracket that is not open":   {graph(`'query { f } }'`, ""), "closes a bracket"},
		"a bracket that is not closed": {graph(`'query { f '`, ""), "breaks off"},
		"a function":                   {graph(`'query { f(a: {{ printf "%s" .x }}) }'`, ""), "cannot be read"},
		"a loop":                       {graph(`'query { {{ range .x }}f{{ end }} }'`, ""), "values and"},
		"a pipe":                       {graph(`'query { f(a: {{ .x | not }}) }'`, ""), "takes the name of one input|is none on values alone"},
		"an unknown value":             {graph(`'query { f(a: {{ .z }}) }'`, ""), "which is no parameter"},
		"no query":                     {graph(`''`, ""), "query and mutation are supported"},
		"GET":                          {graph(`'{ f }'`, ", httpVerb: GET"), "goes by POST"},
		"another strategy":             {graph(`'{ f(a: 1{{ .cursor }}) }'`, ", cursor: {strategy: guess, jsonPath: a}"), "no strategy"},
		"a keyset without a format":    {graph(`'{ f(a: 1{{ .cursor }}) }'`, ", cursor: {strategy: keyset, jsonPath: a}"), "no format"},
		"pages without an end":         {graph(`'{ f(a: 1{{ .cursor }}) }'`, ", cursor: {strategy: page_info, jsonPath: a}"), "no terminateOnJsonPath"},
		"a format that closes more":    {graph(`'{ f(a: 1{{ .cursor }}) }'`, ", cursor: {strategy: keyset, jsonPath: a, format: ') } mutation { g('}"), "no part of a query"},
		"pages of a mutation":          {graph(`'mutation { f(a: 1{{ .cursor }}) }'`, ", cursor: {jsonPath: a}"), "has no pages"},
		"a cursor in a text":           {graph(`'{ f(a: "{{ .cursor }}") }'`, ", cursor: {jsonPath: a}"), "stands in a text"},
	} {
		t.Run(name, func(t *testing.T) {
			l := written(t, evil, test.service)
			p, _, err := l.Provider(t.Context(), "evil")
			if err != nil {
				t.Fatal(err)
			}
			s, problems, err := l.Service(p, "s")
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.Resource("r")
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(texts(problems), "\n")
			if test.want == "" && (got != "" || len(r.Methods) != 1 || r.Methods[0].GraphQL == nil) {
				t.Errorf("%d methods, %s", len(r.Methods), got)
			}
			said := false
			for want := range strings.SplitSeq(test.want, "|") {
				said = said || strings.Contains(got, want)
			}
			if test.want != "" && (!said || len(r.Methods) > 0) {
				t.Errorf("%d methods, %s", len(r.Methods), got)
			}
		})
	}
}

// TestGraphQLAddress: what the address of a query has between braces is an input: of the host a variable, of the path a parameter.
func TestGraphQLAddress(t *testing.T) {
	l := written(t, evil, strings.Replace(graph(`'{ f(a: "{{ .y }}") }'`, ""), "https://a.test/graphql", "https://{zone}.a.test/{x}/graphql", 1))
	p, _, err := l.Provider(t.Context(), "evil")
	if err != nil {
		t.Fatal(err)
	}
	s, problems, err := l.Service(p, "s")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	r, err := s.Resource("r")
	if err != nil {
		t.Fatal(err)
	}
	m := r.Methods[0]
	if m.Path != "/{x}/graphql" || m.Servers[0].URL != "https://{zone}.a.test" || len(m.Servers[0].Variables) != 1 || m.Servers[0].Variables[0].Name != "zone" {
		t.Errorf("%s %+v", m.Path, m.Servers)
	}
	in := map[string]string{}
	for _, param := range m.Params {
		in[param.Name] += param.In
	}
	if in["x"] != InGraphQL+InPath && in["x"] != InPath || in["y"] != InGraphQL {
		t.Errorf("%v", in)
	}
}
