package functions

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/rules"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// formatFunctions are format, to_char and to_number.
var formatFunctions = []scalar{
	{name: "pg__to_char", takes: []string{"ANY", "VARCHAR"}, returns: "VARCHAR", call: toChar},
	{name: "pg__format", takes: []string{"ANY", "..."}, returns: "VARCHAR", nulls: true, call: func(c *calling) error {
		if c.null(0) {
			c.setNull()
			return nil
		}
		text, err := c.formatted(string(c.appendShown(nil, 0)))
		if err == nil {
			c.setText(text)
		}
		return err
	}},
	{name: "pg__to_number", takes: []string{"VARCHAR", "VARCHAR"}, returns: vector.LooseType, call: func(c *calling) error { return c.toNumber(c.setLoose) }},
	{name: "pg__shown_to_number", takes: []string{"VARCHAR", "VARCHAR"}, returns: shownNumeric, call: func(c *calling) error {
		return c.toNumber(func(text string) error {
			c.setText(text)
			return nil
		})
	}},
	{name: "pg__scale", takes: []string{"ANY"}, returns: "INTEGER", call: func(c *calling) error {
		_, fraction, _ := strings.Cut(c.numberText(), ".")
		vector.Set(&c.out, c.row, int32(len(fraction))) //nolint:gosec // digits of a number
		return nil
	}},
	{name: "pg__min_scale", takes: []string{"ANY"}, returns: "INTEGER", call: func(c *calling) error {
		_, fraction, _ := strings.Cut(c.numberText(), ".")
		vector.Set(&c.out, c.row, int32(len(strings.TrimRight(fraction, "0")))) //nolint:gosec // digits of a number
		return nil
	}},
	{name: "pg__trim_scale", takes: []string{"ANY"}, returns: vector.LooseType, call: func(c *calling) error { return c.setLoose(c.numberText()) }},
	{name: "pg__show_row", takes: []string{"ANY"}, returns: "VARCHAR", call: func(c *calling) error {
		c.out.SetBytes(c.row, c.writer.AppendText(nil, c.nodes[0], &c.args[0], c.row))
		return nil
	}},
}

// toNumber reads the first argument by the format that is the second, and gives set the number. An empty format reads NULL.
func (c *calling) toNumber(set func(string) error) error {
	if c.str(1) == "" {
		c.setNull()
		return nil
	}
	text, err := readNumber(c.str(0), c.str(1))
	if err != nil {
		return err
	}
	return set(text)
}

// numberText is the first argument as text.
func (c *calling) numberText() string {
	return string(c.writer.AppendText(nil, c.nodes[0], &c.args[0], c.row))
}

// formatted carries format out: %s, %I and %L with positions and widths.
func (c *calling) formatted(pattern string) (string, error) {
	var b strings.Builder
	next := 1
	for pattern != "" {
		plain, rest, found := strings.Cut(pattern, "%")
		b.WriteString(plain)
		if !found {
			break
		}
		if strings.HasPrefix(rest, "%") {
			b.WriteByte('%')
			pattern = rest[1:]
			continue
		}
		spec, behind, err := c.readSpecifier(rest, &next)
		if err != nil {
			return "", err
		}
		shown, err := c.formatArgument(spec)
		if err != nil {
			return "", err
		}
		if missing := spec.width - utf8.RuneCountInString(shown); missing > 0 {
			if blanks := strings.Repeat(" ", missing); spec.left {
				shown += blanks
			} else {
				shown = blanks + shown
			}
		}
		if b.Len()+len(shown) > vector.MaxValue {
			return "", errTooLong
		}
		b.WriteString(shown)
		pattern = behind
	}
	return b.String(), nil
}

// specifier is a part of a pattern of format.
type specifier struct {
	kind     byte
	argument int
	width    int
	left     bool
}

// widestField bounds the width of a field.
const widestField = 1 << 20

// readSpecifier reads [position$][-][width]type.
func (c *calling) readSpecifier(s string, next *int) (spec specifier, rest string, err error) {
	number := func() (int, bool) {
		end := 0
		for end < len(s) && s[end] >= '0' && s[end] <= '9' {
			end++
		}
		n, err := strconv.Atoi(s[:end])
		s = s[end:]
		return n, err == nil
	}
	n, given := number()
	switch {
	case given && strings.HasPrefix(s, "$"):
		if n == 0 {
			return spec, "", failure(sqlstate.InvalidParameterValue, "format specifies argument 0, but arguments are numbered from 1")
		}
		spec.argument, s = n, s[1:]
	case given:
		spec.width = n
	}
	if !given || spec.argument > 0 {
		if spec.left = strings.HasPrefix(s, "-"); spec.left {
			s = s[1:]
		}
		if strings.HasPrefix(s, "*") {
			s = s[1:]
			if at, numbered := number(); numbered {
				var closed bool
				if s, closed = strings.CutPrefix(s, "$"); !closed {
					return spec, "", failure(sqlstate.InvalidParameterValue, "width argument position must be ended by \"$\"")
				}
				if at == 0 {
					return spec, "", failure(sqlstate.InvalidParameterValue, "format specifies argument 0, but arguments are numbered from 1")
				}
				*next = at
			}
			err = c.widthArgument(&spec, next)
		} else {
			spec.width, _ = number()
		}
	}
	switch {
	case err != nil:
		return spec, "", err
	case s == "" || s[0] >= '0' && s[0] <= '9':
		return spec, "", failure(sqlstate.InvalidParameterValue, "unterminated format() type specifier")
	case !strings.ContainsRune("sIL", rune(s[0])):
		return spec, "", failure(sqlstate.InvalidParameterValue, `unrecognized format() type specifier "%c"`, s[0])
	case spec.width > widestField:
		return spec, "", failure(sqlstate.NumericOutOfRange, "number is out of range")
	}
	if spec.argument == 0 {
		spec.argument = *next
	}
	*next = spec.argument + 1
	if spec.argument >= len(c.args) {
		return spec, "", failure(sqlstate.InvalidParameterValue, "too few arguments for format()")
	}
	spec.kind = s[0]
	return spec, s[1:], nil
}

// widthArgument reads a width that is the next argument; below zero the text stands to the left.
func (c *calling) widthArgument(spec *specifier, next *int) error {
	if *next >= len(c.args) {
		return failure(sqlstate.InvalidParameterValue, "too few arguments for format()")
	}
	if !c.null(*next) {
		width, err := strconv.Atoi(string(c.appendShown(nil, *next)))
		if err != nil {
			return failure(sqlstate.InvalidTextRepresent, "invalid input syntax for type integer")
		}
		if spec.width = width; width < 0 {
			spec.width, spec.left = -width, true
		}
	}
	*next++
	return nil
}

func (c *calling) formatArgument(spec specifier) (string, error) {
	if c.null(spec.argument) {
		switch spec.kind {
		case 'I':
			return "", failure("22004", "null values cannot be formatted as an SQL identifier")
		case 'L':
			return "NULL", nil
		}
		return "", nil
	}
	text := string(c.appendShown(nil, spec.argument))
	switch spec.kind {
	case 'I':
		return rules.Quote(text), nil
	case 'L':
		return quoteLiteral(text), nil
	}
	return text, nil
}
