package inline

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Rows as arguments. Of the row of a table the body has the columns that it names, each as an argument of its own: so they have their types,
// and the statement reads no other column.

// rowFits reports whether an argument can be passed to a parameter that is a row, or a row to another parameter; decided: the types of
// both are known.
func (e *expander) rowFits(arg *pg_query.Node, p providers.Parameter) (fits, exact, decided bool) {
	row := e.rows.rowOf(arg)
	takes := p.RowOf.Name != "" || compositeOf(e.env, p.Type) != nil
	switch {
	case row != nil && !takes:
		return false, false, oidOf(p.Type) != 0
	case row != nil && row.isRecord():
		return true, false, true
	case row != nil:
		return row.isOf(e.env, p), true, true
	case p.RowOf.Name == "":
		return false, false, false
	case isLiteral(arg), arg.GetRowExpr() != nil, arg.GetParamRef() != nil:
		return true, false, true
	}
	from := e.typeOf(arg)
	return from == "" || from == "unknown", false, true
}

// castRow makes an argument a row of a table.
func (e *expander) castRow(arg *pg_query.Node, p providers.Parameter) (*pg_query.Node, error) {
	t := typeNamed(p.Type)
	if t == nil {
		return nil, sqlstate.New(sqlstate.UndefinedObject, "type %q does not exist", p.Type)
	}
	row := e.rows.rowOf(arg)
	switch {
	case row != nil && row.isRecord():
		return nil, notSupported("a row of a query as an argument of the type %s is not supported", p.Type).WithHint("Write the fields, as in ROW(…)::%s.", p.Type)
	case row != nil && arg.GetColumnRef() != nil:
		return pg_query.MakeColumnRefNode(slices.DeleteFunc(slices.Clone(arg.GetColumnRef().Fields), func(n *pg_query.Node) bool { return n.GetAStar() != nil }), build.Nowhere), nil
	case row != nil:
		return arg, nil
	case arg.GetRowExpr() != nil:
		if err := e.checkRow(arg.GetRowExpr(), p); err != nil {
			return nil, err
		}
	}
	return build.Cast(arg, t), nil
}

// checkRow compares the types of a row with those of the columns of a table.
func (e *expander) checkRow(r *pg_query.RowExpr, p providers.Parameter) error {
	relation, _ := e.env.Relation(p.RowOf.Schema, p.RowOf.Name)
	if len(relation.Typed) != len(r.Args) {
		return nil // the cast fails
	}
	for i, value := range r.Args {
		from, to := e.typeOf(value), typeByOID[relation.Typed[i].Type]
		switch {
		case from == "unknown" || from != "" && to != "" && fits(from, to):
		case from != "" && to != "":
			return sqlstate.New("42846", "cannot cast type record to %s", p.Type).
				WithDetail("Cannot cast type %s to %s in column %d.", builtinTypes[from].shown, builtinTypes[to].shown, i+1)
		default:
			return notSupported("a row with a value of this type in column %d as an argument of the type %s is not supported", i+1, p.Type).WithHint("Write a cast, as in ROW(…)::%s.", p.Type)
		}
	}
	return nil
}

// spreadRows gives the fields of rows of tables that a body names arguments of their own. The body is the expander's own copy.
func (e *expander) spreadRows(r *providers.Routine, args []*pg_query.Node, body *pg_query.Node) []*pg_query.Node {
	args = slices.Clone(args)
	type field struct {
		of   int32
		name string
	}
	numbers := map[field]int32{}
	inputs := r.Inputs()
	var visit func(m protoreflect.Message)
	visit = func(m protoreflect.Message) {
		n, _ := m.Interface().(*pg_query.Node)
		x := n.GetAIndirection()
		number := x.GetArg().GetParamRef().GetNumber()
		if number > 0 && int(number) <= len(inputs) && inputs[number-1].RowOf.Name != "" && x.Indirection[0].GetString_() != nil && isName(args[number-1]) {
			f := field{number, x.Indirection[0].GetString_().Sval}
			e.checkColumn(inputs[number-1], f.name)
			if numbers[f] == 0 {
				args = append(args, fieldOfRow(args[number-1], f.name))
				numbers[f] = int32(len(args)) //nolint:gosec // no body has so many fields
			}
			value := pg_query.MakeParamRefNode(numbers[f], build.Nowhere)
			if rest := x.Indirection[1:]; len(rest) > 0 {
				value = &pg_query.Node{Node: &pg_query.Node_AIndirection{AIndirection: &pg_query.A_Indirection{Arg: value, Indirection: rest}}}
			}
			n.Node = value.Node
		}
		parse.Children(m, func(child protoreflect.Message) bool {
			visit(child)
			return true
		})
	}
	visit(body.ProtoReflect())
	return args
}

// checkColumn refuses a column that a table has lost since the function was made.
func (e *expander) checkColumn(p providers.Parameter, column string) {
	relation, _ := e.env.Relation(p.RowOf.Schema, p.RowOf.Name)
	switch {
	case slices.Contains(columnNames(relation), column) || e.err != nil:
	case p.Name != "":
		e.err = sqlstate.New(sqlstate.UndefinedTable, "missing FROM-clause entry for table %q", p.Name)
	default:
		e.err = sqlstate.New(sqlstate.UndefinedColumn, "column %q not found in data type %s", column, p.Type)
	}
}

// isName reports whether an argument is the name of a relation in FROM.
func isName(n *pg_query.Node) bool { return len(parse.Strings(n.GetColumnRef().GetFields())) == 1 }

// spreadParameter makes columns of a parameter that is a row of the table whose rows the function returns, where the body returns it.
func (d *definition) spreadParameter(s *pg_query.SelectStmt) {
	value := onlyValue(s)
	at := -1
	if words := parse.Strings(value.GetColumnRef().GetFields()); len(words) == 1 {
		at = slices.IndexFunc(d.r.Inputs(), func(p providers.Parameter) bool { return p.Name == words[0] })
	} else if number := value.GetParamRef().GetNumber(); number > 0 && int(number) <= len(d.r.Inputs()) {
		at = int(number) - 1
	}
	if at < 0 || d.r.Inputs()[at].RowOf != d.r.RowsOf || len(s.FromClause) > 0 {
		return
	}
	relation, _ := d.env.Relation(d.r.RowsOf.Schema, d.r.RowsOf.Name)
	s.TargetList = fieldsOf(pg_query.MakeParamRefNode(int32(at+1), build.Nowhere), columnNames(relation)) //nolint:gosec // there are no more than 100
}

// starOfRow writes the star of a parameter that is a row: the row itself as an argument, all its fields in a select list.
func (b *binder) starOfRow(list []*pg_query.Node, inList bool) []*pg_query.Node {
	var out []*pg_query.Node
	for _, n := range list {
		value := n
		if inList {
			value = n.GetResTarget().GetVal()
		}
		fields := value.GetColumnRef().GetFields()
		at := -1
		if len(fields) == 2 && fields[1].GetAStar() != nil && !b.isAlias(fields[0].GetString_().GetSval()) {
			at = b.parameter(fields[0].GetString_().GetSval())
		}
		if at < 0 || b.parameters[at].RowOf.Name == "" {
			out = append(out, n)
			continue
		}
		row := pg_query.MakeParamRefNode(int32(at+1), build.Nowhere) //nolint:gosec // there are no more than 100
		if inList {
			relation, _ := b.env.Relation(b.parameters[at].RowOf.Schema, b.parameters[at].RowOf.Name)
			out = append(out, fieldsOf(row, columnNames(relation))...)
		} else {
			out = append(out, proto.CloneOf(row))
		}
	}
	return out
}
