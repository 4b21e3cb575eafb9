package pgcatalog

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
)

// pgType is a Postgres type that a DuckDB type maps to.
type pgType struct {
	oid, array uint32 // array is the OID of the type's array type
	size       int16  // typlen: bytes, -1 variable
	name       string // as format_type prints it
	mod        int32  // the typmod, 0 for none
	vector     string // the name of array where that is not name[]
}

// limited returns the type with a modifier.
func (t pgType) limited(mod int32, name string) pgType {
	t.mod, t.name = mod, name
	return t
}

// inVector returns the type of an element whose list is a vector, such as int2vector.
func (t pgType) inVector(oid uint32, name string) pgType {
	t.array, t.vector = oid, name
	return t
}

// The Postgres types of values.
var (
	pgBool        = pgType{oid: 16, array: 1000, size: 1, name: "boolean"}
	pgBytea       = pgType{oid: 17, array: 1001, size: -1, name: "bytea"}
	pgChar        = pgType{oid: 18, array: 1002, size: 1, name: `"char"`}
	pgName        = pgType{oid: 19, array: 1003, size: 64, name: "name"}
	pgInt8        = pgType{oid: 20, array: 1016, size: 8, name: "bigint"}
	pgInt2        = pgType{oid: 21, array: 1005, size: 2, name: "smallint"}
	pgInt4        = pgType{oid: 23, array: 1007, size: 4, name: "integer"}
	pgRegproc     = pgType{oid: 24, array: 1008, size: 4, name: "regproc"}
	pgText        = pgType{oid: 25, array: 1009, size: -1, name: "text"}
	pgOid         = pgType{oid: 26, array: 1028, size: 4, name: "oid"}
	pgXid         = pgType{oid: 28, array: 1011, size: 4, name: "xid"}
	pgJSON        = pgType{oid: 114, array: 199, size: -1, name: "json"}
	pgNodeTree    = pgType{oid: 194, array: 1009, size: -1, name: "pg_node_tree"}
	pgFloat4      = pgType{oid: 700, array: 1021, size: 4, name: "real"}
	pgFloat8      = pgType{oid: 701, array: 1022, size: 8, name: "double precision"}
	pgACLItem     = pgType{oid: 1033, array: 1034, size: 12, name: "aclitem"}
	pgVarchar     = pgType{oid: 1043, array: 1015, size: -1, name: "character varying"}
	pgBpchar      = pgType{oid: 1042, array: 1014, size: -1, name: "character"}
	pgDate        = pgType{oid: 1082, array: 1182, size: 4, name: "date"}
	pgTime        = pgType{oid: 1083, array: 1183, size: 8, name: "time without time zone"}
	pgTimestamp   = pgType{oid: 1114, array: 1115, size: 8, name: "timestamp without time zone"}
	pgTimestampTZ = pgType{oid: 1184, array: 1185, size: 8, name: "timestamp with time zone"}
	pgInterval    = pgType{oid: 1186, array: 1187, size: 16, name: "interval"}
	pgTimeTZ      = pgType{oid: 1266, array: 1270, size: 12, name: "time with time zone"}
	pgBit         = pgType{oid: 1560, array: 1561, size: -1, name: "bit"}
	pgVarbit      = pgType{oid: 1562, array: 1563, size: -1, name: "bit varying"}
	pgNumeric     = pgType{oid: 1700, array: 1231, size: -1, name: "numeric"}
	pgRecord      = pgType{oid: 2249, array: 2287, size: -1, name: "record"}
	pgRegclass    = pgType{oid: 2205, array: 2210, size: 4, name: "regclass"}
	pgRegtype     = pgType{oid: 2206, array: 2211, size: 4, name: "regtype"}
	pgUUID        = pgType{oid: 2950, array: 2951, size: 16, name: "uuid"}
	pgJSONB       = pgType{oid: 3802, array: 3807, size: -1, name: "jsonb"}
	pgRegnspace   = pgType{oid: 4089, array: 4090, size: 4, name: "regnamespace"}
	pgRegrole     = pgType{oid: 4096, array: 4097, size: 4, name: "regrole"}
)

