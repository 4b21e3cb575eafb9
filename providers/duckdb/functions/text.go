package functions

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// textFunctions are functions of texts and bytes.
var textFunctions = []scalar{
	// One character becomes one character, as in Postgres's locale C.UTF-8.
	{name: "pg__upper", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		c.setText(strings.Map(unicode.ToUpper, c.str(0)))
		return nil
	}},
	{name: "pg__lower", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		c.setText(strings.Map(unicode.ToLower, c.str(0)))
		return nil
	}},
	{name: "pg__initcap", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		within := false
		c.setText(strings.Map(func(r rune) rune {
			before := within
			if within = unicode.IsLetter(r) || unicode.IsDigit(r); before {
				return unicode.ToLower(r)
			}
			return unicode.ToUpper(r)
		}, c.str(0)))
		return nil
	}},
	{name: "pg__concat", takes: []string{"ANY", "..."}, returns: "VARCHAR", nulls: true, call: func(c *calling) error {
		c.text = c.text[:0]
		for i := range c.args {
			if c.text = c.appendShown(c.text, i); len(c.text) > vector.MaxValue {
				return errTooLong
			}
		}
		c.out.SetBytes(c.row, c.text)
		return nil
	}},
	{name: "pg__concat_ws", takes: []string{"ANY", "..."}, returns: "VARCHAR", nulls: true, call: func(c *calling) error {
		if c.null(0) {
			c.setNull()
			return nil
		}
		separator, first := c.appendShown(nil, 0), true
		c.text = c.text[:0]
		for i := 1; i < len(c.args); i++ {
			if c.null(i) {
				continue
			}
			if !first {
				c.text = append(c.text, separator...)
			}
			if c.text, first = c.appendShown(c.text, i), false; len(c.text) > vector.MaxValue {
				return errTooLong
			}
		}
		c.out.SetBytes(c.row, c.text)
		return nil
	}},
	{name: "pg__string_to_array", takes: []string{"VARCHAR", "VARCHAR"}, returns: "VARCHAR[]", nulls: true, call: stringToArray},
	{name: "pg__string_to_array", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR"}, returns: "VARCHAR[]", nulls: true, call: stringToArray},
	{name: "pg__quote_literal", takes: []string{"ANY"}, returns: "VARCHAR", call: func(c *calling) error {
		c.setText(quoteLiteral(c.cast(0)))
		return nil
	}},
	{name: "pg__quote_nullable", takes: []string{"ANY"}, returns: "VARCHAR", nulls: true, call: func(c *calling) error {
		if c.null(0) {
			c.setText("NULL")
		} else {
			c.setText(quoteLiteral(c.cast(0)))
		}
		return nil
	}},
	{name: "pg__quote_shown", takes: []string{"ANY"}, returns: "VARCHAR", nulls: true, call: func(c *calling) error { // as format('%L') does
		if c.null(0) {
			c.setText("NULL")
		} else {
			c.setText(quoteLiteral(string(c.appendShown(nil, 0))))
		}
		return nil
	}},
	{name: "pg__num_nulls", takes: []string{"ANY", "..."}, returns: "INTEGER", nulls: true, call: func(c *calling) error {
		vector.Set(&c.out, c.row, c.countNulls())
		return nil
	}},
	{name: "pg__num_nonnulls", takes: []string{"ANY", "..."}, returns: "INTEGER", nulls: true, call: func(c *calling) error {
		vector.Set(&c.out, c.row, int32(len(c.args))-c.countNulls()) //nolint:gosec // arguments
		return nil
	}},

	{name: "length", takes: []string{"BLOB"}, returns: "INTEGER", call: func(c *calling) error {
		vector.Set(&c.out, c.row, int32(len(c.bytes(0)))) //nolint:gosec // a value's size
		return nil
	}},
	{name: "pg__show_bytes", takes: []string{"BLOB"}, returns: "VARCHAR", call: func(c *calling) error { c.setText(vector.EscapeBytes(c.bytes(0))); return nil }},
	{name: "pg__read_bytes", takes: []string{"VARCHAR"}, returns: "BLOB", call: func(c *calling) error {
		if strings.HasPrefix(c.str(0), `\x`) {
			return inputs.InvalidText("bytea", c.str(0))
		}
		raw, err := inputs.ParseBytea(c.str(0))
		if err == nil {
			c.out.SetBytes(c.row, raw)
		}
		return err
	}},
	{name: "get_byte", takes: []string{"BLOB", "INTEGER"}, returns: "INTEGER", call: func(c *calling) error {
		raw, i := c.bytes(0), int(c.int4(1))
		if i < 0 || i >= len(raw) {
			return failure("2202E", "index %d out of valid range, 0..%d", i, len(raw)-1)
		}
		vector.Set(&c.out, c.row, int32(raw[i]))
		return nil
	}},
	{name: "pg__initcap_ascii", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		c.setText(initcapASCII(c.str(0)))
		return nil
	}},
	{name: "pg__substring", takes: []string{"BLOB", "BIGINT"}, returns: "BLOB", call: substringBytes},
	{name: "pg__substring", takes: []string{"BLOB", "BIGINT", "BIGINT"}, returns: "BLOB", call: substringBytes},
	{name: "pg__substring", takes: []string{"VARCHAR", "BIGINT"}, returns: "VARCHAR", call: substringText},
	{name: "pg__substring", takes: []string{"VARCHAR", "BIGINT", "BIGINT"}, returns: "VARCHAR", call: substringText},
}

