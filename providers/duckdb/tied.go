package duckdb

import (
	"slices"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// tieReferring adds the tables that refer to the target, directly or through others, because DuckDB drops no table
// to which another one refers. It adds the target if the target has foreign keys or is referred to.
func (c *Conn) tieReferring(r *rebuilding) error {
	rows, err := c.collectText(`SELECT DISTINCT table_name, referenced_table FROM duckdb_constraints() WHERE database_name = ` + native.Text(c.provider.options.Name) +
		` AND schema_name = ` + native.Text(r.target.schema) + ` AND constraint_type = 'FOREIGN KEY' ORDER BY 1, 2`)
	if err != nil {
		return err
	}
	names := []string{r.target.name}
	for i := 0; i < len(names); i++ {
		for _, row := range rows {
			if row[1] == names[i] && !slices.Contains(names, row[0]) {
				names = append(names, row[0])
			}
		}
	}
	tied := len(r.tied) > 0 || len(names) > 1 || slices.ContainsFunc(rows, func(row []string) bool { return row[0] == r.target.name })
	if r.tied = nil; !tied {
		return nil
	}
	for len(names) > 0 {
		at := slices.IndexFunc(names, func(name string) bool {
			return !slices.ContainsFunc(rows, func(row []string) bool { return row[1] == name && row[0] != name && slices.Contains(names, row[0]) })
		})
		if at < 0 {
			return errNotRebuilt(r.target.name, "foreign keys in a circle")
		}
		t := r.target
		if names[at] != t.name {
			if t, err = c.readTable(t.schema, names[at]); err != nil {
				return err
			}
		}
		r.tied, names = append(r.tied, t), slices.Delete(names, at, at+1)
	}
	return nil
}

// dropTarget leaves the target, and the tables that refer to it, out of the statements that put tables back.
func (r *rebuilding) dropTarget() {
	r.tied = slices.DeleteFunc(r.tied, func(t *rebuilt) bool { return t == r.target })
	for _, t := range r.tied {
		t.keys = slices.DeleteFunc(t.keys, func(k foreignKey) bool { return k.other == r.target.name })
	}
	r.target.indexes = nil
}
