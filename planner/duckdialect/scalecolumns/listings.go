package scalecolumns

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// DuckDB's own listings are there for clients, too, as functions and as views. They list companions as they list other columns.

// listings are what lists columns in rows, by the name of the column that has the names.
var listings = map[string]string{
	"duckdb_columns": "column_name", "pragma_table_info": "name", "pragma_show": "column_name", "pragma_storage_info": "column_name",
}

// texts are what lists definitions of tables, by the other columns.
var texts = map[string]string{
	"duckdb_tables": `database_name, database_oid, schema_name, schema_oid, table_name, table_oid, comment, tags, internal, temporary, has_primary_key,
		estimated_size, column_count - ` + inText + ` AS column_count, index_count, check_constraint_count, `,
	"duckdb_views": `database_name, database_oid, schema_name, schema_oid, view_name, view_oid, comment, tags, internal, temporary,
		column_count - CASE WHEN contains(sql, 'pg__scale_') THEN (SELECT count(*) FROM duckdb_columns() c WHERE c.table_oid = view_oid AND starts_with(c.column_name, 'pg__scale_')) ELSE 0 END AS column_count, `,
	"sqlite_master": `type, name, tbl_name, rootpage, `, "sqlite_schema": `type, name, tbl_name, rootpage, `,
	"sqlite_temp_master": `type, name, tbl_name, rootpage, `, "sqlite_temp_schema": `type, name, tbl_name, rootpage, `,
}

// inText counts the companions in the definition of a table, and withoutThem takes them out of it.
const (
	inText      = `len(regexp_extract_all(sql, ', "?pg__scale_'))`
	withoutThem = `regexp_replace(sql, ', ("pg__scale_([^"]|"")*"|pg__scale_[A-Za-z0-9_]*) UTINYINT( DEFAULT\([0-9]+\))?', '', 'g')`
	// shownText is the text, or NULL for the query of a view that has companions.
	shownText = `CASE WHEN contains(` + withoutThem + `, 'pg__scale_') THEN NULL ELSE ` + withoutThem + ` END AS sql`
)

// samples are what shows rows of a table that it is given by name.
var samples = map[string]bool{"duckdb_table_sample": true}

// listingOf is the name of the listing that an item of FROM is; "": it is something else.
func listingOf(n *pg_query.Node) string {
	name := ""
	if r := n.GetRangeVar(); r != nil && r.Catalogname == "" {
		name = strings.ToLower(r.Relname)
	}
	if list := n.GetRangeFunction().GetFunctions(); len(list) == 1 {
		if items := list[0].GetList().GetItems(); len(items) > 0 {
			_, name = parse.SplitName(items[0].GetFuncCall().GetFuncname())
			name = strings.ToLower(name)
		}
	}
	if listings[name] != "" || texts[name] != "" || samples[name] {
		return name
	}
	return ""
}

// hideListed takes companions out of DuckDB's listings.
func hideListed(t *rewrite.Translation, n *pg_query.Node, name string) {
	if samples[name] {
		t.NoteUnsupported(build.Nowhere, "the function %s is not supported", name).WithHint("Write SELECT … FROM the table TABLESAMPLE ….")
		return
	}
	list := "SELECT * FROM t WHERE " + providers.NotScaleColumn(listings[name])
	if texts[name] != "" {
		list = "SELECT " + texts[name] + shownText + " FROM t"
	}
	query := parse.Template(list)
	listed := proto.CloneOf(n)
	alias := listed.GetRangeVar().GetAlias()
	switch {
	case listed.GetRangeFunction() != nil:
		alias, listed.GetRangeFunction().Alias = listed.GetRangeFunction().Alias, nil
	default:
		listed.GetRangeVar().Alias = nil
	}
	if alias == nil {
		alias = build.Alias(name)
	}
	query.GetSelectStmt().FromClause = []*pg_query.Node{listed}
	n.Node, t.Changed = build.Subselect(query, alias).Node, true
}
