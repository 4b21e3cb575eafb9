package parse

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// OptionValue is the value of an option as pg_class.reloptions has it.
func OptionValue(e *pg_query.DefElem) string {
	switch arg := e.GetArg(); {
	case arg.GetInteger() != nil:
		return strconv.Itoa(int(arg.GetInteger().Ival))
	case arg.GetFloat() != nil:
		return arg.GetFloat().Fval
	case arg.GetString_() != nil:
		return arg.GetString_().Sval
	case arg.GetBoolean() != nil:
		return strconv.FormatBool(arg.GetBoolean().Boolval)
	case arg.GetTypeName() != nil:
		_, name := SplitName(arg.GetTypeName().Names)
		return name
	}
	return "true"
}