// duckTypes maps the names of DuckDB's types, without parameters, to Postgres types.
//
// An integer type that Postgres does not have becomes the next wider type that holds every value,
// or numeric if it is wider than bigint. Nested values (STRUCT, MAP, UNION, VARIANT) are json, an
// ENUM is text.
var duckTypes = map[string]pgType{
	"BOOLEAN":                  pgBool,
	"BOOL":                     pgBool,
	"TINYINT":                  pgInt2,
	"UTINYINT":                 pgInt2,
	"SMALLINT":                 pgInt2,
	"USMALLINT":                pgInt4,
	"INTEGER":                  pgInt4,
	"INT":                      pgInt4,
	"UINTEGER":                 pgInt8,
	"BIGINT":                   pgInt8,
	"UBIGINT":                  pgNumeric,
	"HUGEINT":                  pgNumeric,
	"UHUGEINT":                 pgNumeric,
	"BIGNUM":                   pgNumeric,
	"DECIMAL":                  pgNumeric,
	"NUMERIC":                  pgNumeric,
	"FLOAT":                    pgFloat4,
	"REAL":                     pgFloat4,
	"DOUBLE":                   pgFloat8,
	"VARCHAR":                  pgText,
	"TEXT":                     pgText,
	"CHAR":                     pgText,
	"ENUM":                     pgText,
	"SQLNULL":                  pgText,
	`"NULL"`:                   pgText,
	"GEOMETRY":                 pgText,
	"BLOB":                     pgBytea,
	"BYTEA":                    pgBytea,
	"BIT":                      pgVarbit,
	"UUID":                     pgUUID,
	"DATE":                     pgDate,
	"TIME":                     pgTime,
	"TIME_NS":                  pgTime,
	"TIMETZ":                   pgTimeTZ,
	"TIME WITH TIME ZONE":      pgTimeTZ,
	"TIMESTAMP":                pgTimestamp,
	"DATETIME":                 pgTimestamp,
	"TIMESTAMP_S":              pgTimestamp,
	"TIMESTAMP_MS":             pgTimestamp,
	"TIMESTAMP_NS":             pgTimestamp,
	"TIMESTAMPTZ":              pgTimestampTZ,
	"TIMESTAMP WITH TIME ZONE": pgTimestampTZ,
	"INTERVAL":                 pgInterval,
	"JSON":                     pgJSON,
	"STRUCT":                   pgJSON,
	"MAP":                      pgJSON,
	"UNION":                    pgJSON,
	"VARIANT":                  pgJSON,
	"PG_RECORD":                pgRecord,
}

// isScaleless reports whether decimals stand for numeric without a scale: of a column, of a value that was
// cast, and of a quotient.
func isScaleless(precision, scale int) bool {
	return precision == providers.WidestDecimal && providers.IsUnscaled(scale)
}

// UnscaledDigits returns how many digits behind the point such a decimal has; ok is false for another type.
func UnscaledDigits(duckType string) (scale int, ok bool) {
	params, found := strings.CutPrefix(duckType, "DECIMAL")
	if !found {
		return 0, false
	}
	precision, scale, ok := decimalParams(params)
	return scale, ok && precision == providers.UnscaledWidth
}

// PlainDigits returns how many digits behind the point the decimal of a column numeric has; ok is false for another type.
func PlainDigits(duckType string) (scale int, ok bool) {
	params, found := strings.CutPrefix(duckType, "DECIMAL")
	if !found {
		return 0, false
	}
	precision, scale, ok := decimalParams(params)
	return scale, ok && isScaleless(precision, scale)
}

// TypeOID returns the Postgres type that stands for a DuckDB type. duckType is the name that DuckDB
// prints or the driver reports ("DECIMAL(10,2)", "INTEGER[]", "TIMESTAMP WITH TIME ZONE", an alias
// such as "JSON"), not case-sensitive. The returned name is Postgres's, as format_type prints it,
// with its parameters. A list or array is the array of its innermost element, whatever its
// dimensions, as in Postgres. An unknown type is text.
//
// The text of values must agree: where TypeOID returns json for a STRUCT, MAP, UNION or VARIANT,
// the value's text is JSON.
func TypeOID(duckType string) (oid uint32, typmod int32, size int16, name string) {
	base, isArray := strings.TrimSpace(duckType), false
	for strings.HasSuffix(base, "]") {
		open := strings.LastIndexByte(base, '[')
		if open < 0 {
			break
		}
		base, isArray = base[:open], true
	}
	params := ""
	if open := strings.IndexByte(base, '('); open >= 0 {
		base, params = strings.TrimSpace(base[:open]), base[open:]
	}
	t := typeOf(strings.ToUpper(base))
	typmod, name = -1, t.name
	if t.mod > 0 {
		typmod = t.mod
	}
	if t == pgNumeric {
		if precision, scale, ok := decimalParams(params); ok && precision != providers.UnscaledWidth && !isScaleless(precision, scale) {
			typmod = providers.NumericMod(precision, scale)
			name = "numeric(" + strconv.Itoa(precision) + "," + strconv.Itoa(scale) + ")"
		}
	}
	if isArray && t.vector != "" {
		return t.array, typmod, -1, t.vector
	}
	if isArray {
		return t.array, typmod, -1, name + "[]"
	}
	return t.oid, typmod, t.size, name
}

