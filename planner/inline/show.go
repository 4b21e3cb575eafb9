package inline

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
)

// fillShown fills in what the catalogs show of a function.
func (d *definition) fillShown() {
	r := d.r
	s := &r.Shown
	s.Arguments, s.Identity = argumentsOf(r, true), argumentsOf(r, false)
	s.Result = resultOf(r)
	if s.Cost == 0 {
		s.Cost = 100
	}
	if s.Rows == 0 && r.Set {
		s.Rows = 1000
	}
	if s.ResultType = oidOf(r.Returns); s.ResultType == 0 && r.RowsOf.Name == "" {
		s.ResultType = 2276
	}
	modes := slices.ContainsFunc(r.Parameters, func(p providers.Parameter) bool { return p.Mode != "i" })
	names := slices.ContainsFunc(r.Parameters, func(p providers.Parameter) bool { return p.Name != "" })
	for _, p := range r.Parameters {
		oid := oidOf(p.Type)
		if oid == 0 {
			oid = 2276
		}
		if p.IsVariadic() {
			s.Variadic = oidOf(providers.ElementOf(p.Type))
		}
		if p.IsInput() {
			s.Types = append(s.Types, oid)
		}
		if modes {
			s.All, s.Modes = append(s.All, oid), append(s.Modes, p.Mode)
		}
		if names {
			s.Names = append(s.Names, p.Name)
		}
	}
	s.Definition = definitionOf(r)
}

// argumentsOf lists the parameters as pg_get_function_arguments does.
func argumentsOf(r *providers.Routine, defaults bool) string {
	var list []string
	for _, p := range r.Parameters {
		if p.Mode == "t" {
			continue
		}
		one := map[string]string{"o": "OUT ", "b": "INOUT ", "v": "VARIADIC "}[p.Mode]
		if p.Name != "" {
			one += quoteName(p.Name) + " "
		}
		one += p.Type
		if defaults && p.Default != "" {
			one += " DEFAULT " + p.Default
		}
		list = append(list, one)
	}
	return strings.Join(list, ", ")
}

// resultOf spells the result as pg_get_function_result does.
func resultOf(r *providers.Routine) string {
	var columns []string
	for _, p := range r.Parameters {
		if p.Mode == "t" {
			columns = append(columns, strings.TrimPrefix(quoteName(p.Name)+" "+p.Type, " "))
		}
	}
	switch {
	case len(columns) > 0:
		return "TABLE(" + strings.Join(columns, ", ") + ")"
	case r.Set:
		return "SETOF " + r.Returns
	}
	return r.Returns
}

// definitionOf spells a function out as pg_get_functiondef does.
func definitionOf(r *providers.Routine) string {
	var b strings.Builder
	b.WriteString("CREATE OR REPLACE FUNCTION " + quoteName(r.Schema) + "." + quoteName(r.Name) + "(" + r.Shown.Arguments + ")\n")
	b.WriteString(" RETURNS " + r.Shown.Result + "\n LANGUAGE sql\n")
	options := map[string]string{"i": " IMMUTABLE", "s": " STABLE"}[r.Volatility] + map[string]string{"s": " PARALLEL SAFE", "r": " PARALLEL RESTRICTED"}[r.Parallel]
	if r.Strict {
		options += " STRICT"
	}
	if r.Shown.Cost != 100 {
		options += " COST " + number(r.Shown.Cost)
	}
	if r.Shown.Rows > 0 && r.Shown.Rows != 1000 {
		options += " ROWS " + number(r.Shown.Rows)
	}
	if options != "" {
		b.WriteString(options + "\n")
	}
	if r.Source == "" {
		b.WriteString(r.Shown.Body + "\n")
		return b.String()
	}
	mark := "$function"
	for strings.Contains(r.Source, mark) {
		mark += "x"
	}
	b.WriteString("AS " + mark + "$" + r.Source + mark + "$\n")
	return b.String()
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
