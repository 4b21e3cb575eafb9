package functions

import (
	"errors"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/textsearch"
)

// The functions of the types that DuckDB has nothing of; planner/duckdialect/raretypes lists the operators and functions that call them.
// A value is kept as the text that Postgres shows, money and multiranges as a text in their order.

// rareFunctions are all of them.
func rareFunctions() []scalar {
	return slices.Concat(moneyFunctions(), searchFunctions(), geometryFunctions(), multirangeFunctions(), xmlFunctions(), []scalar{
		textual("pg__as_jsonpath text jsonpath", readPath),
		{name: "pg__text_of_rare", takes: []string{"ANY"}, returns: "VARCHAR", call: func(c *calling) error {
			c.text = c.writer.AppendText(c.text[:0], c.nodes[0], &c.args[0], c.row)
			c.out.SetBytes(c.row, c.text)
			return nil
		}},
		rareComparison("pg__rare_eq", func(order int) bool { return order == 0 }), rareComparison("pg__rare_ne", func(order int) bool { return order != 0 }),
		rareComparison("pg__rare_lt", func(order int) bool { return order < 0 }), rareComparison("pg__rare_le", func(order int) bool { return order <= 0 }),
		rareComparison("pg__rare_gt", func(order int) bool { return order > 0 }), rareComparison("pg__rare_ge", func(order int) bool { return order >= 0 }),
	})
}

// rareComparison compares values by the texts that are kept.
func rareComparison(name string, holds func(order int) bool) scalar {
	return scalar{name: name, takes: []string{"ANY", "ANY"}, returns: "BOOLEAN", call: func(c *calling) error {
		vector.Set(&c.out, c.row, holds(strings.Compare(c.str(0), c.str(1))))
		return nil
	}}
}

// rareCasts are the casts of rare types to texts, and of texts to points, which columns have.
func rareCasts() []conversion {
	all := []conversion{
		{from: "VARCHAR", to: "PG_POINT", call: func(c *calling) error { return c.readShape("point") }},
		{from: "VARCHAR", to: "PG_TSVECTOR", call: readVector},
		{from: "VARCHAR", to: jsonpathType, call: readPath},
	}
	for _, alias := range pgcatalog.RareAliases {
		all = append(all, conversion{from: alias, to: "VARCHAR", call: func(c *calling) error {
			c.text = (&vector.Writer{}).AppendText(c.text[:0], &vector.Type{ID: c.node.ID, Duck: alias}, &c.args[0], c.row)
			c.out.SetBytes(c.row, c.text)
			return nil
		}})
	}
	return all
}

// aliasOf is the source's type of a type of PostgreSQL's.
func aliasOf(kind string) string {
	switch kind {
	case "text":
		return "VARCHAR"
	case "text[]":
		return "VARCHAR[]"
	case "float8":
		return "DOUBLE"
	case "float4":
		return "FLOAT"
	case "int4":
		return "INTEGER"
	case "int8":
		return "BIGINT"
	case "bool":
		return "BOOLEAN"
	}
	return "PG_" + strings.ToUpper(kind)
}

// textual makes a function of values that are kept as the texts that they are; its name, its parameters' types and its
// result's stand in one line.
func textual(line string, call func(c *calling) error) scalar {
	words := strings.Fields(line)
	s := scalar{name: words[0], returns: aliasOf(words[len(words)-1]), call: call}
	for _, w := range words[1 : len(words)-1] {
		s.takes = append(s.takes, aliasOf(w))
	}
	return s
}

func setBool(c *calling, is bool) error {
	vector.Set(&c.out, c.row, is)
	return nil
}

func setInt(c *calling, n int) error {
	vector.Set(&c.out, c.row, int32(n)) //nolint:gosec // counts of what is in a text
	return nil
}

// searchError gives an error of text search Postgres's code.
func searchError(err error, kind, text string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, textsearch.ErrSyntax):
		return failure(sqlstate.SyntaxError, "syntax error in %s: %q", kind, text)
	}
	return failure(sqlstate.FeatureNotSupported, "%v", err)
}

