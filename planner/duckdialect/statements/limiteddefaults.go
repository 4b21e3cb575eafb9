package statements

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// limitDefault reads the new default of a column of limited length. A constant that is longer is refused: PostgreSQL fails when a row
// takes it.
func (t *Rules) limitDefault(c rewrite.Column, value *pg_query.Node) *pg_query.Node {
	switch {
	case c.Limit == 0 || value.GetAConst().GetIsnull():
		return value
	case !c.Array && c.Bits:
		return writes.BitDefault(&t.Translation, c, value)
	case !c.Array:
		return value
	}
	t.checkElements(c, value)
	if s, quoted := parse.TextConstant(value); quoted && c.Bits && t.Err == nil {
		return constants.Array(s, build.PlainType(writes.LimitName(c)))
	}
	return value
}

// checkElements refuses the default of a column of arrays of limited length whose elements do not fit. Bits are those of a constant.
func (t *Rules) checkElements(c rewrite.Column, value *pg_query.Node) {
	s, quoted := parse.TextConstant(value)
	items, end := constants.ArrayItems(s)
	fits := !c.Bits || quoted && end > 0 && end == len(s)
	for _, item := range items {
		text, isText := parse.TextConstant(item)
		fits = fits && (item.GetAConst().GetIsnull() || isText && writes.Keeps(c, text))
	}
	if !fits && !value.GetAConst().GetIsnull() {
		t.NoteUnsupported(build.Nowhere, "a default of type %s that is not a constant of values that fit is not supported", writes.LimitedName(c))
	}
}
