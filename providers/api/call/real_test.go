package call

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/providers/api/document/registrytest"
	"github.com/sallyportdb/sallyport/providers/api/transform"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestRegistry builds the request of each method of a folder's documents, with a value for each
// input that it needs, and tells which cannot be built and why.
func TestRegistry(t *testing.T) {
	client, err := New(Options{Getenv: func(string) string { return "v.example.test" }})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	c := census{client: client, transformer: transform.New(transform.Limits{}), refused: map[string][]string{}}
	registrytest.Walk(t, registrytest.Visitor{
		Problem: func(provider string, p *document.Problem) { c.refuse(provider, p) },
		Failed:  c.refuse,
		Resource: func(p *document.Provider, s *document.Service, r *document.Resource) {
			for _, m := range r.Methods {
				c.build(t, p.Name+"."+s.Name+"."+r.Name+"."+m.Name, m)
			}
		},
	})
	c.tell(t)
}

// census counts which requests are built, and keeps the reasons of those that are not.
type census struct {
	client      *Client
	transformer Transformer
	built       int
	refused     map[string][]string // by reason: what it is about
}

var (
	quotedPart = regexp.MustCompile(`"[^"]*"|[a-z0-9_-]+(\.[A-Za-z0-9_-]+){3,}|[^ ]*\.yaml:\d+|the document of [^ ]+|^[^ ]+: `)
	digits     = regexp.MustCompile(`\d+`)
)

func (c *census) refuse(what string, err error) {
	reason := digits.ReplaceAllString(quotedPart.ReplaceAllString(err.Error(), "…"), "N")
	c.refused[reason] = append(c.refused[reason], what+": "+err.Error())
}

func (c *census) build(t *testing.T, name string, m *document.Method) {
	var w Write
	for _, in := range inputsOf(m) {
		if in.required || in.property != nil {
			w.Inputs = append(w.Inputs, providers.InputValues{Name: in.name, Values: []providers.Value{{Text: sample(in)}}})
		}
	}
	if _, err := c.client.Rehearse(t.Context(), Target{Name: name, Method: m, Transformer: c.transformer}, w); err != nil {
		c.refuse(fmt.Sprint(name, " ", m.HTTP, " ", m.Path, " ", sqlstate.CodeOf(err)), err)
		return
	}
	c.built++
}

// sample is a value that an input takes.
func sample(in *input) []byte {
	if in.param != nil {
		if in.param.Default != "" {
			return []byte(in.param.Default)
		}
		if len(in.param.Enum) > 0 {
			return []byte(in.param.Enum[0])
		}
	}
	switch in.kind {
	case document.BigInt, document.Double:
		return []byte("1")
	case document.Boolean:
		return []byte("true")
	case document.JSON:
		return []byte(`{}`)
	case document.Timestamp:
		return []byte("2026-01-02T03:04:05Z")
	}
	return []byte("v")
}

// tell prints the reasons, the most frequent first, each with some of what it is about.
func (c *census) tell(t *testing.T) {
	var reasons []string
	n := 0
	for reason, list := range c.refused {
		reasons, n = append(reasons, reason), n+len(list)
	}
	slices.SortFunc(reasons, func(a, b string) int { return len(c.refused[b]) - len(c.refused[a]) })
	for _, reason := range reasons {
		t.Logf("%d × %s", len(c.refused[reason]), reason)
		for _, one := range c.refused[reason][:min(3, len(c.refused[reason]))] {
			t.Log("      ", one)
		}
	}
	t.Logf("%d requests are built, %d are not, or are problems of documents", c.built, n)
}
