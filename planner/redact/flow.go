package redact

import (
	"fmt"
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// Secrets that come through columns: INSERT INTO users SELECT a, b FROM (VALUES ('bob', 'x')) v(a, b).
// The column b is put where a secret belongs, so what a query of that text calls b is a secret.

// flows are the columns and queries of a text whose values end where secrets belong, by their
// names alone: a name means the same everywhere in the text.
type flows struct {
	columns map[string]bool
	queries map[string][]bool // by SELECT *: which columns of a common table expression
	whole   map[string]bool   // … or all
	all     bool              // more than can be followed: every column of a query in FROM is a secret
	grown   bool
}

// longestFlow is through how many queries a value is followed.
const longestFlow = 16

// walkTree finds the secrets of a text. A name may be used before it is given, so the text is
// walked until no more columns are found.
func (w *secretWalk) walkTree(tree *pg.ParseResult) {
	w.flows = flows{columns: map[string]bool{}, queries: map[string][]bool{}, whole: map[string]bool{}}
	for n := 0; ; n++ {
		w.flows.grown, w.flows.all = false, n > longestFlow
		w.columns, w.options, w.bodies = nil, nil, nil
		for _, s := range tree.Stmts {
			w.walkNode(s.Stmt, false)
		}
		if !w.flows.grown || w.flows.all {
			return
		}
	}
}

// addColumn notes a column whose value is a secret.
func (f *flows) addColumn(name string) {
	if name != "" && !f.columns[name] {
		f.columns[name], f.grown = true, true
	}
}

// addQuery notes which columns of a common table expression are secrets.
func (f *flows) addQuery(name string, columns []bool, all bool) {
	if all && !f.whole[name] {
		f.whole[name], f.grown = true, true
	}
	was := f.queries[name]
	f.queries[name] = eitherOf(was, columns)
	f.grown = f.grown || !slices.Equal(was, f.queries[name])
}

// eitherOf returns which columns are secrets by one list or the other.
func eitherOf(a, b []bool) []bool {
	list := make([]bool, max(len(a), len(b)))
	for i := range list {
		list[i] = i < len(a) && a[i] || i < len(b) && b[i]
	}
	return list
}

func (w *secretWalk) isSecretColumn(name string) bool {
	return w.redactor.secretName(name) || w.flows.columns[name]
}

// secretColumns reports for each column of a query in FROM, or of a common table expression,
// whether it is a secret, and whether all are. names are those that its alias gives.
func (w *secretWalk) secretColumns(query *pg.SelectStmt, names []string, cte string) (columns []bool, all bool) {
	for _, name := range names {
		columns = append(columns, w.isSecretColumn(name))
	}
	query = parse.FirstQuery(query)
	if rows := query.GetValuesLists(); len(rows) > 0 {
		for i := len(columns); i < len(rows[0].GetList().GetItems()); i++ {
			columns = append(columns, w.isSecretColumn(fmt.Sprintf("column%d", i+1)))
		}
	}
	for i := len(columns); i < len(query.GetTargetList()); i++ {
		columns = append(columns, w.isSecretColumn(nameOfTarget(query.TargetList[i].GetResTarget())))
	}
	return eitherOf(columns, w.flows.queries[cte]), w.flows.all || w.flows.columns[cte] || w.flows.whole[cte]
}

// nameOfTarget returns the name that a query gives to a column.
func nameOfTarget(m *pg.ResTarget) string {
	n := m.GetVal()
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	switch {
	case m.GetName() != "":
		return m.Name
	case n.GetColumnRef() != nil:
		return lastName(n.GetColumnRef())
	case n.GetFuncCall() != nil:
		return lastString(n.GetFuncCall().Funcname)
	}
	return ""
}

// followAlias notes which columns of a relation in FROM are secrets by the names that its alias gives.
func (w *secretWalk) followAlias(m *pg.RangeVar) {
	alias := m.GetAlias()
	var columns []bool
	for _, name := range parse.Strings(alias.GetColnames()) {
		columns = append(columns, w.isSecretColumn(name))
	}
	if whole := w.flows.columns[alias.GetAliasname()]; whole || slices.Contains(columns, true) {
		w.flows.addQuery(m.Relname, columns, whole)
	}
}

// walkJoin walks a join. Where a column that its alias names is a secret, any of its columns may be.
func (w *secretWalk) walkJoin(m *pg.JoinExpr) {
	was, alias := w.flows.all, m.GetAlias()
	if w.flows.columns[alias.GetAliasname()] || slices.ContainsFunc(parse.Strings(alias.GetColnames()), w.isSecretColumn) {
		w.flows.all = true
		for _, name := range joinedTables(&pg.Node{Node: &pg.Node_JoinExpr{JoinExpr: m}}) {
			w.flows.addQuery(name, nil, true)
		}
	}
	w.walkRest(m)
	w.flows.all = was
}

// walkFunctions walks functions in FROM, of which any column may be a secret.
func (w *secretWalk) walkFunctions(m *pg.RangeFunction) {
	alias := m.GetAlias()
	names := append(parse.Strings(alias.GetColnames()), alias.GetAliasname())
	defined := slices.Clone(m.Coldeflist)
	for _, n := range m.Functions { // each with the columns that ROWS FROM gives it
		for _, item := range n.GetList().GetItems() {
			defined = append(defined, item.GetList().GetItems()...)
			if f := item.GetFuncCall(); f != nil { // its column has its name
				names = append(names, lastString(f.Funcname))
			}
		}
	}
	for _, n := range defined {
		names = append(names, n.GetColumnDef().GetColname())
	}
	w.walkNodes(m.Functions, w.flows.all || slices.ContainsFunc(names, func(name string) bool { return w.flows.columns[name] }))
	w.walkRest(m, "Functions")
}
