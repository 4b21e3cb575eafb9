package blame

import (
	"regexp"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// missing are messages about functions, operators and casts that are not there for some types, each with what says so of the embedded
// engine alone.
var missing = []struct {
	message *regexp.Regexp
	refused string
}{
	{regexp.MustCompile(`^function ([a-z0-9_.]+\(.*\)) (?:does not exist|is not unique)$`), "function $1 is not supported"},
	{regexp.MustCompile(`^operator does not exist: (.+ .+)$`), "operator $1 is not supported"},
	{regexp.MustCompile(`^operator is not unique: (.+ .+)$`), "operator $1 is not supported"},
	{regexp.MustCompile(`^cannot compare values of type (.+ and .+) in IN/ANY/ALL clause.*$`), "a comparison of values of type $1 is not supported"},
	{regexp.MustCompile(`^cannot cast type (.+ to .+)$`), "a cast of type $1 is not supported"},
}

// RefuseMissing refuses what the embedded engine lacks for some types, of a statement whose types fit in PostgreSQL.
func RefuseMissing(e *sqlstate.Error) {
	if e.Code != sqlstate.UndefinedFunction && e.Code != sqlstate.AmbiguousFunction && e.Code != "42846" && e.Code != sqlstate.DatatypeMismatch {
		return
	}
	for _, m := range missing {
		if found := m.message.FindStringSubmatchIndex(e.Message); found != nil {
			e.Code, e.Hint, e.Detail = sqlstate.FeatureNotSupported, "", ""
			e.Message = string(m.message.ExpandString(nil, m.refused, e.Message, found))
			return
		}
	}
}
