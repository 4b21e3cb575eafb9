package copydata

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// badFormat is the code of data that is not what the options of its COPY say.
const badFormat sqlstate.Code = "22P04"

// maxRow bounds a row, in bytes.
const maxRow = 64 << 20

// window is how much is read at once.
const window = 32 << 10

// Reader makes rows of data. It is a providers.CopyRows.
type Reader struct {
	from    io.Reader
	copy    *providers.Copy
	columns []providers.Column

	buffer []byte // that was read
	at     int    // of it has been used
	ended  error  // of from; nil: there may be more

	special        [256]bool // bytes of a line that mean something
	newline        newline
	line           []byte // the last
	whole          bool   // it was read to its end
	number         int64  // of it
	started, done  bool
	notNull, never []bool // FORCE_NOT_NULL, FORCE_NULL, by column

	values  []byte // of the row, one behind the other
	ends    []int  // where they end in values; -1: NULL
	row     providers.Row
	pending error // of the row that was returned
}

// newline is how lines end. All lines of some data end alike.
type newline int

const (
	unknown newline = iota
	lf
	cr
	crlf
)

// NewReader returns a reader of the rows of a COPY FROM into some columns.
func NewReader(from io.Reader, c *providers.Copy, columns []providers.Column) (*Reader, error) {
	r := &Reader{from: from, copy: c, columns: columns, values: []byte{}} // an empty value is not nil
	for _, b := range []byte{'\n', '\r', '\\'} {
		r.special[b] = true
	}
	if c.Format.Kind == providers.CopyCSV {
		r.special[c.Format.Quote], r.special[c.Format.Escape] = true, true
	}
	var err error
	if r.notNull, err = forced("FORCE_NOT_NULL", c.Format.ForceNotNull, columns); err != nil {
		return nil, err
	}
	r.never, err = forced("FORCE_NULL", c.Format.ForceNull, columns)
	return r, err
}

// forced marks the columns that an option names.
func forced(option string, names []string, columns []providers.Column) ([]bool, error) {
	marks := make([]bool, len(columns))
	for _, name := range names {
		i := slices.IndexFunc(columns, func(c providers.Column) bool { return c.Name == name })
		if i < 0 {
			return nil, sqlstate.New(sqlstate.InvalidColumnReference, "%s column %q not referenced by COPY", option, name)
		}
		marks[i] = true
	}
	return marks, nil
}

// Next returns the next row.
func (r *Reader) Next() (providers.Row, error) {
	if r.pending != nil {
		return nil, r.pending
	}
	row, err := r.next()
	if err != nil && !errors.Is(err, io.EOF) {
		err = r.placed(err, -1)
	}
	return row, err
}

// placed gives an error the context of a column of the line, or, for -1, of the line. What stands before
// the first line has none.
func (r *Reader) placed(err error, column int) error {
	var e *sqlstate.Error
	if errors.As(err, &e) && e.Where == "" && r.number > 0 {
		placed := *e
		placed.Where = r.Where(column)
		return &placed
	}
	return err
}

func (r *Reader) next() (providers.Row, error) {
	if r.copy.Format.Kind == providers.CopyBinary {
		return r.nextBinary()
	}
	if !r.started {
		r.started = true
		if err := r.readHeader(); err != nil {
			return nil, err
		}
	}
	if err := r.readLine(); err != nil {
		return nil, err
	}
	if err := r.splitLine(); err != nil {
		return nil, err
	}
	if len(r.ends) > len(r.columns) && (len(r.columns) > 0 || len(r.line) > 0) {
		return nil, sqlstate.New(badFormat, "extra data after last expected column")
	}
	r.applyForced()
	r.takeRow()
	if missing := len(r.row); missing < len(r.columns) {
		r.pending = r.placed(sqlstate.New(badFormat, "missing data for column %q", r.columns[missing].Name), -1)
	}
	return r.row, nil
}

// takeRow makes the row of the values.
func (r *Reader) takeRow() {
	r.row = r.row[:0]
	start := 0
	for _, end := range r.ends[:min(len(r.ends), len(r.columns))] {
		if end < 0 {
			r.row = append(r.row, nil)
			continue
		}
		r.row = append(r.row, r.values[start:end:end])
		start = end
	}
}

