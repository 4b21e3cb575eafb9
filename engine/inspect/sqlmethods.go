package inspect

import (
	"cmp"
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// SQLMethods lists the methods of a resource for SHOW METHODS: those of an API as its document has
// them, those of a table as the source's login may use them. name is [[source,] service,] resource.
// The errors are those of Services.
func (s *Sources) SQLMethods(ctx context.Context, name []string) ([]providers.ListedMethod, error) {
	in := threeParts(name)
	h, info, err := s.hierarchy(in[0])
	if err != nil {
		return nil, err
	}
	if lister, ok := h.(providers.MethodLister); ok {
		return lister.ListMethods(ctx, cmp.Or(in[1], info.Default), in[2])
	}
	d, err := h.Describe(ctx, cmp.Or(in[1], info.Default), in[2])
	if err != nil {
		return nil, err
	}
	var list []providers.ListedMethod
	for _, m := range tableMethods(d) {
		list = append(list, providers.ListedMethod{Name: m.Name, Verb: strings.ToUpper(m.Name), Required: m.Required(), Description: d.Description})
	}
	return list, nil
}

// SQLMethod describes one method for DESCRIBE METHOD. See SQLMethods; 42704: there is no such method.
func (s *Sources) SQLMethod(ctx context.Context, name []string, method string) (providers.MethodDetail, error) {
	in := threeParts(name)
	h, info, err := s.hierarchy(in[0])
	if err != nil {
		return providers.MethodDetail{}, err
	}
	if lister, ok := h.(providers.MethodLister); ok {
		return lister.DescribeMethod(ctx, cmp.Or(in[1], info.Default), in[2], method)
	}
	d, err := h.Describe(ctx, cmp.Or(in[1], info.Default), in[2])
	if err != nil {
		return providers.MethodDetail{}, err
	}
	var names []string
	for _, m := range tableMethods(d) {
		if strings.EqualFold(m.Name, method) {
			return m.detail(), nil
		}
		names = append(names, m.Name)
	}
	return providers.MethodDetail{}, NoMethod(method, names)
}

// NoMethod is the error for a method that a resource does not have. names are those that it has. 42704.
func NoMethod(method string, names []string) error {
	e := sqlstate.New(sqlstate.UndefinedObject, "%q is no method of this resource", method)
	if len(names) == 0 {
		return e.WithHint("It has no methods for the source's login.")
	}
	return e.WithHint("Its methods, for the source's login, are: %s.", strings.Join(names, ", "))
}

// detail describes the method of a table in the form of an API's method.
func (m Method) detail() providers.MethodDetail {
	d := providers.MethodDetail{ListedMethod: providers.ListedMethod{Name: m.Name, Verb: strings.ToUpper(m.Name), Required: m.Required()}}
	for _, c := range m.Columns {
		if c.Input != "none" {
			d.Inputs = append(d.Inputs, providers.InputDetail{
				Input:       providers.Input{Name: c.Name, TypeName: c.Type, Required: c.Input == "required"},
				Description: c.Description, Default: c.Default, Labels: c.Labels,
			})
		}
		if c.Output {
			d.Columns = append(d.Columns, c.ColumnDetail)
		}
	}
	return d
}

// insertTemplate is an INSERT with a placeholder for each value, for SHOW INSERT.
func (s *Sources) insertTemplate(ctx context.Context, name []string, onlyRequired bool) (string, error) {
	methods, err := s.SQLMethods(ctx, name)
	if err != nil {
		return "", err
	}
	for _, m := range methods {
		if m.Verb != "INSERT" {
			continue
		}
		d, err := s.SQLMethod(ctx, name, m.Name)
		if err != nil {
			return "", err
		}
		var columns, values []string
		for _, in := range d.Inputs {
			if in.Required || !onlyRequired {
				columns = append(columns, "  "+planner.PlainName(in.Name))
				values = append(values, "  '{{ "+in.Name+" }}'")
			}
		}
		path := make([]string, len(name))
		for i, part := range name {
			path[i] = planner.PlainName(part)
		}
		table := strings.Join(path, ".")
		if len(columns) == 0 {
			return "INSERT INTO " + table + " DEFAULT VALUES;", nil
		}
		return "INSERT INTO " + table + " (\n" + strings.Join(columns, ",\n") + "\n)\nSELECT\n" + strings.Join(values, ",\n") + "\n;", nil
	}
	return "", sqlstate.New(sqlstate.FeatureNotSupported, "the resource %q takes no INSERT", name[len(name)-1]).
		WithHint("SHOW METHODS IN lists what it takes.")
}
