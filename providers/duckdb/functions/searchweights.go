package functions

import (
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/textsearch"
)

// weightFunctions are the functions of tsvector that have to do with weights, and with several lexemes. Weights of a rank are texts of numbers.
func weightFunctions() []scalar {
	return []scalar{
		textual("pg__ts_rank tsvector tsquery float4", func(c *calling) error { return c.rank(textsearch.DefaultWeights, 0, 0) }),
		textual("pg__ts_rank tsvector tsquery int4 float4", func(c *calling) error { return c.rank(textsearch.DefaultWeights, 0, int(c.int4(2))) }),
		textual("pg__ts_rank text[] tsvector tsquery float4", func(c *calling) error { return c.rankBy(0) }),
		textual("pg__ts_rank text[] tsvector tsquery int4 float4", func(c *calling) error { return c.rankBy(int(c.int4(3))) }),
		textual("pg__ts_delete_all tsvector text[] tsvector", func(c *calling) error {
			v, err := c.searchVector(0)
			words, null := c.texts(1)
			if null {
				return failure("22004", "lexeme array may not contain nulls")
			}
			for _, word := range words {
				v = v.Without(word)
			}
			c.setText(v.String())
			return err
		}),
		textual("pg__ts_setweight tsvector text text[] tsvector", func(c *calling) error {
			v, err := c.searchVector(0)
			words, null := c.texts(2)
			if null {
				return failure("22004", "lexeme array may not contain nulls")
			}
			weighted, ok := v.SetWeightOf(c.str(1), words)
			if !ok {
				return failure(sqlstate.InternalError, "unrecognized weight: %s", c.str(1))
			}
			c.setText(weighted.String())
			return err
		}),
		textual("pg__ts_filter tsvector text[] tsvector", func(c *calling) error {
			v, err := c.searchVector(0)
			weights, null := c.texts(1)
			if null {
				return failure("22004", "weight array may not contain nulls")
			}
			filtered, wrong := v.Filter(weights)
			if wrong != "" {
				return failure(sqlstate.InvalidParameterValue, "unrecognized weight: %q", wrong)
			}
			c.setText(filtered.String())
			return err
		}),
	}
}

// texts are the elements of an argument that is an array. null: one of them is NULL.
func (c *calling) texts(i int) (list []string, null bool) {
	for _, s := range c.strings(i) {
		if s == nil {
			return nil, true
		}
		list = append(list, *s)
	}
	return list, false
}

// rank ranks a document, which is the argument at, by the query behind it.
func (c *calling) rank(weights textsearch.Weights, at, normalization int) error {
	v, err := c.searchVector(at)
	if err != nil {
		return err
	}
	q, err := c.searchQuery(at + 1)
	if err != nil {
		return err
	}
	rank, err := textsearch.Rank(v, q, weights, normalization)
	vector.Set(&c.out, c.row, rank)
	return searchError(err, "", "")
}

// rankBy ranks by the weights of the first argument, of which negative ones are those without it.
func (c *calling) rankBy(normalization int) error {
	list, null := c.texts(0)
	weights := textsearch.DefaultWeights
	switch {
	case null:
		return failure("22004", "array of weight must not contain nulls")
	case len(list) < len(weights):
		return failure("2202E", "array of weight is too short")
	}
	for i := range weights {
		w, err := strconv.ParseFloat(strings.TrimSpace(list[i]), 32)
		switch {
		case err != nil:
			return failure(sqlstate.InvalidTextRepresent, "invalid input syntax for type real: %q", list[i])
		case w > 1:
			return failure(sqlstate.InvalidParameterValue, "weight out of range")
		case w >= 0:
			weights[i] = float32(w)
		}
	}
	return c.rank(weights, 1, normalization)
}
