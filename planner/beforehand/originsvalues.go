package beforehand

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Which expressions may show a secret, and what follows from that for the columns of a result.

// star returns what * and t.* stand for.
func (o *origins) star(ref *pg_query.ColumnRef, all []column, scope *queryScope) ([]column, bool) {
	fields := ref.GetFields()
	if len(fields) == 0 || fields[len(fields)-1].GetAStar() == nil {
		return nil, false
	}
	words := parse.Strings(fields)
	if len(words) == 0 {
		return all, true
	}
	for s := scope; s != nil; s = s.outer {
		var found []column
		for _, one := range s.sources {
			if one.alias != "" && strings.EqualFold(one.alias, words[len(words)-1]) {
				found = append(found, one.columns...)
			}
		}
		if found != nil {
			return found, true
		}
	}
	return unknownColumns(), true
}

// shows reports whether an expression may show a secret.
func (o *origins) shows(m protoreflect.Message, scope *queryScope) (found bool) {
	switch e := m.Interface().(type) {
	case *pg_query.ColumnRef:
		return o.column(e, scope)
	case *pg_query.SubLink, *pg_query.SelectStmt:
		return true
	case *pg_query.FuncCall:
		if !o.plainFunction(parse.Strings(e.Funcname)) {
			return true
		}
	case *pg_query.A_Expr:
		if !o.plainOperator(parse.Strings(e.Name)) {
			return true
		}
	case *pg_query.A_Indirection:
		if slices.ContainsFunc(parse.Strings(e.Indirection), o.secret) {
			return true
		}
	case *pg_query.TypeName:
		if !o.plainType(parse.Strings(e.Names)) {
			return true
		}
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		found = o.shows(child, scope)
		return !found
	})
	return found
}

// column reports whether a column may show a secret, or the row, where the name is that of a row.
func (o *origins) column(ref *pg_query.ColumnRef, scope *queryScope) (found bool) {
	words := parse.Strings(ref.Fields)
	if len(words) == 0 || len(words) < len(ref.Fields) || o.secret(words[len(words)-1]) {
		return true
	}
	for s := scope; s != nil; s = s.outer {
		hit, certain := o.columnIn(words, s)
		if !certain && len(words) == 1 {
			row, is := rowIn(words[0], s)
			hit, certain = hit || row, is
		}
		if hit || certain {
			return hit
		}
	}
	return !o.anyRest(scope)
}

// columnIn reports whether a column that is named in a scope may show a secret, and whether the name
// certainly means one of its columns.
func (o *origins) columnIn(words []string, s *queryScope) (found, certain bool) {
	last := words[len(words)-1]
	for _, one := range s.sources {
		switch {
		case len(words) == 1:
			hit, sure := one.lookUp(last, o.secret)
			found, certain = found || hit, certain || sure
		case one.alias != "" && strings.EqualFold(one.alias, words[len(words)-2]):
			hit, sure := one.lookUp(last, o.secret)
			called := !sure && !slices.ContainsFunc(one.columns, func(c column) bool { return c.rest }) // t.f calls f(t)
			found, certain = found || hit || called, true
		case o.source.Info.Dialect == providers.DuckDB && len(words) == 2: // a field of a column
			hit, sure := one.lookUp(words[0], o.secret)
			found, certain = found || hit, certain || sure
		}
	}
	return found, certain
}

// rowIn reports whether the row of what has that name in a scope may show a secret, and whether there
// is something of the name.
func rowIn(name string, s *queryScope) (found, certain bool) {
	for _, one := range s.sources {
		if one.alias != "" && strings.EqualFold(one.alias, name) {
			found, certain = found || mayShow(one.columns), true
		}
	}
	return found, certain
}

// anyRest reports whether a name that no column has may be that of a column which is not listed.
func (o *origins) anyRest(scope *queryScope) bool {
	for s := scope; s != nil; s = s.outer {
		for _, one := range s.sources {
			if slices.ContainsFunc(one.columns, func(c column) bool { return c.rest }) {
				return true
			}
		}
	}
	return false
}

