package planner

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"github.com/sallyportdb/sallyport/planner/parse"
	"google.golang.org/protobuf/proto"
)

// Temporary reports whether a text that makes something makes it for its session
// alone: a relation, a type or a function, whose name may be that of another to
// everybody else.
func Temporary(text string) bool {
	found := false
	inEach(text, func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.RangeVar:
			schema := strings.ToLower(m.Schemaname)
			found = found || m.Relpersistence == "t" || strings.HasPrefix(schema, "pg_temp") || schema == "temp"
		case *pg_query.String: // a part of another name, or a constant: that is rare
			found = found || strings.HasPrefix(strings.ToLower(m.Sval), "pg_temp")
		}
	})
	return found
}

// Executed are the names of the prepared statements that a text runs, wherever in
// it: EXPLAIN ANALYZE EXECUTE a.
func Executed(text string) (names []string) {
	inEach(text, func(m proto.Message) {
		if e, ok := m.(*pg_query.ExecuteStmt); ok {
			names = append(names, e.Name)
		}
	})
	return names
}

// inEach calls f for every message of a text's trees, if it can be parsed.
func inEach(text string, f func(proto.Message)) {
	if parse.Check(text, 0) != nil {
		return
	}
	list, err := parse.Statements(text)
	if err != nil {
		return
	}
	for _, one := range list {
		each(one.Raw.ProtoReflect(), f)
	}
}
