package duckdb

import (
	"fmt"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// node is the type of a column or of a part of it, as needed to read vectors and to write values.
type node struct {
	id       lib.Type
	duck     string   // DuckDB's name, as pgcatalog.TypeOID wants it
	physical lib.Type // the storage type of a DECIMAL or an ENUM
	scale    int
	dict     []string // an ENUM's values
	names    []string // a STRUCT's or UNION's members
	children []*node
	size     int  // an ARRAY's length
	width    int  // of a char(n), which is shown filled up to it with blanks
	function bool // an OID of a function, shown as its name
	vector   bool // the elements of an oidvector or int2vector
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

// newNode reads a logical type and destroys it.
func newNode(t lib.LogicalType) *node {
	if t.Ptr == nil { // DuckDB does not know the type
		return &node{id: lib.TypeInvalid}
	}
	defer lib.DestroyLogicalType(&t)
	n := &node{id: lib.GetTypeId(t)}
	n.duck = typeNames[n.id]
	switch n.id {
	case lib.TypeDecimal:
		n.physical, n.scale = lib.DecimalInternalType(t), int(lib.DecimalScale(t))
		n.duck = fmt.Sprintf("DECIMAL(%d,%d)", lib.DecimalWidth(t), n.scale)
	case lib.TypeEnum:
		n.physical = lib.EnumInternalType(t)
		for i := range lib.EnumDictionarySize(t) {
			n.dict = append(n.dict, lib.EnumDictionaryValue(t, lib.IdxT(i)))
		}
	case lib.TypeList:
		n.children = []*node{newNode(lib.ListTypeChildType(t))}
		n.duck = n.children[0].duck + "[]"
	case lib.TypeArray:
		n.children = []*node{newNode(lib.ArrayTypeChildType(t))}
		n.size = int(lib.ArrayTypeArraySize(t))
		n.duck = n.children[0].duck + "[]"
	case lib.TypeMap:
		n.children = []*node{newNode(lib.MapTypeKeyType(t)), newNode(lib.MapTypeValueType(t))}
	case lib.TypeStruct:
		for i := range lib.StructTypeChildCount(t) {
			n.names = append(n.names, lib.StructTypeChildName(t, i))
			n.children = append(n.children, newNode(lib.StructTypeChildType(t, i)))
		}
		if len(n.names) > 0 && strings.Join(n.names, "") == "" { // ROW(…)
			n.duck = recordType
		}
	case lib.TypeUnion:
		for i := range lib.UnionTypeMemberCount(t) {
			n.names = append(n.names, lib.UnionTypeMemberName(t, i))
			n.children = append(n.children, newNode(lib.UnionTypeMemberType(t, i)))
		}
	}
	if alias := strings.ToUpper(lib.LogicalTypeGetAlias(t)); alias == "JSON" || strings.HasPrefix(alias, "PG_") {
		n.duck = alias
		if limit, padded := pgcatalog.Limit(alias); padded {
			n.width = limit
		}
		n.function, n.vector = alias == pgcatalog.FunctionAlias, alias == pgcatalog.SmallsAlias || alias == pgcatalog.IdentityVector
	}
	return n
}

// resolved reports whether DuckDB knows the type.
func (n *node) resolved() bool {
	return n.id != lib.TypeInvalid && n.id != lib.TypeAny && n.id != lib.TypeSQLNull
}

// readable returns an error for types whose values this package cannot write.
func (n *node) readable() error {
	if n.id == lib.TypeVariant || n.id == lib.TypeGeometry {
		return sqlstate.New(sqlstate.FeatureNotSupported, "values of type %s cannot be returned", strings.ToLower(n.duck)).
			WithHint("Cast the column to json or text.")
	}
	for _, child := range n.children {
		if err := child.readable(); err != nil {
			return err
		}
	}
	return nil
}

// column describes a column of type n to clients.
func (n *node) column(name string) providers.Column {
	oid, typmod, size, typeName := pgcatalog.TypeOID(n.duck)
	return providers.Column{Name: name, Type: oid, TypeMod: typmod, Size: size, TypeName: typeName}
}

// load points v to a vector of type n and to the vectors inside of it.
func (v *vec) load(vector lib.Vector, n *node) {
	v.data, v.valid = lib.VectorGetData(vector), lib.VectorGetValidity(vector)
	if len(v.children) != n.vectors() {
		v.children = make([]vec, n.vectors())
	}
	switch n.id {
	case lib.TypeList:
		v.children[0].load(lib.ListVectorGetChild(vector), n.children[0])
	case lib.TypeArray:
		v.children[0].load(lib.ArrayVectorGetChild(vector), n.children[0])
	case lib.TypeMap: // a list of structs of key and value
		entries := lib.ListVectorGetChild(vector)
		for i, child := range n.children {
			v.children[i].load(lib.StructVectorGetChild(entries, lib.IdxT(i)), child)
		}
	case lib.TypeStruct:
		for i, child := range n.children {
			v.children[i].load(lib.StructVectorGetChild(vector, lib.IdxT(i)), child)
		}
	case lib.TypeUnion: // a struct of the tag and the members
		v.children[0].load(lib.StructVectorGetChild(vector, 0), tagNode)
		for i, child := range n.children {
			v.children[i+1].load(lib.StructVectorGetChild(vector, lib.IdxT(i+1)), child)
		}
	}
}

// recordType is the type of ROW(…).
const recordType = "PG_RECORD"

// tagNode is the type of a UNION's tag.
var tagNode = &node{id: lib.TypeUTinyInt, duck: "UTINYINT"}

// vectors returns how many vectors are inside of a vector of type n.
func (n *node) vectors() int {
	if n.id == lib.TypeUnion {
		return len(n.children) + 1
	}
	return len(n.children)
}
