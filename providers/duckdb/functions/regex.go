package functions

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// regexFunctions are functions of regular expressions. They are Go's, which are DuckDB's too.
var regexFunctions = []scalar{
	{name: "pg__regexp_matches", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR"}, returns: "VARCHAR[][]", call: func(c *calling) error {
		r, err := c.regex(1, 2)
		if err != nil {
			return err
		}
		all := 1
		if r.global {
			all = -1
		}
		found := r.FindAllStringSubmatchIndex(c.str(0), all)
		rows, from := c.out.SetList(c.row, len(found))
		for i, match := range found {
			setGroups(rows, from+i, c.str(0), match)
		}
		return nil
	}},
	{name: "pg__regexp_match", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR"}, returns: "VARCHAR[]", call: func(c *calling) error {
		r, err := c.regex(1, 2)
		if err != nil {
			return err
		}
		if r.global {
			return failure(sqlstate.InvalidParameterValue, `regexp_match() does not support the "global" option`)
		}
		match := r.FindStringSubmatchIndex(c.str(0))
		if match == nil {
			c.setNull()
			return nil
		}
		setGroups(&c.out, c.row, c.str(0), match)
		return nil
	}},
	{name: "pg__regexp_count", takes: []string{"VARCHAR", "VARCHAR", "INTEGER", "VARCHAR"}, returns: "INTEGER", call: func(c *calling) error {
		r, text, _, err := c.regexFrom(1, 2, 3)
		if err == nil {
			vector.Set(&c.out, c.row, int32(len(r.FindAllStringIndex(text, -1)))) //nolint:gosec // no more than the text is long
		}
		return err
	}},
	{name: "pg__regexp_like", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR"}, returns: "BOOLEAN", call: func(c *calling) error {
		r, err := c.regex(1, 2)
		if err == nil {
			vector.Set(&c.out, c.row, r.MatchString(c.str(0)))
		}
		return err
	}},
	{name: "pg__regexp_substr", takes: []string{"VARCHAR", "VARCHAR", "INTEGER", "INTEGER", "VARCHAR", "INTEGER"}, returns: "VARCHAR", call: func(c *calling) error {
		_, text, match, err := c.regexOccurrence(2, 3, 4, 5)
		switch {
		case err != nil:
			return err
		case match == nil || match[0] < 0:
			c.setNull()
		default:
			c.setText(text[match[0]:match[1]])
		}
		return nil
	}},
	{name: "pg__regexp_instr", takes: []string{"VARCHAR", "VARCHAR", "INTEGER", "INTEGER", "INTEGER", "VARCHAR", "INTEGER"}, returns: "INTEGER", call: func(c *calling) error {
		skipped, text, match, err := c.regexOccurrence(2, 3, 5, 6)
		if err != nil {
			return err
		}
		place := 0
		if match != nil && match[0] >= 0 {
			end := match[0]
			if c.int4(4) == 1 {
				end = match[1]
			}
			place = skipped + utf8.RuneCountInString(text[:end]) + 1
		}
		vector.Set(&c.out, c.row, int32(place)) //nolint:gosec // no more than the text is long
		return nil
	}},
	{name: "pg__regexp_replace", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR", "VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		r, err := c.regex(1, 3)
		if err != nil {
			return err
		}
		occurrence := 1
		if r.global {
			occurrence = 0
		}
		c.setText(r.replace(c.str(0), c.str(2), occurrence))
		return nil
	}},
	{name: "pg__regexp_replace", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR", "INTEGER", "INTEGER", "VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		r, text, skipped, err := c.regexFrom(1, 3, 5)
		if err != nil {
			return err
		}
		if c.int4(4) < 0 {
			return failure(sqlstate.InvalidParameterValue, `invalid value for parameter "n": %d`, c.int4(4))
		}
		c.setText(string([]rune(c.str(0))[:skipped]) + r.replace(text, c.str(2), int(c.int4(4))))
		return nil
	}},
}

// regex is a compiled expression.
type regex struct {
	*regexp.Regexp
	global bool
}

// regexEscapes are Postgres's escapes that Go has otherwise.
var regexEscapes = strings.NewReplacer(`\\`, `\\`, `\y`, `\b`, `\Y`, `\B`, `\Z`, `\z`)

// notInGo matches what Go's expressions do not have: looking ahead, references, beginnings and ends of words.
var notInGo = regexp.MustCompile(`\(\?[=!<]|\\[1-9mM]`)

