package providers

import "strings"

// A column of type numeric without a precision shows each of its values with the digits behind the point that the value was written with.
// DuckDB's decimals have one scale for all values of a column. So a table of the embedded engine has a second column beside such a column,
// its companion, with the scale that each value is shown with:
//
//   - The companion of n is called ScaleColumn("n"), has the type ScaleColumnType, and may be NULL.
//   - NULL means that the scale is not known: the value is shown without zeros at the end.
//   - A value is shown with at least the digits that it needs: a companion adds zeros at the end or takes them away, and no other digits.
//   - A column may have no companion: tables and views of earlier versions have none, nor have columns of which a query does not tell the scales.
//   - A view has the companions of its columns as further columns of its query. Who reads a companion reads the column.
//
// No client sees a companion, or names it. Whoever lists columns of DuckDB leaves them out by IsScaleColumn, or in SQL by NotScaleColumn. A
// TypedColumn says in Companion which one it has.

// scalePrefix begins the names of companions.
const scalePrefix = "pg__scale_"

// ScaleColumnType is DuckDB's type of companions.
const ScaleColumnType = "utinyint"

// ScaleColumn is the name of the companion of a column.
func ScaleColumn(column string) string { return scalePrefix + column }

// IsScaleColumn reports whether a column of that name is a companion.
func IsScaleColumn(name string) bool {
	return len(name) >= len(scalePrefix) && strings.EqualFold(name[:len(scalePrefix)], scalePrefix)
}

// ScaledColumn is the column whose companion a column of that name is; ok is false for another name.
func ScaledColumn(name string) (column string, ok bool) {
	if !IsScaleColumn(name) {
		return "", false
	}
	return name[len(scalePrefix):], true
}

// NotScaleColumn is the condition in DuckDB's SQL that a name, which is an expression, is not that of a companion.
func NotScaleColumn(name string) string {
	return "NOT starts_with(lower(" + name + "), '" + scalePrefix + "')"
}
