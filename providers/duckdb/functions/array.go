package functions

import (
	"strings"
	"unicode/utf8"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// arrayFunctions are || of arrays, and of arrays and elements: a NULL array is nothing, a NULL element
// is an element.
func arrayFunctions() []scalar {
	var all []scalar
	for _, element := range []string{"INTEGER", "BIGINT", "DOUBLE", "VARCHAR"} {
		list := element + "[]"
		all = append(all,
			scalar{name: "||", takes: []string{list, list}, returns: list, nulls: true, call: joinArrays},
			scalar{name: "||", takes: []string{list, element}, returns: list, nulls: true, call: joinArrays},
			scalar{name: "||", takes: []string{element, list}, returns: list, nulls: true, call: joinArrays},
			scalar{name: "pg__array_cat", takes: []string{list, list}, returns: list, nulls: true, call: joinArrays})
	}
	for _, element := range comparedElements {
		list := element + "[]"
		all = append(all,
			scalar{name: "@>", takes: []string{list, list}, returns: "BOOLEAN", call: func(c *calling) error { return setBool(c, c.holds(0, 1)) }},
			scalar{name: "<@", takes: []string{list, list}, returns: "BOOLEAN", call: func(c *calling) error { return setBool(c, c.holds(1, 0)) }})
	}
	all = append(all, scalar{name: "&&", takes: []string{"INTERVAL[]", "INTERVAL[]"}, returns: "BOOLEAN", call: func(c *calling) error { return setBool(c, c.meets()) }})
	all = append(all, scalar{name: "pg__same_lengths", takes: []string{"ANY", "VARCHAR"}, returns: "BOOLEAN", call: sameLengths})
	all = append(all, scalar{name: "pg__joined_each", takes: []string{"VARCHAR[][]"}, returns: "VARCHAR", call: joinEach},
		scalar{name: "pg__joined_bytes", takes: []string{"BLOB[][]"}, returns: "BLOB", call: joinEach},
		scalar{name: "pg__joined_bytes", takes: []string{"BLOB[]", "BLOB"}, returns: "BLOB", call: joinBytes})
	all = append(all, scalar{name: "pg__cut_elements", takes: []string{"VARCHAR[]", "INTEGER"}, returns: "VARCHAR[]", call: cutElements},
		scalar{name: "pg__trim_elements", takes: []string{"VARCHAR[]"}, returns: "VARCHAR[]", call: trimElements})
	return append(all, nestedFunctions...)
}

// cutElements cuts the elements of an array to a number of characters, as a cast to varchar(n)[] does.
func cutElements(c *calling) error {
	list, length := c.strings(0), int(c.int4(1))
	for i, s := range list {
		if s != nil && utf8.RuneCountInString(*s) > length {
			cut := string([]rune(*s)[:length])
			list[i] = &cut
		}
	}
	c.setStrings(list)
	return nil
}

// trimElements takes the blanks at the end of elements, which are no part of a char(n).
func trimElements(c *calling) error {
	list := c.strings(0)
	for i, s := range list {
		if s != nil {
			trimmed := strings.TrimRight(*s, " ")
			list[i] = &trimmed
		}
	}
	c.setStrings(list)
	return nil
}

// joinEach joins pairs of a delimiter and a text. The first delimiter is left out.
func joinEach(c *calling) error {
	first, count := c.nodes[0].Span(&c.args[0], c.row)
	pairs, values := &c.args[0].Children[0], &c.args[0].Children[0].Children[0]
	var joined []byte
	for i := first; i < first+count; i++ {
		at, _ := c.nodes[0].Children[0].Span(pairs, i)
		if i > first {
			joined = append(joined, values.Bytes(at)...)
		}
		joined = append(joined, values.Bytes(at+1)...)
	}
	c.setText(string(joined))
	return nil
}

// joinBytes joins bytes with bytes between them.
func joinBytes(c *calling) error {
	first, count := c.nodes[0].Span(&c.args[0], c.row)
	values, between := &c.args[0].Children[0], c.args[1].Bytes(c.row)
	var joined []byte
	for i := first; i < first+count; i++ {
		if i > first {
			joined = append(joined, between...)
		}
		joined = append(joined, values.Bytes(i)...)
	}
	c.setText(string(joined))
	return nil
}

// joinArrays joins arrays and elements.
func joinArrays(c *calling) error {
	isList := func(i int) bool { return c.nodes[i].ID == lib.TypeList }
	count := 0
	for i := range c.args {
		switch {
		case !isList(i):
			count++
		case !c.null(i):
			_, n := c.nodes[i].Span(&c.args[i], c.row)
			count += n
		}
	}
	if isList(0) && isList(1) && c.null(0) && c.null(1) {
		c.setNull()
		return nil
	}
	elements, to := c.out.SetList(c.row, count)
	for i := range c.args {
		from, n, values := c.row, 1, &c.args[i]
		if isList(i) {
			if c.null(i) {
				continue
			}
			from, n = c.nodes[i].Span(&c.args[i], c.row)
			values = &c.args[i].Children[0]
		}
		for k := from; k < from+n; k++ {
			c.copyElement(elements, to, values, k)
			to++
		}
	}
	return nil
}

// copyElement copies a value of an argument to the list that is the result.
func (c *calling) copyElement(to *vector.Filler, place int, from *vector.Reader, row int) {
	if from.Null(row) {
		to.SetNull(place)
		return
	}
	element := c.nodes[0]
	if element.ID == lib.TypeList {
		element = element.Children[0]
	}
	switch element.ID {
	case lib.TypeInteger:
		vector.Set(to, place, vector.At[int32](from, row))
	case lib.TypeBigInt:
		vector.Set(to, place, vector.At[int64](from, row))
	case lib.TypeDouble:
		vector.Set(to, place, vector.At[float64](from, row))
	default:
		to.SetBytes(place, from.Bytes(row))
	}
}

// sameLengths reports that the arrays in an array have one length, and fails if they have not: such an array has no dimensions in
// PostgreSQL. The second argument says whether the array was written or accumulated of rows.
func sameLengths(c *calling) error {
	first, count := c.nodes[0].Span(&c.args[0], c.row)
	inner, among := c.nodes[0].Children[0], &c.args[0].Children[0]
	lengths := map[int]bool{}
	nulls, firstLength := false, -1
	for i := first; i < first+count && inner.ID == lib.TypeList; i++ {
		if among.Null(i) {
			nulls = true
			continue
		}
		_, n := inner.Span(among, i)
		if lengths[n] = true; i == first {
			firstLength = n
		}
	}
	written := c.str(1) == "written"
	switch {
	case written && (nulls || lengths[0]) && (len(lengths) == 0 || len(lengths) == 1 && lengths[0]):
		return failure(sqlstate.FeatureNotSupported, "an array of arrays that are NULL or empty is not supported")
	case written && (nulls || len(lengths) > 1):
		return failure("2202E", "multidimensional arrays must have array expressions with matching dimensions")
	case nulls:
		return failure("22004", "cannot accumulate null arrays")
	case lengths[0] && (len(lengths) == 1 || firstLength == 0):
		return failure("2202E", "cannot accumulate empty arrays")
	case len(lengths) > 1:
		return failure("2202E", "cannot accumulate arrays of different dimensionality")
	}
	vector.Set(&c.out, c.row, true)
	return nil
}
