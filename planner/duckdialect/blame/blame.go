package blame

import (
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Complete completes the error of a statement that failed. The error's position is one of the statement's text.
func Complete(e *sqlstate.Error, text string) {
	rules := rulesOf[e.Code]
	for _, rule := range rules {
		m := rule.message.FindStringSubmatch(e.Message)
		if m == nil {
			continue
		}
		list, err := parse.Statements(text)
		if err != nil || len(list) != 1 {
			return
		}
		s := &statement{text: text, root: trees.Explained(list[0].Raw.Stmt), position: e.Position}
		if len(m) > 1 {
			s.name = m[1]
			s.foldName(e)
		}
		rule.complete(s, e)
		return
	}
}

// rule completes errors whose message it knows.
type rule struct {
	message  *regexp.Regexp
	complete func(*statement, *sqlstate.Error)
}

// statement is what failed.
type statement struct {
	text     string
	root     *pg_query.Node
	position int    // of the error, in characters; 0: it is not known
	name     string // what the error names
}

// dependentObjects is the code of a DROP that something else depends on.
const dependentObjects sqlstate.Code = "2BP01"

// rulesOf are the rules for errors, by their codes.
var rulesOf = map[sqlstate.Code][]rule{
	sqlstate.UndefinedColumn: {
		{regexp.MustCompile(`^column "(.+)" (?:named in key )?does not exist$`), (*statement).undefinedColumn},
	},
	sqlstate.DuplicateColumn: {
		{regexp.MustCompile(`^column "(.+)" already exists$`), (*statement).duplicateColumn},
	},
	sqlstate.UndefinedTable: {
		{regexp.MustCompile(`^missing FROM-clause entry for table "(.+)"$`), (*statement).missingEntry},
		{regexp.MustCompile(`^relation "(.+)" does not exist$`), (*statement).undefinedObject},
	},
	sqlstate.UndefinedObject: {
		{regexp.MustCompile(`^type "(.+)" does not exist$`), (*statement).undefinedType},
	},
	sqlstate.GroupingError: {
		{regexp.MustCompile(`^column "(.+)" must appear in the GROUP BY clause`), (*statement).ungrouped},
		{regexp.MustCompile(`^aggregate functions are not (?:allowed in WHERE|supported here)$`), (*statement).misplacedAggregate},
	},
	sqlstate.UndefinedFunction: {
		{regexp.MustCompile(`^function ([a-z0-9_]+)\(.*\) does not exist$`), (*statement).undefinedFunction},
	},
	sqlstate.NumericOutOfRange: {
		{regexp.MustCompile(`^numeric field overflow$`), (*statement).overflownRounding},
	},
	"42712": {
		{regexp.MustCompile(`^(?:ambiguous reference to table|duplicate alias) "(.+?)"`), (*statement).sameName},
	},
	dependentObjects: {
		{regexp.MustCompile(`^cannot drop ([^ ]+) because other objects depend on it$`), (*statement).dependedOn},
	},
	"42P20": {
		{regexp.MustCompile(`^window functions are not allowed (?:here|in WHERE)$`), (*statement).misplacedWindow},
	},
	sqlstate.InvalidColumnReference: {
		{regexp.MustCompile(`^(ORDER|GROUP) BY position is not in the select list$`), (*statement).positionInList},
	},
	"2201W": {
		{regexp.MustCompile(`^LIMIT and OFFSET must not be negative$`), (*statement).negativeLimit},
	},
	sqlstate.SyntaxError: {
		{regexp.MustCompile(`^each query of a set operation must have the same number of columns$`), (*statement).unequalQueries},
		{regexp.MustCompile(`^subquery must return only one column$`), (*statement).wideSubquery},
		{regexp.MustCompile(`^could not perform assignment, expected \d+ values, got \d+$`), (*statement).unequalAssignment},
	},
}

// foldName writes the error's name as PostgreSQL reads it. DuckDB tells a name as it is written: one that may be a keyword, in capitals.
func (s *statement) foldName(e *sqlstate.Error) {
	folded := strings.ToLower(s.name)
	if folded == s.name || s.hasName(s.name) || !s.hasName(folded) {
		return
	}
	e.Message = strings.Replace(e.Message, `"`+s.name+`"`, `"`+folded+`"`, 1)
	s.name = folded
}

// hasName reports whether a name, or a text, of the statement is this one.
func (s *statement) hasName(name string) bool {
	return s.path(func(m proto.Message) bool {
		switch m := m.(type) {
		case *pg_query.String:
			return m.Sval == name
		case *pg_query.RangeVar:
			return m.Relname == name || m.Schemaname == name
		}
		return false
	}) != nil
}

// at places an error at a node's location, -1 for none.
func (s *statement) at(e *sqlstate.Error, location int32) {
	if location >= 0 {
		e.Position = parse.CharacterAt(s.text, int(location))
	}
}

// path returns the messages from the root to the first one that is meant, which is the last of them; nil: there is none.
func (s *statement) path(is func(proto.Message) bool) []proto.Message {
	var walk func(m protoreflect.Message, above []proto.Message) []proto.Message
	walk = func(m protoreflect.Message, above []proto.Message) (found []proto.Message) {
		here := append(above[:len(above):len(above)], m.Interface())
		if is(m.Interface()) {
			return here
		}
		parse.Children(m, func(child protoreflect.Message) bool {
			found = walk(child, here)
			return found == nil
		})
		return found
	}
	return walk(s.root.ProtoReflect(), nil)
}

// isAt reports whether a location is the error's, or the error has none.
func (s *statement) isAt(location int32) bool {
	return s.position == 0 || parse.CharacterAt(s.text, int(location)) == s.position
}
