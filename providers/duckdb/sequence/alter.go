package sequence

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// sequenceWords are the words of options; numbers are one word each.
func sequenceWords(rest []definition.Token) []string {
	words := make([]string, 0, len(rest))
	for i, t := range rest {
		switch digit := t.Text[0] >= '0' && t.Text[0] <= '9'; {
		case t.Is("WITH"), t.Is("BY"), t.Text == ";":
		case digit && i > 0 && rest[i-1].End == t.At && len(words) > 0: // tokens are names and single characters
			words[len(words)-1] += t.Text
		case digit && i > 0 && rest[i-1].Text == "-":
			words[len(words)-1] += t.Text
		default:
			words = append(words, t.Text)
		}
	}
	return words
}

// Alter returns the sequence as the words behind ALTER SEQUENCE and its name make it, and the table, which may have a schema,
// and the column that shall own it, or nil.
func (s Sequence) Alter(rest []definition.Token) (altered Sequence, owner []string, err error) {
	if s.last != "" { // it goes on behind the value that it has returned
		s.Start, s.Called = s.last, true
	}
	a := alteredSequence{Sequence: s}
	if err := a.read(sequenceWords(rest)); err != nil {
		return s, nil, err
	}
	if err := a.check(); err != nil {
		return s, nil, err
	}
	return a.Sequence, a.owner, nil
}

// alteredSequence is a sequence that is being altered.
type alteredSequence struct {
	Sequence
	restarts bool
	kind     string   // its type: smallint, integer or bigint
	owner    []string // the table, which may have a schema, and the column that it shall be of
}

// read changes a sequence by the words of ALTER SEQUENCE.
func (s *alteredSequence) read(words []string) error {
	next := func(i int) string { return strings.Join(words[min(i+1, len(words)):min(i+2, len(words))], "") }
	isNumber := func(w string) bool { return w != "" && (w[0] == '-' || w[0] >= '0' && w[0] <= '9') }
	s.kind = s.kindOf()
	oldLeast, oldMost := s.bounds()
	noLeast, noMost := false, false
	for i := 0; i < len(words); i++ {
		switch word := strings.ToUpper(words[i]); word {
		case "RESTART":
			s.Called, s.restarts, s.Start = false, true, ""
			if v := next(i); isNumber(v) {
				s.Start, i = v, i+1
			}
		case "START":
			s.Kept.Start, i = next(i), i+1
		case "INCREMENT":
			s.Step, i = next(i), i+1
		case "MINVALUE":
			s.Least, i = next(i), i+1
		case "MAXVALUE":
			s.Most, i = next(i), i+1
		case "CACHE":
			if s.Kept.Cache, i = next(i), i+1; Number(s.Kept.Cache) <= 0 {
				return sqlstate.New(sqlstate.InvalidParameterValue, "CACHE (%d) must be greater than zero", Number(s.Kept.Cache))
			}
		case "CYCLE":
			s.cycles = true
		case "NO":
			what := strings.ToUpper(next(i))
			noLeast, noMost = noLeast || what == "MINVALUE", noMost || what == "MAXVALUE"
			s.cycles, i = s.cycles && what != "CYCLE", i+1
		case "AS":
			s.Kept.Type, i = next(i), i+1
			s.kind = s.kindOf()
			noLeast, noMost = noLeast || s.Least == oldLeast, noMost || s.Most == oldMost
		case "RENAME":
			s.Name = definition.Token{Text: words[len(words)-1]}.Name()
			return nil
		case "OWNED":
			i = s.readOwner(words, i+1)
		default:
			return sqlstate.New(sqlstate.FeatureNotSupported, "ALTER SEQUENCE … %s is not supported", word)
		}
	}
	s.unbind(noLeast, noMost)
	return nil
}

// unbind gives a sequence the bounds of its type.
func (s *alteredSequence) unbind(noLeast, noMost bool) {
	least, most := s.bounds()
	if noLeast {
		s.Least = least
	}
	if noMost {
		s.Most = most
	}
}

// readOwner reads what stands behind OWNED, and returns the place of its last word.
func (s *alteredSequence) readOwner(words []string, i int) int {
	owned := i < len(words) && (!strings.EqualFold(definition.Token{Text: words[i]}.Name(), "NONE") || i+1 < len(words) && words[i+1] == ".")
	if s.Kept.SetOwner("", ""); !owned {
		return i
	}
	for ; i < len(words); i++ {
		if words[i] == "." {
			continue
		}
		if s.owner = append(s.owner, definition.Token{Text: words[i]}.Name()); i+1 < len(words) && words[i+1] != "." {
			break
		}
	}
	return i
}

// bounds are the bounds that a sequence of the type and the direction has where it has none of its own.
func (s *alteredSequence) bounds() (least, most string) {
	low, high := int64(math.MinInt64), int64(math.MaxInt64)
	switch s.kind {
	case "smallint":
		low, high = math.MinInt16, math.MaxInt16
	case "integer":
		low, high = math.MinInt32, math.MaxInt32
	}
	if strings.HasPrefix(s.Step, "-") {
		return strconv.FormatInt(low, 10), "-1"
	}
	return "1", strconv.FormatInt(high, 10)
}

// kindOf is the type of a sequence, which its bounds tell where nothing is kept.
func (s *alteredSequence) kindOf() string {
	switch strings.ToLower(s.Kept.Type) {
	case "smallint", "int2":
		return "smallint"
	case "int", "integer", "int4":
		return "integer"
	case "":
		switch {
		case s.Most == "32767" || s.Least == "-32768":
			return "smallint"
		case s.Most == "2147483647" || s.Least == "-2147483648":
			return "integer"
		}
	}
	return "bigint"
}

// check returns the error of options that do not go together.
func (s *alteredSequence) check() error {
	if s.Kept.Type != "" {
		s.Kept.Type = s.kindOf()
	}
	wrong := func(format string, args ...any) error {
		return sqlstate.New(sqlstate.InvalidParameterValue, "%s", fmt.Sprintf(format, args...))
	}
	if Number(s.Step) == 0 {
		return wrong("INCREMENT must not be zero")
	}
	least, most := Number(s.Least), Number(s.Most)
	for _, v := range []struct {
		name  string
		value int64
	}{{"MAXVALUE", most}, {"MINVALUE", least}} {
		if s.kind == "smallint" && v.value != int64(int16(v.value)) || s.kind == "integer" && v.value != int64(int32(v.value)) { //nolint:gosec // whether it is in the type
			return wrong("%s (%d) is out of range for sequence data type %s", v.name, v.value, s.kind)
		}
	}
	if least >= most {
		return wrong("MINVALUE (%d) must be less than MAXVALUE (%d)", least, most)
	}
	if s.Start == "" {
		s.Start = s.Kept.Start
	}
	for _, v := range []struct{ name, value string }{{"START", s.Kept.Start}, {"RESTART", s.Start}} {
		if n := Number(v.value); n < least {
			return wrong("%s value (%d) cannot be less than MINVALUE (%d)", v.name, n, least)
		} else if n > most {
			return wrong("%s value (%d) cannot be greater than MAXVALUE (%d)", v.name, n, most)
		}
	}
	return nil
}

// Number reads a number that DuckDB or a statement has written.
func Number(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64) // DuckDB has written it
	return n
}
