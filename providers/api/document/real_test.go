package document_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/providers/api/document/registrytest"
)

// TestRegistry reads every document of a folder and tells what is wrong with it.
func TestRegistry(t *testing.T) {
	kinds := map[string]int{}
	services, resources, methods, columns := 0, 0, 0, 0
	n := registrytest.Walk(t, registrytest.Visitor{
		Problem: func(_ string, p *document.Problem) {
			kind := p.What[:min(40, len(p.What))]
			if kinds[kind]++; kinds[kind] < 4 {
				t.Log(p.Error())
			}
		},
		Failed:  func(_ string, err error) { kinds["FAILED "+fmt.Sprint(err)]++ },
		Service: func(*document.Provider, *document.Service) { services++ },
		Resource: func(_ *document.Provider, _ *document.Service, r *document.Resource) {
			resources++
			methods += len(r.Methods)
			for _, m := range r.Methods {
				columns += len(m.Response.Columns)
			}
		},
	})
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		t.Logf("%d × %s", kinds[kind], kind)
	}
	t.Logf("%d providers, %d services, %d resources, %d methods, %d columns", n, services, resources, methods, columns)
}
