package providertest

import (
	"encoding/binary"
	"slices"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var valueCases = map[string]func(*suite){
	"values as text":        valuesAsText,
	"nulls":                 nulls,
	"text parameters":       textParameters,
	"bad text parameters":   badTextParameters,
	"binary parameters":     binaryParameters,
	"binary results":        binaryResults,
	"values that were kept": keptValues,
}

// The type OIDs that the suite expects.
const (
	boolean   = 16
	bigint    = 20
	smallint  = 21
	integer   = 23
	textType  = 25
	realType  = 700
	double    = 701
	date      = 1082
	timestamp = 1114
	numeric   = 1700
)

// shown has the text that PostgreSQL shows for values.
var shown = []struct {
	input, as string
	oid       uint32
	want      string
}{
	{"7", "integer", integer, "7"},
	{"-2147483648", "integer", integer, "-2147483648"},
	{"-32768", "smallint", smallint, "-32768"},
	{"9223372036854775807", "bigint", bigint, "9223372036854775807"},
	{"0.1", "double precision", double, "0.1"},
	{"1", "double precision", double, "1"},
	{"-0", "double precision", double, "-0"},
	{"123456789012345", "double precision", double, "123456789012345"},
	{"1e15", "double precision", double, "1e+15"},
	{"1e20", "double precision", double, "1e+20"},
	{"1e-5", "double precision", double, "1e-05"},
	{"1e300", "double precision", double, "1e+300"},
	{"0.30000000000000004", "double precision", double, "0.30000000000000004"},
	{"NaN", "double precision", double, "NaN"},
	{"Infinity", "double precision", double, "Infinity"},
	{"-Infinity", "double precision", double, "-Infinity"},
	{"0.1", "real", realType, "0.1"},
	{"16777216", "real", realType, "1.6777216e+07"},
	{"12.5", "numeric(10,2)", numeric, "12.50"},
	{"-0.05", "numeric(10,2)", numeric, "-0.05"},
	{"0", "numeric(6,3)", numeric, "0.000"},
	{"99999999999999999999.999999", "numeric(30,6)", numeric, "99999999999999999999.999999"},
	{"", "text", textType, ""},
	{"grün 🌳 \t'\"\\ x", "text", textType, "grün 🌳 \t'\"\\ x"},
	{"true", "boolean", boolean, "t"},
	{"false", "boolean", boolean, "f"},
	{"2024-02-29", "date", date, "2024-02-29"},
	{"0099-01-01", "date", date, "0099-01-01"},
	{"12024-02-29", "date", date, "12024-02-29"},
	{"2024-02-29 12:00:00", "timestamp", timestamp, "2024-02-29 12:00:00"},
	{"2024-02-29 12:34:56.789", "timestamp", timestamp, "2024-02-29 12:34:56.789"},
	{"1969-12-31 23:59:59.000001", "timestamp", timestamp, "1969-12-31 23:59:59.000001"},
}

func valuesAsText(s *suite) {
	c := s.connect(providers.ConnOptions{})
	for _, v := range shown {
		r := c.must("SELECT CAST('" + quote(v.input) + "' AS " + v.as + ") AS v")
		if got := r.rows[0][0]; got != v.want {
			s.Errorf("%s %q is shown as %q, want %q", v.as, v.input, got, v.want)
		}
		if col := r.columns[0]; col.Name != "v" || col.Type != v.oid || col.Format != providers.Text || col.TypeName == "" {
			s.Errorf("%s: column %+v, want type %d in text, with a name for people", v.as, col, v.oid)
		}
	}
}

func quote(text string) string {
	var out []rune
	for _, r := range text {
		if out = append(out, r); r == '\'' {
			out = append(out, r)
		}
	}
	return string(out)
}

func nulls(s *suite) {
	c := s.connect(providers.ConnOptions{})
	r := c.must("SELECT CAST(NULL AS integer), CAST(NULL AS text), CAST('' AS text), CAST($1 AS text)", null)
	if want := []string{null, null, "", null}; !slices.Equal(r.rows[0], want) {
		s.Errorf("%q, want %q", r.rows[0], want)
	}
}

func textParameters(s *suite) {
	c := s.connect(providers.ConnOptions{})
	for _, v := range shown {
		if got := c.one("SELECT CAST($1 AS "+v.as+")", v.input); got != v.want {
			s.Errorf("%s parameter %q comes back as %q, want %q", v.as, v.input, got, v.want)
		}
	}
	c.must("CREATE TABLE p (a integer, b text)")
	c.must("INSERT INTO p VALUES ($1, $2)", "1", "x'; DROP TABLE p; --")
	c.must("INSERT INTO p VALUES ($2, $1)", null, "2")
	if got := c.one("SELECT count(*) FROM p WHERE a = $1 AND b LIKE $2", "1", "x%"); got != "1" {
		s.Errorf("%s rows match, want 1", got)
	}
	if got := c.one("SELECT count(*) FROM p WHERE b IS NULL"); got != "1" {
		s.Errorf("%s rows are null, want 1", got)
	}
}

func badTextParameters(s *suite) {
	c := s.connect(providers.ConnOptions{})
	c.fails(sqlstate.InvalidTextRepresent, "SELECT CAST($1 AS integer)", "twelve")
	c.fails(sqlstate.InvalidTextRepresent, "SELECT CAST($1 AS boolean)", "perhaps")
	c.fails("22007", "SELECT CAST($1 AS date)", "someday")
	c.fails("22008", "SELECT CAST($1 AS date)", "2023-02-29")
	c.fails(sqlstate.NumericOutOfRange, "SELECT CAST($1 AS integer)", "2147483648")
}

func binaryParameters(s *suite) {
	c := s.connect(providers.ConnOptions{})
	args := providers.Args{
		Values: [][]byte{
			binary.BigEndian.AppendUint32(nil, uint32(41)),
			binary.BigEndian.AppendUint64(nil, uint64(1)<<40),
			{1},
			[]byte("tree"),
			nil,
		},
		Formats: []providers.Format{providers.Binary},
	}
	st := statement("SELECT CAST($1 AS integer) + 1, CAST($2 AS bigint), CAST($3 AS boolean), CAST($4 AS text), CAST($5 AS integer)")
	st.ParamTypes = []uint32{integer, bigint, boolean, textType, integer}
	r, err := c.run(s.ctx, st, args)
	if err != nil {
		s.Fatal(err)
	}
	if want := []string{"42", "1099511627776", "t", "tree", null}; !slices.Equal(r.rows[0], want) {
		s.Errorf("%q, want %q", r.rows[0], want)
	}

	// A format for each parameter, mixed.
	args.Values[1] = []byte("5")
	args.Formats = []providers.Format{providers.Binary, providers.Text, providers.Binary, providers.Text, providers.Text}
	if r, err = c.run(s.ctx, st, args); err != nil {
		s.Fatal(err)
	}
	if want := []string{"42", "5", "t", "tree", null}; !slices.Equal(r.rows[0], want) {
		s.Errorf("mixed: %q, want %q", r.rows[0], want)
	}
}

func binaryResults(s *suite) {
	c := s.connect(providers.ConnOptions{})
	r, err := c.run(s.ctx, statement("SELECT CAST(258 AS integer), CAST('a' AS text), CAST(true AS boolean)"),
		providers.Args{ResultFormats: []providers.Format{providers.Binary}})
	if err != nil {
		s.Fatal(err)
	}
	asBinary, asText := []string{"\x00\x00\x01\x02", "a", "\x01"}, []string{"258", "a", "t"}
	for i, col := range r.columns {
		want := asText[i]
		if col.Format == providers.Binary {
			want = asBinary[i]
		}
		if got := r.rows[0][i]; got != want {
			s.Errorf("column %d in format %d: %q, want %q", i, col.Format, got, want)
		}
	}
}

// keptValues checks stored values of each type.
func keptValues(s *suite) {
	c := s.connect(providers.ConnOptions{})
	c.must("CREATE TABLE kept (i integer, n numeric(8,3), d double precision, t text, b boolean, moment timestamp)")
	c.must("INSERT INTO kept VALUES (1, 2.5, 0.25, 'x', true, '2024-01-02 03:04:05'), (NULL, NULL, NULL, NULL, NULL, NULL)")
	r := c.must("SELECT * FROM kept ORDER BY i NULLS LAST")
	if want := []string{"1", "2.500", "0.25", "x", "t", "2024-01-02 03:04:05"}; !slices.Equal(r.rows[0], want) {
		s.Errorf("%q, want %q", r.rows[0], want)
	}
	if want := slices.Repeat([]string{null}, 6); !slices.Equal(r.rows[1], want) {
		s.Errorf("%q, want %q", r.rows[1], want)
	}
	var oids []uint32
	for _, col := range r.columns {
		oids = append(oids, col.Type)
	}
	if want := []uint32{integer, numeric, double, textType, boolean, timestamp}; !slices.Equal(oids, want) {
		s.Errorf("types %v, want %v", oids, want)
	}
}
