package arguments

import (
	"fmt"
	"maps"
	"slices"
)

// namesOfSQL are the names that models use for the argument with the statement; sql is the
// documented one.
var namesOfSQL = []string{"sql", "query", "statement", "sql_query", "q"}

// SQL returns the parameter of a tool's statement.
func SQL(about string) Param {
	return Param{Name: "sql", Also: namesOfSQL[1:], Required: true, About: about}
}

// WithoutSQL returns arguments without the SQL.
func WithoutSQL(given map[string]any) map[string]any {
	args, _ := Apart(given)
	return args
}

// Apart takes the SQL out of arguments, whatever its name is, so that it is recorded as SQL,
// without its secrets. A value that is no text is recorded as text, too.
func Apart(given map[string]any) (args map[string]any, sql string) {
	args = make(map[string]any, len(given))
	for _, name := range slices.Sorted(maps.Keys(given)) {
		value := given[name]
		if !slices.Contains(namesOfSQL, name) {
			args[name] = value
			continue
		}
		text, ok := value.(string)
		if !ok && value != nil {
			text = fmt.Sprint(value)
		}
		if sql != "" && text != "" {
			sql += "\n"
		}
		sql += text
	}
	return args, sql
}
