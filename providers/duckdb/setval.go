package duckdb

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func setvalColumns() []providers.Column {
	return []providers.Column{{Name: "setval", Type: pgtype.Int8OID, TypeMod: -1, Size: 8}}
}

// runSetval runs a SELECT of setval: its rows are names of sequences, values, and whether these were returned.
func (c *Conn) runSetval(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	if c.tx.readOnly || c.tx.status == providers.Idle && c.readOnly() {
		return nil, errReadOnly("setval()")
	}
	out := &table{columns: setvalColumns()}
	err := c.inOne(func() error {
		rows, err := c.runOne(ctx, s, args)
		if err != nil {
			return err
		}
		calls, err := readAll(rows, "the sequences of setval")
		if err != nil {
			return err
		}
		for _, call := range calls {
			if call[0] == nil || call[1] == nil || call[2] == nil {
				out.rows = append(out.rows, providers.Row{nil})
				continue
			}
			if err := c.setSequence(ctx, string(call[0]), string(call[1]), string(call[2]) == "t"); err != nil {
				return err
			}
			out.rows = append(out.rows, providers.Row{call[1]})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out.tag = tag(verb(s), int64(len(out.rows)))
	return out, nil
}

// maxCollected is how many bytes of rows a statement may hold in Go's memory.
const maxCollected = 64 << 20

// readAll reads rows into memory, within a bound. The error for more rows calls them what. The caller holds mu.
func readAll(rows providers.Rows, what string) (list []providers.Row, err error) {
	r, streams := rows.(*result)
	size := 0
	for {
		if streams && r.taken == len(r.cells) {
			err = r.fillBatch()
		}
		var row providers.Row
		switch {
		case err != nil:
		case streams:
			row = r.takeRow()
		default:
			row, err = rows.Next()
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return list, err
		}
		kept := make(providers.Row, len(row))
		size += 24 * (len(row) + 1)
		for i, v := range row {
			size += len(v)
			if v != nil {
				kept[i] = append([]byte{}, v...)
			}
		}
		if size > maxCollected {
			if streams {
				r.endWith(nil)
			}
			return nil, sqlstate.New(sqlstate.ProgramLimitExceeded, "%s take more than %d MiB", what, maxCollected>>20).
				WithHint("Change fewer rows at a time.")
		}
		list = append(list, kept)
	}
}

// setSequence sets a sequence to a value, which was returned or is the next one.
func (c *Conn) setSequence(ctx context.Context, written, value string, called bool) error {
	o, err := c.lookUpSequence(written)
	if err != nil {
		return err
	}
	s, err := c.readSequence(*o)
	if err != nil {
		return err
	}
	n, least, most := atoi64(value), atoi64(s.least), atoi64(s.most)
	if n < least || n > most {
		return sqlstate.New(sqlstate.NumericOutOfRange, "setval: value %d is out of bounds for sequence %q (%d..%d)", n, o.name, least, most)
	}
	return c.resetSequence(ctx, *o, func(s *sequence) { s.start, s.called = value, called })
}

func (c *Conn) lookUpSequence(written string) (*object, error) {
	o, err := c.lookUpObject("SEQUENCE", written)
	switch {
	case err != nil:
		return nil, err
	case o == nil:
		return nil, sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", written)
	case o.kind != "SEQUENCE":
		return nil, sqlstate.New(sqlstate.WrongObjectType, "%q is not a sequence", o.name)
	}
	return o, nil
}

func atoi64(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64) // DuckDB has written it
	return n
}

// alterSequence runs ALTER SEQUENCE: a sequence with other options is made in the place of the old one.
func (c *Conn) alterSequence(ctx context.Context, d definition.Statement, o *object) (providers.Rows, error) {
	s, err := c.readSequence(*o)
	if err != nil {
		return nil, err
	}
	if s.last != "" { // it goes on behind the value that it has returned
		s.start, s.called = s.last, true
	}
	words := make([]string, 0, len(d.Rest))
	for i, t := range d.Rest {
		switch digit := t.Text[0] >= '0' && t.Text[0] <= '9'; {
		case t.Is("WITH"), t.Is("BY"):
		case digit && i > 0 && d.Rest[i-1].End == t.At && len(words) > 0: // tokens are names and single characters
			words[len(words)-1] += t.Text
		default:
			words = append(words, t.Text)
		}
	}
	if err := s.alter(words); err != nil {
		return nil, err
	}
	first := atoi64(s.start)
	if first < atoi64(s.least) || first > atoi64(s.most) {
		return nil, sqlstate.New(sqlstate.InvalidParameterValue, "RESTART value (%d) is not between MINVALUE (%s) and MAXVALUE (%s)", first, s.least, s.most)
	}
	err = c.inOne(func() error {
		return c.resetSequence(ctx, *o, func(old *sequence) { *old = s })
	})
	if err != nil {
		return nil, err
	}
	return &table{tag: "ALTER SEQUENCE"}, nil
}

// alter changes a sequence by the words of ALTER SEQUENCE.
func (s *sequence) alter(words []string) error {
	value := func(i int) (string, int) {
		if i+1 < len(words) && words[i] == "-" {
			return "-" + words[i+1], i + 1
		}
		return strings.Join(words[min(i, len(words)):min(i+1, len(words))], ""), i
	}
	for i := 0; i < len(words); i++ {
		switch word := strings.ToUpper(words[i]); word {
		case "RESTART":
			s.start, s.called = s.first, false
			if v, last := value(i + 1); v != "" && (v[0] == '-' || v[0] >= '0' && v[0] <= '9') {
				s.start, i = v, last
			}
		case "START":
			s.first, i = value(i + 1) // it matters to RESTART alone
		case "INCREMENT":
			s.step, i = value(i + 1)
		case "MINVALUE":
			s.least, i = value(i + 1)
		case "MAXVALUE":
			s.most, i = value(i + 1)
		case "CACHE":
			i++
		case "CYCLE":
			s.cycles = i == 0 || !strings.EqualFold(words[i-1], "NO")
		case "NO":
			if i+1 < len(words) && !strings.EqualFold(words[i+1], "CYCLE") {
				return sqlstate.New(sqlstate.FeatureNotSupported, "ALTER SEQUENCE … NO %s is not supported", strings.ToUpper(words[i+1]))
			}
		case "RENAME":
			s.name = definition.Token{Text: words[len(words)-1]}.Name()
			return nil
		case "OWNED":
			i++ // NONE: the translation lets nothing else through
		default:
			return sqlstate.New(sqlstate.FeatureNotSupported, "ALTER SEQUENCE … %s is not supported", word)
		}
	}
	return nil
}