// searchVector reads an argument that is a tsvector, searchQuery one that is a tsquery.
func (c *calling) searchVector(i int) (textsearch.Vector, error) {
	v, err := textsearch.ParseVector(c.str(i))
	return v, searchError(err, "tsvector", c.str(i))
}

func (c *calling) searchQuery(i int) (textsearch.Query, error) {
	q, err := textsearch.ParseQuery(c.str(i))
	return q, searchError(err, "tsquery", c.str(i))
}

// defaultConfiguration is the value of default_text_search_config.
const defaultConfiguration = "english"

// configured are the configuration and the text of a call; without the first it is that of the setting, english.
func (c *calling) configured() (config, text string) {
	if len(c.args) == 1 {
		return defaultConfiguration, c.str(0)
	}
	return c.str(0), c.str(1)
}

// setQuery makes the result a tsquery. What could not be read is not shown.
func (c *calling) setQuery(q textsearch.Query, err error) error {
	if err != nil {
		return err
	}
	c.setText(textsearch.Show(q))
	return nil
}

func matched(c *calling, v textsearch.Vector, q textsearch.Query) error {
	found, err := textsearch.Match(v, q)
	if err != nil {
		return searchError(err, "", "")
	}
	return setBool(c, found)
}

// readVector reads the text of a document.
func readVector(c *calling) error {
	v, err := c.searchVector(0)
	c.setText(v.String())
	return err
}

// searchFunctions are the functions and operators of tsvector and tsquery.
func searchFunctions() []scalar {
	all := []scalar{
		textual("pg__as_tsvector text tsvector", readVector),
		textual("pg__as_tsquery text tsquery", func(c *calling) error {
			q, err := c.searchQuery(0)
			return c.setQuery(q, err)
		}),
		textual("pg__ts_match tsvector tsquery bool", func(c *calling) error { return c.matches(0, 1) }),
		textual("pg__ts_matched tsquery tsvector bool", func(c *calling) error { return c.matches(1, 0) }),
		textual("pg__ts_match_text text tsquery bool", func(c *calling) error {
			q, err := c.searchQuery(1)
			if err != nil {
				return err
			}
			return c.matchesText(q)
		}),
		textual("pg__ts_match_texts text text bool", func(c *calling) error {
			q, err := textsearch.PlainToQuery(defaultConfiguration, c.str(1))
			if err != nil {
				return searchError(err, "tsquery", c.str(1))
			}
			return c.matchesText(q)
		}),
		textual("pg__ts_concat tsvector tsvector tsvector", func(c *calling) error {
			v, err := c.searchVector(0)
			if err != nil {
				return err
			}
			w, err := c.searchVector(1)
			c.setText(v.Concat(w).String())
			return err
		}),
	}
	return append(append(all, queryFunctions()...), documentFunctions()...)
}

// queryFunctions are the functions of tsquery.
func queryFunctions() []scalar {
	all := []scalar{
		textual("pg__tsquery_not tsquery tsquery", func(c *calling) error {
			q, err := c.searchQuery(0)
			return c.setQuery(textsearch.Not(q), err)
		}),
		textual("pg__tsquery_numnode tsquery int4", func(c *calling) error {
			q, err := c.searchQuery(0)
			if err != nil {
				return err
			}
			return setInt(c, textsearch.Nodes(q))
		}),
	}
	all = append(all, textual("pg__tsquery_tree tsquery text", func(c *calling) error {
		q, err := c.searchQuery(0)
		c.setText(textsearch.Positive(q))
		return err
	}), textual("pg__tsquery_phrase_at tsquery tsquery int4 tsquery", func(c *calling) error {
		a, err := c.searchQuery(0)
		if err != nil {
			return err
		}
		b, err := c.searchQuery(1)
		distance := int(c.int4(2))
		if err == nil && (distance < 0 || distance > textsearch.MostDistance) {
			return failure(sqlstate.InvalidParameterValue, "distance in phrase operator must be an integer value between zero and %d inclusive", textsearch.MostDistance)
		}
		return c.setQuery(textsearch.Join('<', a, b, distance), err)
	}))
	for name, op := range map[string]byte{"pg__tsquery_or": '|', "pg__tsquery_and": '&', "pg__tsquery_phrase": '<'} {
		all = append(all, textual(name+" tsquery tsquery tsquery", func(c *calling) error {
			a, err := c.searchQuery(0)
			b, also := c.searchQuery(1)
			if err == nil {
				err = also
			}
			return c.setQuery(textsearch.Join(op, a, b, 1), err)
		}))
	}
	for name, convert := range map[string]func(config, text string) (textsearch.Query, error){
		"pg__to_tsquery": textsearch.ToQuery, "pg__plainto_tsquery": textsearch.PlainToQuery,
		"pg__phraseto_tsquery": textsearch.PhraseToQuery, "pg__websearch_to_tsquery": textsearch.WebToQuery,
	} {
		call := func(c *calling) error {
			config, text := c.configured()
			q, err := convert(config, text)
			return c.setQuery(q, searchError(err, "tsquery", text))
		}
		all = append(all, textual(name+" text tsquery", call), textual(name+" text text tsquery", call))
	}
	return all
}

