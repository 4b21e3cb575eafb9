package document

import (
	"flag"
	"fmt"
	"sort"
	"testing"
	"time"
)

var registry = flag.String("registry", "", "a registry's folder to be read whole")

// TestRegistry reads every document of a folder and tells what is wrong with it.
func TestRegistry(t *testing.T) {
	if *registry == "" {
		t.Skip("for -registry")
	}
	l, err := Open(Options{Folder: *registry, Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	list, err := l.Providers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	services, resources, methods, columns, slowest := 0, 0, 0, 0, time.Duration(0)
	for _, entry := range list {
		p, problems, err := l.Provider(t.Context(), entry.Name)
		if err != nil {
			t.Log(err)
			continue
		}
		for _, problem := range problems {
			t.Log(problem.Error())
		}
		for _, ref := range p.Services {
			began := time.Now()
			s, problems, err := l.Service(p, ref.Name)
			if took := time.Since(began); took > slowest {
				slowest = took
			}
			if err != nil {
				kinds["SERVICE "+fmt.Sprint(err)]++
				continue
			}
			services++
			for _, problem := range problems {
				kinds[problem.What[:min(40, len(problem.What))]]++
				if kinds[problem.What[:min(40, len(problem.What))]] < 4 {
					t.Log(problem.Error())
				}
			}
			for _, r := range s.Resources {
				resources++
				methods += len(r.Methods)
				full, err := s.Resource(r.Name)
				if err != nil {
					t.Error(err)
					continue
				}
				for _, m := range full.Methods {
					columns += len(m.Response.Columns)
				}
			}
		}
	}
	var keys []string
	for k := range kinds {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		t.Logf("%d × %s", kinds[k], k)
	}
	t.Logf("%d providers, %d services, %d resources, %d methods, %d columns; slowest %v", len(list), services, resources, methods, columns, slowest)
}
