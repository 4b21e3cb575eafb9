package vector

import (
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"
)

// logicalTypes are the types of parameters and results.
var logicalTypes = map[string]lib.Type{
	"BOOLEAN": lib.TypeBoolean, "SMALLINT": lib.TypeSmallInt, "INTEGER": lib.TypeInteger, "BIGINT": lib.TypeBigInt,
	"HUGEINT": lib.TypeHugeInt, "FLOAT": lib.TypeFloat, "DOUBLE": lib.TypeDouble, "VARCHAR": lib.TypeVarchar, "BLOB": lib.TypeBlob,
	"DATE": lib.TypeDate, "TIME": lib.TypeTime, "TIMETZ": lib.TypeTimeTZ, "TIMESTAMP": lib.TypeTimestamp, "TIMESTAMPTZ": lib.TypeTimestampTZ,
	"INTERVAL": lib.TypeInterval, "UUID": lib.TypeUUID, "BIT": lib.TypeBit, "ANY": lib.TypeAny,
}

// Logical makes a type of its name; the caller destroys it.
func Logical(name string) lib.LogicalType {
	if element, ok := strings.CutSuffix(name, "[]"); ok {
		inner := Logical(element)
		defer lib.DestroyLogicalType(&inner)
		return lib.CreateListType(inner)
	}
	if numbers, ok := strings.CutPrefix(name, "DECIMAL("); ok {
		width, scale, _ := strings.Cut(strings.TrimSuffix(numbers, ")"), ",")
		w, _ := strconv.ParseUint(width, 10, 8)
		s, _ := strconv.ParseUint(scale, 10, 8)
		return lib.CreateDecimalType(uint8(w), uint8(s))
	}
	if id, ok := logicalTypes[name]; ok {
		return lib.CreateLogicalType(id)
	}
	t := lib.CreateLogicalType(lib.TypeVarchar) // JSON, PG_JSONB and the like: a text with a name
	lib.LogicalTypeSetAlias(t, name)
	return t
}

// TypeNamed describes a type by its name.
func TypeNamed(name string) *Type {
	if element, ok := strings.CutSuffix(name, "[]"); ok {
		return &Type{ID: lib.TypeList, Children: []*Type{TypeNamed(element)}}
	}
	if numbers, ok := strings.CutPrefix(name, "DECIMAL("); ok {
		width, scale, _ := strings.Cut(strings.TrimSuffix(numbers, ")"), ",")
		digits, _ := strconv.Atoi(width)
		behind, _ := strconv.Atoi(scale)
		return &Type{ID: lib.TypeDecimal, physical: decimalStorage(digits), Scale: behind, Duck: name}
	}
	if id, ok := logicalTypes[name]; ok {
		return &Type{ID: id}
	}
	return &Type{ID: lib.TypeVarchar, Duck: name}
}

// decimalStorage is the type of the integers that are the values of a DECIMAL with so many digits.
func decimalStorage(digits int) lib.Type {
	switch {
	case digits <= 4:
		return lib.TypeSmallInt
	case digits <= 9:
		return lib.TypeInteger
	case digits <= NarrowDigits:
		return lib.TypeBigInt
	}
	return lib.TypeHugeInt
}
