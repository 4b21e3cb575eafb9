package call

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/call/jsonstream"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestValues: what values become, by the type of their column.
func TestValues(t *testing.T) {
	const misfit = "!"
	for _, test := range []struct{ kind, json, want string }{
		{document.Text, `"a"`, "a"},
		{document.Text, `"a\n\"\u00e9\ud83d\ude00\/"`, "a\n\"é😀/"},
		{document.Text, `"\u0000\ud800x"`, "\uFFFD\uFFFDx"},
		{document.Text, `""`, ""},
		{document.Text, `1.50`, "1.50"},
		{document.Text, `true`, "true"},
		{document.Text, `{"a":[1]}`, `{"a":[1]}`},
		{document.Text, `null`, "∅"},
		{document.BigInt, `42`, "42"},
		{document.BigInt, `-0`, "0"},
		{document.BigInt, `"42"`, "42"},
		{document.BigInt, `4.2e1`, "42"},
		{document.BigInt, `42.0`, "42"},
		{document.BigInt, `""`, "∅"},
		{document.BigInt, `9223372036854775807`, "9223372036854775807"},
		{document.BigInt, `-9223372036854775808`, "-9223372036854775808"},
		{document.BigInt, `9223372036854775808`, misfit},
		{document.BigInt, `1.5`, misfit},
		{document.BigInt, `"x"`, misfit},
		{document.BigInt, `true`, misfit},
		{document.BigInt, `{}`, misfit},
		{document.BigInt, `1e999999999`, misfit},
		{document.BigInt, `1e-999999999`, misfit},
		{document.Double, `1.50`, "1.5"},
		{document.Double, `100000`, "100000"},
		{document.Double, `1e20`, "1e+20"},
		{document.Double, `0.00001`, "1e-05"},
		{document.Double, `"0.1"`, "0.1"},
		{document.Double, `"NaN"`, "NaN"},
		{document.Double, `"-Infinity"`, "-Infinity"},
		{document.Double, `1e999`, misfit},
		{document.Double, `"0x10"`, misfit},
		{document.Double, `[]`, misfit},
		{document.Boolean, `true`, "t"},
		{document.Boolean, `false`, "f"},
		{document.Boolean, `"False"`, "f"},
		{document.Boolean, `1`, misfit},
		{document.Boolean, `""`, "∅"},
		{document.Boolean, `"yes"`, misfit},
		{document.Timestamp, `"2024-01-02T03:04:05Z"`, "2024-01-02 03:04:05+00"},
		{document.Timestamp, `"2024-01-02T03:04:05.123456789+02:00"`, "2024-01-02 01:04:05.123457+00"},
		{document.Timestamp, `"2024-01-02T03:04:05.100+0200"`, "2024-01-02 01:04:05.1+00"},
		{document.Timestamp, `"2024-01-02 03:04:05"`, "2024-01-02 03:04:05+00"},
		{document.Timestamp, `"2024-01-02"`, "2024-01-02 00:00:00+00"},
		{document.Timestamp, `"Tue, 02 Jan 2024 03:04:05 GMT"`, "2024-01-02 03:04:05+00"},
		{document.Timestamp, `"20240102T030405Z"`, "2024-01-02 03:04:05+00"},
		{document.Timestamp, `1704164645`, "2024-01-02 03:04:05+00"},
		{document.Timestamp, `1704164645.5`, "2024-01-02 03:04:05.5+00"},
		{document.Timestamp, `1704164645000`, "2024-01-02 03:04:05+00"},
		{document.Timestamp, `"soon"`, misfit},
		{document.Timestamp, `""`, "∅"},
		{document.Timestamp, `true`, misfit},
		{document.Timestamp, `1e300`, misfit},
		{document.Timestamp, `"0000-01-01T00:00:00Z"`, misfit},
		{document.Date, `"2024-01-02"`, "2024-01-02"},
		{document.Date, `"2024-01-02T00:00:00Z"`, "2024-01-02"},
		{document.Date, `"2024-01-02T10:00:00Z"`, misfit},
		{document.Date, `""`, "∅"},
		{document.JSON, `{"a":[1,"x"]}`, `{"a":[1,"x"]}`},
		{document.JSON, `"x"`, `"x"`},
		{document.JSON, `""`, `""`},
		{document.JSON, `1`, `1`},
		{document.JSON, `null`, "∅"},
	} {
		got, null, fits := appendValue([]byte("before"), test.kind, []byte(test.json))
		text := strings.TrimPrefix(string(got), "before")
		if null {
			text = "∅"
		} else if !fits {
			text = misfit
		}
		if text != test.want {
			t.Errorf("%s as %s: %q, want %q", test.json, test.kind, text, test.want)
		}
	}
}

