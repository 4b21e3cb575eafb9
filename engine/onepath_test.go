package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOnePath: what the path of a statement consists of stands in one place each. A second
// place that asks the gate, writes an intent or words an outcome would begin to differ.
func TestOnePath(t *testing.T) {
	places := map[string][]string{}
	for _, file := range engineFiles(t) {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					note(places, dotted(s), nameOf(f))
				}
				return true
			})
		}
	}
	for _, test := range []struct {
		what string // how a chain of selectors ends
		in   []string
	}{
		{"rights.Decide", []string{
			"Session.decideOn",
			"Relayed.startsWith",                                                                           // without the exception that decide makes
			"Session.concealAbsent", "Session.namesAbsent", "Session.validateText", "Session.validationOf", // these tell, and let nothing through
		}},
		{"Rights.Decide", []string{"Sources.judgeExample"}}, // so do these two
		{"gate.Decide", []string{"Sources.apiMethod"}},
		{"planner.Plan", []string{"Session.planText"}},
		{"planner.Known", []string{"Relayed.Known"}},
		{"BeginCommit", []string{"execution.addIntents"}},
		{"BeginInTransaction", []string{"execution.addIntents"}},
		{"Log.Begin", nil},
		{"Log.Announce", []string{"execution.announceRun", "Pending.announceAll"}}, // a statement that runs, and one that has run and may be undone
		{"Log.WriteAll", []string{"Ledger.Commit"}},
		{"Log.WriteThen", []string{"Ledger.Commit"}},
		{"Limits.MaxRows", nil},
		{"config.Limits", []string{"Session.Relayed", "Session.limitsFor", "Session.timeLimit"}},
		{"audit.NeedsApprovalAccepted", []string{"Consent.addTo"}},
	} {
		found := places[test.what]
		slices.Sort(found)
		slices.Sort(test.in)
		if found = slices.Compact(found); !slices.Equal(found, test.in) {
			t.Errorf("%s stands in %v, and has to stand in %v", test.what, found, test.in)
		}
	}
}

func engineFiles(t *testing.T) (list []*ast.File) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	rooms, err := filepath.Glob("*/*.go")
	if err != nil || len(rooms) == 0 {
		t.Fatal("the packages below are not found", err)
	}
	for _, name := range slices.Concat(names, rooms) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, file)
	}
	return list
}

// note files a chain of selectors under each of its ends: a.b.c is b.c and c, too.
func note(places map[string][]string, chain, function string) {
	for {
		places[chain] = append(places[chain], function)
		_, rest, more := strings.Cut(chain, ".")
		if !more {
			return
		}
		chain = rest
	}
}

// dotted spells a chain of selectors; what it begins with may be anything.
func dotted(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return dotted(e.X) + "." + e.Sel.Name
	}
	return "?"
}

func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	return dotted(of) + "." + f.Name.Name
}
