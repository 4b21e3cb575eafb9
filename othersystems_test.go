package sallyport_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOtherSystems: the program type-checks for macOS, and what needs no C for FreeBSD.
// Their C compilers are not here: what the packages take from C is believed. To compile
// would mean to compile the standard library of each.
func TestOtherSystems(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads the standard library")
	}
	typeCheck(t, []string{"GOOS=darwin", "GOARCH=arm64", "CGO_ENABLED=1"}, "./cmd/sallyport")
	typeCheck(t, []string{"GOOS=freebsd", "GOARCH=amd64", "CGO_ENABLED=0"}, "./pgwire/relay/poll", "./desk", "./ownersocket")
}

// typeCheck type-checks packages for a system, and what they import.
func typeCheck(t *testing.T, system []string, patterns ...string) {
	t.Helper()
	c := &checker{t: t, fset: token.NewFileSet(), made: map[string]*types.Package{"unsafe": types.Unsafe}}
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list", "-e", "-deps", "-json=ImportPath,Dir,GoFiles,CgoFiles,ImportMap,Standard"}, patterns...)...)
	cmd.Env = append(os.Environ(), system...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		p := &source{}
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		c.order = append(c.order, p)
	}
	for _, p := range c.order { // what is imported stands before who imports
		c.check(p)
	}
}

// source is a package as go list tells of it.
type source struct {
	ImportPath, Dir   string
	GoFiles, CgoFiles []string
	ImportMap         map[string]string
	Standard          bool
}

// checker type-checks packages from their sources.
type checker struct {
	t     *testing.T
	fset  *token.FileSet
	order []*source
	made  map[string]*types.Package
}

func (c *checker) check(p *source) {
	ours := strings.HasPrefix(p.ImportPath, module)
	if p.ImportPath == "unsafe" {
		return
	}
	var files []*ast.File
	for _, name := range append(p.GoFiles, p.CgoFiles...) {
		f, err := parser.ParseFile(c.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			c.t.Error(err)
			continue
		}
		files = append(files, f)
	}
	config := types.Config{
		Importer: importerOf{c, p}, FakeImportC: true, IgnoreFuncBodies: !ours, Sizes: types.SizesFor("gc", "arm64"),
		Error: func(err error) {
			// Constants of C have no values here, and its types are invalid.
			if ours && !strings.Contains(err.Error(), "duplicate key unknown") && !strings.Contains(err.Error(), "(value with invalid type)") {
				c.t.Error(err)
			}
		},
	}
	c.made[p.ImportPath], _ = config.Check(p.ImportPath, c.fset, files, nil)
}

// importerOf finds what a package imports.
type importerOf struct {
	*checker
	by *source
}

func (i importerOf) Import(path string) (*types.Package, error) {
	if mapped := i.by.ImportMap[path]; mapped != "" {
		path = mapped
	}
	if p := i.made[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s imports %s, which is not listed", i.by.ImportPath, path)
}
