package duckdb

import (
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// compositeColumn describes a column of rows. Those with the fields of a composite type are of that type, and have the text
// of records.
func (c *Conn) compositeColumn(column providers.Column, n, of *vector.Type) providers.Column {
	composites := c.provider.compositesNow()
	if len(composites) == 0 {
		return column
	}
	u, known := composites[structKey(of)]
	if !known {
		makeRecords(of, composites)
		return column
	}
	of.MakeRecord()
	if of == n {
		column.Type, column.Size, column.TypeName, column.TypeMod = u.oid, -1, u.name, -1
	} else {
		column.Type, column.TypeName, column.Elements, column.TypeMod = enumArrays+u.oid, u.name+"[]", u.oid, -1
	}
	return column
}

// makeRecords has the composite values within a row written as records.
func makeRecords(n *vector.Type, composites map[string]enumType) {
	for _, child := range n.Children {
		if child.ID == lib.TypeStruct {
			if _, known := composites[structKey(child)]; known {
				child.MakeRecord()
			}
		}
		makeRecords(child, composites)
	}
}

// structKey is the key of the composite types: the names and the types of the fields.
func structKey(n *vector.Type) string {
	var b strings.Builder
	for i, child := range n.Children {
		b.WriteString(n.Names[i] + "\x00" + strconv.Itoa(int(child.ID)) + "\x00" + child.Duck + "\x00") //nolint:gosec // a number of a type
	}
	return b.String()
}

// compositesNow returns the database's composite types by their fields.
func (p *Provider) compositesNow() map[string]enumType {
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	version := p.version.Load()
	if p.composites != nil && p.compositesVersion == version {
		return p.composites
	}
	if p.admin.Ptr == nil {
		return nil
	}
	rows, err := native.Collect(p.admin, `
		SELECT CAST(type_oid AS VARCHAR), type_name, schema_name FROM duckdb_types()
		WHERE database_name = `+native.Text(p.options.Name)+` AND NOT internal AND logical_type = 'ENUM' AND starts_with(labels[1], '`+providers.KeptMark+`"kind":"c"')`)
	if err != nil {
		p.log.Warn("composite types cannot be read, so rows are described as json", "source", p.options.Name, "error", err)
		return nil
	}
	p.composites, p.compositesVersion = map[string]enumType{}, version
	for _, row := range rows {
		oid, err := strconv.ParseUint(row[0], 10, 32)
		if n := p.structOf(row[2], row[1]); n != nil && err == nil {
			p.composites[structKey(n)] = enumType{oid: uint32(oid), name: row[1]}
		}
	}
	return p.composites
}

// structOf returns the STRUCT of a composite type, or nil if there is none.
func (p *Provider) structOf(schema, name string) *vector.Type {
	var stmt lib.PreparedStatement
	defer lib.DestroyPrepare(&stmt)
	sql := "SELECT NULL::" + native.Ident(p.options.Name) + "." + native.Ident(schema) + "." + native.Ident(providers.RowTypePrefix+name)
	if lib.Prepare(p.admin, sql, &stmt) == lib.StateError {
		return nil
	}
	return vector.TypeOf(lib.PreparedStatementColumnLogicalType(stmt, 0))
}
