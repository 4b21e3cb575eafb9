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

var reads = verdict{class: Read}

// judge says what a call of one function may do. Postgres's built-in functions
// are believed by their label in pg_proc but for those in the table of
// builtins.txt, and so are those in C of a known extension. A user's function
// reads if it is proven: in SQL or PL/pgSQL, and all that it runs only reads.
func (r *resolver) judge(f *providers.Function) verdict {
	r.users = r.users || !f.Builtin
	v := r.call(f)
	r.parsing = r.parsing || v.class != Read && slices.ContainsFunc(f.Hidden, func(h providers.Hidden) bool { return h.Constant == providers.ReadingSelf })
	return v
}

func (r *resolver) call(f *providers.Function) verdict {
	if f.Harmless || f.Builtin && f.MaxArgs > 0 && harmlessForms[f.Name] == f.MaxArgs {
		return reads
	}
	if rule, ok := builtinRule(f.Name); ok && (rule.class != Read || isBelieved(f)) {
		return verdict(rule)
	}
	switch {
	case f.Name == "":
		return verdict{Exec, "what it calls is not known"}
	case f.Kind == 'p':
		return verdict{Exec, "it is a procedure"}
	case isBelieved(f):
		if f.Volatility == providers.Volatile {
			return verdict{Exec, "it is volatile and not known to be harmless"}
		}
		if f.Definer && !f.Builtin {
			return verdict{Exec, "it runs with the rights of its owner"}
		}
		return reads
	}
	return r.judgeUsers(f)
}

// harmlessForms are forms of built-in functions, by the number of arguments,
// that only read, while the table is about another form of that name.
var harmlessForms = map[string]int{"ts_rewrite": 3}

// isBelieved reports whether the label of a function holds: that of a built-in one,
// and of one in C of a known extension. Only a superuser installs code in C, but
// whoever owns an extension can add functions in other languages to it, and
// aggregates, which are made of such.
func isBelieved(f *providers.Function) bool {
	return f.Builtin || knownExtensions[f.Extension] && f.Kind != 'a' && (f.Language == "c" || f.Language == "internal")
}

// knownExtensions are those whose authors' labels of functions in C are believed:
// the ones that come with PostgreSQL, whose volatile functions builtins.txt has,
// PostGIS, and some that only bring types.
var knownExtensions = parse.WordSet(`adminpack amcheck autoinc bloom bool_plperl btree_gin btree_gist citext cube dblink dict_int dict_xsyn
	earthdistance file_fdw fuzzystrmatch hstore hstore_plperl insert_username intagg intarray isn jsonb_plperl lo ltree moddatetime
	old_snapshot pageinspect pg_buffercache pg_freespacemap pg_logicalinspect pg_overexplain pg_prewarm pg_stat_statements pg_surgery
	pg_trgm pg_visibility pg_walinspect pgcrypto pgrowlocks pgstattuple plpgsql postgres_fdw refint seg sslinfo tablefunc tcn
	tsm_system_rows tsm_system_time unaccent uuid-ossp xml2
	postgis postgis_raster postgis_sfcgal postgis_topology address_standardizer vector h3 hll ip4r prefix semver`)

// judgeUsers judges a function or an aggregate that users defined.
func (r *resolver) judgeUsers(f *providers.Function) verdict {
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
	if len(r.within) >= maxDepth {
		return verdict{Unknown, "functions and views are nested too deeply"}
	}
	if r.judged == nil {
		r.judged = map[uint64]verdict{}
	}
	r.judged[f.ID] = reads // for what calls itself
	inner := &resolver{ctx: r.ctx, shapes: r.shapes, routines: r.routines, source: r.source, scope: r.scope, judged: r.judged, seen: map[unseen]bool{}, within: append(slices.Clip(r.within), f.Name)}
	inner.types, inner.unknown = f.Types, f.AnyType
	inner.hidden(f.Hidden, use{event: providers.Read, offset: -1})
	inner.settle()
	found := reads
	for _, e := range inner.effects {
		if found.class == Read || e.Class == Unknown && found.class != Unknown {
			found = verdict{Exec, users + ": " + because(e)}
			if e.Class == Unknown && f.Language != "plpgsql" {
				found.class = Unknown
			}
		}
	}
	r.judged[f.ID] = found
	return found
}

// hasBody reports whether it is known what a user's function runs: the body of one
// in SQL or PL/pgSQL, or the functions that an aggregate is made of.
func hasBody(f *providers.Function) bool {
	switch {
	case f.Kind == 'a' || f.Kind == 'f' && f.Language == "sql":
		return len(f.Hidden) > 0
	case f.Kind == 'f' && f.Language == "plpgsql":
		return slices.ContainsFunc(f.Hidden, func(h providers.Hidden) bool { return h.PLpgSQL != "" })
	}
	return false
}

// because is an effect in a few words.
func because(e Effect) string {
	if e.Reason == "" {
		return e.Text()
	}
	return e.Text() + " (" + e.Reason + ")"
}

// worst judges all functions that a name can mean.
func (r *resolver) worst(candidates []providers.Function) verdict {
	found := reads
	for i := range candidates {
		r.types = append(r.types, candidates[i].Types...)
		if v := r.judge(&candidates[i]); v.class == Unknown || v.class > found.class && found.class != Unknown {
			found = v
		}
	}
	return found
}

// fitting are the candidates that take so many arguments: the others the source
// does not consider. Where none does the source will say so; until then all count.
func fitting(candidates []providers.Function, args int) []providers.Function {
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

func reasons(reason, names string) map[string]string {
	m := map[string]string{}
	for w := range parse.WordSet(names) {
		m[w] = reason
	}
	return m
}
