package call

import (
	"bytes"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/api/call/jsonstream"
	"github.com/sallyportdb/sallyport/providers/api/document"
)

// How a value of an answer becomes one of a column. What does not fit ends the
// statement: a value that was made up, or left out, would look like the API's.
//
//   - null, and a property that is not there, are NULL.
//   - Where a number, a boolean or a time should be, an empty text is NULL: APIs write
//     "nothing" so.
//   - text: a text as it is, everything else as JSON.
//   - bigint: a whole number between -2⁶³ and 2⁶³-1, also as a text ("42") and in other
//     notations of the same number (42.0, 4.2e1).
//   - double precision: a number, also as a text; NaN and Infinity as texts.
//   - boolean: true and false, also as texts.
//   - timestamp with time zone: ISO 8601, in UTC where no zone is given; RFC 1123; a
//     number counts seconds since 1970, from 10¹¹ on milliseconds. Written in UTC, to the
//     microsecond.
//   - date: a day, also with the time 00:00:00.
//   - json: the JSON.

// appendValue appends a JSON value in PostgreSQL's text form for a type. null: the value
// is NULL; fits: it is one of the type.
func appendValue(dst []byte, kind string, raw []byte) (out []byte, null, fits bool) {
	if raw[0] == 'n' {
		return dst, true, true
	}
	text := raw
	if raw[0] == '"' && kind != document.JSON {
		start := len(dst)
		dst = jsonstream.AppendText(dst, raw)
		if kind == document.Text || kind == "" {
			return dst, false, true
		}
		text = bytes.TrimSpace(dst[start:])
		dst = dst[:start]
		if len(text) == 0 {
			return dst, true, true
		}
	}
	switch kind {
	case document.BigInt:
		return integer(dst, text)
	case document.Double:
		return double(dst, text)
	case document.Boolean:
		return boolean(dst, text)
	case document.Timestamp:
		return timestamp(dst, text)
	case document.Date:
		return date(dst, text)
	}
	return append(dst, raw...), false, true
}

func integer(dst, text []byte) ([]byte, bool, bool) {
	if i, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		return strconv.AppendInt(dst, i, 10), false, true
	}
	if len(text) > 40 || !jsonstream.IsNumber(text) {
		return dst, false, false
	}
	if _, exponent, found := bytes.Cut(bytes.ToLower(text), []byte("e")); found {
		if e, err := strconv.Atoi(string(exponent)); err != nil || e > 20 || e < -20 {
			return dst, false, false
		}
	}
	exact, ok := new(big.Rat).SetString(string(text))
	if !ok || !exact.IsInt() || !exact.Num().IsInt64() {
		return dst, false, false
	}
	return strconv.AppendInt(dst, exact.Num().Int64(), 10), false, true
}

func double(dst, text []byte) ([]byte, bool, bool) {
	if !jsonstream.IsNumber(text) {
		switch strings.ToLower(string(text)) {
		case "nan":
			return append(dst, "NaN"...), false, true
		case "infinity", "inf", "+inf":
			return append(dst, "Infinity"...), false, true
		case "-infinity", "-inf":
			return append(dst, "-Infinity"...), false, true
		}
		return dst, false, false
	}
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return dst, false, false
	}
	return numeric.AppendFloat(dst, f, 64), false, true
}

func boolean(dst, text []byte) ([]byte, bool, bool) {
	switch strings.ToLower(string(text)) {
	case "true":
		return append(dst, 't'), false, true
	case "false":
		return append(dst, 'f'), false, true
	}
	return dst, false, false
}

// layouts of times; fractions of a second are read in any case.
var layouts = []string{
	time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04",
	"2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05Z07", "2006-01-02 15:04:05 Z0700 MST", "2006-01-02 15:04:05 MST", "2006-01-02 15:04:05 Z0700",
	"2006-01-02 15:04:05", time.DateOnly, "20060102T150405Z0700", time.RFC1123, time.RFC1123Z,
}

func parseTime(text string) (time.Time, bool) {
	text = strings.Replace(text, "t", "T", 1)
	if n := len(text); n > 0 && text[n-1] == 'z' {
		text = text[:n-1] + "Z"
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

const milliseconds = 1e11 // from here on a number counts them

func timestamp(dst, text []byte) ([]byte, bool, bool) {
	t, ok := parseTime(string(text))
	if !ok && jsonstream.IsNumber(text) {
		seconds, err := strconv.ParseFloat(string(text), 64)
		if err != nil {
			return dst, false, false
		}
		if math.Abs(seconds) >= milliseconds {
			seconds /= 1000
		}
		whole, part := math.Modf(seconds)
		t, ok = time.Unix(int64(whole), int64(math.Round(part*1e6))*1000).UTC(), math.Abs(seconds) < 2.5e11
	}
	t = t.Round(time.Microsecond)
	if !ok || t.Year() < 1 || t.Year() > 9999 {
		return dst, false, false
	}
	return t.AppendFormat(dst, "2006-01-02 15:04:05.999999+00"), false, true
}

func date(dst, text []byte) ([]byte, bool, bool) {
	t, err := time.Parse(time.DateOnly, string(text))
	if err != nil {
		var ok bool
		if t, ok = parseTime(string(text)); !ok || !t.Equal(t.Truncate(24*time.Hour)) {
			return dst, false, false
		}
	}
	if t.Year() < 1 {
		return dst, false, false
	}
	return t.AppendFormat(dst, time.DateOnly), false, true
}

// validText replaces what is no UTF-8, which PostgreSQL's text cannot have, by U+FFFD.
func validText(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	return bytes.ToValidUTF8(text, []byte("\uFFFD"))
}
