package duckdb

import (
	"encoding/hex"
	"strings"
)

// parseBool reads a boolean as Postgres does: any prefix of true, false, yes and no; on, off, 1 and
// 0.
func parseBool(text string) (bool, error) {
	s := strings.ToLower(strings.TrimSpace(text))
	switch {
	case s == "":
	case s == "1", s == "on", strings.HasPrefix("true", s), strings.HasPrefix("yes", s):
		return true, nil
	case s == "0", s == "of", s == "off", strings.HasPrefix("false", s), strings.HasPrefix("no", s):
		return false, nil
	}
	return false, invalidText("boolean", text)
}

// parseBytea reads bytea in its hex form and in its escape form.
func parseBytea(text string) ([]byte, error) {
	if digits, ok := strings.CutPrefix(text, `\x`); ok {
		raw, err := hex.DecodeString(digits)
		if err != nil {
			return nil, invalidText("bytea", text)
		}
		return raw, nil
	}
	raw := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch rest := text[i:]; {
		case rest[0] != '\\':
			raw = append(raw, rest[0])
		case strings.HasPrefix(rest, `\\`):
			raw = append(raw, '\\')
			i++
		case len(rest) >= 4 && rest[1] >= '0' && rest[1] <= '3' && isOctal(rest[2]) && isOctal(rest[3]):
			raw = append(raw, (rest[1]-'0')<<6|(rest[2]-'0')<<3|(rest[3]-'0'))
			i += 3
		default:
			return nil, invalidText("bytea", text)
		}
	}
	return raw, nil
}

func isOctal(c byte) bool { return c >= '0' && c <= '7' }

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
