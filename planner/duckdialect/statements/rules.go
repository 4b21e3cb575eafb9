package statements

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/usertypes"
	"github.com/sallyportdb/sallyport/providers"
)

// Rules is the state of a translation for the rules of statements.
type Rules struct {
	*inference.Types
	Alone    string                  // what the statement is called that no transaction block has in it; "": it may be in one
	Setval   []string                // the names of the result's columns where the rows are calls of setval
	Override pg_query.OverridingKind // of the INSERT

	users       *usertypes.Rules
	expressions expressions
	draws       draws
	place       rewrite.Place                              // of the CHECKs of the table
	added       []*pg_query.ColumnDef                      // the columns that commands before have added
	placed      map[string]*pg_query.ColumnDef             // the columns of place by name
	shown       map[proto.Message]providers.KeptConstraint // how values are shown, by what has them
	unlogged    bool                                       // the table that the statement makes is UNLOGGED
	unchecked   *pg_query.Constraint                       // the CHECK or the foreign key that is added NOT VALID
	generated   map[*pg_query.ColumnDef][]*pg_query.Node   // the defaults of columns with a sequence of their own
}

// expressions translates the expressions of definitions, which run apart from the statement.
type expressions interface {
	Translate(m protoreflect.Message)                      // translates a tree
	RewriteCast(n *pg_query.Node, cast *pg_query.TypeCast) // rewrites a cast whose parts are translated
}

// NewRules returns the rules of one translation.
func NewRules(types *inference.Types, users *usertypes.Rules, of expressions) Rules {
	return Rules{Types: types, users: users, expressions: of}
}
