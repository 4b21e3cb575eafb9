package vector

import (
	"math"
	"strings"
	"unicode/utf8"

	lib "github.com/duckdb/duckdb-go-bindings"
)

// Span returns the place of row r's elements in the child vector of a list, an array or a map.
func (n *Type) Span(v *Reader, r int) (first, count int) {
	if n.ID == lib.TypeArray {
		return r * n.size, n.size
	}
	entry := At[ListEntry](v, r)
	return int(entry.Offset), int(entry.Length)
}

// appendArray appends a list as a Postgres array.
func (w *Writer) appendArray(b []byte, n *Type, v *Reader, r int) []byte {
	child, values := n.Children[0], &v.Children[0]
	nested := child.ID == lib.TypeList || child.ID == lib.TypeArray
	first, count := n.Span(v, r)
	if child.Vector {
		return w.appendVector(b, child, values, first, count)
	}
	b = append(b, '{')
	for i := first; i < first+count; i++ {
		if i > first {
			b = append(b, ',')
		}
		if values.Null(i) {
			b = append(b, "NULL"...)
			continue
		}
		start := len(b)
		b = w.AppendText(b, child, values, i)
		if !nested {
			b = quoteElement(b, start)
		}
	}
	return append(b, '}')
}

// appendVector writes an oidvector or int2vector.
func (w *Writer) appendVector(b []byte, child *Type, values *Reader, first, count int) []byte {
	for i := first; i < first+count; i++ {
		if i > first {
			b = append(b, ' ')
		}
		b = w.AppendText(b, child, values, i)
	}
	return b
}

// appendRecord appends a row as Postgres does: (1,"a b",).
func (w *Writer) appendRecord(b []byte, n *Type, v *Reader, r int) []byte {
	b = append(b, '(')
	for i, child := range n.Children {
		if i > 0 {
			b = append(b, ',')
		}
		if v.Children[i].Null(r) {
			continue
		}
		start := len(b)
		b = w.AppendText(b, child, &v.Children[i], r)
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

// AppendJSON appends row r, which may be NULL, as JSON.
func (w *Writer) AppendJSON(b []byte, n *Type, v *Reader, r int) []byte {
	if v.Null(r) {
		return append(b, "null"...)
	}
	switch n.ID {
	case lib.TypeBoolean:
		if At[bool](v, r) {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case lib.TypeTinyInt, lib.TypeSmallInt, lib.TypeInteger, lib.TypeBigInt,
		lib.TypeUTinyInt, lib.TypeUSmallInt, lib.TypeUInteger, lib.TypeUBigInt,
		lib.TypeHugeInt, lib.TypeUHugeInt, lib.TypeBigNum, lib.TypeDecimal:
		return w.AppendText(b, n, v, r)
	case lib.TypeFloat, lib.TypeDouble:
		return w.appendJSONFloat(b, n, v, r)
	case lib.TypeList, lib.TypeArray:
		first, count := n.Span(v, r)
		b = append(b, '[')
		for i := first; i < first+count; i++ {
			if i > first {
				b = append(b, ',')
			}
			b = w.AppendJSON(b, n.Children[0], &v.Children[0], i)
		}
		return append(b, ']')
	case lib.TypeStruct, lib.TypeMap:
		return w.appendJSONObject(b, n, v, r)
	case lib.TypeUnion:
		tag := int(At[uint8](&v.Children[0], r))
		return w.AppendJSON(b, n.Children[tag], &v.Children[tag+1], r)
	}
	if n.Duck == "JSON" {
		return append(b, v.Bytes(r)...)
	}
	start, iso := len(b), *w
	iso.Styles.Date = ""
	b = iso.AppendText(b, n, v, r)
	return quoteJSON(b, start)
}

func (w *Writer) appendJSONFloat(b []byte, n *Type, v *Reader, r int) []byte {
	f := 0.0
	if n.ID == lib.TypeFloat {
		f = float64(At[float32](v, r))
	} else {
		f = At[float64](v, r)
	}
	start := len(b)
	b = w.AppendText(b, n, v, r)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return quoteJSON(b, start)
	}
	return b
}

// appendJSONObject appends a struct, or a map with its keys as text.
func (w *Writer) appendJSONObject(b []byte, n *Type, v *Reader, r int) []byte {
	b = append(b, '{')
	if n.ID == lib.TypeStruct {
		for i, child := range n.Children {
			if i > 0 {
				b = append(b, ',')
			}
			start := len(b)
			b = append(quoteJSON(append(b, n.Names[i]...), start), ':')
			b = w.AppendJSON(b, child, &v.Children[i], r)
		}
		return append(b, '}')
	}
	first, count := n.Span(v, r)
	for i := first; i < first+count; i++ {
		if i > first {
			b = append(b, ',')
		}
		start := len(b)
		b = append(quoteJSON(w.AppendText(b, n.Children[0], &v.Children[0], i), start), ':')
		b = w.AppendJSON(b, n.Children[1], &v.Children[1], i)
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
