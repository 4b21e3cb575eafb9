package constants

import (
	"errors"
	"fmt"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"github.com/pganalyze/pg_query_go/v6/parser"

	"github.com/sallyportdb/sallyport/planner/parse"
)

const (
	badSyntax   = "42601" // syntax_error
	badName     = "42602" // invalid_name
	undefined   = "42704" // undefined_object
	mostPrecise = 1000    // digits of a numeric
	mostParts   = 3       // of a name: database, schema, object
	typeBefore  = "SELECT CAST(NULL AS "
	typeBehind  = "\n)"
)

// misreadObject finds what names no object: a text that is cast to regclass and the like, or passed to to_regclass and the like.
func misreadObject(kind, s string) (f Fault, ok bool) {
	trimmed := strings.Trim(s, parse.Blanks)
	if !strings.HasPrefix(kind, "reg") || trimmed == "-" || trimmed != "" && strings.Trim(trimmed, "0123456789") == "" {
		return f, false
	}
	switch kind {
	case "regtype":
		return misreadType(s)
	case "regclass", "regproc", "regnamespace", "regrole", "regoper", "regcollation", "regconfig", "regdictionary":
		return misreadNames(kind, s)
	case "regprocedure":
		if name, _, found := strings.Cut(s, "("); found && !strings.Contains(name, `"`) {
			return misreadNames("regproc", name)
		}
	}
	return f, false
}

// misreadNames finds what is no name with or without that of a schema: stringToQualifiedNameList.
func misreadNames(kind, s string) (f Fault, ok bool) {
	parts, ok := splitNames(s)
	shown := strings.Join(parts, ".")
	switch {
	case !ok || len(parts) == 0 || len(parts) > 1 && (kind == "regnamespace" || kind == "regrole"):
		return Fault{badName, "invalid name syntax", "", ""}, true
	case kind == "regproc" && strings.HasSuffix(s, ")") && !strings.Contains(s, `"`):
		return Fault{"42883", "function " + quoted(shown) + " does not exist", "", ""}, true
	case len(parts) > mostParts && kind == "regclass":
		return Fault{badSyntax, "improper relation name (too many dotted names): " + shown, "", ""}, true
	case len(parts) > mostParts:
		return Fault{badSyntax, "improper qualified name (too many dotted names): " + shown, "", ""}, true
	}
	return f, false
}

// splitNames splits a text at points, as SplitIdentifierString does; ok is false where it is no list of names.
func splitNames(s string) (parts []string, ok bool) {
	s = strings.TrimLeft(s, parse.Blanks)
	if s == "" {
		return nil, true
	}
	for {
		if strings.HasPrefix(s, `"`) {
			name := ""
			for s = s[1:]; ; s = s[1:] {
				at := strings.IndexByte(s, '"')
				if at < 0 {
					return nil, false
				}
				name, s = name+s[:at], s[at+1:]
				if !strings.HasPrefix(s, `"`) {
					break
				}
				name += `"`
			}
			parts = append(parts, name)
		} else {
			end := strings.IndexAny(s, "."+parse.Blanks)
			if end < 0 {
				end = len(s)
			}
			if end == 0 {
				return nil, false
			}
			parts, s = append(parts, strings.ToLower(s[:end])), s[end:]
		}
		if s = strings.TrimLeft(s, parse.Blanks); s == "" {
			return parts, true
		}
		if s[0] != '.' {
			return nil, false
		}
		s = strings.TrimLeft(s[1:], parse.Blanks)
	}
}

