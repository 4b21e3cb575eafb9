package duckdb

import (
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// addDescribed makes the tables of Options.Described, all tables of a schema in one transaction. Of several
// names that differ only in case the first counts, since to DuckDB they are one name. A schema that cannot be
// made is left out.
func (p *Provider) addDescribed() error {
	database := native.Ident(p.options.Name) + "."
	var b strings.Builder
	schema, known := "", map[string]bool{}
	flush := func() error {
		if b.Len() == 0 {
			return nil
		}
		err := native.Run(p.admin, "BEGIN TRANSACTION; CREATE SCHEMA IF NOT EXISTS "+database+native.Ident(schema)+"; "+b.String()+"COMMIT")
		b.Reset()
		if err == nil {
			return nil
		}
		p.log.Warn("the Postgres catalog does not show a schema", "source", p.options.Name, "schema", schema, "error", err)
		_ = native.Run(p.admin, "ROLLBACK") // there is no transaction where the text could not be parsed
		return nil
	}
	for _, t := range p.options.Described {
		if t.Schema != schema {
			if err := flush(); err != nil {
				return err
			}
			schema = t.Schema
		}
		if name := strings.ToLower(t.Schema + "." + t.Name); !known[name] {
			known[name] = true
			writeDescribed(&b, database, t)
		}
	}
	return flush()
}

// ShowViews replaces the views among the tables of Options.Described. A view that has the name of a table is not shown.
func (p *Provider) ShowViews(views []providers.DescribedTable) error {
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	if p.admin.Ptr == nil {
		return p.closedError()
	}
	tables := map[string]bool{}
	for _, t := range p.options.Described {
		if t.Query == "" {
			tables[strings.ToLower(t.Schema+"."+t.Name)] = true
		}
	}
	old, err := native.Collect(p.admin, "SELECT schema_name, view_name FROM duckdb_views() WHERE NOT internal AND database_name = "+native.Text(p.options.Name))
	if err != nil {
		return err
	}
	var b strings.Builder
	database := native.Ident(p.options.Name) + "."
	for _, row := range old {
		b.WriteString("DROP VIEW " + database + native.Ident(row[0]) + "." + native.Ident(row[1]) + "; ")
	}
	for _, v := range views {
		if name := strings.ToLower(v.Schema + "." + v.Name); !tables[name] {
			tables[name] = true
			b.WriteString("CREATE SCHEMA IF NOT EXISTS " + database + native.Ident(v.Schema) + "; ")
			writeDescribed(&b, database, v)
		}
	}
	p.tabled.changing.Add(1)
	defer p.tabled.changing.Add(-1)
	defer p.version.countChange(ofAll)
	if err := native.Run(p.admin, "BEGIN TRANSACTION; "+b.String()+"COMMIT"); err != nil {
		_ = native.Run(p.admin, "ROLLBACK") // there is no transaction where the text could not be parsed
		return err
	}
	return nil
}

// writeDescribed writes the statements that make a table or a view. A table of DuckDB has a column at least.
func writeDescribed(b *strings.Builder, database string, t providers.DescribedTable) {
	name := database + native.Ident(t.Schema) + "." + native.Ident(t.Name)
	if t.Query != "" {
		b.WriteString("CREATE VIEW " + name + " AS SELECT " + describedColumns(t.Columns, true) + " WHERE " + pgcatalog.DescribedAs(t.Query, t.Materialized) + "; ")
	} else {
		b.WriteString("CREATE TABLE " + name + " (" + describedColumns(t.Columns, false) + "); ")
	}
	if t.Comment != "" {
		kind := "TABLE "
		if t.Query != "" {
			kind = "VIEW "
		}
		b.WriteString("COMMENT ON " + kind + name + " IS " + native.Text(strings.ReplaceAll(t.Comment, "\x00", "")) + "; ")
	}
}

// describedColumns are the columns of a table, or those that a view selects.
func describedColumns(columns []providers.DescribedColumn, selected bool) string {
	var list []string
	seen := map[string]bool{}
	for _, c := range append(columns, providers.DescribedColumn{Name: "_"}) {
		folded := strings.ToLower(c.Name)
		if folded == "" || strings.Contains(folded, "\x00") || seen[folded] || c.Type == "" && len(list) > 0 {
			continue
		}
		seen[folded] = true
		if selected {
			list = append(list, "CAST(NULL AS "+describedType(c.Type)+") AS "+native.Ident(c.Name))
		} else {
			list = append(list, native.Ident(c.Name)+" "+describedType(c.Type))
		}
	}
	return strings.Join(list, ", ")
}

// describedType is the type of DuckDB's that stands for a type of a described column.
func describedType(typeName string) string {
	switch typeName {
	case "bigint", "double precision", "boolean", "date", "json", "timestamp with time zone", "integer":
		return typeName
	}
	return "VARCHAR"
}

var _ providers.CatalogReader = (*Conn)(nil)

// ReadsCatalog reports whether a statement reads the part of the Postgres catalog that tells of relations, by naming
// its tables or by functions.
func (c *Conn) ReadsCatalog(s providers.Statement) (tables, functions bool) {
	if !strings.Contains(s.SQL, pgcatalog.Database+".") {
		return false, false
	}
	_, named := rewriteNames(s.SQL, pgcatalog.Shared)
	for _, o := range named {
		tables, functions = tables || o.Relations && o.Filled, functions || o.Relations
	}
	return tables, functions
}
