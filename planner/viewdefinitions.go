package planner

import (
	"errors"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// noteDefinitions has the translation know how PostgreSQL shows what the statement defines.
func (r *resolver) noteDefinitions(one parse.Statement, env *rewrite.Env) (err error) {
	if n := one.Raw.Stmt; (n.GetIndexStmt() != nil || n.GetCreateStmt() != nil || n.GetAlterTableStmt() != nil || n.GetCreateDomainStmt() != nil || n.GetAlterDomainStmt() != nil) && !env.Unsettled {
		env.ShownExpression = r.shownExpression(env.Types)
	}
	env.Definition, err = r.definitionOf(one, *env)
	return err
}

// definitionOf is what the embedded engine keeps of the query of a new view, as PostgreSQL shows it. A query that package
// definitions does not know is shown as it was written. The error is that of a view that PostgreSQL refuses. Where it is empty, the catalogs show DuckDB's text.
func (r *resolver) definitionOf(one parse.Statement, env rewrite.Env) (string, error) {
	n := one.Raw.Stmt
	if n.GetViewStmt() == nil && n.GetCreateTableAsStmt().GetObjtype() != pg_query.ObjectType_OBJECT_MATVIEW || env.Unsettled && n.GetViewStmt() == nil {
		return "", nil
	}
	list, err := parse.Statements(one.Text) // the tree may not be what was written
	if err != nil || len(list) != 1 {
		return "", err
	}
	n = list[0].Raw.Stmt
	if err := r.bindConstants(one, n, &env); err != nil {
		return "", err
	}
	query, names := n.GetViewStmt().GetQuery(), n.GetViewStmt().GetAliases()
	if s := n.GetCreateTableAsStmt(); s != nil {
		query, names = s.Query, s.GetInto().GetColNames()
	}
	check, err := checkOption(n.GetViewStmt())
	if err != nil {
		return "", err
	}
	reads, options := r.writtenReads(query), viewOptions(n.GetViewStmt(), check)
	unshown := ""
	if len(options) > 0 || len(reads.Relations)+len(reads.Types) > 0 {
		unshown = providers.ShownQuery{Check: check, Options: options, Reads: reads}.Text()
	}
	if env.Unsettled {
		return unshown, nil
	}
	found, err := definitions.View(query, parse.Strings(names), r.definitionSource(env.Types, env.VisiblePath()))
	if err == nil {
		collations, err := viewCollations(found.Collations, n.GetViewStmt() == nil)
		if err != nil {
			return "", err
		}
		return providers.ShownQuery{Full: found.Full, Pretty: found.Pretty, Check: check, Options: options, Collations: collations, Reads: found.Reads}.Text(), nil
	}
	if refused := (*sqlstate.Error)(nil); errors.As(err, &refused) {
		return "", err
	}
	if err := r.refuseCollations(query, "this view"); err != nil {
		return "", err
	}
	if len(names) > 0 || tooLarge(one.Text, query) {
		return unshown, nil //nolint:nilerr // it is shown as DuckDB keeps it
	}
	written, err := parse.Deparsed(one, query, "this view")
	if err != nil || strings.ContainsAny(written, providers.SchemaStarts+providers.SchemaEnds) {
		return unshown, nil //nolint:nilerr // it is shown as DuckDB keeps it
	}
	written = " " + written + ";"
	return providers.ShownQuery{Full: written, Pretty: written, Check: check, Options: options, Reads: reads}.Text(), nil
}

// viewOptions are the options of a new view, as pg_class.reloptions has them.
func viewOptions(s *pg_query.ViewStmt, check string) (list []string) {
	for _, o := range s.GetOptions() {
		list = append(list, o.GetDefElem().GetDefname()+"="+parse.OptionValue(o.GetDefElem()))
	}
	if s.GetWithCheckOption() > pg_query.ViewCheckOption_NO_CHECK_OPTION {
		list = append(list, "check_option="+check)
	}
	return list
}

// checkOption is the CHECK OPTION of a new view, "local" or "cascaded"; "": it has none.
func checkOption(s *pg_query.ViewStmt) (option string, err error) {
	switch s.GetWithCheckOption() {
	case pg_query.ViewCheckOption_LOCAL_CHECK_OPTION:
		option = "local"
	case pg_query.ViewCheckOption_CASCADED_CHECK_OPTION:
		option = "cascaded"
	}
	for _, o := range s.GetOptions() {
		if e := o.GetDefElem(); e.GetDefname() == "check_option" {
			if option = e.GetArg().GetString_().GetSval(); e.GetArg().GetTypeName() != nil {
				_, option = parse.SplitName(e.GetArg().GetTypeName().GetNames())
			}
			if option != "local" && option != "cascaded" {
				return "", sqlstate.New(sqlstate.InvalidParameterValue, "invalid value for enum option \"check_option\": %s", option).
					WithDetail("Valid values are \"local\" and \"cascaded\".")
			}
		}
	}
	q := s.GetQuery().GetSelectStmt()
	if option == "" || isSimple(q) && !slices.ContainsFunc(q.TargetList, isGathered) {
		return option, nil
	}
	why := "Views that do not select from a single table or view are not automatically updatable."
	if beyond := beyondSimple(q); beyond != "" {
		why = "Views containing " + beyond + " are not automatically updatable."
	}
	return "", sqlstate.New(sqlstate.FeatureNotSupported, "WITH CHECK OPTION is supported only on automatically updatable views").WithHint("%s", why)
}

// gathering are the functions whose results are of several rows, or are several rows.
var gathering = parse.WordSet(`array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp every generate_series generate_subscripts
	json_agg json_array_elements json_each json_object_agg json_object_keys jsonb_agg jsonb_array_elements jsonb_each jsonb_object_agg jsonb_object_keys max min mode
	percentile_cont percentile_disc range_agg regexp_matches regexp_split_to_table stddev stddev_pop stddev_samp string_agg string_to_table sum unnest var_pop var_samp variance xmlagg`)

// isGathered reports whether a column of a query is one of several rows, or of any number.
func isGathered(target *pg_query.Node) (found bool) {
	parse.EachMessage(target.ProtoReflect(), func(m proto.Message) {
		if f, ok := m.(*pg_query.FuncCall); ok {
			_, name := parse.SplitName(f.Funcname)
			found = found || f.Over != nil || f.AggStar || f.AggDistinct || f.AggFilter != nil || gathering[name]
		}
	})
	return found
}

// definitionSource tells package definitions what names mean.
func (r *resolver) definitionSource(types []*providers.UserType, path []string) definitions.Source {
	return definitions.Source{
		Relation: r.meantOf, Type: r.source.Catalog.Type, Types: types, Path: path,
		Users: func(name string) bool {
			return slices.ContainsFunc(r.source.Catalog.Functions("", name), func(f providers.Function) bool { return !f.Builtin })
		},
	}
}

// shownExpression shows an expression of a definition: see rewrite.Env.
func (r *resolver) shownExpression(types []*providers.UserType) func(e *pg_query.Node, at rewrite.Place) rewrite.Shown {
	return func(e *pg_query.Node, at rewrite.Place) rewrite.Shown {
		found, err := definitions.Expression(e, definitions.Place(at), r.definitionSource(types, nil))
		if err != nil {
			return rewrite.Shown{}
		}
		return rewrite.Shown{Full: found.Full, Pretty: found.Pretty, Type: found.Type, Collation: found.Collation}
	}
}
