package planner

import (
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/limits"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// checkTypes refuses a statement whose types PostgreSQL does not put together and DuckDB does. It returns the types of the
// result's columns where it knows those of the whole statement, and completes env. The tree is the client's.
func (r *resolver) checkTypes(one parse.Statement, statement *pg_query.Node, env *rewrite.Env, text string) ([]definitions.ResultType, error) {
	if env.SQLite || r.scope.Ours || env.Rewritten || tooLarge(one.Text, one.Raw.Stmt) {
		return nil, nil
	}
	if err := r.noteAsked(one, statement, env); err != nil {
		return nil, err
	}
	if err := r.writeObjectNames(one, statement, env); err != nil {
		return nil, err
	}
	declared := len(statement.GetPrepareStmt().GetArgtypes()) > 0 || slices.ContainsFunc(r.scope.ParamTypes, func(oid uint32) bool { return oid != 0 })
	if declared && hasParamRows(statement) {
		return nil, nil // the analysis takes parameters that queries return for texts, which those of declared types are not
	}
	found, err, place := definitions.Check(statement, r.definitionSource(env.Types, env.VisiblePath()))
	if err != nil && len(statement.GetPrepareStmt().GetArgtypes()) > 0 { // parameters are of no type to the analysis
		prepared := proto.CloneOf(statement.GetPrepareStmt())
		castParameters(prepared)
		if _, err, place = definitions.Check(prepared.Query, r.definitionSource(env.Types, env.VisiblePath())); err == nil {
			return nil, nil
		}
	}
	switch {
	case env.Unsettled: // whether the types fit is known when the statements before have run
		r.doubtful = r.doubtful || err != nil
		return nil, nil
	case err == nil:
		env.Days, env.Numerics, env.Reals, env.TypesFit = found.Days, found.Numerics, found.Reals, found.Known && !hasParams(statement)
		if err := r.noteMadeCollations(statement, found.Collations, env); err != nil {
			return nil, err
		}
		if !found.Known {
			if err := r.refuseUnknownCollations(statement, env); err != nil {
				return nil, err
			}
		}
		if err := writeTyped(statement, found, env); err != nil {
			return nil, err
		}
		if err := writeBytewise(statement, found.Bytewise, env); err != nil {
			return nil, err
		}
		writeCastCalls(statement, found.CastCalls, env)
		writeFarDays(statement, found.FarDays, env)
		if err := writeCharsBeside(statement, found.Chars, env); err != nil {
			return nil, err
		}
		return found.Results, writeShownNumerics(statement, found, env, r.scales)
	}
	if place >= 0 {
		err = err.At(parse.CharacterAt(text, place))
	}
	return nil, err
}

// noteAsked has the translation know the types that calls of pg_typeof ask for.
func (r *resolver) noteAsked(one parse.Statement, statement *pg_query.Node, env *rewrite.Env) (err error) {
	if env.Unsettled || !runsAtOnce(statement) || !strings.Contains(strings.ToLower(one.Text), "pg_typeof") {
		return nil
	}
	env.AskedTypes = definitions.AskedTypes(statement, r.definitionSource(env.Types, env.VisiblePath()))
	var calls []*pg_query.FuncCall
	ofInformation, ofCatalog := false, true
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		switch n := m.(type) {
		case *pg_query.FuncCall:
			if _, name := parse.SplitName(n.Funcname); name == "pg_typeof" {
				calls = append(calls, n)
			}
		case *pg_query.RangeVar:
			ofInformation = ofInformation || n.Schemaname == "information_schema"
			ofCatalog = ofCatalog && strings.HasPrefix(n.Relname, "pg_")
		}
	})
	for _, f := range calls {
		if env.AskedTypes[f.Location] != "" || len(f.Args) != 1 {
			continue
		}
		name := trees.LastField(f.Args[0])
		kind := systemTypes[name]
		if ofCatalog && kind == "" {
			kind = parse.VectorType(name)
		}
		if kind != "" && f.Args[0].GetColumnRef() != nil {
			env.AskedTypes[f.Location] = kind
		} else if ofInformation && err == nil {
			err = sqlstate.New(sqlstate.FeatureNotSupported, "pg_typeof over the relations of information_schema is not supported")
		}
	}
	return err
}