// lookUp reports whether a column of that name may show a secret, and whether there certainly is one.
func (r rowSource) lookUp(name string, secret func(string) bool) (found, certain bool) {
	for _, c := range r.columns {
		switch {
		case c.rest:
			found = found || c.secret || c.byName && secret(name)
		case c.name == "":
			found = found || c.secret
		case strings.EqualFold(c.name, name):
			found, certain = found || c.secret, true
		}
	}
	return found, certain
}

// split returns the schema, or "", and the name.
func split(words []string) (schema, name string) {
	if len(words) > 1 {
		schema = words[len(words)-2]
	}
	if len(words) > 0 {
		name = words[len(words)-1]
	}
	return schema, name
}

// plainFunction reports whether all functions of a name make their result of their arguments.
func (o *origins) plainFunction(words []string) bool {
	schema, name := split(words)
	if o.source.Info.Dialect == providers.DuckDB {
		if name = strings.ToLower(name); schema == "pg_catalog" {
			schema = ""
		}
	}
	if strings.HasPrefix(name, "pg_") || name == "current_setting" || name == "lo_get" {
		return false
	}
	list := o.source.Catalog.Functions(schema, name)
	return len(list) > 0 && !slices.ContainsFunc(list, func(f providers.Function) bool { return !planner.IsBelieved(&f) && !f.Harmless || f.Table })
}

// plainOperator reports the same of an operator.
func (o *origins) plainOperator(words []string) bool {
	schema, name := split(words)
	return !slices.ContainsFunc(o.source.Catalog.Operators(schema, name), func(f providers.Function) bool { return !planner.IsBelieved(&f) })
}

// plainType reports whether no cast to a type, or from it, is a function of users.
func (o *origins) plainType(words []string) bool {
	if o.source.Info.Dialect == providers.DuckDB { // it has no casts of users
		return true
	}
	t, known := o.source.Catalog.Type(split(words))
	return known && !slices.ContainsFunc(t.Hidden, func(h providers.Hidden) bool { return h.Call != nil && !planner.IsBelieved(h.Call) })
}

// secretColumns returns which columns of a query's result may show secrets, given the result's
// columns.
func secretColumns(sql string, source planner.Source, secret func(column string) bool) func(result []providers.Column) []bool {
	o := &origins{source: source, secret: secret}
	columns := o.query(selectOf(sql), nil)
	if lazy, ok := source.Catalog.(providers.Lazy); ok {
		if _, err := lazy.Closure(); err != nil {
			columns = unknownColumns()
		}
	}
	return func(result []providers.Column) []bool {
		found := make([]bool, len(result))
		at, rests := slices.IndexFunc(columns, func(c column) bool { return c.rest }), 0
		for _, c := range columns {
			if c.rest {
				rests++
			}
		}
		more := len(result) - len(columns) + rests
		fits := rests == 0 && more == 0 || rests == 1 && more >= 0
		for i := range found {
			var c column
			switch {
			case !fits:
				c = column{secret: rests < 2 || mayShow(columns)}
			case rests == 0 || i < at:
				c = columns[i]
			case i < at+more:
				c = columns[at]
			default:
				c = columns[i-more+1]
			}
			found[i] = c.secret || c.byName && secret(result[i].Name) || o.isRow(result[i].Type)
		}
		return found
	}
}

const (
	recordType      = 2249
	recordArrayType = 2287
)

// isRow reports whether values of a type are rows, whose columns are not followed.
func (o *origins) isRow(oid uint32) bool {
	if oid == recordType || oid == recordArrayType {
		return true
	}
	t, known := o.source.Catalog.TypeOf(oid)
	if !known || t.Name == "" { // not known: a type that was made since
		return !known
	}
	_, row := o.source.Catalog.Relation(t.Schema, strings.TrimLeft(t.Name, "_"))
	_, same := o.source.Catalog.Relation(t.Schema, t.Name)
	return row || same
}
