package planner

import (
	"slices"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// verdict is what a call of a function may do.
type verdict struct {
	class  Class
	reason string
}

var readVerdict = verdict{class: Read}

// judgeFunction returns what a call of a function may do. The label in pg_proc is believed for built-in
// functions that the table of builtins.txt does not list, and for functions in C of a known
// extension. A user's function is a read if it is proven: it is in SQL or PL/pgSQL, and all that it
// runs only reads.
func (r *resolver) judgeFunction(f *providers.Function) verdict {
	r.users = r.users || !f.Builtin
	v := r.classOf(f)
	r.parsing = r.parsing || v.class != Read && slices.ContainsFunc(f.Hidden, func(h providers.Hidden) bool { return h.Constant == providers.ReadingSelf })
	return v
}

// classOf returns the class of a function, without regard to when the function runs.
func (r *resolver) classOf(f *providers.Function) verdict {
	if f.Harmless || f.Builtin && f.MaxArgs > 0 && harmlessForms[f.Name] == f.MaxArgs {
		return readVerdict
	}
	if rule, ok := builtinRule(f.Name); ok && (rule.class != Read || IsBelieved(f)) {
		return verdict(rule)
	}
	switch {
	case f.Name == "":
		return verdict{Exec, "what it calls is not known"}
	case f.Kind == 'p':
		return verdict{Exec, "it is a procedure"}
	case IsBelieved(f):
		if f.Volatility == providers.Volatile {
			return verdict{Exec, "it is volatile and not known to be harmless"}
		}
		if f.Definer && !f.Builtin {
			return verdict{Exec, "it runs with the rights of its owner"}
		}
		return readVerdict
	}
	return r.judgeUserFunction(f)
}

// harmlessForms are built-in functions, by name and number of arguments, that only read although
// the table has another form of the name.
var harmlessForms = map[string]int{"ts_rewrite": 3}

// IsBelieved reports whether the label of a function is believed: of a built-in one, and of one in
// C of a known extension. Only a superuser installs code in C, but the owner of an extension can
// add functions in other languages to it, and aggregates of such functions.
func IsBelieved(f *providers.Function) bool {
	return f.Builtin || knownExtensions[f.Extension] && f.Kind != 'a' && (f.Language == "c" || f.Language == "internal")
}

// knownExtensions are the extensions whose labels of functions in C are believed: those that come
// with PostgreSQL, whose volatile functions are in builtins.txt; PostGIS; and some that only bring
// types.
var knownExtensions = parse.WordSet(`adminpack amcheck autoinc bloom bool_plperl btree_gin btree_gist citext cube dblink dict_int dict_xsyn
	earthdistance file_fdw fuzzystrmatch hstore hstore_plperl insert_username intagg intarray isn jsonb_plperl lo ltree moddatetime
	old_snapshot pageinspect pg_buffercache pg_freespacemap pg_logicalinspect pg_overexplain pg_prewarm pg_stat_statements pg_surgery
	pg_trgm pg_visibility pg_walinspect pgcrypto pgrowlocks pgstattuple plpgsql postgres_fdw refint seg sslinfo tablefunc tcn
	tsm_system_rows tsm_system_time unaccent uuid-ossp xml2
	postgis postgis_raster postgis_sfcgal postgis_topology address_standardizer vector h3 hll ip4r prefix semver`)

// judgeUserFunction judges a function or an aggregate of users.
func (r *resolver) judgeUserFunction(f *providers.Function) verdict {
	users := "it is defined by users (" + f.Schema + ")"
	if f.Extension != "" {
		users = "it belongs to the extension " + f.Extension + ", of which only known code in C is believed"
	}
	switch {
	case f.Definer:
		return verdict{Exec, users + " and runs with the rights of its owner"}
	case f.Settings:
		return verdict{Exec, users + " and runs under settings of its own"}
	case !hasBody(f):
		return verdict{Exec, users + ", and what it runs is not known"}
	}
	if known, ok := r.judged[f.ID]; ok && f.ID != 0 {
		return known
	}
	if len(r.within) >= MaxDepth {
		return verdict{Unknown, "functions and views are nested too deeply"}
	}
	if r.judged == nil {
		r.judged = map[uint64]verdict{}
	}
	r.judged[f.ID] = readVerdict // for a recursive call
	inner := &resolver{ctx: r.ctx, shapes: r.shapes, routines: r.routines, source: r.source, scope: r.scope, judged: r.judged, signals: r.signals, seen: map[hiddenKey]bool{}, within: append(slices.Clip(r.within), f.Name), uses: r.uses}
	inner.types, inner.unknown = f.Types, f.AnyType
	inner.judgeHidden(f.Hidden, use{event: providers.Read, offset: -1})
	inner.judgeByTypes()
	found := readVerdict
	for _, e := range inner.effects {
		if found.class == Read || e.Class == Unknown && found.class != Unknown {
			found = verdict{Exec, users + ": " + describeEffect(e)}
			if e.Class == Unknown && (f.Language != "plpgsql" || setsPrincipal(e)) {
				found.class = Unknown
			}
		}
	}
	r.judged[f.ID] = found
	return found
}

// hasBody reports whether the code of a user's function is known: a body in SQL or PL/pgSQL, or the
// functions of an aggregate.
func hasBody(f *providers.Function) bool {
	switch {
	case f.Kind == 'a' || f.Kind == 'f' && f.Language == "sql":
		return len(f.Hidden) > 0
	case f.Kind == 'f' && f.Language == "plpgsql":
		return slices.ContainsFunc(f.Hidden, func(h providers.Hidden) bool { return h.PLpgSQL != "" })
	}
	return false
}

// describeEffect describes an effect in a few words.
func describeEffect(e Effect) string {
	if e.Reason == "" {
		return e.Text()
	}
	return e.Text() + " (" + e.Reason + ")"
}

// judgeCandidates judges all functions that a name can mean.
func (r *resolver) judgeCandidates(candidates []providers.Function) verdict {
	found := readVerdict
	for i := range candidates {
		r.types = append(r.types, candidates[i].Types...)
		if v := r.judgeFunction(&candidates[i]); v.class == Unknown || v.class > found.class && found.class != Unknown {
			found = v
		}
	}
	return found
}

// FittingArgs returns the candidates that take so many arguments; the source does not consider others.
// If none fits, the source will report it, and all count.
func FittingArgs(candidates []providers.Function, args int) []providers.Function {
	if args < 0 {
		return candidates
	}
	fit := candidates[:0:0]
	for _, f := range candidates {
		if args >= f.MinArgs && (f.MaxArgs < 0 || args <= f.MaxArgs) {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 {
		return candidates
	}
	return fit
}

func withReason(reason, names string) map[string]string {
	m := map[string]string{}
	for w := range parse.WordSet(names) {
		m[w] = reason
	}
	return m
}
