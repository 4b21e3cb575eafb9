package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// set_config changes a setting, which DuckDB does not have. So the source sets it before the
// statement runs, and the call reads what was set. That is the same where the call is an item of the
// select list, and runs once.

// SetCall is a call of set_config that a source can carry out.
type SetCall struct {
	Name  string
	Value string
	Param int // the number of the parameter that is the value; 0: it is Value
	// Computed: the value is an expression, which Translated has in DuckDB's SQL.
	Computed bool
	Local    bool
	Reset    bool // the value is NULL
}

// SetCalls returns the calls of set_config in a statement, in the order of its select list.
func SetCalls(tree *pg_query.ParseResult) []SetCall {
	var list []SetCall
	for _, n := range setTargets(tree.Stmts[0].Stmt) {
		if s, ok := setCall(n.GetFuncCall()); ok {
			list = append(list, s)
		}
	}
	return list
}

// setTargets returns the calls of set_config that are items of the select list of a query that
// returns one row.
func setTargets(root *pg_query.Node) []*pg_query.Node {
	s := root.GetSelectStmt()
	if s == nil || s.Op != pg_query.SetOperation_SETOP_NONE || s.LimitCount != nil || s.LimitOffset != nil || s.HavingClause != nil ||
		(len(s.FromClause) > 0 || s.WhereClause != nil) && !readsOneSetting(s) {
		return nil
	}
	var calls []*pg_query.Node
	for _, n := range s.TargetList {
		calls = append(calls, setsWithin(n.GetResTarget().GetVal())...)
	}
	return calls
}

// setsWithin returns the calls of set_config in an expression that PostgreSQL makes each time and in this order.
func setsWithin(n *pg_query.Node) (calls []*pg_query.Node) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		return setsWithin(e.TypeCast.Arg)
	case *pg_query.Node_AExpr:
		if e.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_OP {
			return append(setsWithin(e.AExpr.Lexpr), setsWithin(e.AExpr.Rexpr)...)
		}
	case *pg_query.Node_NullTest:
		return setsWithin(e.NullTest.Arg)
	case *pg_query.Node_FuncCall:
		if isSetConfig(e.FuncCall) {
			return []*pg_query.Node{n}
		}
		if _, name := parse.SplitName(e.FuncCall.Funcname); onceForEach[strings.ToLower(name)] {
			for _, a := range e.FuncCall.Args {
				calls = append(calls, setsWithin(a)...)
			}
		}
	}
	return calls
}

// onceForEach are functions that have their arguments computed, from the first to the last, for a result of one value.
var onceForEach = parse.WordSet(`length char_length upper lower concat concat_ws left right md5 replace substr substring btrim ltrim rtrim trim split_part starts_with quote_literal`)

func isSetConfig(f *pg_query.FuncCall) bool {
	schema, name := parse.SplitName(f.GetFuncname())
	return strings.EqualFold(name, "set_config") && (schema == "" || schema == "pg_catalog")
}

// readsOneSetting reports FROM pg_settings WHERE name = 'x', with which some clients ask whether
// there is the setting.
func readsOneSetting(s *pg_query.SelectStmt) bool {
	if len(s.FromClause) != 1 || s.WithClause != nil || len(s.GroupClause) > 0 {
		return false
	}
	from := s.FromClause[0].GetRangeVar().GetRelname()
	if f := s.FromClause[0].GetRangeFunction(); f != nil && len(f.Functions) == 1 {
		_, from = parse.SplitName(f.Functions[0].GetList().GetItems()[0].GetFuncCall().GetFuncname())
	}
	where := s.WhereClause.GetAExpr()
	if from != "pg_settings" && from != "pg_show_all_settings" || where.GetKind() != pg_query.A_Expr_Kind_AEXPR_OP {
		return false
	}
	_, op := parse.SplitName(where.Name)
	column := parse.NameParts(where.Lexpr.GetColumnRef().GetFields())
	_, constant := parse.TextConstant(where.Rexpr)
	return op == "=" && constant && len(column) == 1 && column[0] == "name"
}

// setCall reads the arguments of set_config: a constant, a constant or parameter, and a boolean.
func setCall(f *pg_query.FuncCall) (s SetCall, ok bool) {
	if len(f.GetArgs()) != 3 {
		return s, false
	}
	if s.Name, ok = parse.TextConstant(trees.WithoutCasts(f.Args[0])); !ok {
		return s, false
	}
	value := trees.WithoutCasts(f.Args[1])
	if p := value.GetParamRef(); p != nil {
		s.Param = int(p.Number)
	} else if s.Value, ok = parse.TextConstant(value); !ok && !value.GetAConst().GetIsnull() {
		if s.Computed = isComputed(f.Args[1]); !s.Computed {
			return s, false
		}
	}
	s.Reset = value.GetAConst().GetIsnull()
	local := trees.WithoutCasts(f.Args[2]).GetAConst()
	switch word := local.GetSval().GetSval(); {
	case local.GetBoolval() != nil:
		s.Local = local.GetBoolval().Boolval
	case strings.EqualFold(word, "t"), strings.EqualFold(word, "true"):
		s.Local = true
	case !strings.EqualFold(word, "f") && !strings.EqualFold(word, "false"):
		return s, false
	}
	return s, true
}