// TestRows: where rows are, and what their columns are.
func TestRows(t *testing.T) {
	columns := []document.Column{{Name: "id", Type: document.BigInt}, {Name: "fullName", Type: document.Text}, {Name: "tags", Type: document.JSON}, {Name: "open", Type: document.Boolean}}
	const one, two = `{"open": true, "tags" : [ 1, {"a" : "b c"} ], "id": 1, "x": {}}`, `{"id":"2","fullName":"b","id":3}`
	for name, test := range map[string]struct {
		key, body string
		change    func(m *document.Method)
		snake     bool
		want      []string
	}{
		"a list":             {"", "\xef\xbb\xbf [" + one + " , " + two + "] \n", nil, false, []string{`1|∅|[1,{"a":"b c"}]|t`, "3|b|∅|∅"}},
		"one":                {"", one, nil, false, []string{`1|∅|[1,{"a":"b c"}]|t`}},
		"the root":           {"$", "[" + two + "]", nil, false, []string{"3|b|∅|∅"}},
		"items":              {"", `{"kind":"list","items":[` + two + `],"z":1}`, nil, false, []string{"3|b|∅|∅"}},
		"items that is none": {"", `{"id":7,"items":"no list"}`, nil, false, []string{"7|∅|∅|∅"}},
		"a way":              {"$.data.list", `{"data":{"n":0,"list":[` + two + `]},"data2":{"list":[1]}}`, nil, false, []string{"3|b|∅|∅"}},
		"with a star":        {"$.data[*]", `{"data":[` + two + `]}`, nil, false, []string{"3|b|∅|∅"}},
		"values of a map":    {"$.zones[*].list", `{"zones":{"a":{"list":[` + two + `]},"b":{},"c":{"list":[{"id":9}]}}}`, nil, false, []string{"3|b|∅|∅", "9|∅|∅|∅"}},
		"through a list":     {"$.a.b", `{"a":[{"b":[{"id":1}]},{"b":{"id":2}}]}`, nil, false, []string{"1|∅|∅|∅", "2|∅|∅|∅"}},
		"by number":          {"$.a[1]", `{"a":[{"id":1},{"id":2}]}`, nil, false, []string{"2|∅|∅|∅"}},
		"a name with dots":   {"$['a.b']", `{"a.b":[{"id":1}]}`, nil, false, []string{"1|∅|∅|∅"}},
		"an object there":    {"$.event", `{"event":{"id":5}}`, nil, false, []string{"5|∅|∅|∅"}},
		"null there":         {"$.data", `{"data":null}`, nil, false, nil},
		"nothing there":      {"$.data", `{"other":[{}]}`, nil, false, nil},
		"an empty body":      {"$.data", ``, nil, false, nil},
		"null rows":          {"", `[null,{"id":1}]`, nil, false, []string{"∅|∅|∅|∅", "1|∅|∅|∅"}},
		"escaped names":      {"", `[{"\u0069d":1}]`, nil, false, []string{"1|∅|∅|∅"}},
		"no UTF-8":           {"", "[{\"fullName\":\"a\xffb\"}]", nil, false, []string{"∅|a\uFFFDb|∅|∅"}},
		"scalars":            {"", `["a", 1, null, {"x": 1}]`, func(m *document.Method) { m.Response.Columns = []document.Column{{Name: "_", Type: document.Text}} }, false, []string{"a", "1", "∅", `{"x":1}`}},
		"no columns known":   {"", `{"a": 1}`, func(m *document.Method) { m.Response.Columns = nil }, false, []string{`{"a":1}`}},
		"lines":              {"", "{\"id\":1}\n{\"id\":2}\n", func(m *document.Method) { m.Response.MediaType = "application/x-ndjson" }, false, []string{"1|∅|∅|∅", "2|∅|∅|∅"}},
		"plain text": {"", "a\n\"b\"", func(m *document.Method) {
			m.Response.MediaType, m.Response.Columns = "text/plain", []document.Column{{Name: "_", Type: document.Text}}
		}, false, []string{"a\n\"b\""}},
		"bytes": {"", "\xff\x00", func(m *document.Method) {
			m.Response.MediaType, m.Response.Columns = "application/octet-stream", []document.Column{{Name: "_", Type: document.Text}}
		}, false, []string{"/wA="}},
		"transformed": {"$.line_items", `<List><Token>t</Token></List>`, func(m *document.Method) {
			m.Response.Transform = &document.Transform{Type: "mock", Body: `{"line_items":[{"id":1}]}`}
		}, false, []string{"1|∅|∅|∅"}},
		"XML by XPath": {"/List/Item", `<List/>`, func(m *document.Method) { m.Response.MediaType = "application/xml" }, false, nil},
		"transformed by XPath": {"/List/Item", `<List/>`, func(m *document.Method) {
			m.Response.Transform = &document.Transform{Type: "mock", Body: `[{"id":1},{"id":2}]`}
		}, false, []string{"1|∅|∅|∅", "2|∅|∅|∅"}},
	} {
		t.Run(name, func(t *testing.T) {
			a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/octet-stream")
				fmt.Fprint(w, test.body)
			})
			target := a.things(func(m *document.Method) {
				m.Response.ObjectKey, m.Response.Columns = test.key, columns
				if test.change != nil {
					test.change(m)
				}
			})
			target.Transformer = mocked{}
			lines, _, err := a.scan(t, target, Read{})
			if err != nil {
				t.Fatal(err)
			}
			same(t, lines, test.want...)
		})
	}
}

