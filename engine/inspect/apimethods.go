package inspect

import (
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// apiMethods are the methods of a resource of an API. The gate decides on each by what the method does
// at the API, since nothing else can run. Of the method that is named it also tells the inputs and
// columns.
func (s *Sources) apiMethods(ctx context.Context, lister providers.MethodLister, at Located, name string) ([]Method, error) {
	listed, err := lister.ListMethods(ctx, at.Service, at.Name)
	if err != nil {
		return nil, err
	}
	var list []Method
	for i := range listed {
		m := s.apiMethod(listed[i])
		if name != "" && strings.EqualFold(m.Name, name) {
			d, err := lister.DescribeMethod(ctx, at.Service, at.Name, name)
			if err != nil {
				return nil, err
			}
			m.addDetail(d, []string{at.Source, at.Service, at.Name})
		}
		list = append(list, m)
	}
	return list, nil
}

func (s *Sources) apiMethod(l providers.ListedMethod) Method {
	class := planner.ClassOfMethod(l.Verb, l.Effect)
	return Method{
		Name: l.Name, Verb: l.Verb, Class: class.String(), required: l.Required, Description: l.Description,
		Verdict: VerdictOf(gate.Decide(s.Mode, gate.AnyPurpose, &planner.Statement{Class: class}).AskedOf(s.Deciders)),
	}
}

// addDetail adds what the method takes and returns, and an example.
func (m *Method) addDetail(d providers.MethodDetail, path []string) {
	m.Request = d.Request
	for _, in := range d.Inputs {
		need := "optional"
		if in.Required {
			need = "required"
		}
		m.Columns = append(m.Columns, MethodColumn{
			ColumnDetail: providers.ColumnDetail{Name: in.Name, Type: in.TypeName, Description: in.Description, Default: in.Default, Labels: in.Labels}, Input: need,
		})
	}
	for _, c := range d.Columns {
		m.Columns = append(m.Columns, MethodColumn{ColumnDetail: c, Input: "none", Output: true})
	}
	for i := range path {
		path[i] = planner.PlainName(path[i])
	}
	m.Example = m.apiExample(d, strings.Join(path, "."))
}

// apiExample is a statement of the method with its required inputs.
func (m *Method) apiExample(d providers.MethodDetail, resource string) string {
	var names, values, pairs, arguments []string
	for _, in := range d.Inputs {
		if in.Required {
			value := sampleOf(in.TypeName)
			names, values = append(names, planner.PlainName(in.Name)), append(values, value)
			pairs = append(pairs, planner.PlainName(in.Name)+" = "+value)
			arguments = append(arguments, "@"+planner.PlainName(in.Name)+" = "+value)
		}
	}
	where := ""
	if len(pairs) > 0 {
		where = " WHERE " + strings.Join(pairs, " AND ")
	}
	set := ""
	for _, in := range d.Inputs {
		if !in.Required && set == "" {
			set = " SET " + planner.PlainName(in.Name) + " = " + sampleOf(in.TypeName)
		}
	}
	switch {
	case (m.Verb == "UPDATE" || m.Verb == "REPLACE") && set != "" && where != "":
		return m.Verb + " " + resource + set + where
	case m.Verb == "SELECT":
		return "SELECT * FROM " + resource + where
	case m.Verb == "DELETE":
		return "DELETE FROM " + resource + where
	case m.Verb == "INSERT" && len(names) > 0:
		return "INSERT INTO " + resource + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(values, ", ") + ")"
	}
	return strings.TrimSpace("EXEC " + resource + "." + planner.PlainName(m.Name) + " " + strings.Join(arguments, ", "))
}