// isComputed reports whether an expression is computed of constants and settings alone, so that its value is there before the statement.
func isComputed(n *pg_query.Node) bool {
	computed := true
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.ColumnRef, *pg_query.ParamRef, *pg_query.SelectStmt:
			computed = false
		case *pg_query.FuncCall:
			computed = computed && !isSetConfig(m) && !m.AggStar && m.Over == nil
		}
	})
	return computed && !trees.IsVolatile(n.ProtoReflect())
}

// takeSets numbers the calls that SetCalls returns, and notes which of them the calls of current_setting behind see.
func (t *translation) takeSets(root *pg_query.Node) {
	targets := setTargets(root)
	if len(targets) == 0 {
		return
	}
	t.sets, t.readsSet = map[*pg_query.FuncCall]int{}, map[*pg_query.FuncCall]int{}
	isTarget, places := map[*pg_query.FuncCall]bool{}, map[string]int{}
	for _, n := range targets {
		isTarget[n.GetFuncCall()] = true
	}
	var visit func(m proto.Message) bool
	visit = func(m proto.Message) bool {
		f, _ := m.(*pg_query.FuncCall)
		if len(f.GetArgs()) == 0 {
			return parse.Parts(m, visit)
		}
		parse.Parts(m, visit) // PostgreSQL computes the arguments first
		name, constant := parse.TextConstant(trees.WithoutCasts(f.Args[0]))
		name = strings.ToLower(name)
		if isCurrentSetting(f) && constant {
			t.readsSet[f] = places[name]
		}
		if _, ok := setCall(f); ok && isTarget[f] {
			t.sets[f] = len(t.sets) + 1
			places[name] = t.sets[f]
		}
		return true
	}
	for _, n := range root.GetSelectStmt().TargetList {
		visit(n)
	}
}

func isCurrentSetting(f *pg_query.FuncCall) bool {
	schema, name := parse.SplitName(f.GetFuncname())
	return strings.EqualFold(name, "current_setting") && (schema == "" || schema == "pg_catalog")
}

// currentSetting reads a setting, which the same statement may have set before.
func (t *translation) currentSetting(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if place := t.readsSet[f]; place > 0 {
		return t.ReplaceCall(n, "current_setting", emulation.Call("_set_config", build.Number(int64(place)), build.Null()))
	}
	switch len(f.Args) {
	case 1:
		return t.ReplaceCall(n, "current_setting", emulation.ReadSetting(&t.Translation, f.Args[0], nil))
	case 2:
		return t.ReplaceCall(n, "current_setting", emulation.ReadSetting(&t.Translation, f.Args[0], f.Args[1]))
	}
	return false
}

// noteSettings notes the settings that calls of current_setting read. An empty name means any setting.
func (t *translation) noteSettings(reads []*pg_query.FuncCall) {
	for _, f := range reads {
		if _, known := t.readsSet[f]; known {
			continue
		}
		if t.settingRead == nil {
			t.settingRead = map[string]int32{}
		}
		name := ""
		if len(f.Args) > 0 {
			name, _ = parse.TextConstant(trees.WithoutCasts(f.Args[0]))
		}
		name = strings.ToLower(name)
		t.settingRead[name] = max(t.settingRead[name], f.Location)
	}
}

// computeSet has the source compute the value of a call of set_config before the statement.
func (t *translation) computeSet(place int, value *pg_query.Node) {
	query := build.Select(nil, build.Target(build.Cast(proto.CloneOf(value), build.PlainType("text")), ""))
	text, err := parse.Deparse(&pg_query.ParseResult{Version: t.Grammar, Stmts: []*pg_query.RawStmt{{Stmt: query}}})
	if err != nil || strings.Contains(text, rewrite.TypeMark) {
		t.NoteUnsupported(build.Nowhere, "this call of set_config is not supported")
		return
	}
	if t.setValues == nil {
		t.setValues = map[int]string{}
	}
	t.setValues[place] = text
}

// setConfig replaces a call of set_config by a reading of the setting, which the source sets before.
func (t *translation) setConfig(n *pg_query.Node, f *pg_query.FuncCall) bool {
	place, ok := t.sets[f]
	if !ok {
		t.NoteUnsupported(f.Location, "this call of set_config is not supported").
			WithHint("The embedded engine takes set_config with the name as a constant, in the select list of a SELECT without FROM; SET does the same.")
		return true
	}
	if name, _ := parse.TextConstant(trees.WithoutCasts(f.Args[0])); max(t.settingRead[strings.ToLower(name)], t.settingRead[""]) > f.Location {
		t.NoteUnsupported(f.Location, "current_setting behind set_config in one statement is not supported").
			WithHint("The call would have the value from before the statement: ask for the setting in a statement of its own.")
		return true
	}
	// The value stays in the statement, for the sake of a parameter.
	value := f.Args[1]
	if call, ok := setCall(f); ok && call.Computed {
		t.computeSet(place, value)
	}
	if _, constant := parse.TextConstant(value); !constant {
		value = build.Cast(value, build.PlainType("text"))
	}
	return t.ReplaceCall(n, "set_config", emulation.Call("_set_config", build.Number(int64(place)), value))
}