// mocked returns the template instead of what it makes.
type mocked struct{}

func (mocked) Transform(t document.Transform, _ document.Response, _ []byte) ([]byte, error) {
	return []byte(t.Body), nil
}

// TestColumns: their order, their names, and inputs among them.
func TestColumns(t *testing.T) {
	m := &document.Method{
		Params: []document.Param{path("subscriptionId"), path("id")}, Servers: server("https://{region}.api.test", document.Param{Name: "region", Default: "eu"}),
		Response: document.Response{Columns: []document.Column{{Name: "VPCId", Type: document.Text}, {Name: "id", Type: document.BigInt}, {Name: "ARNs", Type: document.JSON}, {Name: "createdAt", Type: document.Timestamp}, {Name: "created_at", Type: document.Text}}},
	}
	names := func(snake bool) (list []string) {
		for _, c := range Columns(m, snake) {
			list = append(list, c.Name+" "+c.TypeName)
		}
		return list
	}
	same(t, names(false), "VPCId text", "id bigint", "ARNs json", "createdAt timestamp with time zone", "created_at text", "subscriptionId text", "region text")
	same(t, names(true), "vpc_id text", "id bigint", "_arns json", "created_at timestamp with time zone", "subscriptionId text", "region text")
	var inputs []string
	for _, in := range Inputs(m) {
		inputs = append(inputs, fmt.Sprint(in.Name, " ", in.Required))
	}
	same(t, inputs, "subscriptionId true", "id true", "region false")
}

// TestSomeColumns: only the columns that a statement reads are converted. A value that does not fit its column
// fails the statements that read the column, and no other.
func TestSomeColumns(t *testing.T) {
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `{"items":[{"id":1,"name":"a"},{"id":"one\u001b","name":"b"}]}`)
	})
	lines, _, err := a.scan(t, a.things(), Read{Columns: columnsNamed("NAME", "name")})
	if err != nil {
		t.Fatal(err)
	}
	same(t, lines, "a|a", "b|b")
	_, _, err = a.scan(t, a.things(), Read{})
	fails(t, err, sqlstate.InvalidTextRepresent, `"one\u001b"`, `column "id"`, "bigint", "does not read the column")
	_, _, err = a.scan(t, a.things(), Read{Columns: columnsNamed("nothing")})
	fails(t, err, sqlstate.UndefinedColumn, "nothing")
	lines, _, err = a.scan(t, a.things(func(m *document.Method) { m.Params = []document.Param{query("name", document.Text)} }), Read{Columns: columnsNamed("name"), Tell: []string{"NAME"}, Inputs: []providers.InputValues{values1("name", "x", "y")}})
	if err != nil {
		t.Fatal(err)
	}
	same(t, lines, "a|x", "b|x", "a|y", "b|y")
	none, _, err := a.scan(t, a.things(), Read{Columns: []providers.Column{}})
	if err != nil || len(none) != 2 { // count(*)
		t.Errorf("%q, %v", none, err)
	}
}

// TestRowIsNoObject: rows that are something else than the document says.
func TestRowIsNoObject(t *testing.T) {
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, `{"items":[1]}`) })
	_, _, err := a.scan(t, a.things(), Read{})
	fails(t, err, sqlstate.InvalidTextRepresent, "no object")
}

