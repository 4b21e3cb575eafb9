package parse

import "strings"

// vectorColumns are the columns of the catalogs that are vectors, by their types. Subscripts of a vector begin at 0, and its text is
// "1 2 3". DuckDB has lists in their place, so a vector is recognised by the name of its column.
var vectorColumns = map[string]string{
	"indkey": "int2vector", "indoption": "int2vector", "tgattr": "int2vector",
	"indclass": "oidvector", "indcollation": "oidvector", "proargtypes": "oidvector",
}

// VectorType is the type of a vector column, by the column's name or by an alias that ends in that name; "" is no vector.
func VectorType(column string) string {
	if kind := vectorColumns[column]; kind != "" {
		return kind
	}
	_, last, _ := strings.Cut(column, "_")
	return vectorColumns[last]
}

// IsVectorColumn reports whether a column is a vector, by the column's name or by an alias that ends in that name.
func IsVectorColumn(column string) bool { return VectorType(column) != "" }