// systemTypes are the types of system columns.
var systemTypes = map[string]string{"xmin": "xid", "xmax": "xid", "cmin": "cid", "cmax": "cid", "ctid": "tid", "tableoid": "oid"}

// describeResults gives the columns of a result the types that DuckDB does not have, and those of NULLs. said is what the text
// says of them, in which one item may stand for all columns of a table. scanned: the tables are those of scans, whose columns have
// types without modifiers.
func describeResults(said []providers.Described, types []definitions.ResultType, scanned bool) []providers.Described {
	if scanned && len(said) == 0 {
		said = make([]providers.Described, len(types))
	}
	stars := 0
	for _, d := range said {
		if d.Star {
			stars++
		}
	}
	if len(types) == 0 || stars > 1 || stars == 0 && len(said) != len(types) || len(said) > len(types)+stars {
		return said
	}
	all := make([]providers.Described, 0, len(types))
	for _, d := range said {
		if d.Star {
			all = append(all, make([]providers.Described, len(types)-len(said)+1)...)
		} else {
			all = append(all, d)
		}
	}
	for i, t := range types {
		if d := &all[i]; (d.Type == 0 || d.Type == t.Type) && !d.Row && (standsForOther[t.Type] || scanned && t.Type == pgtype.VarcharOID) {
			d.Computed, d.Analysed, d.Type, d.TypeMod = true, true, t.Type, t.Mod
		}
	}
	return all
}

// describeShown is describeResults for a result with columns at its end that the client does not see.
func describeShown(said []providers.Described, types []definitions.ResultType, scanned bool, unseen int) []providers.Described {
	own := max(len(said)-unseen, 0)
	return append(describeResults(said[:own:own], types, scanned), said[own:]...)
}

// standsForOther are the types of which values, or NULLs, are of another type in DuckDB.
var standsForOther = map[uint32]bool{
	pgtype.VarcharArrayOID: true, pgtype.BPCharArrayOID: true, pgtype.BitArrayOID: true, pgtype.BitOID: true, pgtype.VarbitOID: true, pgtype.VarcharOID: true, pgtype.BPCharOID: true,
	pgtype.TimestampOID: true, pgtype.TimestamptzOID: true, pgtype.TimeOID: true, pgtype.TimetzOID: true, pgtype.IntervalOID: true, pgtype.TextOID: true, pgtype.NumericOID: true, pgtype.Float8OID: true, pgtype.NumericArrayOID: true, pgtype.TextArrayOID: true,
}

// tooLarge reports whether a tree is not walked again and again. A short text has no such tree.
func tooLarge(text string, n *pg_query.Node) bool {
	return len(text) > limits.ShortText && limits.CheckSize(n.ProtoReflect()) != nil
}

// hasParams reports whether a statement has parameters, which are of no type to the analysis.
func hasParams(statement *pg_query.Node) (found bool) {
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		_, isParam := m.(*pg_query.ParamRef)
		found = found || isParam
	})
	return found
}

// hasParamRows reports whether a query in FROM or WITH has parameters.
func hasParamRows(statement *pg_query.Node) (found bool) {
	var visit func(m protoreflect.Message, inside bool) bool
	visit = func(m protoreflect.Message, inside bool) bool {
		switch m.Interface().(type) {
		case *pg_query.RangeSubselect, *pg_query.CommonTableExpr:
			inside = true
		case *pg_query.ParamRef:
			found = inside
		}
		return !found && parse.Children(m, func(child protoreflect.Message) bool { return visit(child, inside) })
	}
	visit(statement.ProtoReflect(), false)
	return found
}
