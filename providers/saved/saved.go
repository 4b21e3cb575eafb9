// Package saved is a source whose catalog was saved before: it says what names mean,
// and runs nothing. A catalog is one JSON file ([File]), made by a person's command
// while the source could be reached.
//
// A file holds names, kinds and types, and for what runs code of users the class that
// its use had when the file was made. It holds no code, no values, no DSN.
package saved

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Format is what a file says of itself.
const Format = "sallyport catalog 1"

// maxFile bounds a file that is read.
const maxFile = 256 << 20

// File is a saved catalog.
type File struct {
	Format   string             `json:"format"`
	Made     time.Time          `json:"made"`
	By       string             `json:"by"` // the version of the program
	Source   string             `json:"source"`
	Kind     string             `json:"kind"`
	Version  string             `json:"version"` // of the source's server
	Database string             `json:"database,omitempty"`
	Default  string             `json:"default"` // the schema of names without one
	Path     []string           `json:"path"`
	Casts    string             `json:"casts"` // the class of users' casts that may run in any statement
	Schemas  map[string]*Schema `json:"schemas"`
}

// Schema is one schema of a File.
type Schema struct {
	Relations []Relation `json:"relations,omitempty"`
	Functions []Function `json:"functions,omitempty"`
	Types     []Object   `json:"types,omitempty"`
	Operators []Object   `json:"operators,omitempty"`
}

// Relation is a table, a view or the like.
type Relation struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`
	Builtin bool     `json:"builtin,omitempty"`
	Columns []Column `json:"columns,omitempty"`
	// Classes are of the uses of a relation that run code without naming it: select,
	// insert, update, delete.
	Classes map[string]string `json:"classes,omitempty"`
}

// Column is a column of a Relation.
type Column struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Function is one function of a name. Builtin ones are judged by their labels, the
// others have the class that a call had.
type Function struct {
	Name       string `json:"name"`
	Kind       string `json:"kind"` // f function, a aggregate, w window, p procedure
	Builtin    bool   `json:"builtin,omitempty"`
	Volatility string `json:"volatility,omitempty"`
	MinArgs    int    `json:"min_args"`
	MaxArgs    int    `json:"max_args"` // -1: any number
	Row        bool   `json:"row,omitempty"`
	Class      string `json:"class,omitempty"`
}

// Object is a type or an operator with the class that its use had; "" is read.
type Object struct {
	Name  string `json:"name"`
	Class string `json:"class,omitempty"`
}

// Schema returns the schema of that name, and makes it where it is not there.
func (f *File) Schema(name string) *Schema {
	if f.Schemas == nil {
		f.Schemas = map[string]*Schema{}
	}
	if f.Schemas[name] == nil {
		f.Schemas[name] = &Schema{}
	}
	return f.Schemas[name]
}

// Provider is a source of which only the catalog is there.
type Provider struct {
	file    File
	catalog *catalog
}

// Open reads a file. 58030: it cannot be read; 22023: it is no saved catalog.
func Open(path string) (*Provider, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, sqlstate.Wrap(err, sqlstate.IOError, "the saved catalog cannot be read: %v", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil || len(text) > maxFile {
		return nil, sqlstate.Wrap(err, sqlstate.IOError, "the saved catalog cannot be read, or is longer than %d MiB", maxFile>>20)
	}
	var file File
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil || file.Format != Format || file.Source == "" {
		return nil, sqlstate.Wrap(err, sqlstate.InvalidParameterValue, "the file is no catalog of the format %q", Format).
			WithHint("Make one with: sallyport catalog save FILE")
	}
	return &Provider{file, newCatalog(&file)}, nil
}

// Info names the source as it was.
func (p *Provider) Info() providers.Info {
	return providers.Info{
		Name: p.file.Source, Kind: p.file.Kind, Dialect: providers.Postgres, Version: p.file.Version, Default: p.file.Default, Database: p.file.Database,
	}
}

// Saved says of when and of which source the catalog is.
func (p *Provider) Saved() string {
	return fmt.Sprintf("by the catalog of the source %q that was saved at %s", p.file.Source, p.file.Made.UTC().Format(time.RFC3339))
}

// Connect fails with 0A000: nothing runs here.
func (p *Provider) Connect(context.Context, providers.ConnOptions) (providers.Conn, error) {
	return nil, sqlstate.New(sqlstate.FeatureNotSupported, "the source %q is a saved catalog: nothing runs there", p.file.Source)
}

// Catalog returns what names meant when the file was made.
func (p *Provider) Catalog(context.Context) (providers.Catalog, error) { return p.catalog, nil }

// Close does nothing.
func (p *Provider) Close() error { return nil }
