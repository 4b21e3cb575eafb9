package call

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func newClient(t testing.TB, o Options) *Client {
	t.Helper()
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func text(name, value string) providers.InputValues {
	return providers.InputValues{Name: name, Values: []providers.Value{{Text: []byte(value)}}}
}

// preview is a request as one text.
func preview(t testing.TB, o Options, m *document.Method, inputs ...providers.InputValues) (string, error) {
	t.Helper()
	p, err := newClient(t, o).Rehearse(t.Context(), Target{Name: "p.s.r.m", Method: m}, Write{Inputs: inputs})
	if err != nil {
		return "", err
	}
	out := p.Method + " " + p.Host + p.Path
	if p.Query != "" {
		out += "?" + p.Query
	}
	if len(p.Body) > 0 {
		out += " " + string(p.Body)
	}
	return out, nil
}

func server(url string, variables ...document.Param) []document.Server {
	for i := range variables {
		variables[i].In, variables[i].Type, variables[i].Required = document.InServer, document.Text, true
	}
	return []document.Server{{URL: url, Variables: variables}}
}

func path(name string) document.Param {
	return document.Param{Name: name, In: document.InPath, Type: document.Text, Required: true}
}

func query(name, kind string) document.Param {
	return document.Param{Name: name, In: document.InQuery, Type: kind, Explode: true}
}

// boundaries stand between the parts of a body.
var boundaries = regexp.MustCompile(`--[0-9a-f]{32}`)

// TestBuild: what inputs become.
func TestBuild(t *testing.T) {
	method := func(m document.Method) *document.Method {
		if m.HTTP == "" {
			m.HTTP = "GET"
		}
		if m.Servers == nil {
			m.Servers = server("https://api.test/v1/")
		}
		return &m
	}
	body := func(b document.Body) document.Method {
		if b.MediaType == "" {
			b.MediaType = "application/json"
		}
		return document.Method{HTTP: "POST", Path: "/things", Body: &b}
	}
	properties := []document.Property{
		{Name: "Name", Type: document.Text},
		{Name: "networkSize", Type: document.BigInt},
		{Name: "tags", Type: document.JSON},
		{Name: "open", Type: document.Boolean},
		{Name: "ratio", Type: document.Double},
		{Name: "since", Type: document.Timestamp},
	}
	for name, test := range map[string]struct {
		method *document.Method
		inputs []providers.InputValues
		want   string
	}{
		"path and query": {
			method(document.Method{Path: "/orgs/{org}/repos", Params: []document.Param{path("org"), query("type", document.Text)}}),
			[]providers.InputValues{text("ORG", "a b/c"), text("type", "x&y=z")},
			"GET api.test/v1/orgs/a%20b/c/repos?type=x%26y%3Dz",
		},
		"a slash where there are two": {
			method(document.Method{Path: "/{a}/x/{b}", Params: []document.Param{path("a"), path("b")}}),
			[]providers.InputValues{text("a", "1/2?#"), text("b", "é")},
			"GET api.test/v1/1%2F2%3F%23/x/%C3%A9",
		},
		"a path that may have slashes": {
			method(document.Method{Path: "/{Bucket}/{Key+}?list", Params: []document.Param{path("Bucket"), path("Key")}}),
			[]providers.InputValues{text("bucket", "b"), text("key", "x/y z.txt")},
			"GET api.test/v1/b/x/y%20z.txt?list",
		},
		"query in the path": {
			method(document.Method{Path: "/x?api-version=2024-01-01&top={n}", Params: []document.Param{query("n", document.BigInt), query("api-version", document.Text)}}),
			[]providers.InputValues{text("n", "5")},
			"GET api.test/v1/x?api-version=2024-01-01&top=5",
		},
		"pseudo parameters go nowhere": {method(document.Method{Path: "/?Action=Create&__Bucket&__detail=true", Translate: "drop_double_underscore_params"}), nil, "GET api.test/v1/?Action=Create"},
		"and are sent otherwise":       {method(document.Method{Path: "/?__type=resize"}), nil, "GET api.test/v1/?__type=resize"},
		"lists":                        {method(document.Method{Path: "/x", Params: []document.Param{query("a", document.JSON), {Name: "b", In: document.InQuery, Type: document.JSON}}}), []providers.InputValues{text("a", `["1", 2]`), text("b", `["x","y"]`)}, "GET api.test/v1/x?a=1&a=2&b=x%2Cy"},
		"flattened for AWS": {
			method(document.Method{Path: "/", Transpose: "AWSCanonical", Translate: "get_query_to_post_form_utf_8", Params: []document.Param{query("Filter", document.JSON)}}),
			[]providers.InputValues{text("Filter", `[{"Name":"n","Value":["a b","c"]}]`)},
			"POST api.test/v1/ Filter.1.Name=n&Filter.1.Value.1=a%20b&Filter.1.Value.2=c",
		},
		"booleans and times":           {method(document.Method{Path: "/x", Params: []document.Param{query("on", document.Boolean), query("since", document.Timestamp)}}), []providers.InputValues{text("on", "t"), text("since", "2024-01-02 03:04:05+02")}, "GET api.test/v1/x?on=true&since=2024-01-02T01%3A04%3A05Z"},
		"snake case for camel case":    {method(document.Method{Path: "/{subscriptionId}", Params: []document.Param{path("subscriptionId")}}), []providers.InputValues{text("subscription_id", "1")}, "GET api.test/v1/1"},
		"a default that must be there": {method(document.Method{Path: "/x", Params: []document.Param{{Name: "type", In: document.InQuery, Required: true, Default: "A"}, {Name: "n", In: document.InQuery, Default: "20"}}}), nil, "GET api.test/v1/x?type=A"},
		"data__ names": {
			method(body(document.Body{Properties: properties})),
			[]providers.InputValues{text("data__name", "n\"<&"), text("data__networksize", "42"), text("data__open", "t"), text("data__tags", `{"a": [1]}`), text("data__ratio", "1.50"), text("data__since", "2024-01-02 03:04:05+00")},
			`POST api.test/v1/things {"Name":"n\"<&","networkSize":42,"open":true,"ratio":1.50,"since":"2024-01-02T03:04:05Z","tags":{"a":[1]}}`,
		},
		"data__ names in snake case":     {method(body(document.Body{Properties: properties})), []providers.InputValues{text("data__network_size", "42")}, `POST api.test/v1/things {"networkSize":42}`},
		"naive names":                    {method(body(document.Body{Naming: "naive", Casing: "camel", Properties: properties})), []providers.InputValues{text("network_size", "4.2e1")}, `POST api.test/v1/things {"networkSize":42}`},
		"base below what is given":       {method(body(document.Body{Naming: "naive", Base: `{"v": 1, "Name": "base"}`, Properties: properties})), []providers.InputValues{text("name", "mine")}, `POST api.test/v1/things {"Name":"mine","v":1}`},
		"base alone":                     {method(body(document.Body{Naming: "naive", Base: `{}`, Properties: properties})), nil, `POST api.test/v1/things {}`},
		"default where nothing is given": {method(body(document.Body{Naming: "naive", Default: `{"q":"all"}`, Properties: properties})), nil, `POST api.test/v1/things {"q":"all"}`},
		"desired state": {
			method(body(document.Body{Naming: "naive_DesiredState", Base: `{"TypeName":"AWS::S3::Bucket"}`, Properties: properties})),
			[]providers.InputValues{text("Name", "b")},
			`POST api.test/v1/things {"DesiredState":"{\"Name\":\"b\"}","TypeName":"AWS::S3::Bucket"}`,
		},
		"NULL": {method(body(document.Body{Naming: "naive", Properties: properties})), []providers.InputValues{{Name: "name", Values: []providers.Value{{}}}}, `POST api.test/v1/things {"Name":null}`},
		"form": {method(body(document.Body{Naming: "naive", MediaType: "application/x-www-form-urlencoded", Properties: properties})), []providers.InputValues{text("name", "a&b"), text("open", "f")}, `POST api.test/v1/things Name=a%26b&open=false`},
		"several parts": {
			method(body(document.Body{Naming: "naive", MediaType: "multipart/form-data", Properties: []document.Property{{Name: "purpose", Type: document.Text}, {Name: "file", Type: document.Text, File: true}, {Name: "tags", Type: document.JSON}, {Name: "more", Type: document.JSON}}})),
			[]providers.InputValues{text("purpose", "a\r\nb"), text("file", "x,y"), text("tags", `["p","q"]`), text("more", `{"a": 1}`)},
			"POST api.test/v1/things " + strings.ReplaceAll("--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\nContent-Type: application/octet-stream\r\n\r\nx,y\r\n"+
				"--B\r\nContent-Disposition: form-data; name=\"more\"\r\nContent-Type: application/json\r\n\r\n{\"a\":1}\r\n"+
				"--B\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\na\r\nb\r\n"+
				"--B\r\nContent-Disposition: form-data; name=\"tags\"\r\n\r\np\r\n--B\r\nContent-Disposition: form-data; name=\"tags\"\r\n\r\nq\r\n--B--\r\n", "--B", "--BOUNDARY"),
		},
		"XML":                           {method(body(document.Body{Naming: "naive", MediaType: "application/xml", XML: &document.XML{Declaration: `<?xml version="1.0"?>`, Root: `Thing xmlns="urn:x"`}, Properties: properties})), []providers.InputValues{text("name", "<a>"), text("tags", `{"Tag":["x","y"]}`)}, `POST api.test/v1/things <?xml version="1.0"?><Thing xmlns="urn:x"><Name>&lt;a&gt;</Name><tags><Tag>x</Tag><Tag>y</Tag></tags></Thing>`},
		"XML with a root by OpenAPI":    {method(body(document.Body{Naming: "naive", MediaType: "application/xml", XML: &document.XML{Tag: `Thing xmlns="urn:x"`, Named: true}, Properties: properties})), []providers.InputValues{text("tags", `{"Tag":["x"]}`)}, `POST api.test/v1/things <Thing xmlns="urn:x"><tags><Tag>x</Tag></tags></Thing>`},
		"XML with the schema's name":    {method(body(document.Body{Naming: "naive", MediaType: "application/xml", XML: &document.XML{Tag: "Thing"}, Properties: properties})), []providers.InputValues{text("name", "a"), text("tags", `{"Tag":["x"]}`)}, `POST api.test/v1/things <Thing><Name>a</Name><tags><Tag>x</Tag></tags></Thing>`},
		"XML in one, of a named schema": {method(body(document.Body{Naming: "naive", MediaType: "application/xml", XML: &document.XML{Tag: "Thing"}, Properties: properties})), []providers.InputValues{text("tags", `{"Tag":["x"]}`)}, `POST api.test/v1/things <tags><Tag>x</Tag></tags>`},
		"XML in one":                    {method(body(document.Body{Naming: "naive", MediaType: "application/xml", Properties: properties})), []providers.InputValues{text("tags", `{"Tag":["x","y"]}`)}, `POST api.test/v1/things <tags><Tag>x</Tag><Tag>y</Tag></tags>`},
		"one name in two places": {
			method(document.Method{HTTP: "PATCH", Path: "/{name}", Params: []document.Param{path("name")}, Body: &document.Body{MediaType: "application/json", Naming: "naive", Properties: []document.Property{{Name: "name", Type: document.Text}, {Name: "size", Type: document.BigInt}}}}),
			[]providers.InputValues{text("name", "n"), text("size", "1")},
			`PATCH api.test/v1/n {"size":1}`,
		},
		"one name in two places that need it": {
			method(document.Method{HTTP: "PATCH", Path: "/{name}", Params: []document.Param{path("name")}, Body: &document.Body{MediaType: "application/json", Naming: "naive", Properties: []document.Property{{Name: "name", Type: document.Text, Required: true}}}}),
			[]providers.InputValues{text("name", "n")},
			`PATCH api.test/v1/n {"name":"n"}`,
		},
		"server's variable": {&document.Method{HTTP: "GET", Path: "/x", Servers: server("https://{region}.api.test/", document.Param{Name: "region", Default: "eu"})}, []providers.InputValues{text("region", "us-east-1.edge")}, "GET us-east-1.edge.api.test/x"},
		"its default":       {&document.Method{HTTP: "GET", Path: "/x", Servers: server("https://{region}.api.test/", document.Param{Name: "region", Default: "eu"})}, nil, "GET eu.api.test/x"},
		"its environment":   {&document.Method{HTTP: "GET", Path: "/x", Servers: server("https://{region}.api.test/", document.Param{Name: "region", Default: "eu", Env: "REGION"})}, nil, "GET from-env.api.test/x"},
		"the server whose list has it": {
			&document.Method{HTTP: "GET", Path: "/x", Servers: append(server("https://s.{region}.api.test", document.Param{Name: "region", Default: "eu", Enum: []string{"eu"}}), server("https://s.{region}.api.test.cn", document.Param{Name: "region", Default: "cn", Enum: []string{"cn"}})...)},
			[]providers.InputValues{text("region", "cn")},
			"GET s.cn.api.test.cn/x",
		},
		"a host within the default": {&document.Method{HTTP: "GET", Path: "/x", Servers: server("https://{site}/api/{v}", document.Param{Name: "site", Default: "dog.test"}, document.Param{Name: "v", Default: "v1"})}, []providers.InputValues{text("site", "us5.dog.test"), text("v", "v 2")}, "GET us5.dog.test/api/v%202/x"},
		"a host that may be chosen": {&document.Method{HTTP: "GET", Path: "/x", Servers: server("{protocol}://{addr}/", document.Param{Name: "protocol", Default: "https"}, document.Param{Name: "addr", Default: "localhost"})}, []providers.InputValues{text("addr", "K8S.internal:6443")}, "GET k8s.internal:6443/x"},
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Hosts: []string{"k8s.internal"}, Getenv: func(name string) string { return map[string]string{"REGION": "from-env"}[name] }}
			got, err := preview(t, o, test.method, test.inputs...)
			if err != nil {
				t.Fatal(err)
			}
			got = boundaries.ReplaceAllString(got, "--BOUNDARY")
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestBuildRefuses: inputs that would make another request of it.
func TestBuildRefuses(t *testing.T) {
	one := &document.Method{HTTP: "GET", Path: "/orgs/{org}", Servers: server("https://api.test"), Params: []document.Param{path("org"), {Name: "X-Trace", In: document.InHeader}, {Name: "Host", In: document.InHeader}, {Name: "Authorization", In: document.InHeader}, query("n", document.BigInt)}}
	two := &document.Method{HTTP: "GET", Path: "/{a}{b}/x", Servers: server("https://api.test"), Params: []document.Param{path("a"), path("b")}}
	region := &document.Method{HTTP: "GET", Path: "/", Servers: server("https://{region}.api.test", document.Param{Name: "region", Default: "eu"})}
	weak := &document.Method{HTTP: "GET", Path: "/", Servers: server("https://api.{tld}", document.Param{Name: "tld", Default: "test"})}
	open := &document.Method{HTTP: "GET", Path: "/", Servers: server("{protocol}://{addr}/", document.Param{Name: "protocol", Default: "https"}, document.Param{Name: "addr", Default: "localhost"})}
	for _, test := range []struct {
		method *document.Method
		name   string
		value  string
		code   sqlstate.Code
		words  string
	}{
		{one, "org", "..", sqlstate.InvalidParameterValue, "lead out"},
		{one, "org", ".", sqlstate.InvalidParameterValue, "lead out"},
		{one, "org", "a/../../admin", sqlstate.InvalidParameterValue, "lead out"},
		{one, "org", `a\..\admin`, sqlstate.InvalidParameterValue, "lead out"},
		{one, "org", "%2e%2e", sqlstate.InvalidParameterValue, "lead out"},
		{one, "org", "a%2f%2e%2e%2fadmin", sqlstate.InvalidParameterValue, "lead out"},
		{one, "org", "%252e%252e/x", sqlstate.InvalidParameterValue, "lead out"},
		{one, "org", "..;/x", sqlstate.InvalidParameterValue, "lead out"},
		{one, "org", "/etc", sqlstate.InvalidParameterValue, "slash"},
		{one, "org", "", sqlstate.InvalidParameterValue, "empty"},
		{one, "org", "a\x00b", sqlstate.InvalidParameterValue, "control"},
		{one, "org", "a\r\nb", sqlstate.InvalidParameterValue, "control"},
		{one, "X-Trace", "a\r\nX-Evil: 1", sqlstate.InvalidParameterValue, "control"},
		{one, "X-Trace", "a\nb", sqlstate.InvalidParameterValue, "control"},
		{one, "Host", "evil.test", sqlstate.UndefinedColumn, "no input"},
		{one, "Authorization", "Bearer x", sqlstate.UndefinedColumn, "no input"},
		{one, "n", "1&admin=1", sqlstate.InvalidTextRepresent, "whole number"},
		{one, "nothing", "1", sqlstate.UndefinedColumn, `no input "nothing"`},
		{region, "region", "evil.test/x", sqlstate.InvalidParameterValue, "host"},
		{region, "region", "evil.test#", sqlstate.InvalidParameterValue, "host"},
		{region, "region", "evil.test?", sqlstate.InvalidParameterValue, "host"},
		{region, "region", "user@evil", sqlstate.InvalidParameterValue, "host"},
		{region, "region", "evil.test:80", sqlstate.InvalidParameterValue, "host"},
		{region, "region", "a..b", sqlstate.InvalidParameterValue, "host"},
		{region, "region", `evil\`, sqlstate.InvalidParameterValue, "host"},
		{region, "region", "a b", sqlstate.InvalidParameterValue, "host"},
		{weak, "tld", "evil", sqlstate.InsufficientPrivilege, "may not choose"},
		{open, "addr", "evil.test", sqlstate.InsufficientPrivilege, "may not choose"},
		{open, "addr", "169.254.169.254", sqlstate.InsufficientPrivilege, "may not choose"},
		{open, "addr", "x.localhost", sqlstate.InsufficientPrivilege, "may not choose"},
		{open, "addr", "user@localhost", sqlstate.InvalidParameterValue, "no host"},
		{open, "addr", "localhost:99999", sqlstate.InvalidParameterValue, "port"},
		{open, "addr", "localhost:", sqlstate.InvalidParameterValue, "port"},
		{open, "addr", "[::1%25lo]", sqlstate.InvalidParameterValue, "no host"},
		{open, "protocol", "file", sqlstate.InvalidParameterValue, "https"},
	} {
		inputs := []providers.InputValues{text(test.name, test.value)}
		if test.method == one && test.name != "org" {
			inputs = append(inputs, text("org", "o"))
		}
		got, err := preview(t, Options{}, test.method, inputs...)
		if err == nil {
			t.Errorf("%s = %q: %s", test.name, test.value, got)
			continue
		}
		fails(t, err, test.code, test.words)
	}
	_, err := preview(t, Options{}, two, text("a", "."), text("b", "."))
	fails(t, err, sqlstate.InvalidParameterValue, "lead out")
	_, err = preview(t, Options{}, one)
	fails(t, err, sqlstate.InvalidParameterValue, `needs a value for "org"`)
	_, err = preview(t, Options{}, one, text("org", "a"), text("ORG", "b"))
	fails(t, err, sqlstate.DuplicateColumn, "twice")
}

// TestHeaders: what goes out as headers, as an API sees it.
func TestHeaders(t *testing.T) {
	var got http.Header
	var host string
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		got, host = r.Header, r.Host
		fmt.Fprint(w, `{"items":[]}`)
	})
	target := a.things(func(m *document.Method) {
		m.Params = []document.Param{
			{Name: "X-Amz-Target", In: document.InHeader, Default: "Service.List"},
			{Name: "Accept", In: document.InHeader, Default: "application/vnd.x+json"},
			{Name: "Authorization", In: document.InHeader, Default: "Bearer of-the-document"},
			{Name: "Host", In: document.InHeader, Default: "evil.test"},
			{Name: "x-beta", In: document.InHeader},
		}
	})
	if _, _, err := a.scan(t, target, Read{Inputs: []providers.InputValues{text("X-Beta", "a, b")}}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"X-Amz-Target": "Service.List", "Accept": "application/vnd.x+json", "X-Beta": "a, b", "Authorization": "", "User-Agent": "Sallyport"} {
		if got.Get(name) != want {
			t.Errorf("%s: %q, want %q", name, got.Get(name), want)
		}
	}
	if host != strings.TrimPrefix(a.URL, "http://") {
		t.Error(host)
	}
}

// FuzzBuild: whatever an input says, the request goes to the document's host, to a path
// with as many parts, and has the parameters that the document names.
func FuzzBuild(f *testing.F) {
	for _, seed := range []string{"a", "..", "a/../b", "%2e%2e/", "x&y=1", "a\r\nb: c", "evil.test/", "@evil.test", "\\", "a;b", "é", "[1,2]", `{"a":1}`, "#", "?"} {
		f.Add(seed, seed, seed, seed)
	}
	m := &document.Method{
		HTTP: "POST", Path: "/v1/{a}/mid/{b}?fixed=1", Servers: server("https://{region}.api.test/base", document.Param{Name: "region", Default: "eu"}),
		Params: []document.Param{path("a"), path("b"), query("q", document.JSON), {Name: "X-H", In: document.InHeader}},
		Body:   &document.Body{MediaType: "application/json", Naming: "naive", Properties: []document.Property{{Name: "p", Type: document.Text}}},
	}
	c := newClient(f, Options{})
	f.Fuzz(func(t *testing.T, a, b, q, region string) {
		target := &Target{Name: "p.s.r.m", Method: m}
		msg, _, err := c.written(target, inputsOf(m), Write{Inputs: []providers.InputValues{text("a", a), text("b", b), text("q", q), text("region", region), text("X-H", b), text("p", a)}})
		if err != nil {
			return
		}
		u, err := msg.address()
		if err != nil {
			t.Fatal(err)
		}
		if u.Scheme != "https" || !strings.HasSuffix(u.Host, ".api.test") || u.User != nil || u.Port() != "" || u.Fragment != "" {
			t.Fatalf("%s", u)
		}
		if parts := strings.Split(u.EscapedPath(), "/"); len(parts) != 6 || parts[1] != "base" || parts[2] != "v1" || parts[4] != "mid" {
			t.Fatalf("%s", u)
		}
		for name := range u.Query() {
			if name != "fixed" && name != "q" {
				t.Fatalf("%s", u)
			}
		}
		req, err := http.NewRequest(msg.method, u.String(), nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header = msg.header
		if err := req.Write(io.Discard); err != nil {
			t.Fatal(err)
		}
		body, err := msg.bytes()
		if err != nil {
			t.Fatal(err)
		}
		var object map[string]string
		if err := json.Unmarshal(body, &object); err != nil || len(object) != 1 {
			t.Fatalf("%s: %v", body, err)
		}
	})
}

// TestServerInputs: a variable need not be given where another server does without.
func TestServerInputs(t *testing.T) {
	for name, test := range map[string]struct {
		servers []document.Server
		want    bool
	}{
		"one server":           {server("https://{host}.test", document.Param{Name: "host"}), true},
		"a default":            {server("https://{host}.test", document.Param{Name: "host", Default: "a"}), false},
		"another without":      {append(server("https://{host}.test", document.Param{Name: "host"}), server("https://api.test")...), false},
		"another with default": {append(server("https://{host}.test", document.Param{Name: "host"}), server("https://{x}.test", document.Param{Name: "x", Default: "d"})...), false},
		"another that needs":   {append(server("https://{host}.test", document.Param{Name: "host"}), server("https://{x}.test", document.Param{Name: "x"})...), true},
	} {
		m := &document.Method{HTTP: "GET", Path: "/things", Servers: test.servers}
		if got := Inputs(m)[0].Required; got != test.want {
			t.Errorf("%s: required is %v", name, got)
		}
		if _, err := preview(t, Options{}, m); (err != nil) != test.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
