package functions

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/rules"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// Two policies of AWS are equal if what they allow is written differently alone: in another order, or with a text in
// place of a list of one. Each is brought into one form, and the forms are compared.

// policyFunctions are functions of policies.
var policyFunctions = []scalar{
	{name: "pg__aws_policy_equal", takes: []string{"VARCHAR", "VARCHAR"}, returns: "INTEGER", call: func(c *calling) error {
		a, err := parseJSON(c.str(0))
		if err != nil {
			return err
		}
		b, err := parseJSON(c.str(1))
		if err != nil {
			return err
		}
		equal := int32(0)
		if a.policy(false) == b.policy(false) {
			equal = 1
		}
		vector.Set(&c.out, c.row, equal)
		return nil
	}},
}

// policySets are the properties of policies whose lists have no order.
var policySets = []string{"action", "notaction", "resource", "notresource", "principal", "notprincipal", "aws", "service"}

// policy is the canonical form of a policy, or of a part of it. unordered says that the order of its elements,
// and the case of resources' names, mean nothing.
func (v *jsonValue) policy(unordered bool) string {
	switch v.kind {
	case '{':
		list := make([]string, len(v.members))
		for i, m := range v.members {
			key := strings.ToLower(m.key)
			list[i] = strconv.Quote(key) + ":" + m.value.policy(slices.Contains(policySets, key))
		}
		slices.Sort(list)
		return "{" + strings.Join(list, ",") + "}"
	case '[':
		if len(v.items) == 1 && v.items[0].kind == '"' {
			return v.items[0].policy(unordered)
		}
		list := make([]string, len(v.items))
		for i, item := range v.items {
			list[i] = item.policy(unordered)
		}
		if unordered || !slices.ContainsFunc(v.items, func(item *jsonValue) bool { return !item.isTag() }) {
			slices.Sort(list)
		}
		return "[" + strings.Join(list, ",") + "]"
	case '"':
		if unordered && strings.HasPrefix(v.text, "arn:") {
			return strconv.Quote(strings.ToLower(v.text))
		}
		return strconv.Quote(v.text)
	case '0':
		if f, err := strconv.ParseFloat(v.text, 64); err == nil {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
		return v.text
	}
	return string(v.kind)
}

// isTag reports whether a value is a tag as AWS has them, {"Key": …, "Value": …}: a list of tags has no order.
func (v *jsonValue) isTag() bool {
	if v.kind != '{' || len(v.members) != 2 {
		return false
	}
	return !slices.ContainsFunc(v.members, func(m jsonMember) bool { return m.key != "Key" && m.key != "Value" })
}

// ruleFunctions show expressions.
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
}
