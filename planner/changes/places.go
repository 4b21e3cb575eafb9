package changes

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// The system column ctid is the place of a row. DuckDB's rowid is another number of the same order, as long as rows are not
// updated. So ctid becomes rowid where a statement only compares places with each other, which finds duplicates, and is
// refused where a place is shown or compared with one that is written out.

const ctid = "ctid"

// places are the uses of ctid in a statement.
type places struct {
	named map[string]bool // columns of subqueries that are places
	rows  map[string]bool // names of queries in FROM and WITH, which as whole rows would show places
	other bool            // a place is used for more than comparisons
}

// placeFunctions take places.
var placeFunctions = parse.WordSet(`min max count array_agg`)

// WriteRowIDs writes rowid for ctid in a statement whose relations all have places, and reports whether it has. What it leaves
// is refused by the translation.
func WriteRowIDs(root *pg_query.Node) bool {
	if root.GetSelectStmt() == nil && root.GetUpdateStmt() == nil && root.GetDeleteStmt() == nil {
		return false
	}
	p := &places{named: map[string]bool{ctid: true}, rows: map[string]bool{}}
	found := p.note(root)
	for known := 0; known < len(p.named); p.note(root) { // a place has another name in each query that passes it on
		known = len(p.named)
	}
	if !found {
		return false
	}
	p.look(root.ProtoReflect(), nil)
	if p.other || p.shown(root) {
		return false
	}
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.ColumnRef:
			if isPlace(m) {
				m.Fields[len(m.Fields)-1] = pg_query.MakeStrNode(rowID)
			}
		case *pg_query.ResTarget:
			if m.Name == ctid {
				m.Name = rowID
			}
		}
	})
	return true
}

// HasPlaces reports whether the rows of a relation have places: it is a table without a column of these names.
func HasPlaces(relation *providers.Relation) bool {
	return relation != nil && relation.Kind == "table" && !relation.Builtin && !slices.ContainsFunc(relation.Columns, func(c string) bool {
		return strings.EqualFold(c, ctid) || strings.EqualFold(c, rowID)
	})
}

// note notes the names by which places and rows that have them are known, and reports whether there is a place.
func (p *places) note(root *pg_query.Node) (found bool) {
	ctes := cteNames(withOf(root))
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.ColumnRef:
			found = found || isPlace(m)
		case *pg_query.ResTarget:
			if name := p.nameOf(m); name != "" {
				p.named[name] = true
			}
		case *pg_query.RangeSubselect:
			p.rows[m.GetAlias().GetAliasname()] = true
		case *pg_query.CommonTableExpr:
			p.rows[m.Ctename], p.other = true, p.other || len(m.Aliascolnames) > 0
		case *pg_query.JoinExpr:
			p.rows[m.GetAlias().GetAliasname()] = true
		case *pg_query.SelectStmt:
			p.other = p.other || m.Larg != nil || len(m.ValuesLists) > 0 // their columns have names of their own
		case *pg_query.RangeVar:
			if m.Alias != nil && m.Schemaname == "" && slices.Contains(ctes, m.Relname) {
				p.rows[m.Alias.Aliasname] = true
			}
		}
	})
	return found
}

// isPlace reports whether a column is ctid.
func isPlace(ref *pg_query.ColumnRef) bool {
	return len(ref.Fields) > 0 && ref.Fields[len(ref.Fields)-1].GetString_().GetSval() == ctid
}

// nameOf is the name of a column of a query that is a place; "": it is none.
func (p *places) nameOf(target *pg_query.ResTarget) string {
	if !p.isPlaceValue(target.GetVal()) {
		return ""
	}
	called := parse.Strings(target.Val.GetFuncCall().GetFuncname())
	switch {
	case target.Name != "":
		return target.Name
	case len(called) > 0:
		return called[len(called)-1]
	}
	return ctid
}

// isPlaceValue reports whether the value of an expression is a place, or an array of places.
func (p *places) isPlaceValue(n *pg_query.Node) bool {
	switch at := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		return p.named[trees.LastField(n)]
	case *pg_query.Node_FuncCall:
		name := parse.Strings(at.FuncCall.Funcname)
		return len(name) > 0 && name[len(name)-1] != "count" && placeFunctions[name[len(name)-1]] && slices.ContainsFunc(at.FuncCall.Args, p.isPlaceValue)
	case *pg_query.Node_SubLink:
		kind := at.SubLink.SubLinkType
		targets := at.SubLink.Subselect.GetSelectStmt().GetTargetList()
		return (kind == pg_query.SubLinkType_EXPR_SUBLINK || kind == pg_query.SubLinkType_ARRAY_SUBLINK) && (len(targets) != 1 || p.isPlaceValue(targets[0].GetResTarget().GetVal()))
	case *pg_query.Node_MultiAssignRef:
		return p.holds(n)
	}
	return false
}

