package statements

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// How a table is stored is nothing to DuckDB. The comment of the table keeps what the client has said of it, so that the catalogs show
// it (providers.KeptTable).

// parameter is a storage parameter of tables.
type parameter struct {
	kind        byte // 'i' an integer, 'f' a number, 'b' a truth value, 'v' a truth value or auto
	least, most float64
}

// tableParameters are the storage parameters that PostgreSQL has for tables.
var tableParameters = map[string]parameter{
	"fillfactor":         {'i', 10, 100},
	"toast_tuple_target": {'i', 128, 8160},
	"parallel_workers":   {'i', 0, 1024},
	"user_catalog_table": {kind: 'b'}, "vacuum_truncate": {kind: 'b'}, "autovacuum_enabled": {kind: 'b'}, "vacuum_index_cleanup": {kind: 'v'},
	"log_autovacuum_min_duration":           {'i', -1, math.MaxInt32},
	"autovacuum_vacuum_threshold":           {'i', 0, math.MaxInt32},
	"autovacuum_vacuum_insert_threshold":    {'i', -1, math.MaxInt32},
	"autovacuum_analyze_threshold":          {'i', 0, math.MaxInt32},
	"autovacuum_vacuum_cost_limit":          {'i', 1, 10000},
	"autovacuum_freeze_min_age":             {'i', 0, 1e9},
	"autovacuum_multixact_freeze_min_age":   {'i', 0, 1e9},
	"autovacuum_freeze_max_age":             {'i', 1e5, 2e9},
	"autovacuum_multixact_freeze_max_age":   {'i', 1e4, 2e9},
	"autovacuum_freeze_table_age":           {'i', 0, 2e9},
	"autovacuum_multixact_freeze_table_age": {'i', 0, 2e9},
	"autovacuum_vacuum_scale_factor":        {'f', 0, 100},
	"autovacuum_vacuum_insert_scale_factor": {'f', 0, 100},
	"autovacuum_analyze_scale_factor":       {'f', 0, 100},
	"autovacuum_vacuum_cost_delay":          {'f', 0, 100},
}

// checkTableParameters refuses storage parameters of tables that PostgreSQL does not have, and values that they cannot have. made says
// that the table is new.
func (t *Rules) checkTableParameters(options []*pg_query.Node, made bool) {
	for i, n := range options {
		o := n.GetDefElem()
		known, ok := tableParameters[o.GetDefname()]
		switch {
		case o.GetDefnamespace() == "toast":
			t.NoteUnsupported(build.Nowhere, "the storage parameter toast.%s is not supported", o.GetDefname())
		case o.GetDefnamespace() != "":
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "unrecognized parameter namespace %q", o.Defnamespace)
		case o.GetDefname() == "oids" && made:
			if truthy(o.GetArg()) {
				t.NoteUnsupported(build.Nowhere, "tables declared WITH OIDS are not supported")
			}
		case !ok:
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "unrecognized parameter %q", o.GetDefname())
		case slices.ContainsFunc(options[:i], func(other *pg_query.Node) bool { return other.GetDefElem().GetDefname() == o.Defname }):
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "parameter %q specified more than once", o.Defname)
		default:
			t.checkParameter(o.Defname, parse.OptionValue(o), known)
		}
	}
}

// checkReset refuses values in RESET. PostgreSQL takes any name there.
func (t *Rules) checkReset(options []*pg_query.Node) {
	for _, n := range options {
		switch o := n.GetDefElem(); {
		case o.GetArg() != nil:
			t.NoteError(build.Nowhere, sqlstate.SyntaxError, "RESET must not include values for parameters")
		case o.GetDefnamespace() == "toast":
			t.NoteUnsupported(build.Nowhere, "the storage parameter toast.%s is not supported", o.GetDefname())
		case o.GetDefnamespace() != "":
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "unrecognized parameter namespace %q", o.Defnamespace)
		}
	}
}