// misreadType finds what is no name of a type: typeStringToTypeName.
func misreadType(s string) (f Fault, ok bool) {
	if strings.Trim(s, parse.Blanks) == "" {
		return Fault{badSyntax, `invalid type name ` + quoted(s), "", ""}, true
	}
	tree, err := pg_query.Parse(typeBefore + s + typeBehind)
	if err != nil {
		return typeFault(s, err)
	}
	statement := tree.Stmts[0].Stmt.GetSelectStmt()
	if len(tree.Stmts) != 1 || len(statement.GetTargetList()) != 1 || len(statement.FromClause) > 0 {
		return f, false
	}
	of := statement.TargetList[0].GetResTarget().GetVal().GetTypeCast().GetTypeName()
	names := parse.NameParts(of.GetNames())
	switch {
	case of == nil:
		return f, false
	case of.Setof:
		return Fault{badSyntax, `invalid type name ` + quoted(s), "", ""}, true
	case len(names) > mostParts:
		return Fault{badSyntax, "improper qualified name (too many dotted names): " + strings.Join(names, "."), "", ""}, true
	case len(names) == 2 && names[0] == "pg_catalog" && grammarTypes[names[1]]:
		return Fault{undefined, "type " + quoted(strings.Join(names, ".")) + " does not exist", "", ""}, true
	case len(of.Typmods) > 0 && len(names) == 2 && names[0] == "pg_catalog":
		return misreadModifiers(names[1], of.Typmods)
	case len(of.Typmods) > 0 && len(names) == 1 && unmodified[names[0]]:
		return Fault{badSyntax, "type modifier is not allowed for type " + quoted(names[0]), "", ""}, true
	}
	return f, false
}

// misreadModifiers finds modifiers that a type of the grammar does not have.
func misreadModifiers(name string, list []*pg_query.Node) (f Fault, ok bool) {
	for _, n := range list {
		if c := n.GetColumnRef(); c != nil {
			return Fault{badText, "invalid input syntax for type integer: " + quoted(strings.Join(parse.NameParts(c.Fields), ".")), "", ""}, true
		}
	}
	first, isNumber := parse.IntConstant(list[0])
	switch {
	case !isNumber:
	case name == "numeric" && (first < 1 || first > mostPrecise):
		return Fault{"22023", fmt.Sprintf("NUMERIC precision %d must be between 1 and %d", first, mostPrecise), "", ""}, true
	case name == "varchar" && first < 1:
		return Fault{"22023", "length for type varchar must be at least 1", "", ""}, true
	case name == "bpchar" && first < 1:
		return Fault{"22023", "length for type char must be at least 1", "", ""}, true
	}
	return f, false
}

// MisreadDatabase finds a name with that of another database.
func MisreadDatabase(kind, s, database string) (f Fault, ok bool) {
	if kind != "regclass" && kind != "regtype" && kind != "regproc" {
		return f, false
	}
	parts, ok := splitNames(s)
	if !ok || len(parts) != mostParts || parts[0] == database {
		return f, false
	}
	shown := strings.Join(parts, ".")
	if kind == "regclass" {
		shown = quoted(shown)
	}
	return Fault{"0A000", "cross-database references are not implemented: " + shown, "", ""}, true
}

// grammarTypes are names of types that the grammar has, and pg_type has not.
var grammarTypes = parse.WordSet("integer int bigint smallint decimal dec real boolean character nchar float")

// unmodified are types that take no modifier.
var unmodified = parse.WordSet("int2 int4 int8 float4 float8 bool text bytea date json jsonb uuid oid name regclass regtype inet cidr macaddr money xml point")

// typeFault is the error of a text that PostgreSQL's grammar does not take for a type.
func typeFault(s string, err error) (f Fault, ok bool) {
	var failed *parser.Error
	if !errors.As(err, &failed) {
		return f, false
	}
	rest := s[max(0, strings.LastIndexByte(s, '"')):] // which the message shows where a quoted name does not end
	message := strings.Replace(failed.Message, rest+typeBehind, rest, 1)
	if failed.Cursorpos > len(typeBefore)+len(s)+1 && strings.Count(s, ")") <= strings.Count(s, "(") && strings.HasPrefix(message, "syntax error at or near") {
		message = "syntax error at end of input"
	}
	return Fault{badSyntax, message, "", ""}, strings.HasPrefix(message, "syntax error") || strings.HasPrefix(message, "unterminated") || strings.HasPrefix(message, "trailing junk")
}
