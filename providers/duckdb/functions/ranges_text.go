package functions

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// rangeCasts are the casts of texts to ranges, and of ranges to texts.
func rangeCasts() []conversion {
	var all []conversion
	for _, alias := range slices.Sorted(maps.Keys(vector.RangeKinds)) {
		all = append(all, rangeCastsOf(alias, vector.RangeKinds[alias])...)
	}
	return all
}

// rangeCastsOf are the casts of the ranges of one type.
func rangeCastsOf(alias string, kind vector.RangeKind) []conversion {
	return []conversion{
		{from: "VARCHAR", to: alias, call: func(c *calling) error {
			r, err := readRange(c.str(0), kind)
			if err == nil {
				err = dropZeros(&r, kind)
			}
			c.setText(r.Key())
			return err
		}},
		{from: alias, to: "VARCHAR", call: func(c *calling) error {
			if kind.Element == "TIMESTAMPTZ" {
				return failure(sqlstate.FeatureNotSupported, "a cast of %s to text is not supported", rangeName(kind))
			}
			c.text = (&vector.Writer{}).AppendText(c.text[:0], &vector.Type{ID: c.node.ID, Duck: alias}, &c.args[0], c.row)
			c.out.SetBytes(c.row, c.text)
			return nil
		}},
	}
}

// rangeName is what errors call a range type.
func rangeName(kind vector.RangeKind) string {
	if kind.Users {
		return "a range type of users over timestamptz"
	}
	return kind.Name
}

// readRange reads a range as Postgres does.
func readRange(text string, kind vector.RangeKind) (vector.Range, error) {
	malformed := sqlstate.New(sqlstate.InvalidTextRepresent, "malformed range literal: \"%s\"", text)
	trimmed := strings.Trim(text, vector.Blanks)
	if strings.EqualFold(trimmed, "empty") {
		return vector.Range{}, nil
	}
	malformed = malformed.WithDetail("%s", rangeDetail(trimmed))
	if len(trimmed) < 3 || !strings.Contains("[(", trimmed[:1]) || !strings.Contains("])", trimmed[len(trimmed)-1:]) {
		return vector.Range{}, malformed
	}
	low, rest, ok := readBound(trimmed[1 : len(trimmed)-1])
	if !ok || !strings.HasPrefix(rest, ",") {
		return vector.Range{}, malformed
	}
	high, rest, ok := readBound(rest[1:])
	if !ok || rest != "" {
		return vector.Range{}, malformed
	}
	var keys [2]*bound
	for i, text := range []*string{low, high} {
		if text == nil {
			continue
		}
		key, err := readElement(*text, kind)
		if err != nil {
			return vector.Range{}, err
		}
		keys[i] = &key
	}
	return rangeOf(kind, keys[0], keys[1], trimmed[:1]+trimmed[len(trimmed)-1:])
}

// rangeDetail says what is wrong with the text of a range, as range_parse does, or nothing.
func rangeDetail(text string) string {
	if len(text) > len("empty") && strings.EqualFold(text[:len("empty")], "empty") {
		return `Junk after "empty" key word.`
	}
	if text == "" || text[0] != '[' && text[0] != '(' {
		return "Missing left parenthesis or bracket."
	}
	at := boundEnd(text, 1)
	switch {
	case at == len(text):
		return "Unexpected end of input."
	case text[at] != ',':
		return "Missing comma after lower bound."
	}
	at = boundEnd(text, at+1)
	switch {
	case at == len(text):
		return "Unexpected end of input."
	case text[at] == ',':
		return "Too many commas."
	case at < len(text)-1:
		return "Junk after right parenthesis or bracket."
	}
	return ""
}

// boundEnd is where a bound ends that begins somewhere in the text of a range.
func boundEnd(text string, at int) int {
	for quoted := false; at < len(text); at++ {
		switch b := text[at]; {
		case b == '\\':
			at++
		case b == '"':
			quoted = !quoted
		case !quoted && (b == ',' || b == ')' || b == ']'):
			return at
		}
	}
	return len(text)
}

