package duckdialect

import (
	"cmp"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// nameConstants has the list of a statement show the names of the objects that a query in FROM or WITH looks up by a constant.
// There they are OIDs, which the rest of the statement compares.
func (t *translation) nameConstants(s *pg_query.SelectStmt) {
	var sources []constantNames
	for _, n := range s.FromClause {
		sources = append(sources, constantsFrom(n, s.WithClause)...)
	}
	if len(sources) == 0 {
		return
	}
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		if !trees.IsSingleColumn(n) {
			t.refuseConstants(target, target.Val.GetColumnRef().Fields, sources)
			continue
		}
		if kind := kindOfColumn(target.GetVal(), sources); kind != "" {
			target.Name = cmp.Or(target.Name, trees.LastField(target.Val))
			t.lookUpAgain(target.Val, kind, "_oid")
		}
	}
	parse.EachMessage(s.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.TypeCast:
			if _, name := parse.SplitName(m.TypeName.GetNames()); inference.TextTypes[name] {
				t.lookUpAgain(m.Arg, kindOfColumn(m.Arg, sources), "_text")
			}
		case *pg_query.A_Expr:
			if _, op := parse.SplitName(m.Name); op == "||" {
				t.lookUpAgain(m.Lexpr, kindOfColumn(m.Lexpr, sources), "_text")
				t.lookUpAgain(m.Rexpr, kindOfColumn(m.Rexpr, sources), "_text")
			}
		}
	})
}

// refuseConstants refuses a star that has such a column.
func (t *translation) refuseConstants(target *pg_query.ResTarget, fields []*pg_query.Node, sources []constantNames) {
	for _, source := range sources {
		if len(fields) == 1 || fields[0].GetString_().GetSval() == source.relation {
			t.NoteUnsupported(target.Location, "all columns of %q, of which one is an object that a constant names, are not supported", source.relation).
				WithHint("Name the columns.")
		}
	}
}

// kindOfColumn is what a column looks up, or "" if it is not one of these.
func kindOfColumn(n *pg_query.Node, sources []constantNames) string {
	fields := n.GetColumnRef().GetFields()
	if len(fields) == 0 || len(fields) > 2 {
		return ""
	}
	for _, source := range sources {
		kind := source.kinds[trees.LastField(n)]
		if kind != "" && (len(fields) == 1 || fields[0].GetString_().GetSval() == source.relation) {
			return kind
		}
	}
	return ""
}

// lookUpAgain makes a look-up, or a name, of a column that is the OID of an object.
func (t *translation) lookUpAgain(n *pg_query.Node, kind, form string) {
	if kind != "" {
		t.ReplaceNode(n, emulation.Call(kind+form, append(emulation.Constants(&t.Env, emulation.Lookups[kind]), &pg_query.Node{Node: n.Node})...))
	}
}

// constantNames are the columns of a relation that are look-ups of constants, with what they look up.
type constantNames struct {
	relation string
	kinds    map[string]string
}

// constantsFrom are the relations of FROM that have such columns.
func constantsFrom(n *pg_query.Node, with *pg_query.WithClause) []constantNames {
	if j := n.GetJoinExpr(); j != nil {
		return append(constantsFrom(j.Larg, with), constantsFrom(j.Rarg, with)...)
	}
	if sub := n.GetRangeSubselect(); sub != nil {
		return constantsOf(sub.Subquery.GetSelectStmt(), sub.Alias.GetAliasname(), sub.Alias.GetColnames())
	}
	if r := n.GetRangeVar(); r != nil && r.Schemaname == "" {
		for _, c := range with.GetCtes() {
			if cte := c.GetCommonTableExpr(); cte.Ctename == r.Relname {
				columns := cte.Aliascolnames
				if named := r.Alias.GetColnames(); len(named) > 0 {
					columns = named
				}
				return constantsOf(cte.Ctequery.GetSelectStmt(), parse.AliasOrName(r), columns)
			}
		}
	}
	return nil
}

// constantsOf are the columns of a query that are look-ups of constants.
func constantsOf(s *pg_query.SelectStmt, relation string, columns []*pg_query.Node) []constantNames {
	found := constantNames{relation: relation, kinds: map[string]string{}}
	s = parse.FirstQuery(s)
	for i, n := range s.GetTargetList() {
		target := n.GetResTarget()
		if kind := constantKind(target.GetVal()); kind != "" {
			found.noteColumn(cmp.Or(target.Name, kind), kind, i, columns)
		}
	}
	if rows := s.GetValuesLists(); len(rows) > 0 {
		for i, n := range rows[0].GetList().GetItems() {
			if kind := constantKind(n); kind != "" {
				found.noteColumn("column"+strconv.Itoa(i+1), kind, i, columns)
			}
		}
	}
	if len(found.kinds) == 0 {
		return nil
	}
	return []constantNames{found}
}

// noteColumn notes the column at a place, which the relation may have given another name.
func (c *constantNames) noteColumn(shown, kind string, at int, columns []*pg_query.Node) {
	if at < len(columns) {
		shown = columns[at].GetString_().GetSval()
	}
	c.kinds[shown] = kind
}

// constantKind is what a look-up of a constant looks up, or "".
func constantKind(n *pg_query.Node) string {
	if !emulation.IsLookup(n) {
		return ""
	}
	args := n.GetFuncCall().Args
	if args[len(args)-1].GetAConst() == nil {
		return ""
	}
	_, name := parse.SplitName(n.GetFuncCall().Funcname)
	return strings.TrimSuffix(name, "_oid")
}
