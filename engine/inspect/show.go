package inspect

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Show returns the rows of SHOW and DESCRIBE about what sources have: a value for each column, also
// those that EXTENDED adds. match is what LIKE allows. 0A000: the statement is about something else.
func (s *Sources) Show(ctx context.Context, show *planner.Show, match func(name string) bool) (rows [][]string, err error) {
	in := show.In
	switch show.What {
	case planner.ShowServices:
		list, err := s.Services(ctx, in[0])
		for _, v := range list {
			if match(v.Name) {
				rows = append(rows, []string{ServiceID(v), v.Name, cmp.Or(v.Title, v.Name), v.Description, v.Version, strconv.FormatBool(v.Preferred)})
			}
		}
		return rows, err
	case planner.ShowResources:
		list, err := s.Resources(ctx, in[0], in[1])
		for _, r := range list {
			if match(r.Name) {
				rows = append(rows, []string{r.Name, strings.Join([]string{in[0], in[1], r.Name}, "."), r.Description, r.Title, r.Kind, countOf(r)})
			}
		}
		return rows, err
	case planner.ShowMethods:
		list, err := s.SQLMethods(ctx, in)
		for _, m := range list {
			if match(m.Name) {
				rows = append(rows, []string{m.Name, strings.Join(m.Required, ", "), m.Verb, m.Description})
			}
		}
		return rows, err
	case planner.ShowColumns:
		at := threeParts(in)
		d, err := s.Describe(ctx, at[0], at[1], at[2])
		for _, c := range d.Columns {
			rows = append(rows, []string{c.Name, c.Type, c.Description, yesNo(c.Nullable), yesNo(c.Key), c.Default})
		}
		return rows, err
	case planner.ShowMethod:
		return s.methodRows(ctx, in)
	case planner.ShowInsert:
		template, err := s.insertTemplate(ctx, in, show.Required)
		return [][]string{{template}}, err
	}
	return nil, sqlstate.New(sqlstate.FeatureNotSupported, "%s is not supported", show.What)
}

// countOf returns the number of a resource's rows, or "" if it is not known.
func countOf(r providers.Resource) string {
	if r.Rows < 0 {
		return ""
	}
	return strconv.FormatInt(r.Rows, 10)
}

// threeParts is a name of three parts, with "" for those that it leaves out.
func threeParts(name []string) []string { return slices.Concat(make([]string, 3-len(name)), name) }

// methodRows lists what a method takes and returns.
func (s *Sources) methodRows(ctx context.Context, name []string) (rows [][]string, err error) {
	m, err := s.SQLMethod(ctx, name[:len(name)-1], name[len(name)-1])
	if err != nil {
		return nil, err
	}
	for _, in := range m.Inputs {
		kind := "input_optional"
		if in.Required {
			kind = "input_required"
		}
		rows = append(rows, []string{in.Name, in.TypeName, kind, schemaOf(in.TypeName, in.Labels), in.Description})
	}
	for _, c := range m.Columns {
		rows = append(rows, []string{c.Name, c.Type, "output", schemaOf(c.Type, c.Labels), c.Description})
	}
	return rows, nil
}

// schemaOf is the JSON Schema of values of a type.
func schemaOf(typeName string, labels []string) string {
	kind := "string"
	switch {
	case strings.HasSuffix(typeName, "[]"):
		kind = "array"
	case strings.HasPrefix(typeName, "json"):
		return "{}"
	case strings.HasPrefix(typeName, "bool"):
		kind = "boolean"
	case slices.ContainsFunc([]string{"small", "int", "big"}, func(p string) bool { return strings.HasPrefix(typeName, p) }) && typeName != "interval":
		kind = "integer"
	case slices.ContainsFunc([]string{"numeric", "decimal", "real", "double"}, func(p string) bool { return strings.HasPrefix(typeName, p) }):
		kind = "number"
	}
	if len(labels) == 0 {
		return `{"type":"` + kind + `"}`
	}
	quoted := make([]string, len(labels))
	for i, label := range labels {
		quoted[i] = strconv.Quote(label)
	}
	return `{"type":"` + kind + `","enum":[` + strings.Join(quoted, ",") + `]}`
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
