package statements

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Columns with a sequence of their own: serial and identity. DuckDB has the sequence and the default,
// and one statement for each.

// serials are the types that mean an integer with a sequence, with the type of that.
var serials = map[string]string{
	"smallserial": "int2", "serial2": "int2", "serial": "int4", "serial4": "int4", "bigserial": "int8", "serial8": "int8",
}

// narrow are the integers that have fewer values than DuckDB's sequences.
var narrow = map[string]struct{ least, most int64 }{
	"int2": {math.MinInt16, math.MaxInt16}, "int4": {math.MinInt32, math.MaxInt32},
}

// columnDefinition handles a column of CREATE TABLE, or of ADD COLUMN.
func (t *Rules) columnDefinition(table *pg_query.RangeVar, column *pg_query.ColumnDef) {
	schema, name := parse.SplitName(column.GetTypeName().GetNames())
	if integer, ok := serials[name]; ok && schema == "" {
		if len(column.TypeName.ArrayBounds) > 0 {
			t.NoteError(column.TypeName.Location, sqlstate.FeatureNotSupported, "array of serial is not implemented")
			return
		}
		most := ""
		if bounds, is := narrow[integer]; is {
			most = " MAXVALUE " + strconv.FormatInt(bounds.most, 10)
		}
		column.TypeName.Names = build.Names("pg_catalog", integer)
		t.ownSequence(table, column, t.freeSequence(table, column.Colname), most, map[string]any{})
	}
	t.columnCollation(column, name)
	t.refuseColumn(column, schema, name)
	t.users.DefineColumn(table, column)
	t.holdUser(column)
	limit, _ := writes.LimitOf(&t.Translation, column.GetTypeName())
	writes.LimitColumn(&t.Translation, column)
	kept := column.Constraints[:0]
	for _, c := range column.Constraints {
		k := c.GetConstraint()
		if limit.Bits && limit.Array && k.GetContype() == pg_query.ConstrType_CONSTR_DEFAULT {
			t.checkElements(limit, k.RawExpr)
		}
		if s, ok := parse.TextConstant(k.GetRawExpr()); ok && k.GetContype() == pg_query.ConstrType_CONSTR_DEFAULT && len(column.GetTypeName().GetArrayBounds()) > 0 {
			t.ReplaceNode(k.RawExpr, constants.Array(s, &pg_query.TypeName{Names: column.TypeName.Names, Typmods: column.TypeName.Typmods, Typemod: -1, Location: build.Nowhere}))
		}
		if k.GetContype() == pg_query.ConstrType_CONSTR_DEFAULT && len(column.GetTypeName().GetArrayBounds()) == 0 {
			k.RawExpr = t.typeDefault(k.RawExpr, name)
		}
		if k.GetContype() == pg_query.ConstrType_CONSTR_IDENTITY {
			t.identity(table, column, k)
			continue
		}
		t.refuseTiming(k)
		kept = append(kept, c)
	}
	column.Constraints = kept
	writes.PreciseColumn(&t.Translation, column)
	if t.generated[column] != nil {
		column.Constraints = append(column.Constraints, t.generated[column]...)
		if !trees.HasConstraint(kept, pg_query.ConstrType_CONSTR_NOTNULL) && !trees.HasConstraint(kept, pg_query.ConstrType_CONSTR_PRIMARY) {
			column.Constraints = append(column.Constraints, build.Constraint(&pg_query.Constraint{Contype: pg_query.ConstrType_CONSTR_NOTNULL}))
		}
	}
}

// holdUser holds a default that is the user of the session, or a setting, to the length of the column.
func (t *Rules) holdUser(column *pg_query.ColumnDef) {
	for _, n := range column.Constraints {
		k := n.GetConstraint()
		if k.GetContype() != pg_query.ConstrType_CONSTR_DEFAULT || !emulation.IsAsked(k.RawExpr) {
			continue
		}
		if limit, limited := writes.LimitOf(&t.Translation, column.GetTypeName()); limited {
			k.RawExpr = writes.Hold(limit, k.RawExpr)
		}
	}
}

