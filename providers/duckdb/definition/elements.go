package definition

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// ViewQuery returns the query behind AS in a CREATE VIEW.
func ViewQuery(sql string) string {
	for i, depth := 0, 0; i < len(sql); {
		if end := lexical.SkipQuoted(sql, i); end > i {
			i = end
			continue
		}
		if lexical.IsNameStart(sql[i]) {
			end := max(lexical.NameEnd(sql, i), i+1)
			if depth == 0 && strings.EqualFold(sql[i:end], "as") {
				return strings.TrimSuffix(strings.TrimSpace(sql[end:]), ";")
			}
			i = end
			continue
		}
		switch sql[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		i++
	}
	return sql
}

// KeptElement makes the element of a definition that keeps a constraint.
func KeptElement(k providers.KeptConstraint) string {
	return "CHECK (" + native.Text(k.Text()) + " IS NOT NULL)"
}

// IsColumn reports whether an element of a definition is a column of that name.
func IsColumn(element, column string) bool {
	list := Tokens(element)
	constraint := slices.ContainsFunc([]string{"CHECK", "UNIQUE", "PRIMARY", "FOREIGN", "CONSTRAINT"}, list[0].Is) // the names of columns would be quoted
	return !constraint && strings.EqualFold(list[0].Name(), column)
}

// UniqueIn returns the columns of each unique constraint among the elements of a table, and those of the primary key.
func UniqueIn(elements []string) (unique [][]string, primary []string) {
	for _, e := range elements {
		list := Tokens(e)
		switch {
		case len(list) == 0, list[0].Is("CHECK"), list[0].Is("FOREIGN"):
		case list[0].Is("CONSTRAINT") && len(list) > 2:
			u, p := UniqueIn([]string{e[list[2].At:]})
			unique, primary = append(unique, u...), append(primary, p...)
		case list[0].Is("UNIQUE") && len(list) > 1 && list[1].Text == "(":
			unique = append(unique, NamesIn(e))
		case list[0].Is("PRIMARY") && len(list) > 2 && list[1].Is("KEY") && list[2].Text == "(":
			primary = NamesIn(e)
		default:
			depth := 0
			for i, t := range list[1:] {
				switch {
				case t.Text == "(":
					depth++
				case t.Text == ")":
					depth--
				case depth == 0 && t.Is("UNIQUE"):
					unique = append(unique, []string{list[0].Name()})
				case depth == 0 && t.Is("KEY") && list[i].Is("PRIMARY"):
					primary = []string{list[0].Name()}
				}
			}
		}
	}
	return unique, primary
}

// NamesIn returns the names in the first brackets of a text, or nil if something else than names stands in them.
func NamesIn(text string) (out []string) {
	list := Tokens(text)
	open := slices.IndexFunc(list, func(t Token) bool { return t.Text == "(" })
	for i := open + 1; i < len(list); i += 2 {
		out = append(out, list[i].Name())
		switch {
		case i+1 >= len(list):
			return nil
		case list[i+1].Text == ")":
			return out
		case list[i+1].Text != ",":
			return nil
		}
	}
	return nil
}

// SameNames reports whether two lists have the same names, in any order.
func SameNames(a, b []string) bool {
	fold := func(list []string) []string {
		out := make([]string, len(list))
		for i, name := range list {
			out[i] = strings.ToLower(name)
		}
		slices.Sort(out)
		return out
	}
	return len(a) > 0 && slices.Equal(fold(a), fold(b))
}

// KeptIn returns the kept constraint in a text, and where its literal stands.
func KeptIn(text string) (k providers.KeptConstraint, start, end int, ok bool) {
	start = strings.Index(text, "'"+providers.KeptMark)
	if start < 0 {
		return k, 0, 0, false
	}
	from, end := start+1, lexical.SkipQuoted(text, start)
	if end < from+1 {
		return k, 0, 0, false
	}
	escaped := start > 0 && text[start-1] == 'E' && (start == 1 || !lexical.IsName(text[start-2])) // each backslash stands there twice
	if escaped {
		start--
	}
	kept := strings.ReplaceAll(text[from:end-1], "''", "'")
	if escaped {
		kept = strings.ReplaceAll(kept, `\\`, `\`)
	}
	k, ok = providers.ParseKept(kept)
	return k, start, end, ok
}

// IsLike reports whether an element of a definition is a LIKE, and no column of that name, whose name would be quoted.
func IsLike(element string) bool {
	list := Tokens(element)
	return len(list) > 1 && list[0].Is("LIKE")
}

// StoredQuery returns what the definition of a table keeps of a materialized view; ok is false for another table.
func StoredQuery(definition string) (k providers.KeptConstraint, ok bool) {
	for from := 0; ; {
		found, _, end, any := KeptIn(definition[from:])
		if !any {
			return k, false
		}
		if found.Kind == "m" {
			return found, true
		}
		from += end
	}
}

// Elements takes the definition of a table apart at its commas.
func Elements(sql string) (list []string) {
	depth, start := 0, 0
	for t := range eachToken(sql) {
		switch {
		case t.Text == "(":
			if depth++; depth == 1 {
				start = t.End
			}
		case t.Text == ")":
			if depth--; depth == 0 {
				return append(list, strings.TrimSpace(sql[start:t.At]))
			}
		case t.Text == "," && depth == 1:
			list, start = append(list, strings.TrimSpace(sql[start:t.At])), t.End
		}
	}
	return list
}