// checkParameter refuses a value that a storage parameter cannot have.
func (t *Rules) checkParameter(name, value string, p parameter) {
	kind, format := "", "%.0f"
	number, err := strconv.ParseFloat(value, 64)
	switch p.kind {
	case 'i':
		if number = math.RoundToEven(number); err != nil || number > math.MaxInt32 || number < math.MinInt32 {
			kind = "integer"
		}
	case 'f':
		if format = "%f"; err != nil || math.IsNaN(number) {
			kind = "floating point"
		}
	case 'b':
		if !isTruth(strings.ToLower(value)) {
			kind = "boolean"
		}
	case 'v':
		if !isTruth(strings.ToLower(value)) && value != "auto" {
			kind = "enum"
		}
	}
	switch {
	case kind == "enum":
		t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "invalid value for enum option %q: %s", name, value).
			WithDetail(`Valid values are "on", "off", and "auto".`)
	case kind != "":
		t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "invalid value for %s option %q: %s", kind, name, value)
	case p.most > 0 && (number < p.least || number > p.most):
		t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "value %s out of bounds for option %q", value, name).
			WithDetail(`Valid values are between "`+format+`" and "`+format+`".`, p.least, p.most)
	}
}

// keepStored has the table keep how it is stored, once the statement has run.
func (t *Rules) keepStored(table *pg_query.RangeVar, change providers.TableChange) {
	name := []string{table.GetRelname()}
	if schema := table.GetSchemaname(); schema != "" {
		name = []string{schema, table.GetRelname()}
	}
	t.After, t.Changed = append(t.After, lexical.CommentOn("TABLE", name, change.Text())), true
}

// storeNew takes the storage parameters of a table that the statement makes, UNLOGGED, and the collations of its columns. unlessExists is
// the statement's IF NOT EXISTS.
func (t *Rules) storeNew(table *pg_query.RangeVar, elements, options []*pg_query.Node, unlessExists *bool) {
	change := providers.TableChange{}
	for _, n := range elements {
		change.Columns = append(change.Columns, collationOf(n.GetColumnDef())...)
	}
	if elements == nil {
		change.Columns = t.Env.Collations
	}
	for _, n := range options {
		if o := n.GetDefElem(); o.GetDefname() != "oids" {
			change.Set = append(change.Set, o.GetDefname()+"="+parse.OptionValue(o))
		}
	}
	if table.GetRelpersistence() == "u" {
		table.Relpersistence, t.Changed, t.unlogged = "p", true, true
		unlogged := true
		change.Unlogged = &unlogged
	}
	if len(change.Set)+len(change.Columns) == 0 && change.Unlogged == nil || *unlessExists && t.Env.Columns != nil && len(t.Env.Columns(table.GetSchemaname(), table.GetRelname())) > 0 {
		return
	}
	*unlessExists = false // the source fails if another table of that name comes first
	t.keepStored(table, change)
}

// collationOf is what a table keeps of the COLLATE of a column.
func collationOf(column *pg_query.ColumnDef) []providers.StoredColumn {
	_, name := parse.SplitName(column.GetCollClause().GetCollname())
	_, of := parse.SplitName(column.GetTypeName().GetNames())
	if name == "" || name == "default" && inference.TextTypes[of] {
		return nil
	}
	return []providers.StoredColumn{{Name: column.Colname, Collation: name}}
}

// keepCollation has the table keep the COLLATE of a column that is added, or has another type now.
func (t *Rules) keepCollation(table *pg_query.RangeVar, name string, column *pg_query.ColumnDef) {
	if list := collationOf(column); len(list) > 0 {
		list[0].Name = name
		t.keepStored(table, providers.TableChange{Columns: list})
	}
}

// storages are the letters of pg_attribute.attstorage.
var storages = map[string]string{"plain": "p", "external": "e", "extended": "x", "main": "m"}

// mostStatistics is the greatest target of SET STATISTICS.
const mostStatistics = 10000

