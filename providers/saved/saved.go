// Package saved is a source of which only the catalog exists, in one JSON file ([File]) that a
// command made while the source could be reached. It says what names mean, and runs nothing.
//
// A file contains names, kinds and types, and for each use that runs users' code the class that the
// use had when the file was made. It contains no code, no values, no DSN.
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

// Format is the value of File.Format.
const Format = "sallyport catalog 1"

// maxFile bounds the size of a file.
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
	Default  string             `json:"default"` // the schema of unqualified names
	Path     []string           `json:"path"`
	Casts    string             `json:"casts"` // the class of the users' casts that may run in any statement
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
	// Classes has the classes of the uses (select, insert, update, delete) that run code without
	// naming it.
	Classes map[string]string `json:"classes,omitempty"`
}

// Column is a column of a Relation.
type Column struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Function is one of the functions of a name. Built-in ones are judged by their labels; the others
// have the class that a call had.
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

// Object is a type or an operator, with the class of its use; "" is read.
type Object struct {
	Name  string `json:"name"`
	Class string `json:"class,omitempty"`
}

// Schema returns the schema of that name, and adds it if it is missing.
func (f *File) Schema(name string) *Schema {
	if f.Schemas == nil {
		f.Schemas = map[string]*Schema{}
	}
	if f.Schemas[name] == nil {
		f.Schemas[name] = &Schema{}
	}
	return f.Schemas[name]
}

// Provider is a source of which only the catalog exists.
type Provider struct {
	file    File
	catalog *catalog
}

// Open reads a file. 58030: the file cannot be read; 22023: it is not a saved catalog.
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
		return nil, sqlstate.Wrap(err, sqlstate.InvalidParameterValue, "the file is not a catalog of the format %q", Format).
			WithHint("Make one with: sallyport catalog save FILE")
	}
	return &Provider{file, newCatalog(&file)}, nil
}

// Info describes the source at the time of saving.
func (p *Provider) Info() providers.Info {
	return providers.Info{
		Name: p.file.Source, Kind: p.file.Kind, Dialect: providers.Postgres, Version: p.file.Version, Default: p.file.Default, Database: p.file.Database,
	}
}

// Saved says which source's catalog this is, and when it was saved.
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