// initcapASCII writes each word with a capital at its beginning, of the letters and digits of ASCII alone.
func initcapASCII(text string) string {
	within := false
	return strings.Map(func(c rune) rune {
		is := c
		switch small, capital := c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z'; {
		case small && !within:
			is = c + 'A' - 'a'
		case capital && within:
			is = c + 'a' - 'A'
		case !small && !capital && (c < '0' || c > '9'):
			within = false
			return c
		}
		within = true
		return is
	}, text)
}

// quoteLiteral writes a text as a literal of Postgres's.
func quoteLiteral(text string) string {
	quoted := "'" + strings.NewReplacer("'", "''", `\`, `\\`).Replace(text) + "'"
	if strings.Contains(text, `\`) {
		return "E" + quoted
	}
	return quoted
}

// countNulls counts the arguments that are NULL.
func (c *calling) countNulls() int32 {
	count := int32(0)
	for i := range c.args {
		if c.null(i) {
			count++
		}
	}
	return count
}

// appendShown appends an argument as text; NULL is nothing.
func (c *calling) appendShown(b []byte, i int) []byte {
	if c.null(i) {
		return b
	}
	return c.writer.AppendText(b, c.nodes[i], &c.args[i], c.row)
}

// cast is the text that an argument is cast to: a char(n) without the blanks that it is shown with, a boolean as a word, an address with
// its length.
func (c *calling) cast(i int) string {
	switch n := c.nodes[i]; {
	case n.Width > 0:
		return c.str(i)
	case n.Duck == vector.InetAlias:
		return c.network(i).String()
	}
	shown := string(c.appendShown(nil, i))
	if c.nodes[i].ID == lib.TypeBoolean { // which a cast spells out
		return map[string]string{"t": "true", "f": "false"}[shown]
	}
	return shown
}

// stringToArray splits a text: a NULL separator splits into characters; a third argument is the text
// that stands for NULL.
func stringToArray(c *calling) error {
	if c.null(0) {
		c.setNull()
		return nil
	}
	text := c.str(0)
	var parts []string
	switch {
	case text == "":
	case c.null(1):
		parts = strings.Split(text, "")
	case c.str(1) == "":
		parts = []string{text}
	default:
		parts = strings.Split(text, c.str(1))
	}
	list := make([]*string, len(parts))
	for i := range parts {
		if len(c.args) < 3 || c.null(2) || parts[i] != c.str(2) {
			list[i] = &parts[i]
		}
	}
	c.setStrings(list)
	return nil
}

func substringBytes(c *calling) error {
	raw := c.bytes(0)
	from, end, err := c.part(len(raw))
	if err == nil {
		c.out.SetBytes(c.row, raw[from:end])
	}
	return err
}

func substringText(c *calling) error {
	if raw := c.bytes(0); isASCII(raw) {
		return substringBytes(c)
	}
	text := []rune(c.str(0))
	from, end, err := c.part(len(text))
	if err == nil {
		c.setText(string(text[from:end]))
	}
	return err
}

func isASCII(raw []byte) bool {
	for _, b := range raw {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// part reads the second and third argument of substring: where the part begins, from 1, and how long
// it is.
func (c *calling) part(size int) (from, end int, err error) {
	first := max(min(c.int8(1), math.MaxInt32), math.MinInt32) - 1
	last := int64(size)
	if len(c.args) == 3 {
		count := c.int8(2)
		if count < 0 {
			return 0, 0, failure("22011", "negative substring length not allowed")
		}
		last = min(last, first+min(count, math.MaxInt32))
	}
	first = max(first, 0)
	if first >= last {
		return 0, 0, nil
	}
	return int(first), int(last), nil
}
