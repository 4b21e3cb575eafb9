package planner

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/limits"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// A numeric that is read from a text, and one that is chosen among several, has the digits of that text or of that value in PostgreSQL.
// A decimal of the embedded engine's has those of its type. Where a statement makes a text, JSON, a row or an array of such a numeric,
// it is computed with numerics of any width, which keep their digits.

// shownNumerics writes such numerics of a statement.
type shownNumerics struct {
	digits  map[*pg_query.Node]definitions.Digits
	shown   []*pg_query.Node                        // the numerics that are to be written, and
	texts   map[*pg_query.Node]bool                 // those of them that become texts
	blocked map[*pg_query.Node]*pg_query.SelectStmt // numerics that a query groups by, and what is computed with them
	// scaled are numerics of the result by what says how many digits they have.
	scaled map[*pg_query.Node]*pg_query.Node
	// passed are the companions of columns, grouping is the query that groups whose select list is looked at, nil: none. recursive: the
	// statement has recursive queries.
	passed    *passedScales
	grouping  *grouping
	recursive bool
	// uncovered: a numeric is shown whose digits are not known.
	uncovered bool
	// kept says that the statement may read the companions of columns (package scalecolumns), merged are the columns that joins merge, and
	// withheld those that a query groups by, or that stand beside what it groups by.
	kept     bool
	merged   map[string]bool
	withheld map[*pg_query.Node]bool
	// holders are the values with numerics in them, written those numerics and holders that have been written, and grouped those that a query
	// may group by.
	holders          map[*pg_query.Node]definitions.Holder
	written, grouped map[*pg_query.Node]bool
	firsts           map[*pg_query.Node]bool // the ranges of which the first of a group is shown
	// given are the numerics of the result that the source shows with companions: see keptScales.
	given map[*pg_query.Node]bool
	// defines says that the statement makes a view or a table by a query, stores that it is a table, divides that it is a change which may be
	// divided into steps. placed: the tree was written anew already.
	defines, stores, divides, placed bool
}

// writeShownNumerics writes the numerics that a statement shows within other values.
func writeShownNumerics(statement *pg_query.Node, found definitions.Checked, env *rewrite.Env, scales *keptScales) error {
	defined, defines := definitionIn(statement)
	if !runsAtOnce(statement) && !defines {
		return nil
	}
	w := shownNumerics{
		digits: found.Digits, passed: &passedScales{Passing: found.Passing, names: map[passedKey]string{}}, texts: map[*pg_query.Node]bool{}, blocked: map[*pg_query.Node]*pg_query.SelectStmt{}, scaled: map[*pg_query.Node]*pg_query.Node{},
		holders: found.Holders, written: map[*pg_query.Node]bool{}, grouped: map[*pg_query.Node]bool{}, firsts: map[*pg_query.Node]bool{},
		defines: defines,
	}
	if defines { // what is kept may be compared
		w.holders = nil
	}
	w.readScales(statement, scales)
	env.Placed = env.Placed || w.placed
	if !w.anyComputed() && !found.Passing.Stars && !defines && !w.anyHolder() && statement.GetSelectStmt().GetLarg() == nil {
		return nil
	}
	w.block(statement)
	w.noteGrouped(statement)
	for n, d := range w.digits {
		if d.Assigned {
			w.show(n, true)
		}
	}
	parse.EachMessage(statement.ProtoReflect(), w.noteShown)
	if defines {
		w.keepDefined(defined, scales)
	} else {
		w.showGrouped(statement)
		w.showResult(statement)
		w.scaleRanges(statement)
	}
	exact := w.exactNodes()
	w.loosenScales()
	env.Placed = w.appendElements(statement, exact) || env.Placed
	if len(exact) == 0 && !defines && !scales.hasScales() {
		return nil
	}
	env.Placed = env.Placed || len(exact)+len(w.passed.added) > 0
	if len(exact) > 0 {
		nameTargets(statement, isNodeOf(exact))
	}
	w.writePassed()
	return w.writeExact(statement, exact)
}

