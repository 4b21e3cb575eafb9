package duckdialect

import (
	"cmp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// ArgumentTypes are the types of the arguments of the call at an offset of a statement's text, as PostgreSQL's errors name them. ok is
// false if the text does not show all of them.
func ArgumentTypes(text string, offset int, env rewrite.Env) (types []string, ok bool) {
	tree, err := pg_query.Parse(text)
	if err != nil || len(tree.Stmts) != 1 {
		return nil, false
	}
	root := tree.Stmts[0].Stmt
	t := &inference.Types{Translation: rewrite.Translation{Env: env.WithDefaults(), Text: text}}
	t.NoteColumns(root)
	var call *pg_query.FuncCall
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		if f, is := m.(*pg_query.FuncCall); is && int(f.Location) == offset {
			call = f
		}
	})
	if call == nil || call.AggStar || call.AggWithinGroup || call.FuncVariadic {
		return nil, false
	}
	for _, a := range call.Args {
		kind := t.Inferred(a)
		if _, isTruth := a.GetAConst().GetVal().(*pg_query.A_Const_Boolval); isTruth {
			kind = "bool"
		}
		element, isArray := strings.CutSuffix(kind, "[]")
		shown := cmp.Or(inference.SpelledNumbers[element], argumentTypes[element])
		if shown == "" {
			return nil, false
		}
		if isArray {
			shown += "[]"
		}
		types = append(types, shown)
	}
	return types, true
}

// argumentTypes are the types, besides numbers, that errors about functions name.
var argumentTypes = map[string]string{
	"unknown": "unknown", "text": "text", "varchar": "character varying", "bpchar": "character", "bool": "boolean", "bytea": "bytea", "uuid": "uuid",
	"date": "date", "time": "time without time zone", "timetz": "time with time zone", "timestamp": "timestamp without time zone",
	"timestamptz": "timestamp with time zone", "interval": "interval", "json": "json", "jsonb": "jsonb",
}