// typeOf returns the type that a name of DuckDB's stands for, in upper case.
func typeOf(duck string) pgType {
	if t, ok := duckTypes[duck]; ok {
		return t
	}
	if a, ok := aliasTypes[duck]; ok {
		return a.stands
	}
	if t, ok := limitedType(duck); ok {
		return t
	}
	return pgText
}

// The types of columns of limited length are texts and bit strings under these names, with the length behind them.
const (
	limitedVarchar = "PG_VARCHAR_"
	limitedChar    = "PG_BPCHAR_"
	limitedVarbit  = "PG_VARBIT_"
	limitedBit     = "PG_BIT_"
)

// Limit returns the length of the values of a limited type, by its name in upper case, and whether they
// are filled up to it with blanks where they are shown. 0: the type is not limited.
func Limit(duck string) (length int, padded bool) {
	return lengthBehind(duck, limitedVarchar, limitedChar)
}

// BitLimit returns the length of a limited type of bit strings, and whether its values have all of it. 0: the type is not one.
func BitLimit(duck string) (length int, exact bool) {
	return lengthBehind(duck, limitedVarbit, limitedBit)
}

// lengthBehind returns the length that stands behind one of two beginnings of a name, and whether it is the second.
func lengthBehind(name, beginning, another string) (length int, second bool) {
	digits, first := strings.CutPrefix(name, beginning)
	if !first {
		if digits, second = strings.CutPrefix(name, another); !second {
			return 0, false
		}
	}
	length, err := strconv.Atoi(digits)
	if err != nil || length < 1 || strconv.Itoa(length) != digits {
		return 0, false
	}
	return length, second
}

// LimitedBase is the type of DuckDB's that a limited type stands for; "": the type is not limited.
func LimitedBase(name string) string {
	if length, _ := Limit(name); length > 0 {
		return "VARCHAR"
	}
	if length, _ := BitLimit(name); length > 0 {
		return "BIT"
	}
	return ""
}

// limitedType returns the type that the name of a limited type stands for.
func limitedType(duck string) (pgType, bool) {
	if length, exact := BitLimit(duck); length > 0 {
		if digits := "(" + strconv.Itoa(length) + ")"; exact {
			return pgBit.limited(int32(length), "bit"+digits), true //nolint:gosec // Postgres takes 83886080
		} else {
			return pgVarbit.limited(int32(length), "bit varying"+digits), true //nolint:gosec // the same
		}
	}
	length, padded := Limit(duck)
	switch {
	case length == 0:
		return pgType{}, false
	case padded:
		return pgBpchar.limited(int32(length)+4, "character("+strconv.Itoa(length)+")"), true //nolint:gosec // Postgres takes 10485760
	}
	return pgVarchar.limited(int32(length)+4, "character varying("+strconv.Itoa(length)+")"), true //nolint:gosec // the same
}

// userRange matches the name of a range type, or of its multirange type, that a user has made.
var userRange = regexp.MustCompile(`^PG_([A-Z0-9]+)_[0-9A-F]{8}(?:MULTI)?RANGE$`)

// UserRangeElement returns the name of the elements of a range type of users, by its name in upper case. "": it is another type.
func UserRangeElement(duck string) string {
	if !strings.HasSuffix(duck, RangeEnding) {
		return ""
	}
	if m := userRange.FindStringSubmatch(duck); m != nil {
		return m[1]
	}
	return ""
}

// userRangeWord matches the name of such a type in a text.
var userRangeWord = regexp.MustCompile(`(?i)\bPG_[A-Z0-9]+_[0-9A-F]{8}((?:MULTI)?RANGE)\b`)

// HideUserRanges puts what they are in the place of the names that DuckDB has for range types of users.
func HideUserRanges(message string) string {
	return userRangeWord.ReplaceAllStringFunc(message, func(name string) string {
		return strings.ToLower(userRangeWord.FindStringSubmatch(name)[1])
	})
}

// decimalParams reads "(10,2)".
func decimalParams(s string) (precision, scale int, ok bool) {
	s, found := strings.CutPrefix(s, "(")
	if !found {
		return 0, 0, false
	}
	s, _ = strings.CutSuffix(s, ")")
	first, second, two := strings.Cut(s, ",")
	precision, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil {
		return 0, 0, false
	}
	if !two {
		return precision, 0, true
	}
	scale, err = strconv.Atoi(strings.TrimSpace(second))
	return precision, scale, err == nil
}
