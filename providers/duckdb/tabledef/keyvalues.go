package tabledef

import (
	"regexp"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// DuckDB tells the values of a key that is there twice behind the expressions of the index: CAST(tags AS VARCHAR): [a, b], id: 1. The
// columns of a kept index are told as PostgreSQL tells them: Key (tags, id)=({a,b}, 1).

// toldKey returns the columns and the values of a key of a kept index, by the text that DuckDB tells of it; ok is false if the text is
// another.
func toldKey(kept providers.KeptIndex, told string) (columns, values string, ok bool) {
	if len(kept.KeyColumns()) != len(kept.Keys) || len(kept.Keys) == 0 || told == "" {
		return "", "", false
	}
	var pattern, bare strings.Builder // bare: of rows of one statement DuckDB tells the values alone
	for i, k := range kept.Keys {
		if i > 0 {
			pattern.WriteString(", ")
			bare.WriteString(", ")
		}
		bare.WriteString("(=.*|NULL)")
		name := `"?` + regexp.QuoteMeta(strings.ReplaceAll(k.Column, `"`, `""`)) + `"?`
		pattern.WriteString(`(?:[^:]*\bCAST\(` + name + ` AS VARCHAR\)[^:]*|COALESCE\([^:]*\b` + name + `\b[^:]*\)|` + name + `|CASE [^:]*THEN \(*` + name + `\)* [^:]*END\)?): (.*)`)
	}
	var list []string
	if m := regexp.MustCompile(`(?s)^` + pattern.String() + `$`).FindStringSubmatch(told); m != nil {
		list = m[1:]
	} else if m := regexp.MustCompile(`(?s)^` + bare.String() + `$`).FindStringSubmatch(told); m != nil && kept.NotDistinct {
		list = m[1:]
	} else {
		return "", "", false
	}
	for i, value := range list {
		if kept.NotDistinct {
			text, there := strings.CutPrefix(value, "=")
			if value = text; !there {
				value = "null"
			}
		}
		if elements, rest, isList := arrayText(value); isList && rest == "" {
			value = elements
		}
		list[i] = value
	}
	return QuotedNames(kept.KeyColumns()), strings.Join(list, ", "), true
}

// arrayText writes a list as PostgreSQL writes an array: DuckDB has [a, 'b c', NULL]. rest is what is behind the list.
func arrayText(text string) (array, rest string, ok bool) {
	rest, ok = strings.CutPrefix(text, "[")
	if !ok {
		return "", text, false
	}
	var elements []string
	for !strings.HasPrefix(rest, "]") {
		element := ""
		switch {
		case strings.HasPrefix(rest, "["):
			if element, rest, ok = arrayText(rest); !ok {
				return "", text, false
			}
		case strings.HasPrefix(rest, "'"):
			if element, rest, ok = quotedElement(rest[1:]); !ok {
				return "", text, false
			}
			element = elementText(element)
		default:
			end := strings.IndexAny(rest, ",]")
			if end < 0 {
				return "", text, false
			}
			if element, rest = rest[:end], rest[end:]; element != "NULL" {
				element = elementText(element)
			}
		}
		elements, rest = append(elements, element), strings.TrimPrefix(rest, ", ")
	}
	return "{" + strings.Join(elements, ",") + "}", rest[1:], true
}

// quotedElement reads the text of a quoted element to its end.
func quotedElement(text string) (element, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
		case text[i] == '\'':
			return b.String(), text[i+1:], true
		}
		b.WriteByte(text[i])
	}
	return "", text, false
}

// elementText quotes an element of an array if PostgreSQL does.
func elementText(s string) string {
	if s == "" || strings.EqualFold(s, "NULL") || strings.ContainsAny(s, "{},\"\\ \t\n\r\v\f") {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
	}
	return s
}

// Duplicated is the query of the values of a key that a unique index would have twice, one column each, by the text of CREATE INDEX. It is
// "" where nobody knows how PostgreSQL shows them.
func (t *Table) Duplicated(create string, kept providers.KeptIndex) (query string, keys []string) {
	elements := definition.Elements(create)
	if kept.NotDistinct || len(elements) == 0 {
		return "", nil
	}
	values, conditions := make([]string, len(elements)), make([]string, len(elements))
	for i, element := range elements {
		value := element
		if len(kept.Keys) == len(elements) && kept.Keys[i].Column != "" {
			value = native.Ident(kept.Keys[i].Column)
		}
		value = "any_value(" + value + ")"
		values[i] = "CASE WHEN typeof(" + value + ") = 'BOOLEAN' THEN left(" + value + "::varchar, 1) ELSE " + value + "::varchar END"
		conditions[i] = "(" + element + ") IS NOT NULL"
	}
	by := strings.Join(elements, ", ")
	return "SELECT " + strings.Join(values, ", ") + " FROM " + t.Path() + " WHERE " + strings.Join(conditions, " AND ") +
		" GROUP BY " + by + " HAVING count(*) > 1 ORDER BY " + by + " LIMIT 1", ShownKeys(kept, elements)
}