// applyForced makes values NULL, or what stands for NULL a value, where the options say so.
func (r *Reader) applyForced() {
	if r.copy.Format.Kind != providers.CopyCSV || len(r.copy.Format.ForceNotNull)+len(r.copy.Format.ForceNull) == 0 {
		return
	}
	values, start := []byte{}, 0
	for i, end := range r.ends {
		value := []byte(nil)
		if end >= 0 {
			value = r.values[start:end]
			start = end
		}
		switch {
		case i >= len(r.columns):
		case end < 0 && r.notNull[i]:
			value, end = []byte(r.copy.Format.Null), 0
		case end >= 0 && r.never[i] && string(value) == r.copy.Format.Null:
			end = -1
		}
		if end >= 0 {
			values = append(values, value...)
			end = len(values)
		}
		r.ends[i] = end
	}
	r.values = values
}

// readHeader reads the first line, where that is no row.
func (r *Reader) readHeader() error {
	if r.copy.Format.Header == providers.NoHeader {
		return nil
	}
	if err := r.readLine(); err != nil || r.copy.Format.Header == providers.NamesHeader {
		return err
	}
	if err := r.splitLine(); err != nil {
		return err
	}
	if len(r.ends) != len(r.columns) {
		return sqlstate.New(badFormat, "wrong number of fields in header line: got %d, expected %d", len(r.ends), len(r.columns))
	}
	r.takeRow()
	for i, name := range r.row {
		switch want := r.columns[i].Name; {
		case name == nil:
			return sqlstate.New(badFormat, "column name mismatch in header line field %d: got null value (%q), expected %q", i+1, r.copy.Format.Null, want)
		case string(name) != want:
			return sqlstate.New(badFormat, "column name mismatch in header line field %d: got %q, expected %q", i+1, name, want)
		}
	}
	return nil
}

// more reads on, and reports whether there is a byte at r.at.
func (r *Reader) more() bool {
	for r.at == len(r.buffer) && r.ended == nil {
		if r.buffer == nil {
			r.buffer = make([]byte, 0, window)
		}
		var n int
		n, r.ended = r.from.Read(r.buffer[:cap(r.buffer)])
		r.buffer, r.at = r.buffer[:n], 0
	}
	return r.at < len(r.buffer)
}

// atEnd is the error with which the data ended, nil at their regular end.
func (r *Reader) atEnd() error {
	if errors.Is(r.ended, io.EOF) {
		return nil
	}
	return r.ended
}

// readLine reads the next line. io.EOF: there is none.
func (r *Reader) readLine() error {
	r.number++
	r.whole, r.line = false, r.line[:0]
	if r.done {
		return io.EOF
	}
	end, err := r.scanLine()
	if err != nil {
		return err
	}
	if end {
		if r.done = true; len(r.line) == 0 {
			return io.EOF
		}
	}
	err = checkText(r.line)
	r.whole = err == nil
	return err
}

// checkText checks that a text is one.
func checkText(text []byte) error {
	bad := slices.Index(text, 0)
	if !utf8.Valid(text) {
		for bad = 0; bad < len(text); {
			c, size := utf8.DecodeRune(text[bad:])
			if c == utf8.RuneError && size <= 1 {
				break
			}
			bad += size
		}
	}
	if bad < 0 {
		return nil
	}
	shown := []string{}
	for _, b := range text[bad:min(len(text), bad+max(1, sequence(text[bad])))] {
		shown = append(shown, fmt.Sprintf("0x%02x", b))
	}
	return sqlstate.New(sqlstate.CharacterNotInRepertoire, "invalid byte sequence for encoding \"UTF8\": %s", strings.Join(shown, " "))
}

// sequence is how many bytes the character has that begins so.
func sequence(b byte) int {
	switch {
	case b&0xe0 == 0xc0:
		return 2
	case b&0xf0 == 0xe0:
		return 3
	case b&0xf8 == 0xf0:
		return 4
	}
	return 1
}

// scanLine reads up to the end of a line into line, without what ends the line. end: no line follows.
func (r *Reader) scanLine() (end bool, err error) {
	s := scanner{Reader: r, csv: r.copy.Format.Kind == providers.CopyCSV, first: true}
	for {
		if !r.more() {
			return true, r.atEnd()
		}
		from := r.at
		for r.at < len(r.buffer) && !r.special[r.buffer[r.at]] {
			r.at++
		}
		if r.line = append(r.line, r.buffer[from:r.at]...); len(r.line) > maxRow {
			return false, sqlstate.New(sqlstate.ProgramLimitExceeded, "a row is longer than %d MiB", maxRow>>20)
		}
		s.first = s.first && from == r.at
		if r.at == len(r.buffer) {
			continue
		}
		if over, end, err := s.take(r.buffer[r.at]); over || err != nil {
			return end, err
		}
		s.first = false
	}
}

