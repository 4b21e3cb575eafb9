package transform

import (
	"sort"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/providers/api/document/registrytest"
)

// TestRegistry parses all transforms of a folder's documents, and runs them over answers
// that are as the transforms' types have them.
func TestRegistry(t *testing.T) {
	tr, uses, failures := New(Limits{}), map[string]int{}, map[string]int{}
	try := func(name string, transform *document.Transform, r document.Response) {
		uses[transform.Type]++
		if strings.HasPrefix(transform.Type, "golang_template") {
			if _, err := tr.program(transform.Body); err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
		}
		for _, body := range samples(transform.Type, r) {
			if _, err := tr.Transform(*transform, r, []byte(body)); err != nil {
				failures[transform.Type+" of "+clip(body)]++
				if failures[transform.Type+" of "+clip(body)] < 3 {
					t.Logf("%s of %s: %v", name, body, err)
				}
			}
		}
	}
	registrytest.Walk(t, registrytest.Visitor{Resource: func(p *document.Provider, s *document.Service, r *document.Resource) {
		for _, m := range r.Methods {
			name := strings.Join([]string{p.Name, s.Name, r.Name, m.Name}, ".")
			if m.Response.Transform != nil {
				try(name, m.Response.Transform, m.Response)
			}
			if m.Body != nil && m.Body.Transform != nil {
				try(name+" (request)", m.Body.Transform, document.Response{})
			}
		}
	}})
	for _, counts := range []map[string]int{uses, failures} {
		var keys []string
		for k := range counts {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			t.Logf("%d × %s", counts[k], k)
		}
	}
	t.Logf("%d different templates", len(tr.parsed))
}

// samples are answers of the kind that a transform takes.
func samples(kind string, r document.Response) []string {
	switch {
	case strings.Contains(kind, "xml"), strings.Contains(kind, "mxj"):
		var fields strings.Builder
		for _, c := range r.Columns {
			fields.WriteString("<" + c.Name + ">1</" + c.Name + ">")
		}
		return []string{
			"<OpResponse><OpResult><List><member>" + fields.String() + "</member><member>" + fields.String() + "</member></List></OpResult></OpResponse>",
			"<OpResponse><OpResult/><requestId>1</requestId></OpResponse>",
		}
	case strings.Contains(kind, "text"):
		return []string{`[]`, `["a", "b"]`, `{}`}
	}
	return []string{
		`{"value": [{"id": "a", "properties": {"x": 1, "y": [true]}}, {"id": "b"}], "nextLink": null}`,
		`{"id": "a", "name": "b", "result": [{"a": 1}], "properties": {"x": {}}}`,
		`{}`,
	}
}
