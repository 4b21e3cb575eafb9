package vector

import (
	"fmt"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Type is the type of a column or of a part of it, as needed to read vectors and to write values.
type Type struct {
	ID       lib.Type
	Duck     string   // DuckDB's name, as pgcatalog.TypeOID wants it
	physical lib.Type // the storage type of a DECIMAL or an ENUM
	Scale    int
	Dict     []string // an ENUM's values
	Names    []string // a STRUCT's or UNION's members
	Children []*Type
	size     int  // an ARRAY's length
	Width    int  // of a char(n), which is shown filled up to it with blanks
	Function bool // an OID of a function, shown as its name
	Vector   bool // the elements of an oidvector or int2vector
}

// typeNames are DuckDB's names of the types without parts.
var typeNames = map[lib.Type]string{
	lib.TypeBoolean: "BOOLEAN", lib.TypeTinyInt: "TINYINT", lib.TypeSmallInt: "SMALLINT",
	lib.TypeInteger: "INTEGER", lib.TypeBigInt: "BIGINT", lib.TypeUTinyInt: "UTINYINT",
	lib.TypeUSmallInt: "USMALLINT", lib.TypeUInteger: "UINTEGER", lib.TypeUBigInt: "UBIGINT",
	lib.TypeFloat: "FLOAT", lib.TypeDouble: "DOUBLE", lib.TypeTimestamp: "TIMESTAMP",
	lib.TypeDate: "DATE", lib.TypeTime: "TIME", lib.TypeInterval: "INTERVAL",
	lib.TypeHugeInt: "HUGEINT", lib.TypeUHugeInt: "UHUGEINT", lib.TypeVarchar: "VARCHAR",
	lib.TypeBlob: "BLOB", lib.TypeTimestampS: "TIMESTAMP_S", lib.TypeTimestampMS: "TIMESTAMP_MS",
	lib.TypeTimestampNS: "TIMESTAMP_NS", lib.TypeEnum: "ENUM", lib.TypeUUID: "UUID",
	lib.TypeBit: "BIT", lib.TypeTimeTZ: "TIMETZ", lib.TypeTimestampTZ: "TIMESTAMPTZ",
	lib.TypeBigNum: "BIGNUM", lib.TypeSQLNull: "SQLNULL", lib.TypeTimeNS: "TIME_NS",
	lib.TypeStruct: "STRUCT", lib.TypeMap: "MAP", lib.TypeUnion: "UNION",
	lib.TypeVariant: "VARIANT", lib.TypeGeometry: "GEOMETRY",
	lib.TypeStringLiteral: "VARCHAR", lib.TypeIntegerLiteral: "INTEGER",
}

// Storage is the type of the integers that are the values of a DECIMAL.
func (n *Type) Storage() lib.Type { return n.physical }

// TypeOf reads a logical type and destroys it.
func TypeOf(t lib.LogicalType) *Type {
	if t.Ptr == nil { // DuckDB does not know the type
		return &Type{ID: lib.TypeInvalid}
	}
	defer lib.DestroyLogicalType(&t)
	n := &Type{ID: lib.GetTypeId(t)}
	n.Duck = typeNames[n.ID]
	switch n.ID {
	case lib.TypeDecimal:
		n.physical, n.Scale = lib.DecimalInternalType(t), int(lib.DecimalScale(t))
		n.Duck = fmt.Sprintf("DECIMAL(%d,%d)", lib.DecimalWidth(t), n.Scale)
	case lib.TypeEnum:
		n.physical = lib.EnumInternalType(t)
		for i := range lib.EnumDictionarySize(t) {
			n.Dict = append(n.Dict, lib.EnumDictionaryValue(t, lib.IdxT(i)))
		}
	case lib.TypeList:
		n.Children = []*Type{TypeOf(lib.ListTypeChildType(t))}
		n.Duck = n.Children[0].Duck + "[]"
	case lib.TypeArray:
		n.Children = []*Type{TypeOf(lib.ArrayTypeChildType(t))}
		n.size = int(lib.ArrayTypeArraySize(t))
		n.Duck = n.Children[0].Duck + "[]"
	case lib.TypeMap:
		n.Children = []*Type{TypeOf(lib.MapTypeKeyType(t)), TypeOf(lib.MapTypeValueType(t))}
	case lib.TypeStruct:
		for i := range lib.StructTypeChildCount(t) {
			n.Names = append(n.Names, lib.StructTypeChildName(t, i))
			n.Children = append(n.Children, TypeOf(lib.StructTypeChildType(t, i)))
		}
		if len(n.Names) > 0 && strings.Join(n.Names, "") == "" { // ROW(…)
			n.Duck = recordType
		}
	case lib.TypeUnion:
		for i := range lib.UnionTypeMemberCount(t) {
			n.Names = append(n.Names, lib.UnionTypeMemberName(t, i))
			n.Children = append(n.Children, TypeOf(lib.UnionTypeMemberType(t, i)))
		}
	}
	if alias := strings.ToUpper(lib.LogicalTypeGetAlias(t)); alias == "JSON" || strings.HasPrefix(alias, "PG_") {
		n.Duck = alias
		if limit, padded := pgcatalog.Limit(alias); padded {
			n.Width = limit
		}
		n.Function, n.Vector = alias == pgcatalog.FunctionAlias, alias == pgcatalog.SmallsAlias || alias == pgcatalog.IdentityVector
	}
	return n
}

// MakeRecord has values of a STRUCT written as records and not as JSON.
func (n *Type) MakeRecord() { n.Duck = recordType }

// MakeRecords has all values of STRUCTs in it written so.
func (n *Type) MakeRecords() {
	if n.ID == lib.TypeStruct {
		n.MakeRecord()
	}
	for _, child := range n.Children {
		child.MakeRecords()
	}
}

// Resolved reports whether DuckDB knows the type.
func (n *Type) Resolved() bool {
	return n.ID != lib.TypeInvalid && n.ID != lib.TypeAny && n.ID != lib.TypeSQLNull
}

// Readable returns an error for types whose values this package cannot write.
func (n *Type) Readable() error {
	if n.ID == lib.TypeVariant || n.ID == lib.TypeGeometry {
		return sqlstate.New(sqlstate.FeatureNotSupported, "values of type %s cannot be returned", strings.ToLower(n.Duck)).
			WithHint("Cast the column to json or text.")
	}
	for _, child := range n.Children {
		if err := child.Readable(); err != nil {
			return err
		}
	}
	return nil
}

// Column describes a column of type n to clients.
func (n *Type) Column(name string) providers.Column {
	oid, typmod, size, typeName := pgcatalog.TypeOID(n.Duck)
	return providers.Column{Name: name, Type: oid, TypeMod: typmod, Size: size, TypeName: typeName}
}

// Load points v to a vector of type n and to the vectors inside of it.
func (v *Reader) Load(vector lib.Vector, n *Type) {
	v.data, v.valid = lib.VectorGetData(vector), lib.VectorGetValidity(vector)
	if len(v.Children) != n.vectors() {
		v.Children = make([]Reader, n.vectors())
	}
	switch n.ID {
	case lib.TypeList:
		v.Children[0].Load(lib.ListVectorGetChild(vector), n.Children[0])
	case lib.TypeArray:
		v.Children[0].Load(lib.ArrayVectorGetChild(vector), n.Children[0])
	case lib.TypeMap: // a list of structs of key and value
		entries := lib.ListVectorGetChild(vector)
		for i, child := range n.Children {
			v.Children[i].Load(lib.StructVectorGetChild(entries, lib.IdxT(i)), child)
		}
	case lib.TypeStruct:
		for i, child := range n.Children {
			v.Children[i].Load(lib.StructVectorGetChild(vector, lib.IdxT(i)), child)
		}
	case lib.TypeUnion: // a struct of the tag and the members
		v.Children[0].Load(lib.StructVectorGetChild(vector, 0), tagNode)
		for i, child := range n.Children {
			v.Children[i+1].Load(lib.StructVectorGetChild(vector, lib.IdxT(i+1)), child)
		}
	}
}

// recordType is the type of ROW(…).
const recordType = "PG_RECORD"

// tagNode is the type of a UNION's tag.
var tagNode = &Type{ID: lib.TypeUTinyInt, Duck: "UTINYINT"}

// vectors returns how many vectors are inside of a vector of type n.
func (n *Type) vectors() int {
	if n.ID == lib.TypeUnion {
		return len(n.Children) + 1
	}
	return len(n.Children)
}
