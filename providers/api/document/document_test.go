package document

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the expected files")

func library(t testing.TB, cache string) *Library {
	t.Helper()
	l, err := Open(Options{Folder: "testdata/registry", Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// expect compares with a file of testdata, which -update rewrites.
func expect(t *testing.T, file string, value any) {
	t.Helper()
	got, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(string(want)) != string(got) {
		t.Errorf("%s differs; -update rewrites it:\n%s", file, got)
	}
}

// texts are problems as people read them.
func texts(problems []Problem) []string {
	var list []string
	for _, p := range problems {
		list = append(list, p.Error())
	}
	return list
}

// TestShop reads a provider with something of everything, and reads its index again.
func TestShop(t *testing.T) {
	cache := t.TempDir()
	for _, round := range []string{"from the document", "from the index"} {
		t.Run(round, func(t *testing.T) {
			l := library(t, cache)
			p, problems, err := l.provider("shop/v00.00.00000")
			if err != nil {
				t.Fatal(err)
			}
			expect(t, "provider.json", map[string]any{"provider": p, "problems": texts(problems), "auth": p.Auth.String()})
			s, problems, err := l.Service(p, "ORDERS")
			if err != nil {
				t.Fatal(err)
			}
			expect(t, "service.json", map[string]any{"service": s, "problems": texts(problems)})
			resources := map[string]*Resource{}
			for _, summary := range s.Resources {
				if resources[summary.Name], err = s.Resource(strings.ToUpper(summary.Name)); err != nil {
					t.Fatal(err)
				}
			}
			expect(t, "resources.json", resources)
			again, _, err := l.Service(p, "orders")
			if err != nil || again != s {
				t.Errorf("it was read again: %v", err)
			}
		})
	}
}

// TestListing lists what is there, the newest version of each, with what is wrong.
func TestListing(t *testing.T) {
	l := library(t, "")
	list, err := l.Providers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, entry := range list {
		line := entry.Name + " " + entry.Version
		if entry.Problem != nil {
			line += ": " + entry.Problem.Error()
		}
		got = append(got, line)
	}
	want := []string{
		"noservices v1.0.0: src/noservices/v1.0.0/provider.yaml:1: providerServices is missing: it names the services",
		"shell v1.0.0: src/shell/v1.0.0/provider.yaml:2: local_templated runs commands of the operating system, which is not supported",
		"shop v0.9.0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestUnknown: what is not there is told apart from what cannot be read.
func TestUnknown(t *testing.T) {
	l := library(t, "")
	for _, called := range []string{"", "nobody", "..", "shop/v00.00.00000", "../registry/src/shop"} {
		if _, _, err := l.Provider(t.Context(), called); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %v", called, err)
		}
	}
	p, _, err := l.provider("shop/v00.00.00000")
	if err != nil {
		t.Fatal(err)
	}
	for called, want := range map[string]string{
		"nothing": ErrUnknown.Error(),
		"gone":    "src/shop/v00.00.00000/services/gone.yaml: there is no such file",
		"old":     `src/shop/v00.00.00000/services/old.yaml:1: the document is of OpenAPI version ""; version 3 is supported`,
	} {
		if _, _, err := l.Service(p, called); err == nil || err.Error() != want {
			t.Errorf("%s: %v", called, err)
		}
	}
	s, _, err := l.Service(p, "orders")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Resource("nothing"); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
}
