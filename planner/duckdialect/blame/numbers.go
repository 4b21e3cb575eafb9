package blame

import (
	"fmt"
	"regexp"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// wholeDigits is how many digits before the point round and trunc leave to a number in the embedded engine.
const wholeDigits = 18

// overflownType finds the precision and the scale of the numeric in which a number does not fit.
var overflownType = regexp.MustCompile(`^A field with precision (\d+), scale (\d+) `)

// overflownRounding refuses a number that does not fit in the numeric that stands for round(x, 2) or trunc(x, 2), to which PostgreSQL has
// no limit.
func (s *statement) overflownRounding(e *sqlstate.Error) {
	m := overflownType.FindStringSubmatch(e.Detail)
	if m == nil {
		return
	}
	var name string
	parse.EachMessage(s.root.ProtoReflect(), func(m proto.Message) {
		f, ok := m.(*pg_query.FuncCall)
		if !ok || len(f.Args) != 2 {
			return
		}
		if _, called := parse.SplitName(f.Funcname); called == "round" || called == "trunc" {
			name = called
		}
	})
	precision, _ := strconv.Atoi(m[1])
	if scale, _ := strconv.Atoi(m[2]); name == "" || precision != min(constants.WidestNumber, wholeDigits+scale) {
		return
	}
	e.Code, e.Detail, e.Position = sqlstate.FeatureNotSupported, "", 0
	e.Message = fmt.Sprintf("function %s of a numeric of more than %d digits before the point is not supported", name, wholeDigits)
}
