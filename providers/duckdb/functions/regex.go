package functions

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/are"
	"github.com/sallyportdb/sallyport/providers/duckdb/memory"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// regexFunctions are functions of regular expressions, which are PostgreSQL's (package are).
var regexFunctions = []scalar{
	{name: "pg__regexp_matches", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR"}, returns: "VARCHAR[][]", call: func(c *calling) error {
		r, err := c.regex(1, 2)
		if err != nil {
			return err
		}
		var found [][]int
		err = r.each(c.str(0), 0, func(match []int) bool {
			found = append(found, match)
			return r.global
		})
		if err != nil {
			return err
		}
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
			return notGlobal("regexp_match")
		}
		match, err := r.find(c.str(0), 0)
		if err != nil {
			return err
		}
		if match == nil {
			c.setNull()
			return nil
		}
		setGroups(&c.out, c.row, c.str(0), match)
		return nil
	}},
	{name: "pg__regexp_count", takes: []string{"VARCHAR", "VARCHAR", "INTEGER", "VARCHAR"}, returns: "INTEGER", call: func(c *calling) error {
		r, from, err := c.regexFrom(1, 2, 3)
		if err != nil {
			return err
		}
		count := int32(0)
		err = r.each(c.str(0), from, func([]int) bool {
			count++
			return true
		})
		vector.Set(&c.out, c.row, count)
		return err
	}},
	{name: "pg__regexp_like", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR"}, returns: "BOOLEAN", call: func(c *calling) error {
		r, err := c.regex(1, 2)
		if err != nil {
			return err
		}
		if r.global {
			return notGlobal("regexp_like")
		}
		is, err := r.Match(c.str(0), r.budget)
		vector.Set(&c.out, c.row, is)
		return regexError(err)
	}},
	{name: "pg__regexp_substr", takes: []string{"VARCHAR", "VARCHAR", "INTEGER", "INTEGER", "VARCHAR", "INTEGER"}, returns: "VARCHAR", call: func(c *calling) error {
		match, err := c.regexOccurrence(2, 3, 4, 5)
		switch {
		case err != nil:
			return err
		case match == nil || match[0] < 0:
			c.setNull()
		default:
			c.setText(c.str(0)[match[0]:match[1]])
		}
		return nil
	}},
	{name: "pg__substring", takes: []string{"VARCHAR", "VARCHAR"}, returns: "VARCHAR", call: substringOfPattern},
	{name: "pg__regexp_instr", takes: []string{"VARCHAR", "VARCHAR", "INTEGER", "INTEGER", "INTEGER", "VARCHAR", "INTEGER"}, returns: "INTEGER", call: func(c *calling) error {
		if option := c.int4(4); option != 0 && option != 1 {
			return failure(sqlstate.InvalidParameterValue, `invalid value for parameter "endoption": %d`, option)
		}
		match, err := c.regexOccurrence(2, 3, 5, 6)
		if err != nil {
			return err
		}
		place := 0
		if match != nil && match[0] >= 0 {
			end := match[0]
			if c.int4(4) == 1 {
				end = match[1]
			}
			place = utf8.RuneCountInString(c.str(0)[:end]) + 1
		}
		vector.Set(&c.out, c.row, int32(place)) //nolint:gosec // no more than the text is long
		return nil
	}},
	{name: "pg__regexp_split", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR"}, returns: "VARCHAR[]", call: splitByRegex},
	{name: "pg__regexp_replace", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR", "VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		r, err := c.regex(1, 3)
		if err != nil {
			return err
		}
		occurrence := 1
		if r.global {
			occurrence = 0
		}
		return c.setReplaced(r, 0, occurrence)
	}},
	{name: "pg__regexp_replace", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR", "INTEGER", "INTEGER", "VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		r, from, err := c.regexFrom(1, 3, 5)
		if err != nil {
			return err
		}
		if c.int4(4) < 0 {
			return failure(sqlstate.InvalidParameterValue, `invalid value for parameter "n": %d`, c.int4(4))
		}
		return c.setReplaced(r, from, int(c.int4(4)))
	}},
}

func notGlobal(function string) error {
	return failure(sqlstate.InvalidParameterValue, `%s() does not support the "global" option`, function)
}

// regexError gives an error of an expression Postgres's code.
func regexError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, are.ErrSyntax):
		return failure("2201B", "%v", err)
	}
	return failure(sqlstate.FeatureNotSupported, "%v", err)
}

// regex is a compiled expression.
type regex struct {
	*are.Regexp
	global bool
	source string
	budget *are.Budget
}

// mostOfRows bounds the steps of the rows that DuckDB hands over at once, within which it cannot be interrupted.
const mostOfRows = 40_000_000

// find returns the first match at a place or behind it.
func (r regex) find(text string, from int) ([]int, error) {
	match, err := r.Find(text, from, r.budget)
	return match, regexError(err)
}

// each calls take with all matches, until it returns false. Behind an empty match the next one begins a character later.
func (r regex) each(text string, from int, take func(match []int) bool) error {
	for at := from; at <= len(text); {
		match, err := r.find(text, at)
		if err != nil || match == nil || !take(match) {
			return err
		}
		if memory.Interrupted() {
			return vector.ErrInterrupted
		}
		if at = match[1]; match[0] == match[1] {
			_, size := utf8.DecodeRuneInString(text[at:])
			at += max(size, 1)
		}
	}
	return nil
}

