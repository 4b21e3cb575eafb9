package listing

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// view is what StackQL calls the method of a resource that is a query.
const view = "__view__"

// ListMethods lists the methods of a resource.
func (l *Listing) ListMethods(ctx context.Context, service, resource string) ([]providers.ListedMethod, error) {
	_, r, err := l.resource(ctx, service, resource)
	if err != nil {
		return nil, err
	}
	list := make([]providers.ListedMethod, 0, len(r.Methods)+1)
	if views := r.ViewsFor("select"); len(views) > 0 {
		list = append(list, listedView(&views[0]))
	}
	for _, m := range r.Methods {
		list = append(list, l.listed(r, m))
	}
	return list, nil
}

// listedView is a view in the list of methods.
func listedView(v *document.View) providers.ListedMethod {
	return providers.ListedMethod{Name: view, Verb: "SELECT", Effect: providers.Reads, Required: v.Needs, Description: "A view: " + strings.Join(strings.Fields(v.DDL), " ")}
}

func (l *Listing) listed(r *document.Resource, m *document.Method) providers.ListedMethod {
	verb := "EXEC"
	for _, v := range []string{"select", "insert", "update", "replace", "delete"} {
		if slices.Contains(r.Verbs[v], m.Name) {
			verb = strings.ToUpper(v)
			break
		}
	}
	out := providers.ListedMethod{Name: m.Name, Description: m.Description, Verb: verb, Required: m.Required()}
	if l.forms.Effect != nil {
		out.Effect = l.forms.Effect(m, strings.ToLower(verb))
	}
	return out
}

// DescribeMethod tells what a method takes and gives.
func (l *Listing) DescribeMethod(ctx context.Context, service, resource, method string) (providers.MethodDetail, error) {
	p, r, err := l.resource(ctx, service, resource)
	if err != nil {
		return providers.MethodDetail{}, err
	}
	i := slices.IndexFunc(r.Methods, func(m *document.Method) bool { return strings.EqualFold(m.Name, method) })
	if views := r.ViewsFor("select"); i < 0 && len(views) > 0 && method == view {
		d := providers.MethodDetail{ListedMethod: listedView(&views[0])}
		if d.Columns, err = l.viewColumns(ctx, &views[0]); err != nil {
			return providers.MethodDetail{}, err
		}
		for _, name := range views[0].Needs {
			d.Inputs = append(d.Inputs, providers.InputDetail{Input: providers.Input{Name: name, TypeName: document.Text, Required: true}})
		}
		return d, nil
	}
	if i < 0 {
		names := make([]string, len(r.Methods))
		for j, m := range r.Methods {
			names[j] = m.Name
		}
		e := sqlstate.New(sqlstate.UndefinedObject, "the resource %q has no method %q", r.Name, method)
		return providers.MethodDetail{}, e.WithNearest(method, names, "SHOW METHODS IN %s.%s.%s lists its methods.", p.Name, service, r.Name)
	}
	m := r.Methods[i]
	return providers.MethodDetail{
		ListedMethod: l.listed(r, m), Request: m.HTTP + " " + hostOf(m) + m.Path, Inputs: inputsOf(m), Columns: l.columnsOf(p, m),
	}, nil
}

// hostOf is the server of a method without its scheme.
func hostOf(m *document.Method) string {
	if len(m.Servers) == 0 {
		return ""
	}
	_, host, ok := strings.Cut(m.Servers[0].URL, "://")
	if !ok {
		host = m.Servers[0].URL
	}
	return strings.TrimSuffix(host, "/")
}

// inputsOf are the inputs of a method, those that it needs first.
func inputsOf(m *document.Method) []providers.InputDetail {
	var list []providers.InputDetail
	add := func(p document.Param) {
		list = append(list, providers.InputDetail{
			Input:       providers.Input{Name: p.Name, TypeName: p.Type, Required: p.Required},
			Description: p.Description, Default: p.Default, Labels: p.Enum,
		})
	}
	for _, p := range m.Params {
		add(p)
	}
	if len(m.Servers) > 0 {
		for _, v := range m.Servers[0].Variables {
			add(v)
		}
	}
	if m.Body != nil {
		for _, p := range m.Body.Properties {
			add(document.Param{Name: m.Body.Column(p.Name), Type: p.Type, Description: p.Description, Required: p.Required})
		}
	}
	slices.SortStableFunc(list, func(a, b providers.InputDetail) int {
		switch {
		case a.Required == b.Required:
			return 0
		case a.Required:
			return -1
		}
		return 1
	})
	return list
}
