package parameter

import (
	"strings"
)

// listText turns a Postgres array ({1,"a b",NULL}) into the text that DuckDB reads as a list.
func listText(array string) string {
	var b strings.Builder
	for i := 0; i < len(array); i++ {
		switch c := array[i]; c {
		case '{':
			b.WriteByte('[')
		case '}':
			b.WriteByte(']')
		case ',', ' ':
			b.WriteByte(c)
		case '"':
			i = quotedElement(&b, array, i)
		default:
			end := i
			for end < len(array) && array[end] != ',' && array[end] != '}' {
				end++
			}
			element := strings.TrimSpace(array[i:end])
			if strings.EqualFold(element, "null") {
				b.WriteString("NULL")
			} else {
				writeQuoted(&b, element)
			}
			i = end - 1
		}
	}
	return b.String()
}

// dimensionsOf is how many braces open an array, before its first element.
func dimensionsOf(array string) int {
	opening := array[:len(array)-len(strings.TrimLeft(array, "{ \t\r\n"))]
	return strings.Count(opening, "{")
}

// quotedElement writes the element in double quotes at i and returns the place of its closing
// quote.
func quotedElement(b *strings.Builder, array string, i int) int {
	var element strings.Builder
	for i++; i < len(array) && array[i] != '"'; i++ {
		if array[i] == '\\' && i+1 < len(array) {
			i++
		}
		element.WriteByte(array[i])
	}
	writeQuoted(b, element.String())
	return i
}

// writeQuoted writes an element in quotes, as DuckDB reads it.
func writeQuoted(b *strings.Builder, element string) {
	b.WriteByte('"')
	for i := range len(element) {
		if c := element[i]; c == '"' || c == '\\' {
			b.WriteByte('\\')
		}
		b.WriteByte(element[i])
	}
	b.WriteByte('"')
}