// regex compiles an argument with the flags of another. An expression is kept for the rows behind the first.
func (c *calling) regex(pattern, flags int) (regex, error) {
	source, written := c.str(pattern), c.str(flags)
	if c.kept.source == source && c.kept.written == written && c.kept.Regexp != nil {
		return c.kept.regex, nil
	}
	r, options := regex{source: source}, are.Options{}
	for _, flag := range written {
		switch {
		case flag == 'g':
			r.global = true
		case options.Set(flag):
		case flag == 'b':
			return r, failure(sqlstate.FeatureNotSupported, `the regular expression option "%c" is not supported`, flag)
		default:
			return r, failure(sqlstate.InvalidParameterValue, `invalid regular expression option: "%c"`, flag)
		}
	}
	compiled, err := are.Compile(source, options)
	if err != nil {
		return r, regexError(err)
	}
	r.Regexp, r.budget = compiled, c.steps()
	c.kept = keptRegex{r, written}
	return r, nil
}

// steps is the budget of the rows of a call.
func (c *calling) steps() *are.Budget {
	if c.budget == nil {
		c.budget = &are.Budget{Steps: mostOfRows}
	}
	return c.budget
}

// keptRegex is the expression of the row before.
type keptRegex struct {
	regex
	written string // its flags
}

// regexFrom compiles an expression, and finds the place of a position in the text.
func (c *calling) regexFrom(pattern, start, flags int) (r regex, from int, err error) {
	if r, err = c.regex(pattern, flags); err != nil {
		return r, 0, err
	}
	position, text := int(c.int4(start)), c.str(0)
	if position < 1 {
		return r, 0, failure(sqlstate.InvalidParameterValue, `invalid value for parameter "start": %d`, position)
	}
	for ; position > 1; position-- {
		if from == len(text) {
			return r, from + 1, nil
		}
		_, size := utf8.DecodeRuneInString(text[from:])
		from += size
	}
	return r, from, nil
}

// regexOccurrence finds the nth match behind a position, or a group of it.
func (c *calling) regexOccurrence(start, nth, flags, group int) (match []int, err error) {
	r, from, err := c.regexFrom(1, start, flags)
	n, which := int(c.int4(nth)), int(c.int4(group))
	switch {
	case err != nil:
		return nil, err
	case r.global:
		return nil, notGlobal("regexp_substr")
	case n < 1:
		return nil, failure(sqlstate.InvalidParameterValue, `invalid value for parameter "n": %d`, n)
	case which < 0:
		return nil, failure(sqlstate.InvalidParameterValue, `invalid value for parameter "subexpr": %d`, which)
	}
	err = r.each(c.str(0), from, func(found []int) bool {
		if n--; n == 0 && 2*which+1 < len(found) {
			match = found[2*which : 2*which+2]
		}
		return n > 0
	})
	return match, err
}

// substringOfPattern returns what matches, or what the first group matches.
func substringOfPattern(c *calling) error {
	r, err := c.regexOf(1)
	if err != nil {
		return err
	}
	match, err := r.find(c.str(0), 0)
	if err != nil {
		return err
	}
	if len(match) > 2 {
		match = match[2:]
	}
	if match == nil || match[0] < 0 {
		c.setNull()
		return nil
	}
	c.setText(c.str(0)[match[0]:match[1]])
	return nil
}

// regexOf compiles an argument without flags.
func (c *calling) regexOf(pattern int) (regex, error) {
	source := c.str(pattern)
	if c.kept.source != source || c.kept.Regexp == nil {
		compiled, err := are.Compile(source, are.Options{})
		if err != nil {
			return regex{}, regexError(err)
		}
		c.kept = keptRegex{regex: regex{Regexp: compiled, source: source, budget: c.steps()}}
	}
	return c.kept.regex, nil
}

// splitByRegex splits a text. An empty match at its ends, or behind another match, splits nothing.
func splitByRegex(c *calling) error {
	r, err := c.regex(1, 2)
	if err != nil {
		return err
	}
	if r.global {
		return notGlobal("regexp_split_to_array")
	}
	text, last := c.str(0), 0
	var parts []*string
	add := func(part string) { parts = append(parts, &part) }
	err = r.each(text, 0, func(match []int) bool {
		if match[0] < len(text) && match[1] > last {
			add(text[last:match[0]])
			last = match[1]
		}
		return true
	})
	add(text[last:])
	c.setStrings(parts)
	return err
}

// setReplaced replaces the nth match, or all if n is 0. \1 to \9 are groups, \& is the match.
func (c *calling) setReplaced(r regex, from, n int) error {
	text, by := c.str(0), c.str(2)
	var b strings.Builder
	last, count := 0, 0
	err := r.each(text, from, func(match []int) bool {
		if count++; n > 0 && count != n {
			return true
		}
		b.WriteString(text[last:match[0]])
		last = match[1]
		writeReplacement(&b, text, by, match)
		return n == 0 && b.Len() <= vector.MaxValue
	})
	if err != nil {
		return err
	}
	if b.Len()+len(text)-last > vector.MaxValue {
		return errTooLong
	}
	b.WriteString(text[last:])
	c.setText(b.String())
	return nil
}

// writeReplacement writes what a match is replaced by, but not much more than the longest text that there may be.
func writeReplacement(b *strings.Builder, text, by string, match []int) {
	for i := 0; i < len(by) && b.Len() <= vector.MaxValue; i++ {
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
			b.WriteString(`\` + by[i:i+1])
		}
		if group >= 0 && 2*group+1 < len(match) && match[2*group] >= 0 {
			b.WriteString(text[match[2*group]:match[2*group+1]])
		}
	}
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
