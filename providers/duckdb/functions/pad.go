package functions

import (
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// comparedLength is the longest text that is compared by the edits that make another of it, in characters.
const comparedLength = 255

// errTooLong refuses to make a text that is longer than [vector.MaxValue].
var errTooLong = failure(sqlstate.ProgramLimitExceeded, "requested length too large")

// padFunctions make long texts of short ones, or hand those on that are not too long. DuckDB's own ones have no bound, work for
// minutes on a length of a billion, and cannot be interrupted.
var padFunctions = []scalar{
	{name: "lpad", takes: []string{"VARCHAR", "INTEGER"}, returns: "VARCHAR", call: func(c *calling) error { return c.pad(" ", true) }},
	{name: "rpad", takes: []string{"VARCHAR", "INTEGER"}, returns: "VARCHAR", call: func(c *calling) error { return c.pad(" ", false) }},
	{name: "pg__repeat", takes: []string{"VARCHAR", "INTEGER"}, returns: "VARCHAR", call: func(c *calling) error {
		count := max(int(c.int4(1)), 0)
		if len(c.str(0))*count > vector.MaxValue {
			return errTooLong
		}
		c.setText(strings.Repeat(c.str(0), count))
		return nil
	}},
	{name: "pg__replace", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		text, from, by := c.str(0), c.str(1), c.str(2)
		if from == "" {
			c.setText(text)
			return nil
		}
		if len(text)+strings.Count(text, from)*(len(by)-len(from)) > vector.MaxValue {
			return errTooLong
		}
		c.setText(strings.ReplaceAll(text, from, by))
		return nil
	}},
	{name: "pg__compared", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		if text := c.str(0); utf8.RuneCountInString(text) > comparedLength {
			return failure(sqlstate.InvalidParameterValue, "argument exceeds the maximum length of 255 characters")
		}
		c.setText(c.str(0))
		return nil
	}},
	{name: "pg__lpad", takes: []string{"VARCHAR", "INTEGER", "VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error { return c.pad(c.str(2), true) }},
	{name: "pg__rpad", takes: []string{"VARCHAR", "INTEGER", "VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error { return c.pad(c.str(2), false) }},
}

// pad fills a text up to a length in characters, or cuts it.
func (c *calling) pad(fill string, left bool) error {
	text, size := c.str(0), max(int(c.int4(1)), 0)
	if size > vector.MaxValue {
		return errTooLong
	}
	missing := size - utf8.RuneCountInString(text)
	if missing < 0 {
		c.setText(firstRunes(text, size))
		return nil
	}
	padding := ""
	if length := utf8.RuneCountInString(fill); length > 0 {
		if (missing/length+1)*len(fill) > 4*vector.MaxValue {
			return errTooLong
		}
		padding = strings.Repeat(fill, missing/length) + firstRunes(fill, missing%length)
	}
	if left {
		c.setText(padding + text)
	} else {
		c.setText(text + padding)
	}
	return nil
}

// firstRunes returns the first characters of a text.
func firstRunes(text string, count int) string {
	for at := range text {
		if count == 0 {
			return text[:at]
		}
		count--
	}
	return text
}
