package duckdb

import (
	"slices"
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// enumType is an enum that somebody made, as the catalog lists it.
type enumType struct {
	oid  uint32
	name string
}

// column describes a column of a result. DuckDB's enum types do not know their names, so an enum
// gets the first name in the catalog with the same labels. If there is none, or only this session's
// open transaction has it, the column is text.
func (c *Conn) column(n *vector.Type, name string) providers.Column {
	column := n.Column(name)
	of := n
	for of.ID == lib.TypeList {
		of = of.Children[0]
	}
	if of.ID == lib.TypeStruct {
		return c.compositeColumn(column, n, of)
	}
	if of.Dict == nil {
		return column
	}
	e, known := c.provider.enumsNow()[columndef.LabelsKey(of.Dict)]
	switch {
	case known && of != n:
		column.Type, column.TypeName, column.Elements = enumArrays+e.oid, e.name+"[]", e.oid
	case known:
		column.Type, column.Size, column.TypeName, column.Enum = e.oid, 4, e.name, true
	}
	return column
}

// enumArrays is the difference between the OID of an enum and the OID of its array type.
const enumArrays = 1_800_000_000

// enumsNow returns the database's enums by their labels.
func (p *Provider) enumsNow() map[string]enumType {
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	version := p.version.Load()
	if p.enums != nil && p.enumsVersion == version {
		return p.enums
	}
	if p.admin.Ptr == nil {
		return nil
	}
	rows, err := native.Collect(p.admin, `
		SELECT CAST(type_oid AS VARCHAR), type_name, array_to_string(labels, chr(0)) FROM duckdb_types()
		WHERE database_name = `+native.Text(p.options.Name)+` AND NOT internal AND logical_type = 'ENUM' AND NOT starts_with(labels[1], '`+providers.KeptMark+`') ORDER BY type_oid DESC`)
	if err != nil {
		p.log.Warn("enum types cannot be read, so enums are described as text", "source", p.options.Name, "error", err)
		return nil
	}
	p.enums, p.enumsVersion = map[string]enumType{}, version
	for _, row := range rows {
		if oid, err := strconv.ParseUint(row[0], 10, 32); err == nil {
			p.enums[row[2]] = enumType{oid: uint32(oid), name: row[1]}
		}
	}
	return p.enums
}

// refuseUsedType refuses DROP TYPE of an enum that a column has: DuckDB would drop the type.
func (c *Conn) refuseUsedType(s providers.Statement) error {
	if !strings.HasPrefix(verb(s), "DROP TYPE") {
		return nil
	}
	dropped, err := c.collectText(`
		SELECT type_name, array_to_string(labels, chr(0)) FROM duckdb_types()
		WHERE database_name = ` + native.Text(c.provider.options.Name) + ` AND NOT internal AND logical_type = 'ENUM' AND NOT starts_with(labels[1], '` + providers.KeptMark + `')`)
	if err != nil {
		return err
	}
	columns, err := c.collectText(`
		SELECT data_type, table_name FROM duckdb_columns()
		WHERE database_name = ` + native.Text(c.provider.options.Name) + ` AND data_type LIKE 'ENUM(%'`)
	if err != nil {
		return err
	}
	words := lexical.Scan(s.SQL).Words
	for _, row := range dropped {
		if !slices.ContainsFunc(words, func(word string) bool { return strings.EqualFold(word, row[0]) }) {
			continue
		}
		for _, column := range columns {
			if columndef.LabelsKey(columndef.EnumLabels(column[0])) != row[1] {
				continue
			}
			if slices.Contains(words, "CASCADE") {
				return sqlstate.New(sqlstate.FeatureNotSupported, "DROP TYPE … CASCADE of a type that a column has is not supported").
					WithHint("Drop the column of table %q first.", column[1])
			}
			return sqlstate.New("2BP01", "cannot drop type %s because other objects depend on it", row[0]).
				WithHint("A column of table %q has this type.", column[1])
		}
	}
	return nil
}