// refuseColumn refuses what DuckDB does not have of a column.
func (t *Rules) refuseColumn(column *pg_query.ColumnDef, schema, name string) {
	_, looksUp := emulation.Lookups[name]
	switch {
	case column.GetCompression() != "":
		t.NoteUnsupported(column.Location, "COMPRESSION of a column is not supported")
	case looksUp && (schema == "" || schema == "pg_catalog"):
		t.NoteUnsupported(column.GetTypeName().GetLocation(), "a column of type %s is not supported", name)
	}
}

// misplacedTiming are the clauses that say when a constraint is checked, where they stand behind none that can be deferred.
var misplacedTiming = map[pg_query.ConstrType]string{
	pg_query.ConstrType_CONSTR_ATTR_DEFERRABLE: "DEFERRABLE", pg_query.ConstrType_CONSTR_ATTR_NOT_DEFERRABLE: "NOT DEFERRABLE",
	pg_query.ConstrType_CONSTR_ATTR_DEFERRED: "INITIALLY DEFERRED", pg_query.ConstrType_CONSTR_ATTR_IMMEDIATE: "INITIALLY IMMEDIATE",
}

// refuseTiming refuses to defer a constraint that is not deferred here: the foreign keys, and the keys that are, are kept before.
func (t *Rules) refuseTiming(k *pg_query.Constraint) {
	if clause := misplacedTiming[k.GetContype()]; clause != "" {
		t.NoteError(build.Nowhere, "42601", "misplaced %s clause", clause)
	}
	if k.GetContype() != pg_query.ConstrType_CONSTR_FOREIGN && (k.GetInitdeferred() || k.GetDeferrable()) {
		t.NoteUnsupported(k.GetLocation(), "DEFERRABLE of this constraint is not supported")
	}
}

// columnCollation drops a collation that equals DuckDB's order.
func (t *Rules) columnCollation(column *pg_query.ColumnDef, kind string) {
	c := column.CollClause
	if c == nil {
		return
	}
	if f := inference.Families[kind]; f != 0 && f != 'S' {
		t.NoteError(c.Location, "42804", "collations are not supported by type %s", inference.Spelled(kind))
	}
	if inference.KnowsCollation(&t.Translation, c) {
		column.CollClause, t.Changed = nil, true
	}
}

// checkKeysOf refuses a table with two primary keys.
func (t *Rules) checkKeysOf(s *pg_query.CreateStmt) {
	keys := 0
	for _, e := range s.TableElts {
		if trees.HasConstraint(append([]*pg_query.Node{e}, e.GetColumnDef().GetConstraints()...), pg_query.ConstrType_CONSTR_PRIMARY) {
			keys++
		}
	}
	if keys > 1 {
		t.NoteError(build.Nowhere, "42P16", "multiple primary keys for table %q are not allowed", s.Relation.GetRelname())
	}
}

// freeSequence is the name that Postgres gives to the sequence of a column: one that no relation has.
func (t *Rules) freeSequence(table *pg_query.RangeVar, column string) string {
	return t.freeName(t.newSchema(table), table.GetRelname(), column, "seq")
}

// generatedName is the name that Postgres gives to what belongs to a column: the names are cut so that it has no more than
// 63 bytes.
func generatedName(table, column, suffix string) string {
	for len(table)+len(column)+len(suffix)+2 > lexical.MaxName {
		if len(table) > len(column) {
			table = table[:len(table)-1]
		} else {
			column = column[:len(column)-1]
		}
	}
	if column == "" {
		return table + "_" + suffix
	}
	return table + "_" + column + "_" + suffix
}

