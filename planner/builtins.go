package planner

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed builtins.txt
var builtinsText string

// builtin is the table's entry for the functions of one name that PostgreSQL or one of its
// extensions brings. The zero value has the class unknown.
type builtin struct {
	class  Class
	reason string
}

// builtinClasses are the class words of the table.
var builtinClasses = map[string]Class{"read": Read, "session": Session, "exec": Exec, "refused": Unknown}

var builtins = sync.OnceValues(func() (map[string]builtin, error) { return parseBuiltins(builtinsText) })

// builtinRule returns the table's entry for a name. It returns false if the label of a built-in of
// that name may be believed. If the table cannot be read, every name gets an entry of class
// unknown.
func builtinRule(name string) (builtin, bool) {
	table, err := builtins()
	if err != nil {
		return builtin{class: Unknown, reason: err.Error()}, true
	}
	rule, ok := table[name]
	return rule, ok
}

// parseBuiltins reads the table: headings of a class and a reason, and below each the names,
// indented.
func parseBuiltins(text string) (map[string]builtin, error) {
	table := map[string]builtin{}
	var rule builtin
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, " \n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '\t':
			if rule.reason == "" {
				return nil, fmt.Errorf("line %d of the table of built-in functions: names without a heading", number)
			}
			for name := range strings.FieldsSeq(line) {
				if _, twice := table[name]; twice {
					return nil, fmt.Errorf("line %d of the table of built-in functions: %s is there twice", number, name)
				}
				table[name] = rule
			}
		default:
			word, reason, _ := strings.Cut(line, " ")
			class, ok := builtinClasses[word]
			if !ok || strings.TrimSpace(reason) == "" {
				return nil, fmt.Errorf("line %d of the table of built-in functions: want a class and a reason", number)
			}
			rule = builtin{class: class, reason: reason}
		}
	}
	return table, nil
}