// holds reports whether an expression has a place in it.
func (p *places) holds(n *pg_query.Node) (found bool) {
	if n == nil {
		return false
	}
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		ref, ok := m.(*pg_query.ColumnRef)
		found = found || ok && len(ref.Fields) > 0 && p.named[ref.Fields[len(ref.Fields)-1].GetString_().GetSval()]
	})
	return found
}

// look looks for other uses of places than comparisons; parent is the message around m.
func (p *places) look(m protoreflect.Message, parent proto.Message) {
	own := parent
	switch at := m.Interface().(type) {
	case *pg_query.Node:
		p.other = p.other || p.isPlaceValue(at) && !p.fits(at, parent)
	case *pg_query.List:
	case *pg_query.ColumnRef:
		p.other = p.other || len(at.Fields) == 1 && p.rows[at.Fields[0].GetString_().GetSval()]
		return
	case *pg_query.Alias:
		p.other = p.other || len(at.Colnames) > 0 // the names of columns are others
		return
	default:
		own = at
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		p.look(child, own)
		return true
	})
}

// fits reports whether a place may stand in a message.
func (p *places) fits(n *pg_query.Node, parent proto.Message) bool {
	switch m := parent.(type) {
	case *pg_query.A_Expr:
		written := func(n *pg_query.Node) bool {
			return n.GetAConst() != nil || n.GetParamRef() != nil || n.GetTypeCast() != nil || n.GetList() != nil || n.GetAArrayExpr() != nil
		}
		op := parse.Strings(m.Name)
		return (m.Kind == pg_query.A_Expr_Kind_AEXPR_OP || m.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ANY || m.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ALL) &&
			len(op) == 1 && slices.Contains([]string{"=", "<>", "!=", "<", "<=", ">", ">="}, op[0]) && !written(m.Lexpr) && !written(m.Rexpr) &&
			p.isPlaceValue(m.Lexpr) && p.isPlaceValue(m.Rexpr)
	case *pg_query.FuncCall:
		name := parse.Strings(m.Funcname)
		return len(name) > 0 && placeFunctions[name[len(name)-1]]
	case *pg_query.SubLink:
		return m.SubLinkType == pg_query.SubLinkType_ANY_SUBLINK || m.SubLinkType == pg_query.SubLinkType_ALL_SUBLINK
	case *pg_query.SelectStmt: // GROUP BY, DISTINCT ON
		return n.GetColumnRef() != nil
	case *pg_query.ResTarget, *pg_query.SortBy, *pg_query.WindowDef, *pg_query.NullTest:
		return true
	}
	return false
}

// shown reports whether a place leaves the statement: in its list, in what it returns, or in what it sets.
func (p *places) shown(root *pg_query.Node) bool {
	var lists [][]*pg_query.Node
	var inner bool // a query in FROM has places, which * would show
	switch {
	case root.GetSelectStmt() != nil:
		s := root.GetSelectStmt()
		if s.IntoClause != nil {
			return true
		}
		lists = append(lists, s.TargetList)
		inner = p.inFrom(s.FromClause, s.WithClause)
	case root.GetUpdateStmt() != nil:
		s := root.GetUpdateStmt()
		lists = append(lists, s.TargetList, s.ReturningList)
		inner = p.inFrom(s.FromClause, s.WithClause)
	default:
		s := root.GetDeleteStmt()
		lists = append(lists, s.ReturningList)
		inner = p.inFrom(s.UsingClause, s.WithClause)
	}
	for _, list := range lists {
		for _, n := range list {
			fields := n.GetResTarget().GetVal().GetColumnRef().GetFields()
			star := !trees.IsSingleColumn(n) && (len(fields) == 1 || p.rows[fields[0].GetString_().GetSval()])
			if star && inner || p.isPlaceValue(n.GetResTarget().GetVal()) {
				return true
			}
		}
	}
	return InWith(root)
}

// inFrom reports whether a query in FROM or WITH has places.
func (p *places) inFrom(from []*pg_query.Node, with *pg_query.WithClause) (found bool) {
	for _, n := range from {
		found = found || n.GetRangeVar() == nil && p.holds(n)
	}
	for _, n := range with.GetCtes() {
		found = found || p.holds(n)
	}
	return found
}