// ownSequence makes a sequence and lets a column take its values from that. The default names the sequence with its schema: DuckDB
// looks for it in the search path where DEFAULT is written among values, and for a temporary one as it is.
func (t *Rules) ownSequence(table *pg_query.RangeVar, column *pg_query.ColumnDef, sequence, options string, kept map[string]any) {
	t.refuseShadow(sequence, table.GetRelpersistence() == "t")
	kept["owned"], kept["table"], kept["column"] = true, table.GetRelname(), column.Colname
	temporary, path := "", lexical.Quote(sequence)
	switch {
	case table.GetRelpersistence() == "t":
		temporary = "TEMPORARY "
	case table.GetSchemaname() != "":
		path = lexical.Quote(table.Schemaname) + "." + path
	}
	t.Before = append(t.Before, "CREATE "+temporary+"SEQUENCE "+path+options, keepOfSequence(path, kept))
	if t.generated == nil {
		t.generated = map[*pg_query.ColumnDef][]*pg_query.Node{}
	}
	named := lexical.QuoteIfNeeded(t.newSchema(table)) + "." + lexical.QuoteIfNeeded(sequence)
	next := build.Call("nextval", build.Text(named))
	if table.GetRelpersistence() == "t" {
		next = build.Call("nextval", build.Text(lexical.QuoteIfNeeded(sequence)))
	}
	if t.draws.own == nil {
		t.draws.own = map[*pg_query.FuncCall]string{}
	}
	t.draws.own[next.GetFuncCall()] = named
	t.generated[column] = []*pg_query.Node{build.Constraint(&pg_query.Constraint{Contype: pg_query.ConstrType_CONSTR_DEFAULT, RawExpr: next})}
	t.Changed = true
}

// keepOfSequence has the comment of a new sequence keep what DuckDB does not.
func keepOfSequence(path string, kept map[string]any) string {
	text, err := json.Marshal(kept)
	if err != nil { // texts and truth values
		return ""
	}
	return "COMMENT ON SEQUENCE " + path + " IS " + lexical.QuoteText(providers.KeptPrefix+string(text))
}

// refuseShadow refuses a sequence that hides another one, or that another one hides: one is temporary. DuckDB would draw from
// the temporary one for the defaults of both.
func (t *Rules) refuseShadow(sequence string, temporary bool) {
	if t.Env.Sequence == nil {
		return
	}
	if in, _, ok := t.Env.Sequence("", sequence); ok && (in == "temp") != temporary {
		t.NoteUnsupported(build.Nowhere, "a temporary sequence beside another one of its name, %q, is not supported", sequence)
	}
}

// identity makes the sequence of an identity column, with its options.
func (t *Rules) identity(table *pg_query.RangeVar, column *pg_query.ColumnDef, k *pg_query.Constraint) {
	name, options, kept := t.freeSequence(table, column.Colname), "", map[string]any{}
	incrementFirst(k.Options)
	for _, o := range k.Options {
		if o.GetDefElem().GetDefname() == "sequence_name" {
			_, name = parse.SplitName(o.GetDefElem().GetArg().GetList().GetItems())
			continue
		}
		switch e := o.GetDefElem(); {
		case (e.GetDefname() == "maxvalue" || e.GetDefname() == "minvalue") && e.GetArg() == nil: // that of its type
			continue
		case e.GetDefname() == "cache" && numberText(e.GetArg()) != "1":
			kept["cache"] = numberText(e.GetArg())
		}
		options += t.sequenceOption(o.GetDefElem())
	}
	_, kind := parse.SplitName(column.GetTypeName().GetNames())
	t.checkBounds(kind, givenNumbers(k.Options))
	descends := strings.HasPrefix(options, " INCREMENT -")
	if strings.Contains(options, "MINVALUE") || strings.Contains(options, "MAXVALUE") { // its bounds do not tell its type
		kept["type"] = inference.Spelled(kind)
	}
	switch bounds, is := narrow[kind]; {
	case !is:
	case descends && !strings.Contains(options, "MINVALUE"):
		options += " MINVALUE " + strconv.FormatInt(bounds.least, 10)
	case !descends && !strings.Contains(options, "MAXVALUE"):
		options += " MAXVALUE " + strconv.FormatInt(bounds.most, 10)
	}
	t.ownSequence(table, column, name, options, kept)
	writes.MarkIdentity(&t.Translation, t.generated[column][0].GetConstraint(), k.GeneratedWhen)
}

