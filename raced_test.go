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

	"providers/providertest": "for the tests of providers, which run it",
}

// TestRaced: every package that starts goroutines is tested with the race detector, no
// package is in whose goroutines nothing can meet, and the tests that the Makefile names
// for it are there.
func TestRaced(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	setting := func(name string) string {
		m := regexp.MustCompile(`(?m)^` + name + ` := ((?:.*\\\n)*.*)$`).FindSubmatch(makefile)
		if m == nil {
			t.Fatalf("the Makefile sets no %s", name)
		}
		return strings.NewReplacer("$$", "$", "\\\n", " ").Replace(string(m[1]))
	}
	raced := strings.Fields(setting("RACED"))
	starting := 0
	for _, p := range packages(t) {
		name := p.name()
		in := slices.ContainsFunc(raced, func(pattern string) bool { return matches(pattern, name) })
		if startsGoroutines(t, name, p.GoFiles) {
			starting++
			excused := slices.ContainsFunc(slices.Collect(maps.Keys(notRaced)), func(folder string) bool { return matches("./"+folder+"/...", name) })
			if in == excused {
				t.Errorf("%s starts goroutines: in RACED of the Makefile: %v, excused: %v", name, in, excused)
			}
		} else if in && !startsGoroutines(t, name, slices.Concat(p.TestGoFiles, p.XTestGoFiles)) {
			t.Errorf("%s is in RACED of the Makefile, and neither it nor a test of it starts a goroutine", name)
		}
	}
	if starting < 10 {
		t.Errorf("only %d packages start goroutines", starting)
	}
	var partly []string
	for _, folder := range strings.Fields(setting("RACED_PARTLY")) {
		partly = append(partly, strings.TrimPrefix(folder, "./"))
	}
	named := setting("RACED_TESTS")
	for word := range strings.SplitSeq(regexp.MustCompile(`\((.*)\)`).FindStringSubmatch(named)[1], "|") {
		if one := regexp.MustCompile(`^Test` + word + `$`); !hasTestLike(t, one, partly...) {
			t.Errorf("RACED_TESTS names %s, and there is no such test", word)
		}
	}
	checkCompared(t, regexp.MustCompile(setting("COMPARED")), strings.Fields(setting("COMPARED_IN")), raced)
}

// checkCompared: each test of the raced packages that is left to the second call lies in a package of that call, and
// neither the test nor a function of the package's tests that the test calls starts a goroutine.
func checkCompared(t *testing.T, compared *regexp.Regexp, in, raced []string) {
	t.Helper()
	missing := map[string]bool{}
	for word := range strings.SplitSeq(regexp.MustCompile(`\((.*)\)`).FindStringSubmatch(compared.String())[1], "|") {
		missing["Test"+word] = true
	}
	for _, p := range packages(t) {
		name := p.name()
		if !slices.ContainsFunc(raced, func(pattern string) bool { return matches(pattern, name) }) {
			continue
		}
		functions := map[string][]*ast.FuncDecl{}
		for _, file := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
			tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(name, file), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range tree.Decls {
				if f, ok := d.(*ast.FuncDecl); ok {
					functions[f.Name.Name] = append(functions[f.Name.Name], f)
				}
			}
		}
		for test := range functions {
			if !compared.MatchString(test) {
				continue
			}
			delete(missing, test)
			if !slices.Contains(in, "./"+name) {
				t.Errorf("%s of %s is left out with the race detector, and the package is not in COMPARED_IN", test, name)
			}
			seen := map[string]bool{}
			maps.Copy(seen, servers[name])
			if starter := findStarter(functions, test, seen); starter != "" {
				t.Errorf("%s of %s is not tested with the race detector, and %s starts a goroutine", test, name, starter)
			}
		}
	}
	if len(missing) > 0 {
		t.Errorf("COMPARED names tests that are not there: %v", slices.Sorted(maps.Keys(missing)))
	}
}

// servers are functions of tests whose goroutines are the server or the client of one session, which a compared test talks to in turn.
var servers = map[string]map[string]bool{"mcp": {"open": true, "overStdio": true, "posting": true}, "pgwire": {"serveEngine": true}}

// findStarter returns the function that starts a goroutine, of the one named and those that it calls, by name.
func findStarter(functions map[string][]*ast.FuncDecl, name string, seen map[string]bool) (starter string) {
	if seen[name] {
		return ""
	}
	seen[name] = true
	for _, f := range functions[name] {
		if startsOne(f) {
			return name
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if starter != "" {
				return false
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			switch called := call.Fun.(type) {
			case *ast.Ident:
				starter = findStarter(functions, called.Name, seen)
			case *ast.SelectorExpr:
				starter = findStarter(functions, called.Sel.Name, seen)
			}
			return true
		})
	}
	return starter
}

// matches reports whether a pattern of the go command, ./folder or ./folder/..., has a
// package in it.
func matches(pattern, name string) bool {
	folder, all := strings.CutSuffix(strings.TrimPrefix(pattern, "./"), "/...")
	return name == folder || all && strings.HasPrefix(name, folder+"/")
}

func startsGoroutines(t *testing.T, folder string, files []string) (found bool) {
	t.Helper()
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, file), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		found = found || startsOne(tree)
	}
	return found
}

// startsOne reports whether some code starts a goroutine.
func startsOne(code ast.Node) (found bool) {
	ast.Inspect(code, func(n ast.Node) bool {
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
