package parse

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// OptionOn reads a boolean option as defGetBoolean does. Unknown values count as on.
func OptionOn(d *pg_query.DefElem) bool {
	arg := d.GetArg()
	if arg == nil {
		return true
	}
	if i := arg.GetInteger(); i != nil {
		return i.Ival != 0
	}
	if b := arg.GetBoolean(); b != nil {
		return b.Boolval
	}
	switch strings.ToLower(arg.GetString_().GetSval()) {
	case "off", "false":
		return false
	}
	return true
}
