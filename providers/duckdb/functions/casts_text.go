package functions

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// shownTypes are the types whose text DuckDB writes otherwise than Postgres.
var shownTypes = []string{"FLOAT", "DOUBLE", "DATE", "TIMESTAMP", "TIMETZ", "INTERVAL", "BLOB"}

// listedTypes are the types of elements whose lists have Postgres's text.
var listedTypes = []string{
	"BOOLEAN", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "FLOAT", "DOUBLE", "VARCHAR", "DATE", "TIME", "TIMESTAMP", "INTERVAL", "UUID", "BLOB",
}

// toText makes the casts to text.
func toText() []conversion {
	var all []conversion
	show := func(c *calling) error {
		c.text = (&vector.Writer{}).AppendText(c.text[:0], c.node, &c.args[0], c.row)
		c.out.SetBytes(c.row, c.text)
		return nil
	}
	decimals := []string{vector.PlainNumeric, vector.LooseType, vector.QuotientType}
	for digits := 1; digits < 38; digits++ { // DuckDB writes no digit before the point
		decimals = append(decimals, "DECIMAL("+strconv.Itoa(digits)+","+strconv.Itoa(digits)+")")
	}
	slices.Sort(decimals)
	decimals = slices.Compact(decimals)
	for _, name := range decimals {
		all = append(all, conversion{from: name + "[]", to: "VARCHAR", call: show})
	}
	for _, name := range slices.Concat(shownTypes, decimals) {
		all = append(all, conversion{from: name, to: "VARCHAR", call: show})
	}
	for _, name := range keptTypes() {
		shown := conversion{from: name + "[]", to: "VARCHAR", call: show}
		if strings.Contains(name, "TSTZ") { // the text is by the session's time zone
			shown.call = func(*calling) error {
				return failure(sqlstate.FeatureNotSupported, "a cast of an array of ranges of moments to text is not supported")
			}
		}
		all = append(all, shown)
	}
	for _, name := range listedTypes {
		for _, list := range []string{"[]", "[][]", "[][][]"} {
			all = append(all, conversion{from: name + list, to: "VARCHAR", call: show})
		}
	}
	return all
}

// keptTypes are the types whose values are kept as texts in a form of their own.
func keptTypes() []string {
	names := []string{"JSON"}
	for _, a := range pgcatalog.Aliases() {
		if a.Kept() && a.Base == "VARCHAR" {
			names = append(names, a.Name)
		}
	}
	return names
}

// flatten refuses the casts of arrays of arrays to arrays of fewer dimensions: DuckDB would make texts of the arrays inside, or cannot do
// it. PostgreSQL's type is the same for all dimensions, but a column of DuckDB's has those that its definition writes.
func flatten() []conversion {
	refuse := func(c *calling) error {
		if _, count := c.node.Span(&c.args[0], c.row); count > 0 {
			return sqlstate.New(sqlstate.FeatureNotSupported, "an array of arrays where the type has fewer dimensions is not supported").
				WithHint("Write the dimensions into the type: text[][].")
		}
		c.out.SetList(c.row, 0)
		return nil
	}
	var all []conversion
	for _, name := range slices.Concat(listedTypes, keptTypes(), []string{"TIMETZ", "TIMESTAMPTZ", "BIT", vector.PlainNumeric, vector.LooseType}) {
		for from := name + "[][]"; strings.Count(from, "[]") <= mostDimensions; from += "[]" {
			for _, to := range slices.Compact([]string{name, "VARCHAR"}) {
				all = append(all, conversion{from: from, to: to + "[]", call: refuse})
			}
		}
	}
	return all
}

// mostDimensions is how many dimensions PostgreSQL's arrays have at most.
const mostDimensions = 6

