package duckdialect

import (
	"math/big"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// PostgreSQL assigns a constant to the type of its column while it plans, so a constant that does not fit is an error also where no
// row is written.

// wholes are the sizes of the types of whole numbers, in bits, and their names.
var wholes = map[uint32]struct {
	bits uint
	name string
}{pgtype.Int2OID: {16, "smallint"}, pgtype.Int4OID: {32, "integer"}, pgtype.Int8OID: {64, "bigint"}}

// checkFits refuses a constant that does not fit in the column that it is assigned to. The columns of a table that the message
// itself makes or drops are not known yet.
func (t *translation) checkFits(n *pg_query.Node, c rewrite.Column) {
	if t.Env.SQLite || t.Env.Unsettled || c.User != "" {
		return
	}
	text, quoted := parse.TextConstant(n)
	if cast := n.GetTypeCast(); cast != nil && t.Shown(n) == "text" && len(cast.TypeName.ArrayBounds) == 0 {
		text, quoted = parse.TextConstant(cast.Arg)
	}
	if c.Limit > 0 {
		if quoted && !c.Bits && !c.Array {
			writes.CheckLength(&t.Translation, c, text)
		}
		return
	}
	if !quoted {
		number, ok := trees.Number(n)
		if !ok {
			return
		}
		text = number
	} else if c.Type != pgtype.NumericOID || n.GetTypeCast() != nil || !trees.Decimal.MatchString(strings.TrimPrefix(strings.TrimSpace(text), "-")) {
		return
	}
	value, err := numeric.Parse(strings.TrimSpace(text))
	if err != nil {
		return
	}
	if whole, ok := wholes[c.Type]; ok {
		limit := new(big.Int).Lsh(big.NewInt(1), whole.bits-1)
		value, err = value.Round(0)
		if of, isInt := new(big.Int).SetString(value.String(), 10); err == nil && isInt && (of.Cmp(limit) >= 0 || of.Cmp(new(big.Int).Neg(limit)) < 0) {
			t.NoteError(build.Nowhere, sqlstate.NumericOutOfRange, "%s out of range", whole.name)
		}
		return
	}
	if width, scale, ok := c.Precision(); ok {
		t.checkDigits(value, width, scale)
	}
}

// checkDigits refuses a number with more digits before the point than a numeric(width, scale) has.
func (t *translation) checkDigits(value numeric.Number, width, scale int) {
	rounded, err := value.Round(scale)
	if err != nil {
		return
	}
	whole, fraction, _ := strings.Cut(rounded.Abs().String(), ".")
	if digits := len(strings.TrimLeft(whole+fraction, "0")); digits <= width {
		return
	}
	if t.Err == nil {
		t.Err = sqlstate.NumericOverflow(width, scale)
	}
}