// exactNodes are the shown numerics that can be written with all their digits.
func (w *shownNumerics) exactNodes() map[*pg_query.Node]bool {
	exact := map[*pg_query.Node]bool{}
	for n := range w.scaled {
		exact[n] = true
	}
	for _, n := range w.shown {
		if _, ok := w.exact(n); ok {
			exact[n] = true
		} else if w.digits[n].Passes() {
			w.uncovered = true
		}
	}
	return exact
}

// writeExact writes numerics with all their digits.
func (w *shownNumerics) writeExact(statement *pg_query.Node, exact map[*pg_query.Node]bool) error {
	before := proto.Size(statement) / limits.BytesPerCharacter
	for _, n := range slices.Backward(nodesOf(statement, exact)) { // the inner ones first: an outer one may be written with copies of them
		by, ok := w.exact(n)
		if scale := w.scaled[n]; scale != nil {
			by, ok = build.Call("pg__shown_scaled", &pg_query.Node{Node: n.Node}, build.Cast(scale, build.PlainType("int4"))), true
		}
		if !ok {
			continue
		}
		if w.texts[n] {
			by = w.textOfWide(n, by)
		}
		if err := limits.CheckGrowth(before, proto.Size(by)/limits.BytesPerCharacter); err != nil { // a copy has copies in it
			return err
		}
		if w.firsts[n] {
			by = build.Call(firstOfGroup, by)
		}
		n.Node, w.written[n] = by.Node, true
	}
	return nil
}

// nodesOf lists the nodes of a set as they stand in a statement, the outer ones before those in them.
func nodesOf(statement *pg_query.Node, set map[*pg_query.Node]bool) (list []*pg_query.Node) {
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		if n, ok := m.(*pg_query.Node); ok && set[n] {
			list = append(list, n)
		}
	})
	return list
}

func (w *shownNumerics) anyComputed() bool {
	for _, d := range w.digits {
		if d.Written() || d.Plain || d.Lost || providers.IsUnscaled(d.Scale) {
			return true
		}
	}
	return false
}

var (
	// textsOf are functions that make a text of any value, and ofText the types of texts.
	textsOf = parse.WordSet(`concat concat_ws format quote_literal quote_nullable`)
	ofText  = parse.WordSet(`text varchar bpchar name`)
	// valuesOf are those that keep any value in another one, or tell its digits.
	valuesOf = parse.WordSet(`to_json to_jsonb json_build_object jsonb_build_object json_build_array jsonb_build_array json_agg jsonb_agg json_object_agg
		jsonb_object_agg row_to_json array_to_json scale min_scale`)
)

// noteShown notes the numerics that a part of a statement shows.
func (w *shownNumerics) noteShown(m proto.Message) {
	switch m := m.(type) {
	case *pg_query.TypeCast:
		if _, name := parse.SplitName(m.TypeName.GetNames()); ofText[name] && len(m.TypeName.GetArrayBounds()) == 0 {
			w.show(m.Arg, true)
		} else if ofText[name] {
			w.showTexts(m.Arg)
		}
	case *pg_query.A_Expr:
		if _, op := parse.SplitName(m.Name); op == "||" && m.Kind == pg_query.A_Expr_Kind_AEXPR_OP && m.Lexpr != nil {
			for _, n := range []*pg_query.Node{m.Lexpr, m.Rexpr} {
				if _, is := w.digits[n]; is {
					w.show(n, true)
				} else if w.isRange(n) {
					w.showHolder(n)
				}
			}
		}
	case *pg_query.FuncCall:
		_, name := parse.SplitName(m.Funcname)
		if name == "array_to_string" {
			w.showJoined(m.Args)
			return
		}
		if !textsOf[name] && !valuesOf[name] || m.AggDistinct {
			return
		}
		for _, n := range m.Args {
			if d := w.digits[n]; strings.Contains(name, "json") && (d.Quotient && !d.Passes() || w.isUnscaled(n)) {
				w.shown = append(w.shown, n)
				continue
			}
			w.show(n, textsOf[name])
		}
	}
}

