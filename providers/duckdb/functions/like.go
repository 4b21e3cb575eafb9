package functions

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers/duckdb/memory"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// likeFunctions are LIKE and ILIKE with an escape character. DuckDB tries all places for each % of a pattern, so that a
// pattern of 20 never ends, and cannot be interrupted.
var likeFunctions = []scalar{
	{name: "pg__like", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR"}, returns: "BOOLEAN", call: func(c *calling) error {
		return c.like(c.str(0), c.str(1), c.str(2))
	}},
	{name: "pg__ilike", takes: []string{"VARCHAR", "VARCHAR", "VARCHAR"}, returns: "BOOLEAN", call: func(c *calling) error {
		return c.like(strings.Map(unicode.ToLower, c.str(0)), strings.Map(unicode.ToLower, c.str(1)), strings.Map(unicode.ToLower, c.str(2)))
	}},
}

// like compares a text with a pattern.
func (c *calling) like(text, pattern, escape string) error {
	if utf8.RuneCountInString(escape) > 1 {
		return failure("22025", "invalid escape string")
	}
	m := likeMatch{text: text, pattern: pattern, escape: escape}
	is, err := m.run()
	if err == nil {
		vector.Set(&c.out, c.row, is)
	}
	return err
}

// likeMatch compares a text with a pattern. What a % stands for is extended only at the last % that was met: an earlier
// one that stood for more would leave the later ones less to choose from.
type likeMatch struct {
	text, pattern, escape string
	t, p                  int // places in both
	again, behind         int // where to go on if the rest does not match: in the text, and behind the last %; behind 0: there was none
	steps                 int
}

// looksEvery is how many steps are done between two looks whether the statement is to end.
const looksEvery = 1 << 16

func (m *likeMatch) run() (bool, error) {
	for {
		if m.steps++; m.steps%looksEvery == 0 && memory.Interrupted() {
			return false, vector.ErrInterrupted
		}
		rest := m.pattern[m.p:]
		switch {
		case rest == "" && m.t == len(m.text):
			return true, nil
		case rest != "" && rest[0] == '%' && m.escape != "%":
			if m.p++; m.p == len(m.pattern) {
				return true, nil
			}
			m.again, m.behind = m.t, m.p
			continue
		case m.t == len(m.text):
			return false, nil
		}
		same, err := m.same(rest)
		if err != nil {
			return false, err
		}
		if !same {
			if m.behind == 0 {
				return false, nil
			}
			_, size := utf8.DecodeRuneInString(m.text[m.again:])
			m.again += size
			m.t, m.p = m.again, m.behind
		}
	}
}

// same compares a character with the pattern's next one, and goes on behind both.
func (m *likeMatch) same(rest string) (bool, error) {
	if rest == "" {
		return false, nil
	}
	_, size := utf8.DecodeRuneInString(m.text[m.t:])
	if m.escape != "" && strings.HasPrefix(rest, m.escape) {
		if rest = rest[len(m.escape):]; rest == "" {
			return false, failure("22025", "LIKE pattern must not end with escape character")
		}
		m.p += len(m.escape)
	} else if rest[0] == '_' {
		m.t, m.p = m.t+size, m.p+1
		return true, nil
	}
	if !strings.HasPrefix(rest, m.text[m.t:m.t+size]) {
		return false, nil
	}
	m.t, m.p = m.t+size, m.p+size
	return true, nil
}
