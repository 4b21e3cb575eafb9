package sallyport_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// notRaced are folders whose packages start goroutines and are not tested with the
// race detector as a whole, and why.
var notRaced = map[string]string{
	"cmd/sallyport":   "what it starts are the rooms' servers; RACED_TESTS has the tests of its own goroutines",
	"internal/pgtest": "for tests alone",
	"bench":           "programs that measure",
}

// TestRaced: every package that starts goroutines is tested with the race detector,
// and the tests that the Makefile names for it are there.
func TestRaced(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	setting := func(name string) string {
		m := regexp.MustCompile(`(?m)^` + name + ` := (.*)$`).FindSubmatch(makefile)
		if m == nil {
			t.Fatalf("the Makefile sets no %s", name)
		}
		return strings.ReplaceAll(string(m[1]), "$$", "$")
	}
	raced := strings.Fields(setting("RACED"))
	starting := 0
	for _, p := range packages(t) {
		name := p.name()
		if !startsGoroutines(t, name, p.GoFiles) {
			continue
		}
		starting++
		in := false
		for _, pattern := range raced {
			folder := strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/...")
			in = in || name == folder || strings.HasPrefix(name, folder+"/")
		}
		excused := slices.ContainsFunc(slices.Collect(maps.Keys(notRaced)), func(folder string) bool { return name == folder || strings.HasPrefix(name, folder+"/") })
		if in == excused {
			t.Errorf("%s starts goroutines: in RACED of the Makefile: %v, excused: %v", name, in, excused)
		}
	}
	if starting < 10 {
		t.Errorf("only %d packages start goroutines", starting)
	}
	named := setting("RACED_TESTS")
	for word := range strings.SplitSeq(regexp.MustCompile(`\((.*)\)`).FindStringSubmatch(named)[1], "|") {
		if one := regexp.MustCompile(`^Test` + word + `$`); !hasTestLike(t, one, "planner", "cmd/sallyport") {
			t.Errorf("RACED_TESTS names %s, and there is no such test", word)
		}
	}
}

func startsGoroutines(t *testing.T, folder string, files []string) (found bool) {
	t.Helper()
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, file), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				found = true
			case *ast.CallExpr:
				if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Go" {
					found = true
				}
			}
			return !found
		})
	}
	return found
}

// hasTestLike reports whether one of the folders has a test of such a name.
func hasTestLike(t *testing.T, name *regexp.Regexp, folders ...string) bool {
	t.Helper()
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", folder, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllSubmatch(text, -1) {
				if name.Match(m[1]) {
					return true
				}
			}
		}
	}
	return false
}
