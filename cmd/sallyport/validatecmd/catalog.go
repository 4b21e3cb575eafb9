package validatecmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/saved"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// CatalogCommand is sallyport catalog.
func CatalogCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{Use: "catalog", Short: "Save the catalog of a source, for validate without the source"}
	cmd.AddCommand(saveCommand(std, environ))
	return cmd
}

func saveCommand(std cli.Streams, environ []string) *cobra.Command {
	var source string
	cmd := &cobra.Command{
		Use:   "save FILE",
		Short: "Write the names of a Postgres source into a file",
		Long: `Writes a JSON file with what a Postgres source has: for each schema the relations
with their columns and types, functions, types and operators. For code of users the
file has the class that its use has now, not the code. It has no values, no comments,
no defaults, no DSN. It says when it was made and of which source.

sallyport validate --catalog FILE then needs no source.`,
		Example: `  sallyport catalog save shop.json --config sallyport.yaml --source shop
  sallyport validate --catalog shop.json "SELECT * FROM orders"`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := cli.LoadConfig(cmd, environ)
			if err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			return saveCatalog(ctx, c, source, args[0], environ, std)
		},
	}
	cli.AddConfigFlags(cmd)
	cmd.Flags().StringVarP(&source, "source", "s", "", "the `name` of the source (default: the server's)")
	return cmd
}

func saveCatalog(ctx context.Context, c config.Config, source, path string, environ []string, std cli.Streams) (err error) {
	v, err := OpenBeside(ctx, c, environ)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	if source, err = v.choose(source); err != nil {
		return err
	}
	at := slices.IndexFunc(v.sources, func(p providers.Provider) bool { return p.Info().Name == source })
	file, err := v.catalogOf(ctx, v.sources[at])
	if err != nil {
		return err
	}
	if err := writeCatalog(path, file); err != nil {
		return err
	}
	relations := 0
	for _, s := range file.Schemas {
		relations += len(s.Relations)
	}
	_, err = fmt.Fprintf(std.Out, "Saved the catalog of source %s: %d schemas, %d relations\n", source, len(file.Schemas), relations)
	return err
}

// writeCatalog writes a file whole or not at all.
func writeCatalog(path string, file *saved.File) error {
	text, err := json.MarshalIndent(file, "", " ")
	if err != nil {
		return fmt.Errorf("cannot write the catalog: %w", err)
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".sallyport-catalog-*")
	if err != nil {
		return fmt.Errorf("cannot write the catalog: %w", err)
	}
	_, err = temp.Write(append(text, '\n'))
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("cannot write the catalog: %w", err), os.Remove(temp.Name()))
	}
	return nil
}

// choose is the source of that name, or the default one.
func (b *Beside) choose(source string) (string, error) {
	if source == "" {
		return b.engine.Default(), nil
	}
	if names := b.names(); !slices.Contains(names, source) {
		return "", fmt.Errorf("--source: there is no source %q%s", source, config.Suggest(source, names, "sources"))
	}
	return source, nil
}

// catalogOf reads the catalog of a source.
func (b *Beside) catalogOf(ctx context.Context, p providers.Provider) (*saved.File, error) {
	info := p.Info()
	lister, ok := p.(providers.Lister)
	if !ok {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "the catalog of source %q cannot be saved: it is not a Postgres server", info.Name)
	}
	all, err := lister.List(ctx)
	if err != nil {
		return nil, err
	}
	catalog, err := p.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	info = p.Info() // the version is known by now
	file := &saved.File{
		Format: saved.Format, Made: time.Now().UTC().Truncate(time.Second), By: cli.Version(), Source: info.Name, Kind: info.Kind, Version: info.Version,
		Database: info.Database, Default: info.Default, Path: all.Path,
	}
	w := &catalogWriter{ctx: ctx, beside: b, source: info.Name, catalog: catalog, file: file}
	w.prefetch(all)
	w.relations(all.Relations)
	w.functions(all.Functions)
	w.typesAndOperators(all)
	file.Casts = w.class("SELECT 1 + 1")
	if lazy, ok := catalog.(providers.Lazy); ok && w.err == nil {
		_, w.err = lazy.Closure()
	}
	return file, w.err
}

// catalogWriter fills a file with what a catalog answers.
type catalogWriter struct {
	ctx     context.Context //nolint:containedctx // of one command
	beside  *Beside
	source  string
	catalog providers.Catalog
	file    *saved.File
	err     error
}

