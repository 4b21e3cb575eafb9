// Package registrytest walks the documents of a whole registry, for tests that are run by hand with
// -registry and a registry's folder.
package registrytest

import (
	"flag"
	"testing"

	"github.com/sallyportdb/sallyport/providers/api/document"
)

var folder = flag.String("registry", "", "a registry's `folder` whose documents are all read")

// Open opens the registry of -registry, and lists its providers. Without -registry it skips the test.
func Open(t *testing.T) (*document.Library, []document.Listing) {
	t.Helper()
	if *folder == "" {
		t.Skip("for -registry")
	}
	l, err := document.Open(document.Options{Folder: *folder, Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	list, err := l.Providers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return l, list
}

// Visitor is called for what a registry has. A function that is nil is not called.
type Visitor struct {
	Problem  func(provider string, p *document.Problem) // of a document that can be used all the same
	Failed   func(name string, err error)               // a document that cannot be used
	Service  func(*document.Provider, *document.Service)
	Resource func(*document.Provider, *document.Service, *document.Resource)
}

// Walk visits all services of a registry, and all their resources.
func Walk(t *testing.T, v Visitor) (providers int) {
	t.Helper()
	l, list := Open(t)
	for _, entry := range list {
		p, problems, err := l.Provider(t.Context(), entry.Name)
		if err != nil {
			v.failed(entry.Name, err)
			continue
		}
		v.problems(entry.Name, problems)
		for _, ref := range p.Services {
			s, problems, err := l.Service(p, ref.Name)
			if err != nil {
				v.failed(entry.Name+"."+ref.Name, err)
				continue
			}
			v.problems(entry.Name, problems)
			v.service(t, p, s)
		}
	}
	return len(list)
}

func (v *Visitor) service(t *testing.T, p *document.Provider, s *document.Service) {
	t.Helper()
	if v.Service != nil {
		v.Service(p, s)
	}
	if v.Resource == nil {
		return
	}
	for _, summary := range s.Resources {
		r, err := s.Resource(summary.Name)
		if err != nil {
			t.Error(err)
			continue
		}
		v.Resource(p, s, r)
	}
}

func (v *Visitor) failed(name string, err error) {
	if v.Failed != nil {
		v.Failed(name, err)
	}
}

func (v *Visitor) problems(provider string, list []document.Problem) {
	for i := range list {
		if v.Problem != nil {
			v.Problem(provider, &list[i])
		}
	}
}