// regex compiles an argument with the flags of another. An expression is kept for the rows behind the first.
func (c *calling) regex(pattern, flags int) (regex, error) {
	source, options := c.str(pattern), c.str(flags)
	if c.kept.source == source && c.kept.options == options && c.kept.Regexp != nil {
		return c.kept.regex, nil
	}
	r := regex{}
	mode := "s"
	for _, flag := range options {
		switch flag {
		case 'g':
			r.global = true
		case 'i':
			mode += "i"
		case 'c':
			mode = strings.ReplaceAll(mode, "i", "")
		case 'n', 'm':
			mode = strings.ReplaceAll(mode, "s", "") + "m"
		case 's':
		default:
			return r, failure(sqlstate.InvalidParameterValue, `invalid regular expression option: "%c"`, flag)
		}
	}
	if notInGo.MatchString(source) {
		return r, failure(sqlstate.FeatureNotSupported, "this regular expression is not supported")
	}
	compiled, err := regexp.Compile("(?" + mode + ")" + regexEscapes.Replace(source))
	if err != nil {
		return r, failure("2201B", "invalid regular expression: %q", source)
	}
	r.Regexp = compiled
	c.kept = keptRegex{r, source, options}
	return r, nil
}

// keptRegex is the expression of the row before.
type keptRegex struct {
	regex
	source, options string
}

// regexFrom compiles an expression and cuts the text before a position off.
func (c *calling) regexFrom(pattern, start, flags int) (r regex, text string, skipped int, err error) {
	if r, err = c.regex(pattern, flags); err != nil {
		return r, "", 0, err
	}
	from := int(c.int4(start))
	if from < 1 {
		return r, "", 0, failure(sqlstate.InvalidParameterValue, `invalid value for parameter "start": %d`, from)
	}
	runes := []rune(c.str(0))
	skipped = min(from-1, len(runes))
	return r, string(runes[skipped:]), skipped, nil
}

// regexOccurrence finds the nth match behind a position, or a group of it.
func (c *calling) regexOccurrence(start, nth, flags, group int) (skipped int, text string, match []int, err error) {
	r, text, skipped, err := c.regexFrom(1, start, flags)
	n, which := int(c.int4(nth)), int(c.int4(group))
	switch {
	case err != nil:
		return 0, "", nil, err
	case n < 1:
		return 0, "", nil, failure(sqlstate.InvalidParameterValue, `invalid value for parameter "n": %d`, n)
	case which < 0:
		return 0, "", nil, failure(sqlstate.InvalidParameterValue, `invalid value for parameter "subexpr": %d`, which)
	}
	all := r.FindAllStringSubmatchIndex(text, n)
	if len(all) < n || 2*which+1 >= len(all[n-1]) {
		return skipped, text, nil, nil
	}
	return skipped, text, all[n-1][2*which : 2*which+2], nil
}

// replace replaces the nth match, or all if n is 0. \1 to \9 are groups, \& is the match.
func (r regex) replace(text, by string, n int) string {
	var b strings.Builder
	last, count := 0, 0
	for _, match := range r.FindAllStringSubmatchIndex(text, -1) {
		if count++; n > 0 && count != n {
			continue
		}
		b.WriteString(text[last:match[0]])
		last = match[1]
		for i := 0; i < len(by); i++ {
			if by[i] != '\\' || i+1 == len(by) {
				b.WriteByte(by[i])
				continue
			}
			i++
			group := -1
			switch {
			case by[i] == '&':
				group = 0
			case by[i] >= '1' && by[i] <= '9':
				group = int(by[i] - '0')
			case by[i] == '\\':
				b.WriteByte('\\')
			default:
				b.WriteString(`\` + string(by[i]))
			}
			if group >= 0 && 2*group+1 < len(match) && match[2*group] >= 0 {
				b.WriteString(text[match[2*group]:match[2*group+1]])
			}
		}
	}
	return b.String() + text[last:]
}

// setGroups makes a row the list of a match's groups, or of the match if there are none. A group that took no part
// is NULL.
func setGroups(out *vector.Filler, row int, text string, match []int) {
	if len(match) > 2 {
		match = match[2:]
	}
	elements, from := out.SetList(row, len(match)/2)
	for i := 0; i < len(match); i += 2 {
		if match[i] < 0 {
			elements.SetNull(from + i/2)
			continue
		}
		elements.SetBytes(from+i/2, []byte(text[match[i]:match[i+1]]))
	}
}
