package planner

import (
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
)

// settingRules says what SET, RESET and set_config may touch. A setting that
// stands in neither table is exec: it may change what the server does for
// itself or for others.
var (
	// harmlessSettings change how results look or how long one's own
	// statements may take; drivers and BI tools send them. row_security = off
	// switches nothing off: it makes an error of what a policy would filter, and
	// pg_dump sends it.
	harmlessSettings = wordSet(`application_name bytea_output client_min_messages constraint_exclusion
		cursor_tuple_fraction datestyle debug_print_parse default_text_search_config enable_async_append enable_bitmapscan
		enable_gathermerge enable_hashagg enable_hashjoin enable_incremental_sort enable_indexonlyscan enable_indexscan
		enable_material enable_memoize enable_mergejoin enable_nestloop enable_parallel_append enable_parallel_hash
		enable_partition_pruning enable_partitionwise_aggregate enable_partitionwise_join enable_seqscan enable_sort
		enable_tidscan extra_float_digits from_collapse_limit geqo idle_in_transaction_session_timeout idle_session_timeout
		intervalstyle join_collapse_limit lc_messages lc_monetary lc_numeric lc_time lock_timeout optimizer random_page_cost
		statement_timeout synchronize_seqscans tcp_keepalives_idle timezone transaction_timeout xmlbinary xmloption jit
		default_transaction_isolation default_transaction_deferrable escape_string_warning seq_page_cost cpu_tuple_cost plan_cache_mode row_security max_parallel_workers_per_gather`)

	// pinnedSettings change how text is read or who one is; no mode lets a
	// client change them.
	pinnedSettings = map[string]string{
		"standard_conforming_strings": "the gateway and the server must read strings alike",
		"backslash_quote":             "the gateway and the server must read strings alike",
		"transform_null_equals":       "the gateway and the server must read text alike",
		"role":                        "the gateway's login must stay who it is",
		"session_authorization":       "the gateway's login must stay who it is",
		"session_replication_role":    "it switches triggers and rules off",
	}

	// accessSettings say whether transactions may write. To switch that off is
	// harmless; to switch it on is to ask for a change.
	accessSettings = wordSet("default_transaction_read_only transaction_read_only")
)

// set judges SET and RESET.
func (w *walker) set(s *pg_query.VariableSetStmt) {
	setting := strings.ToLower(s.Name)
	what := "SET " + setting
	switch s.Kind {
	case pg_query.VariableSetKind_VAR_RESET_ALL: // the gateway's own settings are the session's defaults
		return
	case pg_query.VariableSetKind_VAR_SET_MULTI:
		w.transactionModes(setting, s.Args)
		return
	case pg_query.VariableSetKind_VARIABLE_SET_KIND_UNDEFINED:
		w.effect(Effect{Class: Unknown, What: what})
		return
	default:
	}
	if class, reason := judgeSetting(setting, settingValue(s.Args)); class != Session {
		w.effect(Effect{Class: class, What: what, Reason: reason})
	}
}

// setConfig judges a call of set_config as the SET that it is, and reports
// whether it could: the name of the setting must be a constant.
func (w *walker) setConfig(n *pg_query.FuncCall) bool {
	words := stringsOf(n.Funcname)
	if len(words) == 0 || words[len(words)-1] != "set_config" || len(n.Args) != 3 || len(words) == 2 && words[0] != "pg_catalog" || len(words) > 2 {
		return false
	}
	setting := n.Args[0].GetAConst().GetSval()
	if setting == nil {
		return false
	}
	w.literal = true
	value := "" // what is not a constant says nothing
	if v := n.Args[1].GetAConst().GetSval(); v != nil {
		value = v.Sval
	}
	class, reason := judgeSetting(strings.ToLower(setting.Sval), value)
	if class == Session {
		reason = "it changes a setting of the session"
	}
	name := strings.ToLower(setting.Sval)
	w.effect(Effect{Class: class, Kind: SettingCall, Name: name, What: "set_config of " + name, Reason: reason})
	return true
}

// judgeSetting says what it means to set a setting to a value: session where it
// is harmless.
func judgeSetting(setting, value string) (Class, string) {
	if reason, pinned := pinnedSettings[setting]; pinned {
		switch setting { // a client may say what holds anyway
		case "standard_conforming_strings":
			if optionText(value) {
				return Session, ""
			}
		}
		return Unknown, reason
	}
	switch {
	case accessSettings[setting]:
		if optionText(value) {
			return Session, ""
		}
		return Mutate, asksForWrites
	case setting == "client_encoding" || setting == "names":
		value := strings.ToLower(strings.NewReplacer("-", "", "_", "", "'", "").Replace(value))
		if value != "utf8" && value != "unicode" {
			return Unknown, "the encoding is pinned to UTF8"
		}
		return Session, ""
	case harmlessSettings[setting]:
		return Session, ""
	case strings.Contains(setting, "."): // a client's own, such as app.user
		return Exec, "policies and functions may read it"
	case setting == "search_path":
		return Exec, "it changes what names mean"
	}
	return Exec, "it is not known to be harmless"
}

const asksForWrites = "it asks for the right to write"

func optionText(value string) bool {
	on, err := strconv.ParseBool(value)
	return err == nil && on || strings.EqualFold(value, "on") || strings.EqualFold(value, "yes")
}

// transactionModes judges SET TRANSACTION and SET SESSION CHARACTERISTICS.
func (w *walker) transactionModes(setting string, args []*pg_query.Node) {
	if setting == "transaction snapshot" { // what another session of the same database sees: pg_dump -j
		return
	}
	for _, a := range args {
		d := a.GetDefElem()
		switch d.GetDefname() {
		case "transaction_isolation", "transaction_deferrable":
		case "transaction_read_only":
			if d.GetArg().GetAConst().GetIval().GetIval() == 0 {
				w.effect(Effect{Class: Mutate, What: "SET " + strings.ToUpper(setting) + " READ WRITE", Reason: asksForWrites})
			}
		default:
			w.effect(Effect{Class: Unknown, What: "SET " + strings.ToUpper(setting), Reason: d.GetDefname() + " is not known here"})
		}
	}
}

// settingOf takes a SET, RESET or SHOW apart for the source.
func settingOf(n *pg_query.Node) *providers.Setting {
	if s := n.GetVariableShowStmt(); s != nil {
		return &providers.Setting{Name: allIsNone(s.Name)}
	}
	s := n.GetVariableSetStmt()
	if s == nil {
		return nil
	}
	setting := &providers.Setting{Name: strings.ToLower(s.Name), Value: settingValue(s.Args), Local: s.IsLocal}
	switch s.Kind {
	case pg_query.VariableSetKind_VAR_SET_DEFAULT, pg_query.VariableSetKind_VAR_RESET, pg_query.VariableSetKind_VAR_RESET_ALL:
		setting.Reset, setting.Value = true, ""
	default:
	}
	return setting
}

func allIsNone(name string) string {
	if name = strings.ToLower(name); name == "all" {
		return ""
	}
	return name
}

// settingValue spells the value of SET as flatten_set_variable_args does, near
// enough for a value that is one word or number.
func settingValue(args []*pg_query.Node) string {
	words := make([]string, 0, len(args))
	for _, a := range args {
		c := a.GetAConst()
		if cast := a.GetTypeCast(); cast != nil { // SET TIME ZONE INTERVAL '1' HOUR
			c = cast.GetArg().GetAConst()
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

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}
