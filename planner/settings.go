package planner

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/settings"
	"github.com/sallyportdb/sallyport/providers"
)

// judgeSet judges SET and RESET.
func (w *walker) judgeSet(s *pg_query.VariableSetStmt) {
	setting := strings.ToLower(s.Name)
	what := "SET " + setting
	switch s.Kind {
	case pg_query.VariableSetKind_VAR_RESET_ALL: // the gateway's own settings are connection defaults
		return
	case pg_query.VariableSetKind_VAR_SET_MULTI:
		w.judgeTransactionModes(setting, s.Args)
		return
	case pg_query.VariableSetKind_VAR_SET_CURRENT: // only in a function's definition
		if settings.TellsPrincipal(setting) {
			w.addEffect(Effect{Class: Unknown, Kind: SettingChange, Name: setting, What: what, Reason: settings.TellsWho})
			return
		}
		w.addEffect(Effect{Class: Exec, What: what, Reason: "what it sets is not known"})
		return
	case pg_query.VariableSetKind_VARIABLE_SET_KIND_UNDEFINED:
		w.addEffect(Effect{Class: Unknown, What: what})
		return
	default:
	}
	value := settingValue(s.Args)
	if setting == "role" && strings.EqualFold(value, "none") && !s.IsLocal {
		w.resetsRole = true
		return
	}
	class, reason := settings.OfSet(setting, &value)
	if s.Kind == pg_query.VariableSetKind_VAR_RESET || s.Kind == pg_query.VariableSetKind_VAR_SET_DEFAULT {
		class, reason = settings.OfReset(setting)
	}
	if class != Session {
		w.addEffect(Effect{Class: class, Kind: SettingChange, Name: setting, What: what, Reason: reason})
	}
}

// easeSettings judges SET and set_config anew for an embedded source: there a setting reaches neither other users'
// code nor anything beyond the session, and the source refuses values that it does not know. Only settings that
// decide whether transactions may write keep their class.
func (w *walker) easeSettings() {
	for i := range w.effects {
		e := &w.effects[i]
		if (e.Kind == SettingChange || e.Kind == SettingCall) && !settings.SetsAccess[e.Name] {
			e.Class, e.Reason = Session, "it changes a setting of the session"
		}
	}
}

// setsOf returns the calls of set_config that a source with DuckDB's dialect carries out.
func setsOf(tree *pg_query.ParseResult) []providers.Setting {
	var list []providers.Setting
	for _, s := range duckdialect.SetCalls(tree) {
		list = append(list, providers.Setting{Name: s.Name, Value: s.Value, Param: s.Param, Local: s.Local, Reset: s.Reset})
	}
	return list
}

// computedSets gives calls of set_config the queries of their values, by the numbers of the calls from 1.
func computedSets(list []providers.Setting, queries map[int]string) []providers.Setting {
	for place, query := range queries {
		list[place-1].Computed = query
	}
	return list
}

// resetRole returns the text that replaces SET ROLE NONE at the source, in as many bytes. RESET
// ROLE returns to the role that the operator may have given the gateway's login (ALTER ROLE … SET
// role); SET ROLE NONE would return to the login.
func resetRole(text string) string {
	const reset = "RESET ROLE"
	return reset + strings.Repeat(" ", len(text)-len(reset))
}

// judgeSetConfig judges a call of set_config as the SET that it is. judged is false if the setting is
// not known: its name must be a constant, or the column name of a query that reads one row of
// pg_settings, as pg_dump's does (byRow).
func (w *walker) judgeSetConfig(n *pg_query.FuncCall) (judged, byRow bool) {
	words := parse.Strings(n.Funcname)
	if len(words) == 0 || words[len(words)-1] != "set_config" || len(n.Args) != 3 || len(words) == 2 && words[0] != "pg_catalog" || len(words) > 2 {
		return false, false
	}
	name := strings.ToLower(n.Args[0].GetAConst().GetSval().GetSval())
	if n.Args[0].GetAConst().GetSval() == nil {
		if byRow = w.rowSetting != "" && isNameColumn(n.Args[0]); !byRow {
			return false, false
		}
		name = w.rowSetting
	}
	w.literal = true
	var value *string
	if v := n.Args[1].GetAConst().GetSval(); v != nil {
		value = &v.Sval
	}
	class, reason := settings.OfSet(name, value)
	if class == Session {
		reason = "it changes a setting of the session"
	}
	w.addEffect(Effect{Class: class, Kind: SettingCall, Name: name, What: "set_config of " + name, Reason: reason})
	return true, byRow
}

