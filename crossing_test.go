package sallyport_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the list of what the relay uses of the engine")

// crossing lists every name of engine that pgwire/relay uses.
const crossing = "pgwire/relay/testdata/crossing.txt"

// mostCalls bounds the functions of engine that the relay calls. What it would ask beyond that is
// policy, and belongs in engine; what it has to know is data.
const mostCalls = 24

// TestCrossing holds the relay's use of the engine to a list, so that a new question to the engine is
// seen in a review.
func TestCrossing(t *testing.T) {
	calls, got := uses(t, "pgwire/relay", "engine")
	if calls == 0 || calls > mostCalls {
		t.Errorf("pgwire/relay calls %d functions of engine, and may call %d", calls, mostCalls)
	}
	if *update {
		if err := os.WriteFile(crossing, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(crossing)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("pgwire/relay uses other names of engine than %s lists; if that is meant, run go test . -run TestCrossing -update\ngot:\n%s", crossing, got)
	}
}

// uses counts the functions of one package that another package calls, and lists all names, except fields, that
// the other package uses.
func uses(t *testing.T, in, of string) (calls int, list string) {
	t.Helper()
	groups := map[string][]string{}
	info, _ := checked(t, in)
	for _, object := range info.Uses {
		if object.Pkg() == nil || object.Pkg().Path() != module+"/"+of {
			continue
		}
		group, name := "", object.Name()
		switch o := object.(type) {
		case *types.PkgName:
			continue
		case *types.TypeName:
			group = "types"
		case *types.Func:
			group = "functions"
			if recv := o.Signature().Recv(); recv != nil {
				group, name = "functions", typeName(recv.Type())+"."+name
			}
		case *types.Var:
			if group = "variables"; o.IsField() { // data, of the types that are listed
				continue
			}
		default:
			group = "constants"
		}
		if !slices.Contains(groups[group], name) {
			groups[group] = append(groups[group], name)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "What %s uses of %s. Written by TestCrossing.\n", in, of)
	for _, group := range []string{"functions", "types", "constants", "variables"} {
		slices.Sort(groups[group])
		fmt.Fprintf(&b, "\n%d %s\n\t%s\n", len(groups[group]), group, strings.Join(groups[group], "\n\t"))
	}
	return len(groups["functions"]), b.String()
}

func typeName(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name()
	}
	return t.String()
}

// checked returns what the identifiers of a package mean, and its files.
func checked(t *testing.T, pkg string) (*types.Info, []*ast.File) {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles", "./"+pkg).Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	type built struct {
		ImportPath, Export, Dir string
		GoFiles                 []string
	}
	var own built // the package itself comes last
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p built
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		own, exports[p.ImportPath] = p, p.Export
	}
	set := token.NewFileSet()
	files := make([]*ast.File, len(own.GoFiles))
	for i, name := range own.GoFiles {
		if files[i], err = parser.ParseFile(set, filepath.Join(own.Dir, name), nil, 0); err != nil {
			t.Fatal(err)
		}
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	if _, err := config.Check(own.ImportPath, set, files, info); err != nil {
		t.Fatal(err)
	}
	return info, files
}
