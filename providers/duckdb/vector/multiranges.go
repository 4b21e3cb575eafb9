package vector

import (
	"strconv"
	"strings"
)

// MultirangeKey returns the text that is kept of a multirange: the keys of its ranges, of which none is empty, in order.
func MultirangeKey(list []Range) string {
	var b strings.Builder
	for _, r := range list {
		b.WriteString(r.Key())
	}
	return b.String()
}

// ReadMultirange reads the text that is kept.
func ReadMultirange(key []byte, element string) []Range {
	var list []Range
	for rest := string(key); len(rest) > 1; {
		var r Range
		if r, rest = nextRange(rest[1:], element); r.Low != "" {
			list = append(list, r)
		}
	}
	return list
}

// cutLength is the length of the cut at the start of a text.
func cutLength(text, element string) int {
	if text[0] != '1' {
		return 1
	}
	return 1 + valueWidth(text[1:], element) + 1
}

// appendMultirange writes a multirange as Postgres does.
func (w *Writer) appendMultirange(b, key []byte, kind RangeKind) []byte {
	b = append(b, '{')
	for i, r := range ReadMultirange(key, kind.Element) {
		if i > 0 {
			b = append(b, ',')
		}
		b = w.appendRange(b, []byte(r.Key()), kind)
	}
	return append(b, '}')
}

// appendMoney writes an amount of money.
func appendMoney(b, key []byte) []byte {
	cents := IntegerOf("1" + string(key))
	magnitude := uint64(cents) //nolint:gosec // of the least amount, too
	if cents < 0 {
		b = append(b, '-')
		magnitude = -magnitude
	}
	b = append(b, '$')
	dollars := strconv.FormatUint(magnitude/100, 10)
	for i, d := range dollars {
		if i > 0 && (len(dollars)-i)%3 == 0 {
			b = append(b, ',')
		}
		b = append(b, byte(d))
	}
	rest := magnitude % 100
	return append(b, '.', byte('0'+rest/10), byte('0'+rest%10))
}