// fromText are the casts of text that DuckDB reads otherwise than Postgres.
var fromText = []conversion{
	{from: "VARCHAR", to: "SMALLINT", call: func(c *calling) error {
		n, err := inputs.ParseInteger(c.str(0), 16, "smallint")
		vector.Set(&c.out, c.row, int16(n)) //nolint:gosec // read with that size
		return err
	}},
	{from: "VARCHAR", to: "INTEGER", call: func(c *calling) error {
		n, err := inputs.ParseInteger(c.str(0), 32, "integer")
		vector.Set(&c.out, c.row, int32(n)) //nolint:gosec // read with that size
		return err
	}},
	{from: "VARCHAR", to: "BIGINT", call: func(c *calling) error {
		n, err := inputs.ParseInteger(c.str(0), 64, "bigint")
		vector.Set(&c.out, c.row, n)
		return err
	}},
	{from: "VARCHAR", to: "FLOAT", call: func(c *calling) error {
		f, err := inputs.ParseFloat(c.str(0), 32, "real")
		vector.Set(&c.out, c.row, float32(f))
		return err
	}},
	{from: "VARCHAR", to: "DOUBLE", call: func(c *calling) error {
		f, err := inputs.ParseFloat(c.str(0), 64, "double precision")
		vector.Set(&c.out, c.row, f)
		return err
	}},
	{from: "VARCHAR", to: "BOOLEAN", call: func(c *calling) error {
		truth, err := inputs.ParseBool(c.str(0))
		vector.Set(&c.out, c.row, truth)
		return err
	}},
	{from: "VARCHAR", to: "BLOB", call: func(c *calling) error {
		raw, err := inputs.ParseBytea(c.str(0))
		if err == nil {
			c.out.SetBytes(c.row, raw)
		}
		return err
	}},
	{from: "VARCHAR", to: "DATE", call: func(c *calling) error {
		m, err := readMomentText("date", c.str(0))
		if err != nil {
			return err
		}
		if m.endless != 0 {
			vector.Set(&c.out, c.row, int32(m.endless)*infiniteDate) //nolint:gosec // 1 or -1
			return nil
		}
		return inputs.SetDate(&c.out, c.row, m.Days, c.str(0))
	}},
	{from: "VARCHAR", to: "TIME", call: func(c *calling) error {
		micros, err := readTimeText(c.str(0), "row")
		if err != nil {
			return err
		}
		vector.Set(&c.out, c.row, micros)
		return nil
	}},
	{from: "VARCHAR", to: "JSON", call: func(c *calling) error {
		if _, err := jsonvalue.Parse(c.str(0)); err != nil { // DuckDB takes NaN and the like
			return err
		}
		return copyText(c)
	}},
	{from: "VARCHAR", to: "INTERVAL", call: func(c *calling) error {
		i, err := vector.ParseInterval(c.str(0))
		vector.Set(&c.out, c.row, i)
		return err
	}},
	{from: "TIME", to: "INTERVAL", call: func(c *calling) error {
		vector.Set(&c.out, c.row, vector.Interval{Micros: c.int8(0)})
		return nil
	}},
	{from: "VARCHAR", to: jsonbType, call: toJSONB},
	{from: "JSON", to: jsonbType, call: toJSONB},
	{from: jsonbType, to: "JSON", implicit: 10, call: copyText},
	{from: jsonbType, to: "VARCHAR", call: copyText},
}

// parseableDate writes 2026/01/31, epoch and DuckDB's 0044-03-15 (BC) as COPY reads a date.
func parseableDate(text string) string {
	trimmed := strings.Replace(strings.Trim(text, vector.Blanks), "(BC)", "BC", 1)
	switch {
	case strings.EqualFold(trimmed, "epoch"):
		return "1970-01-01"
	case len(trimmed) > 4 && trimmed[4] == '/' && strings.Count(trimmed, "/") == 2:
		return strings.ReplaceAll(trimmed, "/", "-")
	}
	return trimmed
}

func copyText(c *calling) error {
	c.out.SetBytes(c.row, c.bytes(0))
	return nil
}
