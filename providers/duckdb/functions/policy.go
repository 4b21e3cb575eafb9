package functions

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/rules"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// Two policies of AWS are equal if what they allow is written differently alone: in another order, or with a text in
// place of a list of one. Each is brought into one form, and the forms are compared.

// policyFunctions are functions of policies.
var policyFunctions = []scalar{
	{name: "pg__aws_policy_equal", takes: []string{"VARCHAR", "VARCHAR"}, returns: "INTEGER", call: func(c *calling) error {
		a, err := jsonvalue.Parse(c.str(0))
		if err != nil {
			return err
		}
		b, err := jsonvalue.Parse(c.str(1))
		if err != nil {
			return err
		}
		equal := int32(0)
		if shownPolicy(a, false) == shownPolicy(b, false) {
			equal = 1
		}
		vector.Set(&c.out, c.row, equal)
		return nil
	}},
}

// policySets are the properties of policies whose lists have no order.
var policySets = []string{"action", "notaction", "resource", "notresource", "principal", "notprincipal", "aws", "service"}

// shownPolicy is the canonical form of a policy, or of a part of it. unordered says that the order of its elements,
// and the case of resources' names, mean nothing.
func shownPolicy(v *jsonvalue.Value, unordered bool) string {
	switch v.Kind {
	case '{':
		list := make([]string, len(v.Members))
		for i, m := range v.Members {
			key := strings.ToLower(m.Key)
			list[i] = strconv.Quote(key) + ":" + shownPolicy(m.Value, slices.Contains(policySets, key))
		}
		slices.Sort(list)
		return "{" + strings.Join(list, ",") + "}"
	case '[':
		if len(v.Items) == 1 && v.Items[0].Kind == '"' {
			return shownPolicy(v.Items[0], unordered)
		}
		list := make([]string, len(v.Items))
		for i, item := range v.Items {
			list[i] = shownPolicy(item, unordered)
		}
		if unordered || !slices.ContainsFunc(v.Items, func(item *jsonvalue.Value) bool { return !isTag(item) }) {
			slices.Sort(list)
		}
		return "[" + strings.Join(list, ",") + "]"
	case '"':
		if unordered && strings.HasPrefix(v.Text, "arn:") {
			return strconv.Quote(strings.ToLower(v.Text))
		}
		return strconv.Quote(v.Text)
	case '0':
		if f, err := strconv.ParseFloat(v.Text, 64); err == nil {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
		return v.Text
	}
	return string(v.Kind)
}

// isTag reports whether a value is a tag as AWS has them, {"Key": …, "Value": …}: a list of tags has no order.
func isTag(v *jsonvalue.Value) bool {
	if v.Kind != '{' || len(v.Members) != 2 {
		return false
	}
	return !slices.ContainsFunc(v.Members, func(m jsonvalue.Member) bool { return m.Key != "Key" && m.Key != "Value" })
}

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
