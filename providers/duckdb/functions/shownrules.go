package functions

import (
	"encoding/json"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/rules"
)

// ruleFunctions show names and expressions.
var ruleFunctions = []scalar{
	// pg__rule(expression, columns, pretty): columns is an object of columns and their types in DuckDB. NULL: it is not understood.
	{name: "pg__rule", takes: []string{"VARCHAR", "VARCHAR", "BOOLEAN"}, returns: "VARCHAR", call: func(c *calling) error {
		shown, ok := rules.Show(c.str(0), c.str(1), c.bool(2))
		if !ok {
			c.setNull()
			return nil
		}
		c.setText(shown)
		return nil
	}},
	{name: "pg__quote_ident", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		c.setText(rules.Quote(c.str(0)))
		return nil
	}},
	// pg__marked_out(text) is providers.WithoutMarks.
	{name: "pg__marked_out", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		c.setText(providers.WithoutMarks(c.str(0)))
		return nil
	}},
	// pg__definition(sql, pretty): what a view keeps of its definition. NULL: it keeps none.
	{name: "pg__definition", takes: []string{"VARCHAR", "BOOLEAN"}, returns: "VARCHAR", call: func(c *calling) error {
		q, ok := providers.ParseShownQuery(c.str(0))
		switch {
		case !ok:
			c.setNull()
		case c.bool(1):
			c.setText(q.Pretty)
		default:
			c.setText(q.Full)
		}
		return nil
	}},
	// pg__reads(sql): what a view keeps of what it depends on, a providers.ShownReads. NULL: it keeps nothing.
	{name: "pg__reads", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		q, _ := providers.ParseShownQuery(c.str(0))
		if text, err := json.Marshal(q.Reads); err == nil && len(q.Reads.Relations)+len(q.Reads.Types) > 0 {
			c.setText(string(text))
		} else {
			c.setNull()
		}
		return nil
	}},
	// pg__view_collations(sql): the collations of a view's columns, with line feeds between, as a providers.ShownQuery has them. NULL: it
	// keeps none.
	{name: "pg__view_collations", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		if q, _ := providers.ParseShownQuery(c.str(0)); len(q.Collations) > 0 {
			c.setText(strings.Join(q.Collations, "\n"))
		} else {
			c.setNull()
		}
		return nil
	}},
	// pg__view_options(sql): the options of a view, with line feeds between. NULL: it has none.
	{name: "pg__view_options", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		q, _ := providers.ParseShownQuery(c.str(0))
		if len(q.Options) == 0 && q.Check != "" { // the view is of an earlier server
			q.Options = []string{"check_option=" + q.Check}
		}
		if len(q.Options) > 0 {
			c.setText(strings.Join(q.Options, "\n"))
		} else {
			c.setNull()
		}
		return nil
	}},
	// pg__check_option(sql): the CHECK OPTION of a view. NULL: it has none.
	{name: "pg__check_option", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		if q, _ := providers.ParseShownQuery(c.str(0)); q.Check != "" {
			c.setText(q.Check)
		} else {
			c.setNull()
		}
		return nil
	}},
}
