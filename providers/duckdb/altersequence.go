package duckdb

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// alterSequence runs ALTER SEQUENCE: a sequence with other options is made in the place of the old one.
func (c *Conn) alterSequence(ctx context.Context, d definition.Statement, o *object) (providers.Rows, error) {
	s, err := c.readSequence(*o)
	if err != nil {
		return nil, err
	}
	if s.last != "" { // it goes on behind the value that it has returned
		s.start, s.called = s.last, true
	}
	a := alteredSequence{sequence: s}
	if err := a.read(sequenceWords(d.Rest)); err != nil {
		return nil, err
	}
	if err := a.check(); err != nil {
		return nil, err
	}
	if a.kept.Owned != nil && s.kept.Owned != a.kept.Owned {
		if err := c.checkIdentityOwner(*o); err != nil {
			return nil, err
		}
	}
	if a.owner != nil {
		if err := c.checkOwner(o, a.owner); err != nil {
			return nil, err
		}
	}
	err = c.inOne(func() error {
		return c.resetSequence(ctx, *o, func(old *sequence) { *old = a.sequence })
	})
	if err != nil {
		return nil, err
	}
	return &table{tag: "ALTER SEQUENCE"}, nil
}

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

// alteredSequence is a sequence that is being altered.
type alteredSequence struct {
	sequence
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
			s.called, s.restarts, s.start = false, true, ""
			if v := next(i); isNumber(v) {
				s.start, i = v, i+1
			}
		case "START":
			s.kept.Start, i = next(i), i+1
		case "INCREMENT":
			s.step, i = next(i), i+1
		case "MINVALUE":
			s.least, i = next(i), i+1
		case "MAXVALUE":
			s.most, i = next(i), i+1
		case "CACHE":
			i++
		case "CYCLE":
			s.cycles = true
		case "NO":
			what := strings.ToUpper(next(i))
			noLeast, noMost = noLeast || what == "MINVALUE", noMost || what == "MAXVALUE"
			s.cycles, i = s.cycles && what != "CYCLE", i+1
		case "AS":
			s.kept.Type, i = next(i), i+1
			s.kind = s.kindOf()
			noLeast, noMost = noLeast || s.least == oldLeast, noMost || s.most == oldMost
		case "RENAME":
			s.name = definition.Token{Text: words[len(words)-1]}.Name()
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
		s.least = least
	}
	if noMost {
		s.most = most
	}
}

// readOwner reads what stands behind OWNED, and returns the place of its last word.
func (s *alteredSequence) readOwner(words []string, i int) int {
	owned := i < len(words) && !strings.EqualFold(words[i], "NONE")
	if s.kept.Owned = &owned; !owned {
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
	if strings.HasPrefix(s.step, "-") {
		return strconv.FormatInt(low, 10), "-1"
	}
	return "1", strconv.FormatInt(high, 10)
}

// kindOf is the type of a sequence, which its bounds tell where nothing is kept.
func (s *alteredSequence) kindOf() string {
	switch strings.ToLower(s.kept.Type) {
	case "smallint", "int2":
		return "smallint"
	case "int", "integer", "int4":
		return "integer"
	case "":
		switch {
		case s.most == "32767" || s.least == "-32768":
			return "smallint"
		case s.most == "2147483647" || s.least == "-2147483648":
			return "integer"
		}
	}
	return "bigint"
}

// check returns the error of options that do not go together.
func (s *alteredSequence) check() error {
	if s.kept.Type != "" {
		s.kept.Type = s.kindOf()
	}
	wrong := func(format string, args ...any) error {
		return sqlstate.New(sqlstate.InvalidParameterValue, "%s", fmt.Sprintf(format, args...))
	}
	if atoi64(s.step) == 0 {
		return wrong("INCREMENT must not be zero")
	}
	least, most := atoi64(s.least), atoi64(s.most)
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
	if s.start == "" {
		s.start = s.kept.Start
	}
	for _, v := range []struct{ name, value string }{{"START", s.kept.Start}, {"RESTART", s.start}} {
		if n := atoi64(v.value); n < least {
			return wrong("%s value (%d) cannot be less than MINVALUE (%d)", v.name, n, least)
		} else if n > most {
			return wrong("%s value (%d) cannot be greater than MAXVALUE (%d)", v.name, n, most)
		}
	}
	return nil
}

// checkOwner returns the error of a column that cannot own a sequence.
func (c *Conn) checkOwner(o *object, owner []string) error {
	if len(owner) < 2 {
		return sqlstate.New(sqlstate.SyntaxError, "invalid OWNED BY option").WithHint("Specify OWNED BY table.column or OWNED BY NONE.")
	}
	column := owner[len(owner)-1]
	of, err := c.lookUpObject("TABLE", strings.Join(quoteIdents(owner[:len(owner)-1]), "."))
	switch {
	case err != nil:
		return err
	case of == nil:
		return sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", owner[len(owner)-2])
	case of.kind != "TABLE":
		return sqlstate.New(sqlstate.WrongObjectType, "sequence cannot be owned by relation %q", of.name)
	case of.schema != o.schema || of.database != o.database:
		return sqlstate.New(sqlstate.ObjectNotInState, "sequence must be in same schema as table it is linked to")
	}
	rows, err := c.collectText(`SELECT coalesce(column_default, '') FROM duckdb_columns() WHERE database_name = ` + native.Text(of.database) + ` AND schema_name = ` +
		native.Text(of.schema) + ` AND table_name = ` + native.Text(of.name) + ` AND column_name = ` + native.Text(column))
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return sqlstate.New(sqlstate.UndefinedColumn, "column %q of relation %q does not exist", column, of.name)
	}
	drawing, err := c.drawing(*o)
	if err != nil {
		return err
	}
	mine := o.name == of.name+"_"+column+"_seq" // it may get its default later, as pg_dump writes it
	for _, d := range drawing {
		if d[1] != of.name || d[2] != column {
			return sqlstate.New(sqlstate.FeatureNotSupported, "OWNED BY another column than the one whose default draws from the sequence is not supported")
		}
		mine = true
	}
	if !mine {
		return sqlstate.New(sqlstate.FeatureNotSupported, "OWNED BY a column whose default does not draw from the sequence is not supported").
			WithHint("Set the default first: ALTER TABLE … ALTER COLUMN … SET DEFAULT nextval(…).")
	}
	return nil
}

// checkIdentityOwner refuses another owner of the sequence of an identity column.
func (c *Conn) checkIdentityOwner(o object) error {
	drawing, err := c.drawing(o)
	if err != nil {
		return err
	}
	for _, d := range drawing {
		rows, err := c.collectText(`SELECT coalesce(column_default, '') FROM duckdb_columns() WHERE database_name = ` + native.Text(o.database) + ` AND schema_name = ` +
			native.Text(d[0]) + ` AND table_name = ` + native.Text(d[1]) + ` AND column_name = ` + native.Text(d[2]))
		if err != nil {
			return err
		}
		if len(rows) == 1 && identityOf(rows[0][0]) != 0 {
			return sqlstate.New(sqlstate.FeatureNotSupported, "cannot change ownership of identity sequence")
		}
	}
	return nil
}
