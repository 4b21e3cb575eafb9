package fault

import (
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// typeOfMessage matches the types that an error names.
var typeOfMessage = re(`\b([A-Z][A-Z0-9_]*)(?:\(\d+,\s*\d+\))?((?:\[\])*)`)

// mixedDimensions is the error where arrays of one type with several numbers of dimensions stand together: DuckDB's types have them, and
// PostgreSQL's have not. nil: the error is another one.
func (f Fault) mixedDimensions() *sqlstate.Error {
	mixes := strings.HasPrefix(f.Message, "Cannot compare values of type") || strings.HasPrefix(f.Message, "Cannot mix values of type") ||
		strings.HasPrefix(f.Message, "Cannot combine types of") || strings.HasPrefix(f.Message, "Unimplemented type for cast") || strings.HasPrefix(f.Message, "Cannot deduce template type")
	if !mixes {
		return nil
	}
	depths := map[string]int{}
	for _, m := range typeOfMessage().FindAllStringSubmatch(f.firstLine(), -1) {
		base, depth := m[1], len(m[2])/len("[]")
		if was, known := depths[base]; known && was != depth {
			return sqlstate.New(sqlstate.FeatureNotSupported, "arrays of several numbers of dimensions together are not supported here")
		}
		depths[base] = depth
	}
	return nil
}
