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