// showJoined notes the numerics of an array that a text is made of.
func (w *shownNumerics) showJoined(args []*pg_query.Node) {
	if len(args) == 0 {
		return
	}
	list := args[0].GetAArrayExpr().GetElements()
	if f := args[0].GetFuncCall(); f != nil && !f.AggDistinct {
		if _, name := parse.SplitName(f.Funcname); name == "array_agg" {
			list = f.Args
		}
	}
	if !slices.ContainsFunc(list, w.isComputed) {
		w.showTexts(args[0])
		return
	}
	for _, n := range list {
		w.shown = append(w.shown, n)
		w.texts[n] = true
	}
}

// show notes a numeric, and those that a row or an array consists of.
func (w *shownNumerics) show(n *pg_query.Node, asText bool) {
	if w.showHolder(n) {
		return
	}
	parts := append(n.GetRowExpr().GetArgs(), n.GetAArrayExpr().GetElements()...)
	computed := w.isComputed(n)
	if n.GetAArrayExpr() != nil && w.differ(parts) {
		computed = true
	}
	for _, part := range parts {
		if w.isComputed(part) || n.GetAArrayExpr() != nil && part.GetRowExpr() != nil || n.GetRowExpr() != nil && w.isOwnHolder(part) {
			computed = true
		}
	}
	if of := arrayQuery(n); of != nil {
		n, asText, computed = of, false, w.isComputed(of)
	}
	switch {
	case asText && w.showUnscaled(n):
	case !computed || w.texts[n]:
		w.uncovered = w.uncovered || !computed && w.digits[n].Lost
	case len(parts) == 0:
		w.shown = append(w.shown, n)
		w.texts[n] = asText
	case n.GetAArrayExpr() != nil:
		for _, part := range parts {
			if part.GetRowExpr() != nil {
				w.show(part, false)
			} else {
				w.shown = append(w.shown, part)
			}
		}
	default:
		for _, part := range parts {
			w.show(part, false)
		}
	}
}

// arrayQuery returns the value that the elements of ARRAY(SELECT …) are, or nil.
func arrayQuery(n *pg_query.Node) *pg_query.Node {
	s := n.GetSubLink().GetSubselect().GetSelectStmt()
	if s == nil || n.GetSubLink().SubLinkType != pg_query.SubLinkType_ARRAY_SUBLINK || len(s.TargetList) != 1 || s.Larg != nil || len(s.DistinctClause)+len(s.GroupClause) > 0 {
		return nil
	}
	return s.TargetList[0].GetResTarget().GetVal()
}

// differ reports whether the elements of an array have other digits than those of columns without a scale among them.
func (w *shownNumerics) differ(elements []*pg_query.Node) bool {
	var list []definitions.Digits
	for _, n := range elements {
		d, known := w.digits[n]
		if s, constant := trees.Number(n); constant {
			_, fraction, _ := strings.Cut(s, ".")
			d, known = definitions.Digits{Scale: len(fraction)}, true
		}
		if !known {
			return false
		}
		list = append(list, d)
	}
	return definitions.Differ(list)
}

// isComputed reports whether an expression is a numeric that numerics of any width can be computed for.
func (w *shownNumerics) isComputed(n *pg_query.Node) bool {
	d, known := w.digits[n]
	if value := valueOfQuery(n); known && d.Lost && value != nil {
		return w.isComputed(value)
	}
	if d.Kept {
		_, ok := w.exactKept(n)
		return ok
	}
	if known && (d.Lost || w.blocked[n] != nil && d.Written()) {
		_, ok := w.exact(n)
		return ok
	}
	return known && d.Written() && !d.Lost && w.blocked[n] == nil
}
