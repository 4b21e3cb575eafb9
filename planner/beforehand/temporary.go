package beforehand

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// Temporary reports whether a text creates a relation, a type or a function for its session alone.
// To other sessions the name may mean something else.
func Temporary(text string) bool {
	found := false
	eachMessageOf(text, func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.RangeVar:
			schema := strings.ToLower(m.Schemaname)
			found = found || m.Relpersistence == "t" || strings.HasPrefix(schema, "pg_temp") || schema == "temp"
		case *pg_query.String: // a part of another name, or rarely a constant
			found = found || strings.HasPrefix(strings.ToLower(m.Sval), "pg_temp")
		}
	})
	return found
}

// Executed returns the names of the prepared statements that a text runs anywhere, such as EXPLAIN
// ANALYZE EXECUTE a.
func Executed(text string) (names []string) {
	eachMessageOf(text, func(m proto.Message) {
		if e, ok := m.(*pg_query.ExecuteStmt); ok {
			names = append(names, e.Name)
		}
	})
	return names
}

// eachMessageOf calls f for every message of a text's trees, if the text can be parsed.
func eachMessageOf(text string, f func(proto.Message)) {
	if parse.Check(text, 0) != nil {
		return
	}
	list, err := parse.Statements(text)
	if err != nil {
		return
	}
	for _, one := range list {
		parse.EachMessage(one.Raw.ProtoReflect(), f)
	}
}
