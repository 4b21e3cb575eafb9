package sallyport_test

import (
	"go/ast"
	"go/types"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestWalk holds docs/ARCHITECTURE.md's life of a statement to the code: the functions of its table, and
// of the walks of one SELECT and one approved DELETE, exist; each function of a walk gets to the steps in
// its brackets, in their order; and the package comment of engine has the same table.
func TestWalk(t *testing.T) {
	calls := callsOf(t, "engine")
	text := section(t, "docs/ARCHITECTURE.md", "## The life of a statement", "## The rooms")
	steps := stepsOf(t, text, calls)
	functions := slices.Concat(steps...)
	for _, name := range named.FindAllStringSubmatch(text, -1) {
		if ast.IsExported(name[1]) {
			functions = append(functions, name[1])
		}
	}
	for _, name := range functions {
		if _, known := calls[name]; !known {
			t.Errorf("engine has no %s", name)
		}
	}
	walks := 0
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "- **") {
			continue
		}
		walks++
		follow(t, line, steps, calls)
	}
	if len(steps) != 10 || walks != 4 {
		t.Errorf("%d steps and %d walks were found", len(steps), walks)
	}
	relayed := section(t, crossing, "functions", "types")
	for _, name := range named.FindAllStringSubmatch(text, -1) {
		if kind, _, _ := strings.Cut(name[1], "."); slices.Contains([]string{"Relayed", "Run", "Batch"}, kind) && !strings.Contains(relayed, "\t"+name[1]+"\n") {
			t.Errorf("pgwire/relay does not call %s", name[1])
		}
	}
	sameInManual(t, steps)
}

var (
	// named are functions of engine in a text.
	named = regexp.MustCompile("`([A-Za-z]+\\.[A-Za-z]+)`")
	// step is a line of the table: what happens, the functions, and what they call.
	step = regexp.MustCompile(`(?m)^\| (\d+) \| ([^|]*)\| ([^|]*)\| ([^|]*)\|$`)
	// passed are a function of a walk, or the steps in brackets that the functions before them get to.
	passed = regexp.MustCompile("`([A-Z][A-Za-z]+\\.[A-Za-z]+)`|\\[([^\\]]*)\\]")
	// number is a step that is passed: "5", or "5: a reason" why it is not passed to its end.
	number = regexp.MustCompile(`^(\d+)($|:)`)
)

// stepsOf are the functions of each step of the table. Each calls what the last column says.
func stepsOf(t *testing.T, text string, calls map[string][]string) (steps [][]string) {
	t.Helper()
	for _, line := range step.FindAllStringSubmatch(text, -1) {
		var of []string
		for _, name := range named.FindAllStringSubmatch(line[3], -1) {
			of = append(of, name[1])
		}
		steps = append(steps, of)
		for _, code := range regexp.MustCompile("`([a-z]+)\\.([A-Za-z.]+)`").FindAllStringSubmatch(line[4], -1) {
			if len(of) > 0 && !slices.ContainsFunc(reached(calls, of...), func(call string) bool {
				parts := strings.Split(call, ".")
				return parts[0] == code[1] && !slices.ContainsFunc(strings.Split(code[2], "."), func(part string) bool { return !slices.Contains(parts[1:], part) })
			}) {
				t.Errorf("step %s: %v do not get to %s", line[1], of, code[0])
			}
		}
	}
	return steps
}

// follow goes along a walk.
func follow(t *testing.T, walk string, steps [][]string, calls map[string][]string) {
	t.Helper()
	var functions []string
	last := 0
	afterSteps := false
	for _, m := range passed.FindAllStringSubmatch(walk, -1) {
		if m[1] != "" {
			if afterSteps {
				functions, afterSteps = nil, false
			}
			functions = append(functions, m[1])
			continue
		}
		afterSteps = true
		at := -1
		way := reached(calls, functions...)
		for _, part := range regexp.MustCompile(`[,;] *`).Split(m[2], -1) {
			n := number.FindStringSubmatch(part)
			if n == nil { // a step that is passed again, or in another way, as the words say
				continue
			}
			i, _ := strconv.Atoi(n[1])
			if i < last && i != 1 {
				t.Errorf("step %d behind step %d: %s", i, last, walk)
			}
			last = i
			due := steps[i-1]
			if n[2] != "" {
				due = due[:1]
			}
			for _, function := range due {
				found := slices.Index(way, function)
				if found < 0 {
					t.Errorf("%v does not get to %s, step %d of: %s", functions, function, i, walk)
				} else if found < at && function != "Ledger.Commit" { // which each record is committed by
					t.Errorf("%v gets to %s, step %d, before an earlier step of: %s", functions, function, i, walk)
				} else {
					at = found
				}
			}
		}
	}
}

// reached are the functions that some functions call, themselves and what those call, in the order of
// their texts.
func reached(calls map[string][]string, from ...string) (order []string) {
	seen := map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		order = append(order, name)
		for _, callee := range calls[name] {
			visit(callee)
		}
	}
	for _, name := range from {
		visit(name)
	}
	return order
}

// callsOf are the functions that each function of a package names, in the order of its text. Those of
// other packages have their package's name before them.
func callsOf(t *testing.T, pkg string) map[string][]string {
	t.Helper()
	info, files := checked(t, pkg)
	calls := map[string][]string{}
	for _, file := range files {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			name := f.Name.Name
			if f.Recv != nil {
				of := f.Recv.List[0].Type
				if pointer, ok := of.(*ast.StarExpr); ok {
					of = pointer.X
				}
				if id, ok := of.(*ast.Ident); ok {
					name = id.Name + "." + name
				}
			}
			calls[name] = []string{}
			ast.Inspect(f.Body, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				if callee, ok := info.Uses[id].(*types.Func); ok && callee.Pkg() != nil {
					calls[name] = append(calls[name], spelled(callee, module+"/"+pkg))
				}
				return true
			})
		}
	}
	return calls
}

// spelled is a function's name with its receiver's, and with the package's unless that is the own one.
func spelled(f *types.Func, own string) string {
	name := f.Name()
	if recv := f.Signature().Recv(); recv != nil {
		name = typeName(recv.Type()) + "." + name
	}
	if f.Pkg().Path() != own {
		name = f.Pkg().Name() + "." + name
	}
	return name
}

// section is the part of a file between two texts.
func section(t *testing.T, path, from, to string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, behind, found := strings.Cut(string(content), from)
	part, _, ended := strings.Cut(behind, to)
	if !found || !ended {
		t.Fatalf("%s has no part from %q to %q", path, from, to)
	}
	return part
}

// sameInManual compares the functions of the steps with the table in the package comment of engine.
func sameInManual(t *testing.T, steps [][]string) {
	t.Helper()
	var want, got []string
	for i, of := range steps {
		for _, name := range of {
			if name != "Ledger.Commit" || i == len(steps)-1 { // an intent and an outcome are committed alike
				want = append(want, name)
			}
		}
	}
	want = slices.DeleteFunc(want, func(name string) bool { return name == "Session.decideOn" }) // named beside planAndDecide
	manual := section(t, "engine/doc.go", "# The path of a statement", "The gate is asked once")
	for _, line := range regexp.MustCompile(`(?m)^//\t([A-Za-z]+\.[A-Za-z]+) `).FindAllStringSubmatch(manual, -1) {
		got = append(got, line[1])
	}
	if !slices.Equal(got, want) {
		t.Errorf("the package comment of engine has the steps\n%v\nand docs/ARCHITECTURE.md has\n%v", got, want)
	}
}