// settingRow returns the setting whose row a query reads: FROM is pg_settings alone, and WHERE
// compares the column name with a constant. It returns "" for other queries.
func (w *walker) settingRow(s *pg_query.SelectStmt) string {
	if len(s.FromClause) != 1 || s.WithClause != nil {
		return ""
	}
	from, where := s.FromClause[0].GetRangeVar(), s.WhereClause.GetAExpr()
	switch {
	case from.GetRelname() != settingsView || from.Catalogname != "" || from.Alias != nil,
		from.Schemaname != "" && from.Schemaname != "pg_catalog",
		from.Schemaname == "" && slices.Contains(w.ctes, settingsView),
		where.GetKind() != pg_query.A_Expr_Kind_AEXPR_OP || !isNameColumn(where.Lexpr):
		return ""
	}
	if op := parse.Strings(where.Name); len(op) != 1 || op[0] != "=" {
		return ""
	}
	return strings.ToLower(where.Rexpr.GetAConst().GetSval().GetSval())
}

// settingsView is the server's view with a row for each setting.
const settingsView = "pg_settings"

// isNameColumn reports whether n is the unqualified column name.
func isNameColumn(n *pg_query.Node) bool {
	fields := n.GetColumnRef().GetFields()
	return len(fields) == 1 && fields[0].GetString_().GetSval() == "name"
}

// setsPrincipal reports whether an effect sets such a setting.
func setsPrincipal(e Effect) bool {
	return (e.Kind == SettingCall || e.Kind == SettingChange) && settings.TellsPrincipal(e.Name)
}

// judgeTransactionModes judges SET TRANSACTION and SET SESSION CHARACTERISTICS.
func (w *walker) judgeTransactionModes(setting string, args []*pg_query.Node) {
	if setting == "transaction snapshot" { // sees what another session sees, as pg_dump -j
		return
	}
	for _, a := range args {
		d := a.GetDefElem()
		switch d.GetDefname() {
		case "transaction_isolation", "transaction_deferrable":
		case "transaction_read_only":
			if d.GetArg().GetAConst().GetIval().GetIval() == 0 {
				w.addEffect(Effect{Class: Mutate, What: "SET " + strings.ToUpper(setting) + " READ WRITE", Reason: settings.AsksForWrites})
			}
		default:
			w.addEffect(Effect{Class: Unknown, What: "SET " + strings.ToUpper(setting), Reason: d.GetDefname() + " is not known here"})
		}
	}
}

// settingOf returns the setting of a SET, RESET or SHOW for the source, or nil.
func settingOf(n *pg_query.Node) *providers.Setting {
	if s := n.GetVariableShowStmt(); s != nil {
		return &providers.Setting{Name: settingName(s.Name)}
	}
	s := n.GetVariableSetStmt()
	if s == nil {
		return nil
	}
	setting := &providers.Setting{Name: strings.ToLower(s.Name), Value: settingValue(s.Args), Local: s.IsLocal, Written: s.Name}
	if listsNames[setting.Name] {
		setting.Value = nameList(s.Args)
	}
	switch s.Kind {
	case pg_query.VariableSetKind_VAR_SET_DEFAULT, pg_query.VariableSetKind_VAR_RESET, pg_query.VariableSetKind_VAR_RESET_ALL:
		setting.Reset, setting.Value = true, ""
	default:
	}
	return setting
}

// listsNames are the settings whose value is a list of names (GUC_LIST_QUOTE).
var listsNames = parse.WordSet(`search_path temp_tablespaces local_preload_libraries session_preload_libraries`)

// plainName matches a name that needs no quotes.
var plainName = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

// nameList spells a list of names as flatten_set_variable_args does: each is one name, in quotes if it
// needs them.
func nameList(args []*pg_query.Node) string {
	names := make([]string, len(args))
	for i := range args {
		if names[i] = settingValue(args[i : i+1]); !plainName.MatchString(names[i]) {
			names[i] = `"` + strings.ReplaceAll(names[i], `"`, `""`) + `"`
		}
	}
	return strings.Join(names, ", ")
}

func settingName(name string) string {
	if name = strings.ToLower(name); name == "all" {
		return ""
	}
	return name
}

// settingValue spells the value of SET as flatten_set_variable_args does, near enough for a value
// of one word or number.
func settingValue(args []*pg_query.Node) string {
	words := make([]string, 0, len(args))
	for _, a := range args {
		c := a.GetAConst()
		if cast := a.GetTypeCast(); cast != nil { // SET TIME ZONE INTERVAL '-08:00' HOUR TO MINUTE
			words = append(words, "INTERVAL '"+cast.GetArg().GetAConst().GetSval().GetSval()+"'")
			continue
		}
		switch {
		case c == nil:
		case c.GetSval() != nil:
			words = append(words, c.GetSval().Sval)
		case c.GetFval() != nil:
			words = append(words, c.GetFval().Fval)
		case c.GetBoolval() != nil:
			words = append(words, strconv.FormatBool(c.GetBoolval().Boolval))
		default:
			words = append(words, strconv.Itoa(int(c.GetIval().GetIval())))
		}
	}
	return strings.Join(words, ", ")
}
