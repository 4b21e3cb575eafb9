package duckdb

import (
	"slices"
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// enumType is an enum that somebody made, as the catalog lists it.
type enumType struct {
	oid  uint32
	name string
}

// resultColumn describes a column of a result. DuckDB's enum types do not know their names, so an enum
// gets the first name in the catalog with the same labels. If there is none, or only this session's
// open transaction has it, the column is text.
func (c *Conn) resultColumn(n *vector.Type, name string) providers.Column {
	column := n.Column(name)
	of := n
	for of.ID == lib.TypeList {
		of = of.Children[0]
	}
	if of.ID == lib.TypeStruct {
		return c.compositeColumn(column, n, of)
	}
	if pgcatalog.UserRangeElement(of.Duck) != "" {
		return c.rangeColumn(column, n, of)
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

// rangeColumn describes a column of a range type or a multirange type of users.
func (c *Conn) rangeColumn(column providers.Column, n, of *vector.Type) providers.Column {
	u := c.provider.rangesNow()[strings.ToLower(of.Duck)]
	switch {
	case u == nil:
	case of == n:
		column.Type, column.Size, column.TypeName, column.TypeMod = u.OID, -1, u.Name, -1
	default:
		column.Type, column.TypeName, column.Elements, column.TypeMod = u.ArrayOID(), u.Name+"[]", u.OID, -1
	}
	return column
}

// typesRead are types of the database by keys that tell them.
type typesRead[T any] struct {
	byKey   map[string]T // nil: they have not been read
	version uint64       // how often types had changed when these were read
}

// readTypes returns types of the database, which it reads where types have changed: each as its OID, its name and a value. without says how
// values are described where types cannot be read.
func readTypes[T any](p *Provider, r *typesRead[T], kind, without, value, condition string, note func(byKey map[string]T, oid uint32, name, value string)) map[string]T {
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	version := p.version.changesOf(ofTypes)
	if r.byKey != nil && r.version == version {
		return r.byKey
	}
	if p.admin.Ptr == nil {
		return nil
	}
	rows, err := native.Collect(p.admin, `
		SELECT CAST(type_oid AS VARCHAR), type_name, `+value+` FROM duckdb_types()
		WHERE database_name = `+native.Text(p.options.Name)+` AND NOT internal AND logical_type = 'ENUM' AND `+condition)
	if err != nil {
		p.log.Warn(kind+" types cannot be read, so "+without, "source", p.options.Name, "error", err)
		return nil
	}
	r.byKey, r.version = map[string]T{}, version
	for _, row := range rows {
		if oid, err := strconv.ParseUint(row[0], 10, 32); err == nil {
			note(r.byKey, uint32(oid), row[1], row[2])
		}
	}
	return r.byKey
}

// rangesNow returns the database's range types and multirange types of users by the source's names of them.
func (p *Provider) rangesNow() map[string]*providers.UserType {
	return readTypes(p, &p.ranges, "range", "ranges are described as text", "labels[1]", `starts_with(labels[1], '`+providers.KeptMark+`"kind":"r"')`,
		func(ranges map[string]*providers.UserType, oid uint32, name, kept string) {
			if u, ok := providers.ParseUserType(kept); ok {
				u.OID, u.Name = oid, name
				many := u.Multirange()
				ranges[u.Duck], ranges[many.Duck] = &u, many
			}
		})
}

// enumArrays is the difference between the OID of an enum and the OID of its array type.
const enumArrays = providers.ArrayOIDs

// enumsNow returns the database's enums by their labels.
func (p *Provider) enumsNow() map[string]enumType {
	return readTypes(p, &p.enums, "enum", "enums are described as text", "array_to_string(labels, chr(0))", `NOT starts_with(labels[1], '`+providers.KeptMark+`') ORDER BY type_oid DESC`,
		func(enums map[string]enumType, oid uint32, name, labels string) {
			enums[labels] = enumType{oid: oid, name: name}
		})
}

// compositeColumn describes a column of rows. Those with the fields of a composite type are of that type, and have the text
// of records.
func (c *Conn) compositeColumn(column providers.Column, n, of *vector.Type) providers.Column {
	composites := c.provider.compositesNow()
	if len(composites) == 0 {
		return column
	}
	u, known := composites[structKey(of)]
	makeRecords(of, composites)
	if !known {
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
		known := false
		if child.ID == lib.TypeStruct {
			_, known = composites[structKey(child)] // before the types within it change
		}
		makeRecords(child, composites)
		if known {
			child.MakeRecord()
		}
	}
}

// structKey is the key of the composite types: the names and the types of the fields.
func structKey(n *vector.Type) string {
	var b strings.Builder
	for i, child := range n.Children {
		b.WriteString(n.Names[i] + "\x00" + strconv.Itoa(int(child.ID)) + "\x00" + child.Duck + "\x00") //nolint:gosec // a number of a type
		for child.ID == lib.TypeList {
			child = child.Children[0]
		}
		if child.ID == lib.TypeStruct {
			b.WriteString("(" + structKey(child) + ")\x00")
		}
	}
	return b.String()
}

// compositesNow returns the database's composite types by their fields.
func (p *Provider) compositesNow() map[string]enumType {
	return readTypes(p, &p.composites, "composite", "rows are described as json", "schema_name", `starts_with(labels[1], '`+providers.KeptMark+`"kind":"c"')`,
		func(composites map[string]enumType, oid uint32, name, schema string) {
			if n := p.structOf(schema, name); n != nil {
				composites[structKey(n)] = enumType{oid: oid, name: name}
			}
		})
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

// describeColumns gives the columns of a result the types that the statement's text says. If there is one star,
// the columns behind it are counted from the end.
func describeColumns(columns []providers.Column, said []providers.Described) {
	star := slices.IndexFunc(said, func(d providers.Described) bool { return d.Star })
	for i, d := range said {
		at := i
		switch {
		case star < 0 && len(said) != len(columns):
			return
		case i == star:
			continue
		case star >= 0 && i > star:
			if slices.ContainsFunc(said[star+1:], func(d providers.Described) bool { return d.Star }) {
				return
			}
			at = len(columns) - len(said) + i
		}
		if at >= 0 && at < len(columns) && d.Computed {
			describeColumn(&columns[at], d)
		}
	}
}

// placeColumns gives the columns of a result the columns of tables that they are.
func placeColumns(columns []providers.Column, origins []providers.Origin) {
	if len(columns) != len(origins) {
		return
	}
	for i, o := range origins {
		columns[i].Table, columns[i].Attr = o.Table, o.Attr
	}
}

// preciseColumns gives the columns of a result that are columns of tables their precision.
func preciseColumns(columns []providers.Column, origins []providers.Origin) {
	if len(columns) != len(origins) {
		return
	}
	for i, o := range origins {
		if _, ok := providers.PrecisionOf(columns[i].Type, o.TypeMod); ok && o.Precise {
			if columns[i].Type == pgtype.NumericOID {
				columns[i].HeldMod = columns[i].TypeMod
			}
			columns[i].TypeMod = o.TypeMod
		}
	}
}

// lengthTypes are types whose length a call's result does not have.
var lengthTypes = map[uint32]bool{pgtype.VarcharOID: true, pgtype.BPCharOID: true, pgtype.VarcharArrayOID: true, pgtype.BPCharArrayOID: true, pgtype.BitArrayOID: true, pgtype.VarbitArrayOID: true}

// shownAs names the types that stand for others here: the column's, and the one that is meant.
var shownAs = map[[2]uint32]string{
	{pgtype.VarbitOID, pgtype.BitOID}: "bit", {pgtype.TextArrayOID, pgtype.VarcharArrayOID}: "character varying[]",
	{pgtype.TextArrayOID, pgtype.BPCharArrayOID}: "character[]", {pgtype.TextOID, pgtype.VarcharOID}: "character varying",
	{pgtype.TextOID, pgtype.BPCharOID}: "character", {pgtype.VarbitArrayOID, pgtype.BitArrayOID}: "bit[]",
}

// analysedAs names the types that stand for others where PostgreSQL's analysis of the whole statement has found the other: of a NULL,
// or of a number or an array that both write alike.
var analysedAs = map[[2]uint32]string{
	{pgtype.Int4OID, pgtype.TextOID}: "text", {pgtype.Int4OID, pgtype.NumericOID}: "numeric",
	{pgtype.Int2OID, pgtype.Float8OID}: "double precision", {pgtype.Int2OID, pgtype.NumericOID}: "numeric",
	{pgtype.VarcharArrayOID, pgtype.TextArrayOID}: "text[]",
}

// describeColumn gives a computed column its type. A text is what a cast to varchar(n) is here.
func describeColumn(c *providers.Column, d providers.Described) {
	if c.Type == pgtype.NumericOID {
		c.HeldMod = c.TypeMod
	}
	if d.Text {
		c.Type, c.TypeMod, c.TypeName, c.Size = d.Type, -1, "array", -1
		return
	}
	switch {
	case d.Row:
		if c.Type == pgtype.RecordOID || c.Type == pgtype.TextOID { // a text stands for a NULL
			c.Type = d.Type
		}
	case c.Type == d.Type:
		c.TypeMod = d.TypeMod
	case d.Type == pgtype.TextOID && c.Type == pgtype.NumericOID:
		c.TypeMod = -1
	case d.Type == pgtype.TextOID && c.Type == pgtype.VarcharOID:
		c.Type, c.TypeMod, c.TypeName = d.Type, -1, "text"
	case d.TypeMod == -1 && (d.Type == 0 || d.Type == pgtype.TextOID) && lengthTypes[c.Type]:
		c.TypeMod = -1
	case d.Type == 0 && (c.Type == pgtype.NumericOID || c.Type == pgtype.NumericArrayOID):
		c.TypeMod = -1
	default:
		name := shownAs[[2]uint32{c.Type, d.Type}]
		if name == "" && d.Analysed {
			if name = analysedAs[[2]uint32{c.Type, d.Type}]; name != "" {
				if c.Size = -1; d.Type == pgtype.Float8OID {
					c.Size = 8
				}
			}
		}
		if name != "" {
			c.Type, c.TypeMod, c.TypeName = d.Type, d.TypeMod, name
		}
	}
}
