package vector

import lib "github.com/duckdb/duckdb-go-bindings"

// sizes are those of the values that come in vectors, by their types; 0: a value has a length of its own.
var sizes = map[lib.Type]int{
	lib.TypeBoolean: 1, lib.TypeSmallInt: 2, lib.TypeInteger: 4, lib.TypeBigInt: 8, lib.TypeFloat: 4, lib.TypeDouble: 8, lib.TypeVarchar: 0, lib.TypeBlob: 0,
	lib.TypeUUID: 16, lib.TypeDate: 4, lib.TypeTimestamp: 8, lib.TypeTimestampTZ: 8, lib.TypeInterval: 16, lib.TypeDecimal: 8,
}

// BatchType returns the name of a type whose vectors others may read as they are, or "" if they may not.
func BatchType(id lib.Type, decimal string) string {
	if _, known := sizes[id]; !known {
		return ""
	}
	if id == lib.TypeDecimal {
		return decimal
	}
	return typeNames[id]
}

// ValueSize is the size of each value of a type that comes in vectors; 0: a value has a length of its own.
func ValueSize(id lib.Type) int { return sizes[id] }