// readBound reads a bound up to a comma or the end; nil is none.
func readBound(text string) (bound *string, rest string, ok bool) {
	if text == "" || text[0] == ',' {
		return nil, text, true
	}
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch ch := text[i]; {
		case ch == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		case ch == '"' && quoted && i+1 < len(text) && text[i+1] == '"':
			i++
			b.WriteByte('"')
		case ch == '"':
			quoted = !quoted
		case ch == ',' && !quoted:
			s := b.String()
			return &s, text[i:], true
		case !quoted && strings.ContainsRune("[]()", rune(ch)):
			return nil, "", false
		default:
			b.WriteByte(ch)
		}
	}
	s := b.String()
	return &s, "", !quoted
}

// readElement reads a bound as the value of a cut.
func readElement(text string, kind vector.RangeKind) (bound, error) {
	switch kind.Element {
	case "INTEGER":
		n, err := inputs.ParseInteger(text, 32, "integer")
		return bound{key: vector.IntegerKey(n)}, err
	case "BIGINT":
		n, err := inputs.ParseInteger(text, 64, "bigint")
		return bound{key: vector.IntegerKey(n)}, err
	case "SMALLINT":
		n, err := inputs.ParseInteger(text, 16, "smallint")
		return bound{key: vector.IntegerKey(n)}, err
	case "DOUBLE", "FLOAT", "TIME", "VARCHAR", vector.InetAlias:
		return readUserElement(text, kind)
	case vector.LooseType:
		if _, err := numeric.Parse(text); errors.Is(err, numeric.ErrSyntax) {
			return bound{}, inputs.InvalidText("numeric", text)
		}
		return numberKey(text)
	}
	if sign := inputs.Infinite(text); sign != 0 {
		last := int64(math.MaxInt64)
		if kind.Element == "DATE" {
			last = math.MaxInt32
		}
		return bound{key: vector.IntegerKey(int64(sign) * last)}, nil
	}
	typeName := map[string]string{"DATE": "date", "TIMESTAMP": "timestamp", "TIMESTAMPTZ": "timestamp with time zone"}[kind.Element]
	m, err := inputs.ReadMoment(typeName, parseableDate(text))
	if err != nil {
		return bound{}, err
	}
	switch {
	case kind.Element == "DATE" && (m.Days > vector.LastDay || m.Days < vector.FirstDay):
		return bound{}, sqlstate.New(vector.DatetimeOverflow, "date out of range: %q", text)
	case kind.Element == "DATE":
		return bound{key: vector.IntegerKey(m.Days)}, nil
	case m.Days > vector.MostDays-2 || m.Days < vector.FirstDay-1:
		return bound{}, sqlstate.New(vector.DatetimeOverflow, "timestamp out of range: %q", text)
	case kind.Element == "TIMESTAMPTZ" && !m.Zoned:
		return bound{}, sqlstate.New(sqlstate.FeatureNotSupported, "a bound of %s without an offset is not supported", rangeName(kind)).WithHint("Write the offset, as in 2024-01-01 00:00+00.")
	case kind.Element == "TIMESTAMP":
		m.East = 0
	}
	at := m.Days*vector.MicrosPerDay + m.Micros - m.East*vector.MicrosPerSecond
	if at < vector.FirstMoment {
		return bound{}, sqlstate.New(vector.DatetimeOverflow, "timestamp out of range: %q", text)
	}
	return bound{key: vector.IntegerKey(at)}, nil
}

// readUserElement reads a bound of a type that no range type of PostgreSQL's has.
func readUserElement(text string, kind vector.RangeKind) (bound, error) {
	switch kind.Element {
	case "DOUBLE", "FLOAT":
		size, name := 64, "double precision"
		if kind.Element == "FLOAT" {
			size, name = 32, "real"
		}
		f, err := inputs.ParseFloat(text, size, name)
		if err != nil {
			return bound{}, err
		}
		return floatKey(f)
	case "TIME":
		micros, err := readTimeText(text, "range")
		return bound{key: vector.IntegerKey(micros)}, err
	case vector.InetAlias:
		p, ok := readNetwork(text)
		if !ok {
			return bound{}, inputs.InvalidText("inet", text)
		}
		return bound{key: vector.TextKey(vector.NetworkKey(p))}, nil
	}
	return bound{key: vector.TextKey(text)}, nil
}