// documentFunctions are the functions of tsvector.
func documentFunctions() []scalar {
	all := []scalar{
		textual("pg__ts_strip tsvector tsvector", func(c *calling) error {
			v, err := c.searchVector(0)
			c.setText(v.Strip().String())
			return err
		}),
		textual("pg__ts_setweight tsvector text tsvector", func(c *calling) error {
			v, err := c.searchVector(0)
			weighted, ok := v.SetWeight(c.str(1))
			if !ok {
				return failure(sqlstate.InternalError, "unrecognized weight: %d", []byte(c.str(1) + "\x00")[0])
			}
			c.setText(weighted.String())
			return err
		}),
		textual("pg__ts_length tsvector int4", func(c *calling) error {
			v, err := c.searchVector(0)
			if err != nil {
				return err
			}
			return setInt(c, len(v.Lexemes()))
		}),
		textual("pg__ts_delete tsvector text tsvector", func(c *calling) error {
			v, err := c.searchVector(0)
			c.setText(v.Without(c.str(1)).String())
			return err
		}),
		textual("pg__tsvector_to_array tsvector text[]", func(c *calling) error {
			v, err := c.searchVector(0)
			words := v.Lexemes()
			list := make([]*string, len(words))
			for i := range words {
				list[i] = &words[i]
			}
			c.setStrings(list)
			return err
		}),
		textual("pg__array_to_tsvector text[] tsvector", vectorOfLexemes),
	}
	all = append(all, weightFunctions()...)
	toVector := func(c *calling) error {
		config, text := c.configured()
		v, err := textsearch.ToVector(config, text)
		c.setText(v)
		return searchError(err, "tsvector", text)
	}
	return append(all, textual("pg__to_tsvector text tsvector", toVector), textual("pg__to_tsvector text text tsvector", toVector))
}

// vectorOfLexemes makes a tsvector of an array.
func vectorOfLexemes(c *calling) error {
	var words []string
	for _, s := range c.strings(0) {
		if s == nil || *s == "" {
			return failure("22004", "lexeme array may not contain nulls")
		}
		words = append(words, *s)
	}
	c.setText(textsearch.FromLexemes(words).String())
	return nil
}

func (c *calling) matches(document, query int) error {
	v, err := c.searchVector(document)
	if err != nil {
		return err
	}
	q, err := c.searchQuery(query)
	if err != nil {
		return err
	}
	return matched(c, v, q)
}

// matchesText looks for a query in the text of the first argument.
func (c *calling) matchesText(q textsearch.Query) error {
	text, err := textsearch.ToVector(defaultConfiguration, c.str(0))
	if err != nil {
		return searchError(err, "tsvector", c.str(0))
	}
	v, err := textsearch.ParseVector(text)
	if err != nil {
		return searchError(err, "tsvector", text)
	}
	return matched(c, v, q)
}
