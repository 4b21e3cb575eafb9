package planner

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// writeObjectNames writes a cast to regclass and the like wherever a query shows the name of an object, so that the translation has OIDs
// everywhere else. A query that the analysis does not know stays as it is.
func (r *resolver) writeObjectNames(one parse.Statement, statement *pg_query.Node, env *rewrite.Env) error {
	if env.Unsettled || statement.GetSelectStmt() == nil || !mayNameObjects(one.Text) {
		return nil
	}
	found, known := definitions.FindObjects(statement, r.definitionSource(env.Types, env.VisiblePath()))
	if !known {
		return nil
	}
	if found.Refused != nil {
		return found.Refused
	}
	if name := found.Shown[unnestedNames(statement.GetSelectStmt())]; name.Array && len(statement.GetSelectStmt().SortClause) > 0 {
		return sqlstate.New(sqlstate.FeatureNotSupported, "the order of values of type %s that unnest returns beside FROM is not supported", name.Type).
			WithHint("Write unnest into FROM.")
	}
	env.ObjectsFound, env.ObjectArrays, env.ObjectWindows = true, map[*pg_query.TypeCast]bool{}, map[*pg_query.TypeCast]bool{}
	env.ObjectVectors = found.Vectors
	w := objectWriter{found, env}
	w.orderByOIDs(statement)
	w.nameTargets(statement)
	for n, name := range found.Texts {
		w.write(n, name)
		if !name.Array {
			castInPlace(n, build.PlainType("text"))
		}
	}
	for n, name := range found.Shown {
		w.write(n, name)
	}
	for n := range found.OIDs {
		castInPlace(n, build.PlainType("oid"))
	}
	for n := range found.Strings {
		castInPlace(n, build.PlainType("text"))
	}
	w.expandStars(statement)
	w.dropNeedless(statement)
	env.Placed = env.Placed || len(found.Shown)+len(found.Texts)+len(found.OIDs)+len(found.Strings)+len(found.Needless) > 0
	return nil
}

// isUnnested reports whether a value is a call of unnest, which has names before they are rows.
func isUnnested(n *pg_query.Node) bool {
	f := n.GetFuncCall()
	return f != nil && len(f.Args) == 1 && parse.Strings(f.Funcname)[len(f.Funcname)-1] == "unnest"
}

// unnestedNames is the array whose elements a query returns, if it returns those of one.
func unnestedNames(s *pg_query.SelectStmt) *pg_query.Node {
	for _, target := range s.TargetList {
		if value := target.GetResTarget().GetVal(); isUnnested(value) {
			return value.GetFuncCall().GetArgs()[0]
		}
	}
	return nil
}

// mayNameObjects reports whether a text may have values that are names of objects.
func mayNameObjects(text string) bool {
	lower := strings.ToLower(text)
	return strings.Contains(lower, "reg") || strings.Contains(lower, "pg_") || strings.Contains(lower, "vector")
}

// objectWriter writes what an analysis has found.
type objectWriter struct {
	found definitions.Objects
	env   *rewrite.Env
}

// write casts a value to a name of an object.
func (w objectWriter) write(n *pg_query.Node, name definitions.ObjectName) {
	c := n.GetTypeCast()
	if _, of := parse.SplitName(c.GetTypeName().GetNames()); c == nil || of != name.Type || name.Array != (len(c.TypeName.ArrayBounds) > 0) {
		to := build.PlainType(name.Type)
		if name.Array {
			to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
		}
		castInPlace(n, to)
		c = n.GetTypeCast()
	}
	delete(w.found.Needless, c)
	if s, quoted := parse.TextConstant(c.Arg); quoted && trees.Decimal.MatchString(s) {
		c.Arg = build.Cast(c.Arg, build.PlainType("oid"))
	}
	if f := c.Arg.GetFuncCall(); !name.Array && isUnnested(c.Arg) { // names before they are rows
		n.Node = c.Arg.Node
		w.write(f.Args[0], definitions.ObjectName{Type: name.Type, Array: true})
		return
	}
	if name.Array {
		w.env.ObjectArrays[c] = true
	} else if hasWindow(c.Arg) {
		w.env.ObjectWindows[c] = true
	}
}

// hasWindow reports whether an expression has a call over a window, outside of its subqueries.
func hasWindow(n *pg_query.Node) (found bool) {
	trees.EachExpression(n, func(e *pg_query.Node) { found = found || e.GetFuncCall().GetOver() != nil })
	return found
}

// nameTargets gives the columns of queries the names that they have without the casts.
func (w objectWriter) nameTargets(statement *pg_query.Node) {
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		target, ok := m.(*pg_query.ResTarget)
		if !ok || target.Name != "" || target.Val.GetColumnRef() != nil {
			return
		}
		_, shown := w.found.Shown[target.Val]
		if shown || w.found.OIDs[target.Val] || w.found.Strings[target.Val] || w.found.Needless[target.Val.GetTypeCast()] {
			target.Name, _ = resultcolumns.Name(target.Val)
		}
	})
}

// expandStars writes out the stars of the result that have names of objects.
func (w objectWriter) expandStars(statement *pg_query.Node) {
	if len(w.found.Stars) == 0 {
		return
	}
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		s, ok := m.(*pg_query.SelectStmt)
		if !ok {
			return
		}
		var list []*pg_query.Node
		for _, n := range s.TargetList {
			columns := w.found.Stars[n.GetResTarget()]
			if columns == nil {
				list = append(list, n)
				continue
			}
			for _, c := range columns {
				name, _ := resultcolumns.Name(c)
				list = append(list, pg_query.MakeResTargetNodeWithNameAndVal(name, c, build.Nowhere))
			}
		}
		s.TargetList = list
	})
}

// dropNeedless leaves out the casts of values that are OIDs already.
func (w objectWriter) dropNeedless(statement *pg_query.Node) {
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		if n, ok := m.(*pg_query.Node); ok && w.found.Needless[n.GetTypeCast()] {
			n.Node = n.GetTypeCast().Arg.Node
		}
	})
}