// scanner is where a line is.
type scanner struct {
	*Reader
	csv, quoted, escaped bool
	first                bool // nothing was read yet
}

// take takes a byte that may end the line.
func (s *scanner) take(b byte) (over, end bool, err error) {
	s.at++
	if s.csv {
		s.followQuotes(b)
	}
	switch {
	case b == '\r' && !s.quoted:
		err = s.endByReturn()
		return err == nil, false, err
	case b == '\n' && !s.quoted:
		if s.newline == cr || s.newline == crlf {
			return false, false, s.literal("newline", `\n`)
		}
		s.newline = lf
		return true, false, nil
	case b == '\\' && (!s.csv || s.first && !s.quoted):
		return s.takeBackslash()
	}
	s.line = append(s.line, b)
	return false, false, nil
}

// followQuotes keeps account of whether a value is quoted. An escape counts inside of one, before a
// quote, unless it is escaped itself.
func (s *scanner) followQuotes(b byte) {
	f := &s.copy.Format
	escape := b == f.Escape && f.Escape != f.Quote
	if s.quoted && escape {
		s.escaped = !s.escaped
	}
	if b == f.Quote && !s.escaped {
		s.quoted = !s.quoted
	}
	if !escape {
		s.escaped = false
	}
	if ends := byte('\r'); s.quoted {
		if s.newline == lf {
			ends = '\n'
		}
		if b == ends {
			s.number++
		}
	}
}

// endByReturn ends a line at a carriage return, and takes the newline behind it.
func (s *scanner) endByReturn() error {
	if s.newline == lf {
		return s.literal("carriage return", `\r`)
	}
	if s.newline == cr {
		return nil
	}
	if !s.more() {
		if err := s.atEnd(); err != nil {
			return err
		}
	} else if s.buffer[s.at] == '\n' {
		s.at++
		s.newline = crlf
		return nil
	}
	if s.newline == crlf {
		return s.literal("carriage return", `\r`)
	}
	s.newline = cr
	return nil
}

// literal is the error of an end of line that is not like the others.
func (s *scanner) literal(what, escape string) error {
	if s.csv {
		return sqlstate.New(badFormat, "unquoted %s found in data", what).WithHint("Use quoted CSV field to represent %s.", what)
	}
	return sqlstate.New(badFormat, "literal %s found in data", what).WithHint("Use \"%s\" to represent %s.", escape, what)
}

// takeBackslash takes what stands behind a backslash: that does not end the line, or is the period that
// ends the data.
func (s *scanner) takeBackslash() (over, end bool, err error) {
	if !s.more() {
		s.line = append(s.line, '\\')
		return false, false, s.atEnd()
	}
	next := s.buffer[s.at]
	if next != '.' {
		if s.line = append(s.line, '\\'); !s.csv {
			s.line = append(s.line, next)
			s.at++
		}
		return false, false, nil
	}
	s.at++
	if s.csv { // the line may go on: then the two are a part of a value
		if s.more() && s.buffer[s.at] != '\n' && s.buffer[s.at] != '\r' {
			s.line = append(s.line, '\\', '.')
			return false, false, nil
		}
	} else if s.more() && s.buffer[s.at] != '\n' && s.buffer[s.at] != '\r' {
		return false, false, sqlstate.New(badFormat, "end-of-copy marker corrupt")
	}
	for s.more() { // what follows is not read any more
		s.at = len(s.buffer)
	}
	return true, true, s.atEnd()
}

// Where is the context of an error about a value of the last row.
func (r *Reader) Where(column int) string {
	where := fmt.Sprintf("COPY %s, line %d", r.copy.Table, r.number)
	binary := r.copy.Format.Kind == providers.CopyBinary
	switch {
	case column >= 0 && column < len(r.columns):
		where += ", column " + r.columns[column].Name
		if binary || column >= len(r.row) {
			return where
		}
		if r.row[column] == nil {
			return where + ": null input"
		}
		return where + ": " + shown(r.row[column])
	case !binary && r.whole:
		return where + ": " + shown(r.line)
	}
	return where
}

// shown is the beginning of a text in quotes.
func shown(text []byte) string {
	const most = 100
	if len(text) <= most {
		return `"` + string(text) + `"`
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return `"` + string(text[:cut]) + `..."`
}
