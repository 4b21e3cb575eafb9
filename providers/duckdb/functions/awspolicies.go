package functions

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
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
