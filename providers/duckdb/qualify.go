package duckdb

import (
	"encoding/json"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// qualified returns a query with the names of its relations in full: what they mean now they mean for ever, whatever search path
// the session has that runs the query.
func (c *Conn) qualified(query string) (string, error) {
	rows, err := c.collectText("SELECT CAST(json_serialize_sql(" + native.Text(query) + ") AS VARCHAR)")
	if err != nil || len(rows) != 1 {
		return "", err
	}
	decoder := json.NewDecoder(strings.NewReader(rows[0][0]))
	decoder.UseNumber()
	var tree map[string]any
	if err := decoder.Decode(&tree); err != nil || tree["error"] != false {
		return "", sqlstate.New(sqlstate.FeatureNotSupported, "a query of this kind is not supported in a materialized view")
	}
	q := qualifier{conn: c, ctes: map[string]bool{}}
	q.noteCTEs(tree)
	if err := q.qualify(tree); err != nil {
		return "", err
	}
	data, err := json.Marshal(tree)
	if err != nil {
		return "", sqlstate.Wrap(err, sqlstate.InternalError, "the query cannot be kept")
	}
	if rows, err = c.collectText("SELECT json_deserialize_sql(CAST(" + native.Text(string(data)) + " AS JSON))"); err != nil || len(rows) != 1 {
		return "", err
	}
	return strings.TrimRight(rows[0][0], "; \n"), nil
}

// qualifier gives relations their full names in a tree of DuckDB's.
type qualifier struct {
	conn *Conn
	ctes map[string]bool // the names of WITH, in lower case
}

// noteCTEs notes the names of WITH, wherever they stand.
func (q *qualifier) noteCTEs(n any) {
	switch n := n.(type) {
	case map[string]any:
		if with, ok := n["cte_map"].(map[string]any); ok {
			list, _ := with["map"].([]any)
			for _, entry := range list {
				e, _ := entry.(map[string]any)
				name, _ := e["key"].(string)
				q.ctes[strings.ToLower(name)] = true
			}
		}
		if name, ok := n["cte_name"].(string); ok {
			q.ctes[strings.ToLower(name)] = true
		}
		for _, child := range n {
			q.noteCTEs(child)
		}
	case []any:
		for _, child := range n {
			q.noteCTEs(child)
		}
	}
}

func (q *qualifier) qualify(n any) error {
	switch n := n.(type) {
	case map[string]any:
		if n["type"] == "BASE_TABLE" {
			if err := q.table(n); err != nil {
				return err
			}
		}
		for _, child := range n {
			if err := q.qualify(child); err != nil {
				return err
			}
		}
	case []any:
		for _, child := range n {
			if err := q.qualify(child); err != nil {
				return err
			}
		}
	}
	return nil
}

// table gives a relation its full name.
func (q *qualifier) table(n map[string]any) error {
	catalog, _ := n["catalog_name"].(string)
	schema, _ := n["schema_name"].(string)
	name, _ := n["table_name"].(string)
	if catalog == pgcatalog.Database {
		return nil
	}
	written := native.Ident(name)
	switch {
	case schema != "":
		written = native.Ident(schema) + "." + written
	case q.ctes[strings.ToLower(name)]:
		found, err := q.conn.lookUpObject("TABLE", written)
		if err == nil && found != nil { // which of the two is meant depends on the place
			err = sqlstate.New(sqlstate.FeatureNotSupported, "a name of WITH that is also one of a relation is not supported in a materialized view: %q", name)
		}
		return err
	}
	found, err := q.conn.lookUpObject("TABLE", written)
	switch {
	case err != nil:
		return err
	case found == nil:
		return sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", name)
	case found.database == "temp":
		return sqlstate.New(sqlstate.FeatureNotSupported, "materialized views must not use temporary tables or views")
	}
	n["catalog_name"], n["schema_name"], n["table_name"] = found.database, found.schema, found.name
	return nil
}