// sequenceOption spells an option of a sequence as DuckDB does. It returns "" for an option that DuckDB need not know.
func (t *Rules) sequenceOption(o *pg_query.DefElem) string {
	value := numberText(o.GetArg())
	switch o.GetDefname() {
	case "start":
		return " START " + value
	case "increment":
		return " INCREMENT " + value
	case "minvalue", "maxvalue":
		if o.GetArg() == nil {
			return " NO " + strings.ToUpper(o.Defname)
		}
		return " " + strings.ToUpper(o.Defname) + " " + value
	case "cycle":
		if o.GetArg().GetBoolean().GetBoolval() {
			return " CYCLE"
		}
	case "cache", "as", "owned_by", "logged":
	default:
		t.NoteUnsupported(o.Location, "the option %s of a sequence is not supported", strings.ToUpper(o.Defname))
	}
	return ""
}

func numberText(n *pg_query.Node) string {
	if f := n.GetFloat(); f != nil {
		return f.Fval
	}
	if i := n.GetInteger(); i != nil {
		return strconv.Itoa(int(i.Ival))
	}
	return "0"
}

// givenNumbers are the numbers that options of a sequence give.
func givenNumbers(options []*pg_query.Node) map[string]string {
	given := map[string]string{}
	for _, o := range options {
		if o.GetDefElem().GetArg() != nil {
			given[o.GetDefElem().GetDefname()] = numberText(o.GetDefElem().GetArg())
		}
	}
	return given
}

// createSequence leaves out options that DuckDB does not have, and bounds a sequence by its type.
func (t *Rules) createSequence(s *pg_query.CreateSeqStmt) {
	if s.Sequence.GetRelpersistence() == "u" {
		t.NoteUnsupported(build.Nowhere, "CREATE UNLOGGED SEQUENCE is not supported")
	}
	emulation.RefuseTarget(&t.Translation, s.Sequence)
	t.refuseShadow(s.Sequence.GetRelname(), s.Sequence.GetRelpersistence() == "t")
	given := givenNumbers(s.Options)
	kind := ""
	kept := s.Options[:0]
	for _, o := range s.Options {
		e := o.GetDefElem()
		switch e.GetDefname() {
		case "as":
			kind = t.checkSequenceType(e)
			t.Changed = true
			continue
		case "owned_by":
			defer t.ownedBy(s.Sequence, o)
			continue
		case "cache":
			t.Changed = true
			continue
		case "maxvalue", "minvalue":
			if e.GetArg() == nil { // that of its type
				t.Changed = true
				continue
			}
		}
		kept = append(kept, o)
	}
	// DuckDB takes bounds back that stand in front of INCREMENT
	if len(kept) > 1 && given["increment"] != "" {
		incrementFirst(kept)
		t.Changed = true
	}
	noted := map[string]any{}
	if cache := given["cache"]; cache != "" && cache != "1" {
		noted["cache"] = cache
	}
	if strings.HasSuffix(s.Sequence.GetRelname(), "_seq") { // its name would tell an owner
		noted["owned"] = false
	}
	defer func() {
		if len(noted) > 0 {
			t.After, t.Changed = append(t.After, keepOfSequence(lexical.QuoteRelation(s.Sequence), noted)), true
		}
	}()
	s.Options = kept
	bounds, is := narrow[kind]
	if !is {
		return
	}
	t.checkBounds(kind, given)
	bound, last := "maxvalue", bounds.most
	if strings.HasPrefix(given["increment"], "-") { // it counts from -1 to the least value of its type
		bound, last = "minvalue", bounds.least
	}
	if given[bound] == "" {
		number := &pg_query.Node{Node: &pg_query.Node_Float{Float: &pg_query.Float{Fval: strconv.FormatInt(last, 10)}}}
		s.Options = append(s.Options, pg_query.MakeSimpleDefElemNode(bound, number, build.Nowhere))
	} else { // its bounds do not tell its type
		noted["owned"], noted["type"] = false, inference.Spelled(kind)
	}
}