// TestMemory: an answer of 40 MB is read in a few.
func TestMemory(t *testing.T) {
	row := `{"id":1,"name":"` + strings.Repeat("x", 1000) + `","other":{"a":[1,2,3]}},` + "\n"
	const rows = 40_000
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"items":[`)
		block := strings.Repeat(row, 100)
		for range rows/100 - 1 {
			io.WriteString(w, block)
		}
		io.WriteString(w, strings.TrimSuffix(block, ",\n")+`],"nextPageToken":""}`)
	})
	r, err := a.client.Scan(t.Context(), a.things(), Read{Columns: columnsNamed("id", "name")})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	most, n := uint64(0), 0
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for {
		row, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil || len(row[1]) != 1000 {
			t.Fatal(err, n)
		}
		if n++; n%4000 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapAlloc)
		}
	}
	if n != rows {
		t.Errorf("%d rows", n)
	}
	grown := int64(most) - int64(before.HeapAlloc)
	t.Logf("%d bytes read, the heap grew by %d", r.Requests()[0].Bytes, grown)
	if r.Requests()[0].Bytes < 40_000_000 || grown > 8<<20 {
		t.Errorf("%d bytes of an answer take %d of memory", r.Requests()[0].Bytes, grown)
	}
}

// BenchmarkRows reads an answer of 10 MB from memory.
func BenchmarkRows(b *testing.B) {
	text := []byte(`{"items":[` + strings.TrimSuffix(strings.Repeat(`{"id":12345,"name":"a thing of some kind","tags":["a","b"],"owner":{"login":"x","id":1},"private":false,"created_at":"2024-01-02T03:04:05Z"},`, 60_000), ",") + `]}`)
	m := &document.Method{Response: document.Response{ObjectKey: "$.items", Columns: []document.Column{{Name: "id", Type: document.BigInt}, {Name: "name", Type: document.Text}, {Name: "created_at", Type: document.Timestamp}}}}
	s, err := newShape(&Target{Method: m}, nil, Columns(m, false))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		rows := &batch{}
		x := jsonstream.Extractor{Rows: jsonstream.ParseSteps("$.items"), Longest: 1 << 20, Emit: func(value []byte) error {
			if rows.full(mostBatched) {
				rows = &batch{}
			}
			return s.add(rows, value, nil)
		}}
		if err := x.Read(jsonstream.NewScanner(bytes.NewReader(text))); err != nil {
			b.Fatal(err)
		}
	}
}

// decoded is what encoding/json makes of a text, with numbers as they are written.
func decoded(t *testing.T, text []byte) (value any) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&value); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return value
}

// FuzzJSON: the reader accepts what encoding/json accepts, and reads the same.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`{"items":[{"a":1},{"a":null}]}`, `[]`, `[1,2.5e-3,"\u00e9\ud83d\ude00\\",true,false,null]`, `{"a":{"b":[[[]]]}}`, `{"items":1}`, ` "x" `, `-0`, `01`, `{"a":1,}`, `[1 2]`, "\"\x01\"", `{"a"}`, `nul`, `1e`, `"\x"`, "\"\xff\"", `{"items":[`, `"\ud800"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<16 || bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
			return
		}
		valid := json.Valid(text)
		for _, in := range []*jsonstream.Scanner{jsonstream.ScanBytes(text), jsonstream.NewScanner(bytes.NewReader(text)), jsonstream.NewScanner(iotest.OneByteReader(bytes.NewReader(text)))} {
			var got []any
			x := jsonstream.Extractor{Rows: nil, Longest: 1 << 20, Watched: []jsonstream.Watched{{Steps: jsonstream.ParseSteps("$.a.b")}}, Emit: func(value []byte) error {
				got = append(got, decoded(t, value))
				return nil
			}}
			err := x.Read(in)
			if (err == nil) != valid && !errors.Is(err, jsonstream.ErrTooDeep) {
				t.Fatalf("%q: valid %v, %v", text, valid, err)
			}
			if err != nil {
				continue
			}
			whole := decoded(t, text)
			want, isList := whole.([]any)
			if !isList {
				want = []any{whole}
			}
			if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
				t.Fatalf("%q: %v, want %v", text, got, want)
			}
			for _, value := range got {
				raw, _ := json.Marshal(value)
				for _, kind := range []string{document.Text, document.BigInt, document.Double, document.Boolean, document.Timestamp, document.Date, document.JSON} {
					appendValue(nil, kind, raw)
				}
			}
		}
	})
}

// TestPreparePanics: a panic over one of several requests ends the scan and not the server.
func TestPreparePanics(t *testing.T) {
	asked := 0
	a := serve(t, Options{Getenv: func(string) string {
		if asked++; asked > 2 {
			panic("a stranger's value")
		}
		return ""
	}}, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, `{"items":[]}`) })
	target := a.things(func(m *document.Method) {
		m.Params = []document.Param{{Name: "of", In: document.InQuery}, {Name: "in", In: document.InQuery, Env: "REGION"}}
	})
	_, _, err := a.scan(t, target, Read{Inputs: []providers.InputValues{values1("of", "1", "2", "3")}})
	fails(t, err, sqlstate.InternalError, "could not be made")
}

// TestBadRowIsNone: a row with a value that its column cannot have is not returned, also where one row is enough.
func TestBadRowIsNone(t *testing.T) {
	a := serve(t, Options{}, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"items":[{"id":1,"name":"a"},{"id":"many","name":"b"}]}`)
	})
	for limit, want := range map[int64][]string{0: {"a|1"}, 2: {"a|1"}} {
		lines, _, err := a.scan(t, a.things(), Read{Columns: columnsNamed("name", "id"), Limit: limit})
		same(t, lines, want...)
		fails(t, err, sqlstate.InvalidTextRepresent, "many")
	}
}
