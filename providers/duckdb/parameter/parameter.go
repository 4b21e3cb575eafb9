// Package parameter knows the parameters of statements: as what each is bound, and with which cast ([Parameter]); how a text is written
// with these casts, and where its errors are without them ([WithCasts], [OriginalOffset]); and it binds values ([Binder]).
//
// Parameters of simple types are bound as such, and the others as text, which DuckDB converts: their $n is wrapped in a cast.
// A numeric keeps its digits: where a cast would round a value, [Binder.Rounds] says so, and the statement is prepared with
// [Parameter.KeepDigits]. [Guesses] are tried for those of which neither DuckDB nor the client knows the type.
package parameter

import (
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// Parameter is one parameter of a statement.
type Parameter struct {
	OID  uint32   // the Postgres type of its values
	Duck lib.Type // the DuckDB type it is bound as
	Cast string   // the DuckDB type it is cast to from text, "" for none

	// rounds: its values, or their elements, are cast to numbers with this many digits before the point and behind it.
	rounds        bool
	whole, behind int
}

// directTypes are the types whose values are bound without a cast.
var directTypes = map[lib.Type]bool{
	lib.TypeBoolean: true, lib.TypeTinyInt: true, lib.TypeSmallInt: true, lib.TypeInteger: true,
	lib.TypeBigInt: true, lib.TypeUTinyInt: true, lib.TypeUSmallInt: true, lib.TypeUInteger: true,
	lib.TypeUBigInt: true, lib.TypeFloat: true, lib.TypeDouble: true, lib.TypeVarchar: true,
	lib.TypeBlob: true,
}

// New decides how to bind a parameter of type n. declared is the client's type for it, or 0.
func New(n *vector.Type, declared uint32) Parameter {
	out := Parameter{OID: declared, Duck: n.ID}
	switch {
	case !n.Resolved() && declared == 0:
		return Parameter{Duck: lib.TypeInvalid}
	case !n.Resolved():
		out.Duck, out.Cast = lib.TypeVarchar, vector.DuckType(declared)
		switch {
		case out.Cast == "BLOB":
			out.Duck = lib.TypeBlob
		case declared == pgtype.NumericOID:
			out.Cast = vector.LooseType
		}
	case n.ID == lib.TypeStringLiteral:
		out.Duck = lib.TypeVarchar
	case !directTypes[n.ID]:
		out.Duck, out.Cast = lib.TypeVarchar, castName(n)
	}
	if out.OID == 0 {
		out.OID, _, _, _ = pgcatalog.TypeOID(n.Duck)
	}
	out.noteDigits(n)
	return out
}

// castName returns the type's name in a CAST, or "" if DuckDB itself converts text to the type.
func castName(n *vector.Type) string {
	if n.ID == lib.TypeList && strings.HasPrefix(n.Duck, "PG_") { // DuckDB does not read {…}
		return n.Duck
	}
	for _, part := range []string{"ENUM", "STRUCT", "MAP", "UNION", "PG_", "SQLNULL"} {
		if strings.Contains(n.Duck, part) {
			return ""
		}
	}
	return n.Duck
}

// Guesses are the types that are tried for parameters of unknown type, in order.
var Guesses = []string{"VARCHAR", "BIGINT", "DOUBLE"}

// OriginalOffset turns a byte offset in the text with casts into one in the client's text. A cast's
// number is the length of the parameter that it replaced.
func OriginalOffset(offset int, casts []lexical.Param) int {
	shift := 0
	for _, cast := range casts {
		if offset < cast.Start {
			break
		}
		if offset < cast.End {
			return cast.Start - shift
		}
		shift += cast.End - cast.Start - cast.Number
	}
	return offset - shift
}

// Guess is a parameter of a type that is tried.
func Guess(duck string) Parameter {
	q := Parameter{Duck: lib.TypeVarchar, Cast: duck}
	q.OID, _, _, _ = pgcatalog.TypeOID(duck)
	return q
}

// WithCasts replaces every parameter that is bound as text by CAST(CAST($n AS VARCHAR) AS type), and returns the text with the
// casts and their places, or no casts if there are none. The inner cast fixes the type of the value; without it DuckDB
// would plan anew at every execution.
func WithCasts(sql string, refs []lexical.Param, params []Parameter) (string, []lexical.Param) {
	var casts []lexical.Param
	var b strings.Builder
	last := 0
	for _, ref := range refs {
		q := params[ref.Number-1]
		if q.Cast == "" {
			continue
		}
		b.WriteString(sql[last:ref.Start])
		start := b.Len()
		inner := "VARCHAR"
		if q.Duck == lib.TypeBlob {
			inner = "BLOB"
		}
		value := "CAST($" + strconv.Itoa(ref.Number) + " AS " + inner + ")"
		if q.Cast == vector.LooseType { // DuckDB's cast would round
			b.WriteString("pg__to_numeric(" + value + ")")
		} else {
			b.WriteString("CAST(" + value + " AS " + q.Cast + ")")
		}
		casts = append(casts, lexical.Param{Start: start, End: b.Len(), Number: ref.End - ref.Start})
		last = ref.End
	}
	b.WriteString(sql[last:])
	return b.String(), casts
}