// ownedBy has the source note the owner of a new sequence.
func (t *Rules) ownedBy(sequence *pg_query.RangeVar, option *pg_query.Node) {
	altered := &pg_query.AlterSeqStmt{Sequence: &pg_query.RangeVar{Schemaname: sequence.Schemaname, Relname: sequence.Relname, Inh: true, Relpersistence: "p"}, Options: []*pg_query.Node{option}}
	if words := parse.Strings(option.GetDefElem().GetArg().GetList().GetItems()); len(words) > 1 {
		t.After = append(t.After, t.DeparseStatement(&pg_query.Node{Node: &pg_query.Node_AlterSeqStmt{AlterSeqStmt: altered}}))
	}
	t.Changed = true
}

// incrementFirst puts INCREMENT in front of the other options of a sequence.
func incrementFirst(options []*pg_query.Node) {
	if i := slices.IndexFunc(options, func(o *pg_query.Node) bool { return o.GetDefElem().GetDefname() == "increment" }); i > 0 {
		first := options[i]
		copy(options[1:i+1], options[:i])
		options[0] = first
	}
}

// alterSequence leaves the options to the source.
func (t *Rules) alterSequence(s *pg_query.AlterSeqStmt) {
	emulation.RefuseTarget(&t.Translation, s.Sequence)
	for _, o := range s.Options {
		if o.GetDefElem().GetDefname() == "as" {
			t.checkSequenceType(o.GetDefElem())
		}
	}
}

// checkSequenceType refuses a sequence of another type than an integer's, and returns the type.
func (t *Rules) checkSequenceType(e *pg_query.DefElem) string {
	_, kind := parse.SplitName(e.GetArg().GetTypeName().GetNames())
	if kind != "int2" && kind != "int4" && kind != "int8" {
		t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "sequence type must be smallint, integer, or bigint")
	}
	return kind
}

// checkBounds refuses bounds of a sequence that its type, int2 or int4, does not have.
func (t *Rules) checkBounds(kind string, given map[string]string) {
	bounds, is := narrow[kind]
	if !is {
		return
	}
	for _, bound := range []string{"maxvalue", "minvalue"} {
		if n, err := strconv.ParseInt(given[bound], 10, 64); err == nil && (n < bounds.least || n > bounds.most) {
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "%s (%d) is out of range for sequence data type %s", strings.ToUpper(bound), n, inference.Spelled(kind))
			return
		}
	}
}

// NoSetval refuses setval elsewhere than takeSetval takes it: DuckDB's sequences only count on.
func (t *Rules) NoSetval(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	t.NoteUnsupported(f.Location, "function setval is not supported here").
		WithHint("It is where a SELECT returns calls of it alone: SELECT setval('s', 1).")
	return true
}

// takeSetval turns SELECT setval('s', v) into SELECT 's', v, true, for each call: the source sets the sequence by each row.
func (t *Rules) takeSetval(s *pg_query.SelectStmt) {
	if s.Op != pg_query.SetOperation_SETOP_NONE || len(s.DistinctClause) > 0 {
		return
	}
	var list []*pg_query.Node
	var columns []string
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		f := target.GetVal().GetFuncCall()
		if schema, name := parse.SplitName(f.GetFuncname()); name != "setval" || schema != "" && schema != "pg_catalog" || len(f.Args) < 2 || len(f.Args) > 3 {
			return
		}
		list, columns = append(list, setvalCall(f)...), append(columns, cmp.Or(target.Name, "setval"))
	}
	if len(list) > 0 {
		s.TargetList, t.Setval, t.Changed = list, columns, true
	}
}

// setvalCall are the columns of one call of setval.
func setvalCall(f *pg_query.FuncCall) []*pg_query.Node {
	name := f.Args[0]
	if c := name.GetTypeCast(); c != nil {
		if _, kind := parse.SplitName(c.TypeName.GetNames()); kind == "regclass" {
			name = c.Arg
		}
	}
	called := build.Truth(true)
	if len(f.Args) == 3 {
		called = f.Args[2]
	}
	target := func(n *pg_query.Node, kind string) *pg_query.Node {
		return pg_query.MakeResTargetNodeWithVal(build.Cast(n, build.PlainType(kind)), build.Nowhere)
	}
	return []*pg_query.Node{target(name, "text"), target(f.Args[1], "int8"), target(called, "bool")}
}
