package planner

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// A server shows settings by SHOW, by current_setting and by pg_settings. All three are told as uses of pg_settings, with the settings that
// they show, as far as these are known.

// shownSettings are settings that a text shows; none: it is not known which.
type shownSettings struct {
	names  []string
	offset int
}

// showsSettings notes the settings that a call shows.
func (w *walker) showsSettings(n *pg_query.FuncCall) {
	schema, function := parse.SplitName(n.Funcname)
	if schema != "" && schema != "pg_catalog" {
		return
	}
	switch function {
	case "current_setting":
		w.literal = true
		shown := shownSettings{offset: w.offset}
		if c := constantText(n.Args); c != "" {
			shown.names = []string{c}
		}
		w.settings = append(w.settings, shown)
	case "pg_show_all_settings":
		w.settings = append(w.settings, shownSettings{w.rowSettings, w.offset})
	}
}

// constantText returns the first of some arguments in lower case, if it is a constant; "": it is none.
func constantText(args []*pg_query.Node) string {
	if len(args) == 0 {
		return ""
	}
	n := args[0]
	if cast := n.GetTypeCast(); cast != nil {
		if _, to := parse.SplitName(cast.TypeName.GetNames()); to != "text" {
			return ""
		}
		n = cast.Arg
	}
	return strings.ToLower(n.GetAConst().GetSval().GetSval())
}

// settingRows returns the settings whose rows a query reads: FROM is pg_settings, or its function, alone, and WHERE compares the column name
// with constants. It returns nil for other queries.
func (w *walker) settingRows(s *pg_query.SelectStmt) (names []string) {
	if len(s.FromClause) != 1 || s.WithClause != nil || slices.Contains(w.ctes, settingsView) || !isSettings(s.FromClause[0]) {
		return nil
	}
	where := s.WhereClause.GetAExpr()
	if op := parse.Strings(where.GetName()); len(op) != 1 || op[0] != "=" || !isNameColumn(where.GetLexpr()) {
		return nil
	}
	values := []*pg_query.Node{where.Rexpr}
	switch where.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP:
	case pg_query.A_Expr_Kind_AEXPR_IN:
		values = where.Rexpr.GetList().GetItems()
	default:
		return nil
	}
	for _, value := range values {
		name := constantText([]*pg_query.Node{value})
		if name == "" {
			return nil
		}
		names = append(names, name)
	}
	w.literal = true
	return names
}

// isSettings reports whether a part of FROM is pg_settings or its function, whose columns have their own names.
func isSettings(n *pg_query.Node) bool {
	if f := n.GetRangeFunction(); f != nil {
		items := f.Functions
		return len(items) == 1 && len(f.Alias.GetColnames()) == 0 && items[0].GetList().GetItems()[0].GetFuncCall() != nil
	}
	r := n.GetRangeVar()
	return r.GetRelname() == settingsView && len(r.GetAlias().GetColnames()) == 0
}

// useSettings notes the settings that a text shows. The embedded engine shows none but its own.
func (r *resolver) useSettings(w *walker, root *pg_query.Node) {
	if r.source.Info.Dialect != providers.Postgres {
		return
	}
	if s := root.GetVariableShowStmt(); s != nil {
		shown := shownSettings{offset: w.offset}
		if name := settingName(s.Name); name != "" {
			shown.names = []string{name}
		}
		w.settings = append(w.settings, shown)
	}
	for _, shown := range w.settings {
		r.uses.add(Use{
			Relation: Relation{Provider: r.source.Info.Name, Service: "pg_catalog", Resource: settingsView},
			As:       settingsView, Events: providers.Read, Builtin: true, Within: slices.Clone(r.within), Offset: shown.offset, Settings: shown.names,
		})
	}
}
