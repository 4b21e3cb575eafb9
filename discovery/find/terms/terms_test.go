package terms

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite testdata/names.txt")

// TestNames takes the names in testdata/names.txt apart: a line has a name and its parts, each with what
// it is short for.
func TestNames(t *testing.T) {
	const path = "testdata/names.txt"
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	split := New()
	var out strings.Builder
	for line := range strings.Lines(string(content)) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), " = ")
		out.WriteString(name + " =")
		for _, part := range split.Name(name) {
			out.WriteString(" " + part.Term)
			if len(part.Long) > 0 {
				out.WriteString("(" + strings.Join(part.Long, ",") + ")")
			}
		}
		out.WriteString("\n")
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if out.String() != string(content) {
		t.Errorf("the names are now taken apart so (rewrite them with -update):\n%s", out.String())
	}
}

// TestListsAreBaseForms: what the lists say is found only if it is written as terms are.
func TestListsAreBaseForms(t *testing.T) {
	split := New()
	if len(groups) < 100 || len(abbreviations) < 100 {
		t.Fatalf("the lists have %d words and %d abbreviations", len(groups), len(abbreviations))
	}
	for word, same := range groups {
		if base := split.Base(word); base != word {
			t.Errorf("thesaurus.txt has %s, which becomes %s", word, base)
		}
		for _, s := range same {
			if s == word {
				t.Errorf("thesaurus.txt has %s twice in a line", word)
			}
		}
	}
	for short, long := range abbreviations {
		for _, word := range long {
			if base := split.Base(word); base != word {
				t.Errorf("abbreviations.txt has %s for %s, which becomes %s", word, short, base)
			}
		}
	}
}

func FuzzName(f *testing.F) {
	f.Add("HTTPServer2_custaddr")
	f.Add("\xff\xc3 é İ 注文")
	f.Add(strings.Repeat("orderline", 500))
	split := New()
	f.Fuzz(func(t *testing.T, name string) {
		for _, part := range split.Name(name) {
			if part.Term == "" {
				t.Errorf("%q has an empty part", name)
			}
		}
	})
}