// alterStored keeps what a command of ALTER TABLE says of how the table is stored. The command itself changes nothing at the source.
func (t *Rules) alterStored(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd) {
	change := providers.TableChange{}
	no := false
	switch c.GetSubtype() {
	case pg_query.AlterTableType_AT_SetRelOptions:
		for _, n := range c.GetDef().GetList().GetItems() {
			change.Set = append(change.Set, n.GetDefElem().GetDefname()+"="+parse.OptionValue(n.GetDefElem()))
		}
	case pg_query.AlterTableType_AT_ResetRelOptions:
		for _, n := range c.GetDef().GetList().GetItems() {
			change.Reset = append(change.Reset, n.GetDefElem().GetDefname())
		}
	case pg_query.AlterTableType_AT_SetUnLogged:
		yes := true
		change.Unlogged = &yes
	case pg_query.AlterTableType_AT_SetLogged:
		change.Unlogged = &no
	case pg_query.AlterTableType_AT_ReplicaIdentity:
		r := c.GetDef().GetReplicaIdentityStmt()
		change.Replica, change.ReplicaIndex = r.GetIdentityType(), r.GetName()
	case pg_query.AlterTableType_AT_ClusterOn:
		change.Cluster = &c.Name
	case pg_query.AlterTableType_AT_DropCluster:
		none := ""
		change.Cluster = &none
	case pg_query.AlterTableType_AT_SetStatistics:
		change.Columns = []providers.StoredColumn{{Name: c.Name, Target: t.statisticsTarget(c)}}
	case pg_query.AlterTableType_AT_SetStorage:
		change.Columns = []providers.StoredColumn{{Name: c.Name, Storage: storages[strings.ToLower(c.GetDef().GetString_().GetSval())]}}
	default:
		return
	}
	t.keepStored(s.Relation, change)
}

// statisticsTarget is the number of SET STATISTICS.
func (t *Rules) statisticsTarget(c *pg_query.AlterTableCmd) *int {
	target := int(c.GetDef().GetInteger().GetIval())
	switch {
	case target < -1:
		t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "statistics target %d is too low", target)
	case target > mostStatistics:
		target, t.Warning = mostStatistics, fmt.Sprintf("lowering statistics target to %d", mostStatistics)
	}
	return &target
}

// checkViewOptions leaves out the options of a view, which its definition keeps. Those that say as whom a view reads its tables mean the
// session's user here.
func (t *Rules) checkViewOptions(s *pg_query.ViewStmt) {
	if s.View.GetRelpersistence() == "u" {
		t.NoteError(build.Nowhere, sqlstate.SyntaxError, "views cannot be unlogged because they do not have storage")
	}
	checked := s.WithCheckOption > pg_query.ViewCheckOption_NO_CHECK_OPTION
	s.WithCheckOption = pg_query.ViewCheckOption_NO_CHECK_OPTION
	for i, o := range s.Options {
		switch e := o.GetDefElem(); e.GetDefname() {
		case "security_barrier", "security_invoker":
			t.checkParameter(e.Defname, parse.OptionValue(e), parameter{kind: 'b'})
		case "check_option":
			checked = true
		default:
			t.NoteError(build.Nowhere, "22023", "unrecognized parameter %q", e.GetDefname())
		}
		if slices.ContainsFunc(s.Options[:i], func(other *pg_query.Node) bool { return other.GetDefElem().GetDefname() == o.GetDefElem().GetDefname() }) {
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "parameter %q specified more than once", o.GetDefElem().GetDefname())
		}
	}
	kept := t.Env.Definition != ""
	switch {
	case checked && !kept:
		t.NoteUnsupported(build.Nowhere, "WITH CHECK OPTION of this view is not supported").WithHint("A CHECK constraint of the table is checked in all ways to write it.")
	case len(s.Options) > 0 && !kept:
		t.NoteUnsupported(build.Nowhere, "the options of this view are not supported")
	}
	if checked || len(s.Options) > 0 {
		s.Options, t.Changed = nil, true
	}
}
