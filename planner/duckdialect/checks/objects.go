package checks

import (
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// A quoted constant that names an object is read when PostgreSQL looks at the statement, wherever the constant stands. The source reads
// it where its value is needed.

var (
	// namingTypes are the types of such constants.
	namingTypes = parse.WordSet(`regclass regtype regproc regprocedure regnamespace regrole`)
	// relationCalls are functions whose first argument is a relation, by its name or its OID.
	relationCalls = parse.WordSet(emulation.RelationFunctions + " currval")
	// plainName matches a name that is read as it is written, with a schema or without one.
	plainName = regexp.MustCompile(`^(?:([a-z_][a-z0-9_]*)\.)?([a-z_][a-z0-9_]*)$`)
)

// namedObjects are the constants of a statement that name objects of which nobody knows that they exist.
func namedObjects(root *pg_query.Node, taken func(schema, name string) bool) (targets []*pg_query.Node) {
	statement := trees.Explained(root)
	switch statement.GetNode().(type) {
	case *pg_query.Node_SelectStmt, *pg_query.Node_InsertStmt, *pg_query.Node_UpdateStmt, *pg_query.Node_DeleteStmt, *pg_query.Node_MergeStmt:
	default:
		return nil
	}
	seen := map[string]bool{}
	note := func(kind, text string) {
		if key := kind + " " + text; !seen[key] && mayBeMissing(kind, text, taken) {
			seen[key] = true
			targets = append(targets, build.Target(build.Cast(build.Text(text), build.PlainType(kind)), ""))
		}
	}
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		switch n := m.(type) {
		case *pg_query.TypeCast:
			_, kind := parse.SplitName(n.TypeName.GetNames())
			if text, quoted := parse.TextConstant(n.Arg); quoted && namingTypes[kind] && len(n.TypeName.ArrayBounds) == 0 {
				note(kind, text)
			}
		case *pg_query.FuncCall:
			_, name := parse.SplitName(n.Funcname)
			if !relationCalls[name] || len(n.Args) == 0 {
				return
			}
			if text, quoted := parse.TextConstant(n.Args[0]); quoted {
				note("regclass", text)
			}
		}
	})
	return targets
}

// mayBeMissing reports whether there may be no object of a kind that a text names.
func mayBeMissing(kind, text string, taken func(schema, name string) bool) bool {
	if trees.Decimal.MatchString(text) || text == "-" {
		return false
	}
	name := plainName.FindStringSubmatch(text)
	switch {
	case name == nil:
		return true
	case kind == "regclass":
		return taken == nil || !taken(name[1], name[2])
	case kind == "regtype":
		return !build.InGrammar(text) && !textTypes[text] && !timeTypes[text]
	case kind == "regnamespace":
		return text != "public" && !strings.HasPrefix(text, "pg_catalog") && text != "information_schema"
	}
	return true
}
