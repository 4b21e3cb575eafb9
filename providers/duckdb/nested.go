package duckdb

import (
	"math"
	"strings"
	"unicode/utf8"

	lib "github.com/duckdb/duckdb-go-bindings"
)

// span returns the place of row r's elements in the child vector of a list, an array or a map.
func (n *node) span(v *vec, r int) (first, count int) {
	if n.id == lib.TypeArray {
		return r * n.size, n.size
	}
	entry := at[listEntry](v, r)
	return int(entry.offset), int(entry.length)
}

// appendArray appends a list as a Postgres array.
func (w *writer) appendArray(b []byte, n *node, v *vec, r int) []byte {
	child, values := n.children[0], &v.children[0]
	nested := child.id == lib.TypeList || child.id == lib.TypeArray
	first, count := n.span(v, r)
	if child.vector {
		return w.appendVector(b, child, values, first, count)
	}
	b = append(b, '{')
	for i := first; i < first+count; i++ {
		if i > first {
			b = append(b, ',')
		}
		if values.null(i) {
			b = append(b, "NULL"...)
			continue
		}
		start := len(b)
		b = w.appendText(b, child, values, i)
		if !nested {
			b = quoteElement(b, start)
		}
	}
	return append(b, '}')
}

// appendVector writes an oidvector or int2vector.
func (w *writer) appendVector(b []byte, child *node, values *vec, first, count int) []byte {
	for i := first; i < first+count; i++ {
		if i > first {
			b = append(b, ' ')
		}
		b = w.appendText(b, child, values, i)
	}
	return b
}

// appendRecord appends a row as Postgres does: (1,"a b",).
func (w *writer) appendRecord(b []byte, n *node, v *vec, r int) []byte {
	b = append(b, '(')
	for i, child := range n.children {
		if i > 0 {
			b = append(b, ',')
		}
		if v.children[i].null(r) {
			continue
		}
		start := len(b)
		b = w.appendText(b, child, &v.children[i], r)
		field := string(b[start:])
		if field == "" || strings.ContainsAny(field, "\"\\(), \t\n\r\v\f") {
			b = append(b[:start], '"')
			b = append(b, strings.NewReplacer(`"`, `""`, `\`, `\\`).Replace(field)...)
			b = append(b, '"')
		}
	}
	return append(b, ')')
}

// quoteElement quotes the array element that begins at start, if it needs quotes.
func quoteElement(b []byte, start int) []byte {
	element := b[start:]
	escapes, needs := 0, len(element) == 0 || isNull(element)
	for _, c := range element {
		switch c {
		case '"', '\\':
			escapes++
			needs = true
		case '{', '}', ',', ' ', '\t', '\n', '\r', '\v', '\f':
			needs = true
		}
	}
	if !needs {
		return b
	}
	n := len(element)
	for range escapes + 2 {
		b = append(b, 0)
	}
	to := len(b) - 1
	b[to] = '"'
	for from := start + n - 1; from >= start; from-- {
		c := b[from]
		to--
		b[to] = c
		if c == '"' || c == '\\' {
			to--
			b[to] = '\\'
		}
	}
	b[start] = '"'
	return b
}

func isNull(b []byte) bool {
	return len(b) == 4 && b[0]|0x20 == 'n' && b[1]|0x20 == 'u' && b[2]|0x20 == 'l' && b[3]|0x20 == 'l'
}

// appendJSON appends row r, which may be NULL, as JSON.
func (w *writer) appendJSON(b []byte, n *node, v *vec, r int) []byte {
	if v.null(r) {
		return append(b, "null"...)
	}
	switch n.id {
	case lib.TypeBoolean:
		if at[bool](v, r) {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case lib.TypeTinyInt, lib.TypeSmallInt, lib.TypeInteger, lib.TypeBigInt,
		lib.TypeUTinyInt, lib.TypeUSmallInt, lib.TypeUInteger, lib.TypeUBigInt,
		lib.TypeHugeInt, lib.TypeUHugeInt, lib.TypeBigNum, lib.TypeDecimal:
		return w.appendText(b, n, v, r)
	case lib.TypeFloat, lib.TypeDouble:
		return w.appendJSONFloat(b, n, v, r)
	case lib.TypeList, lib.TypeArray:
		first, count := n.span(v, r)
		b = append(b, '[')
		for i := first; i < first+count; i++ {
			if i > first {
				b = append(b, ',')
			}
			b = w.appendJSON(b, n.children[0], &v.children[0], i)
		}
		return append(b, ']')
	case lib.TypeStruct, lib.TypeMap:
		return w.appendJSONObject(b, n, v, r)
	case lib.TypeUnion:
		tag := int(at[uint8](&v.children[0], r))
		return w.appendJSON(b, n.children[tag], &v.children[tag+1], r)
	}
	if n.duck == "JSON" {
		return append(b, v.bytes(r)...)
	}
	start := len(b)
	b = w.appendText(b, n, v, r)
	return quoteJSON(b, start)
}

func (w *writer) appendJSONFloat(b []byte, n *node, v *vec, r int) []byte {
	f := 0.0
	if n.id == lib.TypeFloat {
		f = float64(at[float32](v, r))
	} else {
		f = at[float64](v, r)
	}
	start := len(b)
	b = w.appendText(b, n, v, r)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return quoteJSON(b, start)
	}
	return b
}

// appendJSONObject appends a struct, or a map with its keys as text.
func (w *writer) appendJSONObject(b []byte, n *node, v *vec, r int) []byte {
	b = append(b, '{')
	if n.id == lib.TypeStruct {
		for i, child := range n.children {
			if i > 0 {
				b = append(b, ',')
			}
			start := len(b)
			b = append(quoteJSON(append(b, n.names[i]...), start), ':')
			b = w.appendJSON(b, child, &v.children[i], r)
		}
		return append(b, '}')
	}
	first, count := n.span(v, r)
	for i := first; i < first+count; i++ {
		if i > first {
			b = append(b, ',')
		}
		start := len(b)
		b = append(quoteJSON(w.appendText(b, n.children[0], &v.children[0], i), start), ':')
		b = w.appendJSON(b, n.children[1], &v.children[1], i)
	}
	return append(b, '}')
}

// quoteJSON turns the bytes from start on into a JSON string.
func quoteJSON(b []byte, start int) []byte {
	const digits = "0123456789abcdef"
	text := append([]byte(nil), b[start:]...)
	b = append(b[:start], '"')
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r == '\t':
			b = append(b, '\\', 't')
		case r == '\r':
			b = append(b, '\\', 'r')
		case r < ' ':
			b = append(b, '\\', 'u', '0', '0', digits[r>>4], digits[r&15])
		default:
			b = append(b, text[:size]...)
		}
		text = text[size:]
	}
	return append(b, '"')
}