func (w *catalogWriter) prefetch(all providers.Inventory) {
	lazy, ok := w.catalog.(providers.Lazy)
	if !ok {
		return
	}
	names := providers.Names{Functions: all.Functions, Types: all.Types, Operators: all.Operators}
	for _, r := range all.Relations {
		names.Relations = append(names.Relations, r.Name)
	}
	lazy.Prefetch(names)
}

// class is how the gate judges a statement.
func (w *catalogWriter) class(sql string) string {
	if w.err != nil {
		return ""
	}
	var class string
	class, w.err = w.beside.engine.Class(w.ctx, w.source, sql)
	return class
}

func qualifiedName(n providers.Name) string { return quoteName(n.Schema) + "." + quoteName(n.Name) }

func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func (w *catalogWriter) relations(list []providers.ListedRelation) {
	for _, listed := range list {
		known, ok := w.catalog.Relation(listed.Schema, listed.Name.Name)
		if !ok {
			continue // it went away meanwhile
		}
		r := saved.Relation{Name: listed.Name.Name, Kind: known.Kind, Builtin: known.Builtin}
		for _, c := range listed.Columns {
			r.Columns = append(r.Columns, saved.Column(c))
		}
		if !known.Builtin && (len(known.Hidden) > 0 || len(known.Children) > 0 || known.Kind == "view") {
			r.Classes = w.uses(listed)
		} else if known.Builtin && known.Kind == "view" {
			r.Classes = map[string]string{"select": "read"} // the server's own are judged by their names
		}
		s := w.file.Schema(listed.Schema)
		s.Relations = append(s.Relations, r)
	}
}

// uses are the classes of the uses of a relation, as far as they are not what such a
// statement always is.
func (w *catalogWriter) uses(r providers.ListedRelation) map[string]string {
	name := qualifiedName(r.Name)
	classes := map[string]string{"select": w.class("SELECT * FROM " + name)}
	more := map[string][2]string{"insert": {"INSERT INTO " + name + " DEFAULT VALUES", "mutate"}, "delete": {"DELETE FROM " + name, "delete"}}
	if len(r.Columns) > 0 {
		more["update"] = [2]string{"UPDATE " + name + " SET " + quoteName(r.Columns[0].Name) + " = NULL", "mutate"}
	}
	for use, test := range more {
		if class := w.class(test[0]); class != test[1] {
			classes[use] = class
		}
	}
	return classes
}

var volatilityNames = map[providers.Volatility]string{providers.Stable: "stable", providers.Immutable: "immutable"}

func (w *catalogWriter) functions(list []providers.Name) {
	for _, name := range list {
		s := w.file.Schema(name.Schema)
		for _, known := range w.catalog.Functions(name.Schema, name.Name) {
			f := saved.Function{
				Name: name.Name, Kind: string(known.Kind), Builtin: known.Builtin, Volatility: volatilityNames[known.Volatility],
				MinArgs: known.MinArgs, MaxArgs: known.MaxArgs, Row: known.Row,
			}
			if !known.Builtin {
				f.Class = w.call(name, known)
			}
			s.Functions = append(s.Functions, f)
		}
	}
}

// call is the class of a call of a function of users.
func (w *catalogWriter) call(name providers.Name, f providers.Function) string {
	if f.Kind == 'p' {
		return "exec"
	}
	args := strings.TrimSuffix(strings.Repeat("NULL, ", max(f.MinArgs, 0)), ", ")
	if f.MaxArgs < 0 && args == "" {
		args = "NULL"
	}
	return w.class("SELECT " + qualifiedName(name) + "(" + args + ")")
}

func (w *catalogWriter) typesAndOperators(all providers.Inventory) {
	for _, name := range all.Types {
		t, known := w.catalog.Type(name.Schema, name.Name)
		if !known {
			continue
		}
		o := saved.Object{Name: name.Name}
		if len(t.Hidden) > 0 {
			if class := w.class("SELECT NULL::" + qualifiedName(name)); class != "read" {
				o.Class = class
			}
		}
		s := w.file.Schema(name.Schema)
		s.Types = append(s.Types, o)
	}
	for _, name := range all.Operators {
		o := saved.Object{Name: name.Name}
		for _, f := range w.catalog.Operators(name.Schema, name.Name) {
			if class := w.call(providers.Name{Schema: f.Schema, Name: f.Name}, f); !f.Builtin && class != "read" {
				o.Class = class
			}
		}
		s := w.file.Schema(name.Schema)
		s.Operators = append(s.Operators, o)
	}
}
