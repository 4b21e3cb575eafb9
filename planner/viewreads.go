package planner

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// writtenReads is what a view depends on whose query package definitions does not know: the relations that the query names, with those
// of their columns whose names stand in the query.
func (r *resolver) writtenReads(query *pg_query.Node) (reads providers.ShownReads) {
	with, columns := map[string]bool{}, map[string]bool{}
	all := false
	var tables []*pg_query.RangeVar
	parse.EachMessage(query.ProtoReflect(), func(m proto.Message) {
		switch n := m.(type) {
		case *pg_query.CommonTableExpr:
			with[n.Ctename] = true
		case *pg_query.RangeVar:
			tables = append(tables, n)
		case *pg_query.TypeName:
			noteRange(&reads, r.rangeNamed(n.Names), len(n.ArrayBounds) > 0)
		case *pg_query.FuncCall:
			noteRange(&reads, r.rangeNamed(n.Funcname), false)
		case *pg_query.ColumnRef:
			for _, f := range n.Fields {
				columns[f.GetString_().GetSval()] = true
				all = all || f.GetAStar() != nil
			}
		case *pg_query.JoinExpr:
			all = all || n.IsNatural
			for _, name := range parse.Strings(n.UsingClause) {
				columns[name] = true
			}
		}
	})
	for _, t := range tables {
		found, ok := r.meantOf(t.Catalogname, t.Schemaname, t.Relname)
		if !ok || found.Builtin || t.Schemaname == "" && with[t.Relname] {
			continue
		}
		read := providers.ShownRead{Schema: found.Schema, Name: found.Name}
		if read.Schema == "temp" {
			read.Schema = providers.ShownTemporarySchema
		}
		if found.Spelled != "" {
			read.Name = found.Spelled
		}
		if slices.ContainsFunc(reads.Relations, func(o providers.ShownRead) bool { return o.Schema == read.Schema && o.Name == read.Name }) {
			continue
		}
		for _, c := range found.Typed {
			if all || columns[c.Name] {
				read.Columns = append(read.Columns, c.Name)
			}
		}
		reads.Relations = append(reads.Relations, read)
	}
	return reads
}

// rangeNamed returns the range type or the multirange type of users that a name means; nil: the name means something else.
func (r *resolver) rangeNamed(names []*pg_query.Node) *providers.UserType {
	schema, name := parse.SplitName(names)
	if schema == "pg_catalog" || name == "" {
		return nil
	}
	if t, _ := r.source.Catalog.Type(schema, name); t.User.IsRange() {
		return t.User
	}
	return nil
}

// noteRange notes a range type that a view depends on.
func noteRange(reads *providers.ShownReads, u *providers.UserType, array bool) {
	if u == nil {
		return
	}
	named := providers.Name{Schema: u.Schema, Name: u.Name}
	if array {
		named.Name = "_" + u.Name
	}
	if !slices.Contains(reads.Types, named) {
		reads.Types = append(reads.Types, named)
	}
}
