package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/json"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/times"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// typeName rewrites the name of a type in place.
func (t *translation) typeName(n *pg_query.TypeName) {
	schema, name := parse.SplitName(n.Names)
	if n.Setof || n.PctType {
		t.NoteUnsupported(n.Location, "this form of a type is not supported")
		return
	}
	if strings.EqualFold(name, "variant") { // DuckDB's own: casting deep JSON to it overflows the stack
		t.NoteUnsupported(n.Location, "type variant is not supported").WithHint("Use json.")
		return
	}
	if u := t.users.TypeNamed(n); u != nil && !t.users.Dropped {
		t.NoteUnsupported(n.Location, "the type %s is not supported here", u.Name)
		return
	}
	if !t.users.Dropped && t.users.RowType(n) != nil || isRowOfCatalog(schema, name) {
		t.NoteUnsupported(n.Location, "the type of the rows of %q is not supported here", name)
		return
	}
	if schema != "" && schema != "pg_catalog" {
		return // a user's type
	}
	if _, isLookup := emulation.Lookups[name]; isLookup {
		return // RewriteCast handles it
	}
	if t.checkModifiers(n, name); t.Err != nil {
		return
	}
	if to, ok := emulation.Types[name]; ok {
		if to == "" {
			t.NoteUnsupported(n.Location, "type %s is not supported", name).
				WithHint("The embedded engine, DuckDB, has no such type.")
			return
		}
		if t.noteRare(name); name == "point" && len(n.Typmods) > 0 {
			t.NoteError(n.Location, sqlstate.SyntaxError, "type modifier is not allowed for type %q", name)
		}
		t.retype(n, name, to)
		return
	}
	switch {
	case schema == "pg_catalog" && t.textAt(n.Location, "pg_catalog"), name == "float8" && t.textAt(n.Location, "float"):
		t.Changed = true
		if len(n.Names) > 1 && !build.InGrammar(name) {
			n.Names = n.Names[1:]
		}
	case schema == "" && build.InGrammar(name):
		// DuckDB has int4, float8 and the like
	}
	t.modifiers(n, name)
}

// retype changes the name of a type.
func (t *translation) retype(n *pg_query.TypeName, from, to string) {
	element, isArray := strings.CutSuffix(to, "[]")
	if isArray {
		n.ArrayBounds = append(n.ArrayBounds, pg_query.MakeIntNode(-1))
	}
	plain := from == to || from == "bpchar" && !t.textAt(n.Location, "bpchar")
	if !plain || len(n.Typmods) > 0 || t.textAt(n.Location, "pg_catalog") {
		t.Changed = true
	}
	if from == "bpchar" && len(n.Typmods) > 0 {
		return // char(n): a cast cuts the value, a column is plain text
	}
	if (from == "bit" || from == "varbit") && len(n.Typmods) > 0 {
		t.notePrecision(n)
		if from == "varbit" {
			t.varying = append(t.varying, n)
		}
	}
	n.Names = build.Names("pg_catalog", element)
	if !build.InGrammar(element) {
		n.Names = build.Names(element)
	}
	n.Typmods, n.Typemod = nil, -1
}

// RewriteCast rewrites a cast after its argument and type.
func (t *translation) RewriteCast(n *pg_query.Node, c *pg_query.TypeCast) {
	_, name := parse.SplitName(c.TypeName.Names)
	t.padCast(c, strings.TrimPrefix(name, "pg_"))
	if t.castByRule(n, c, name) {
		return
	}
	t.timePrecision(n, c, name)
	t.arrays.KeepDimensions(c)
	if len(c.TypeName.ArrayBounds) == 1 && c.Arg.GetAArrayExpr() != nil {
		t.readElements(c.Arg, name)
	}
	if s, ok := parse.TextConstant(c.Arg); ok && t.literal(n, c, name, s) {
		t.fitElements(n, c, name)
		return
	}
	t.castToBareChar(c)
	t.jsonbCast(c, name)
	t.readComputedArray(c, name)
	switch name {
	case "date", "timestamp", "timestamptz", "timetz":
		if name == "timetz" {
			t.castBetween(c, name)
		}
		t.readText(n, c, name)
		times.HoldCast(&t.Types, n, c, name)
	case "varchar", "text":
		t.styleCast(c)
		if len(c.TypeName.ArrayBounds) == 0 {
			t.castToText(n, c)
		}
		t.showMoment(n, c)
		t.castToVarchar(n, c)
	case "bpchar":
		t.styleCast(c)
		t.castToVarchar(n, c)
	case "char", "pg_char", "name", "pg_name", "oid", "pg_oid":
		t.castToSystemType(n, c, strings.TrimPrefix(name, "pg_"))
	case "numeric":
		t.keepScale(n, c)
	case "time", "float4", "float8",
		"pg_inet", "pg_cidr", "pg_macaddr", "pg_macaddr8", "pg_int4range", "pg_int8range", "pg_numrange", "pg_tsrange", "pg_tstzrange", "pg_daterange":
		t.castBetween(c, name)
	case "bit":
		t.castToBits(n, c, t.bitName(c.TypeName))
	}
}

// fitElements holds the elements of an array that is written as a text to the length of a cast's type.
func (t *translation) fitElements(n *pg_query.Node, c *pg_query.TypeCast, name string) {
	if len(c.TypeName.ArrayBounds) == 0 {
		return
	}
	switch name {
	case "varchar", "bpchar":
		t.castToVarchar(n, c)
	case "char", "pg_char":
		t.castToCharacter(n, c)
	case "bit":
		t.castToBits(n, c, t.bitName(c.TypeName))
	}
}

// castByRule rewrites or refuses a cast that has a rule of its own; false: it has none.
func (t *translation) castByRule(n *pg_query.Node, c *pg_query.TypeCast, name string) bool {
	return t.zonedRange(n, c, name) || t.arrays.CastBounded(n, c, name) || t.roundElements(n, c, name) || t.failsCast(c, name) || t.searchConfiguration(n, c, name) || t.lookUpCast(n, c, name) || t.castToCode(c) || t.rareCast(n, c, name) ||
		numerics.Cast(&t.Types, n, c, name)
}

// readableElements are types whose values DuckDB reads from the elements of an array of texts.
var readableElements = parse.WordSet(`int2 int4 int8 float4 float8 bool text varchar date timestamp timestamptz time uuid`)

// readComputedArray reads a text that is cast to an array, where the text is none that is written.
func (t *translation) readComputedArray(c *pg_query.TypeCast, name string) {
	_, called := parse.SplitName(c.Arg.GetFuncCall().GetFuncname())
	shown := called == "pg__show_row" // the text of an array that is written out
	if len(c.TypeName.ArrayBounds) != 1 || t.Env.SQLite || t.ShowsArray(c.Arg) && !shown {
		return
	}
	switch kind := t.Shown(c.Arg); {
	case kind != "text" && kind != "varchar" && !shown && !joinsText(c.Arg):
	case !readableElements[name]:
		t.NoteUnsupported(c.TypeName.Location, "a cast of a computed text to an array of this type is not supported")
	default:
		c.Arg, t.Changed = build.Call("pg__read_array", c.Arg), true
	}
}

// joinsText reports whether an expression joins something with a text that is written at its start or its end.
func joinsText(n *pg_query.Node) bool {
	e := n.GetAExpr()
	if e == nil {
		return false
	}
	_, op := parse.SplitName(e.Name)
	_, first := parse.TextConstant(e.Lexpr)
	_, last := parse.TextConstant(e.Rexpr)
	return op == "||" && (first || last || joinsText(e.Lexpr))
}

// jsonbCast casts a jsonb by its value.
func (t *translation) jsonbCast(c *pg_query.TypeCast, name string) {
	if kind, ok := jsonbCasts[name]; ok && len(c.TypeName.ArrayBounds) == 0 && !t.Env.SQLite && json.IsValue(&t.Types, c.Arg) {
		c.Arg, t.Changed = build.Call("pg__jsonb_scalar", c.Arg, build.Text(kind)), true
	}
}

// lookUpCast rewrites a cast to regclass and the like, or to an array of them.
func (t *translation) lookUpCast(n *pg_query.Node, c *pg_query.TypeCast, name string) bool {
	first, ok := emulation.Lookups[name]
	switch {
	case !ok:
		return false
	case t.Env.ObjectWindows[c] && (name == "regclass" || name == "regtype" || name == "regnamespace"):
		t.ReplaceNode(n, emulation.Call(name+"_mapped", append(emulation.Constants(&t.Env, first), c.Arg)...))
	case len(c.TypeName.ArrayBounds) == 0:
		t.lookUp(n, c.Arg, name, first)
	default:
		t.lookUpAll(n, c, name, first)
	}
	return true
}

// jsonbCasts are the types that a jsonb is cast to by its value.
var jsonbCasts = map[string]string{
	"int2": "smallint", "int4": "integer", "int8": "bigint", "numeric": "numeric", "float4": "real", "float8": "double precision", "bool": "boolean",
}

// castToCode rewrites a cast of a "char" to integer, which is the byte's number.
func (t *translation) castToCode(c *pg_query.TypeCast) bool {
	if t.codes[c] {
		c.Arg, t.Changed = emulation.Call("_character_code", c.Arg), true
	}
	return t.codes[c]
}

// castToCharacter rewrites a cast to "char", or to an array of it: a number is the code of a character.
func (t *translation) castToCharacter(n *pg_query.Node, c *pg_query.TypeCast) {
	if i, ok := parse.IntConstant(c.Arg); ok && i > 0 && i < 128 {
		c.Arg = build.Text(string(rune(i)))
	}
	if len(c.TypeName.ArrayBounds) == 0 {
		inner := c.Arg.GetTypeCast()
		_, of := parse.SplitName(inner.GetTypeName().GetNames())
		_, quoted := parse.TextConstant(inner.GetArg())
		if quoted && (of == "text" || of == "varchar") && len(inner.TypeName.Typmods)+len(inner.TypeName.ArrayBounds) == 0 {
			c.Arg = inner.Arg
		}
		t.ReplaceNode(n, firstCharacter(c.Arg))
		return
	}
	if c.Arg.GetFuncCall() != nil || c.Arg.GetColumnRef() != nil || c.Arg.GetAExpr() != nil {
		t.NoteUnsupported(c.TypeName.Location, "a cast of an array that is computed to \"char\"[] is not supported")
	}
	elements := c.Arg.GetAArrayExpr().GetElements()
	for i, e := range elements {
		elements[i], t.Changed = firstCharacter(e), true
	}
}

// firstCharacter casts a value to "char".
func firstCharacter(n *pg_query.Node) *pg_query.Node {
	if s, quoted := parse.TextConstant(n); quoted {
		return build.Cast(build.Text(readCharacter(s)), build.PlainType("pg_char"))
	}
	return build.Cast(emulation.Call("_character", build.Cast(n, build.PlainType("varchar"))), build.PlainType("pg_char"))
}

// castBetween casts by a type between, which DuckDB leaves out or which has more digits.
func (t *translation) castBetween(c *pg_query.TypeCast, name string) {
	if numerics.Floats[name] {
		numerics.CastExactly(&t.Types, c)
	}
	kind := t.Shown(c.Arg)
	switch {
	case strings.HasPrefix(name, "pg_"):
		t.castToKept(c, name)
	case name == "time" && (kind == "timestamptz" || kind == "timestamp"): // infinity has no time of day
		clock := build.Cast(c.Arg, build.PlainType("timestamp"))
		c.Arg, t.Changed = build.Case(build.Null(), build.When(build.Call("isfinite", c.Arg), clock)), true
	case name == "timetz" && kind == "timestamptz":
		c.Arg, t.Changed = build.Case(build.Null(), build.When(build.Call("isfinite", c.Arg), c.Arg)), true
	case name == "timetz" && (kind == "time" || t.Inferred(c.Arg) == "time"):
		c.Arg, t.Changed = ofToday(c.Arg), true
	case name == "time" && (kind == "interval" || t.isInterval(c.Arg)): // what is above a day is cut off
		midnight := build.Cast(build.Text("00:00"), build.PlainType("time"))
		c.Arg, t.Changed = build.Binary("+", midnight, c.Arg), true
	case name == "float4" && (c.Arg.GetAExpr() != nil || kind == "numeric"): // DuckDB divides a decimal as a real
		c.Arg, t.Changed = build.Cast(c.Arg, build.PlainType("float8")), true
	}
}

// castToKept casts to a type whose values are kept in a form of their own, for which DuckDB would take the text of a number.
func (t *translation) castToKept(c *pg_query.TypeCast, name string) {
	kind := strings.TrimPrefix(name, "pg_")
	_, quoted := parse.TextConstant(c.Arg)
	switch spelled := inference.SpelledNumbers[t.Shown(c.Arg)]; {
	case quoted || len(c.TypeName.ArrayBounds) > 0 || c.Arg.GetAConst().GetIsnull() || c.Arg.GetParamRef() != nil:
	case spelled != "":
		t.NoteError(c.TypeName.Location, "42846", "cannot cast type %s to %s", spelled, kind)
	default:
		c.Arg, t.Changed = build.Call("pg__as_"+kind, c.Arg), true
	}
}

// keepScale keeps the scale of a value that is cast to numeric.
func (t *translation) keepScale(n *pg_query.Node, c *pg_query.TypeCast) {
	if numerics.RoundFirst(&t.Types, c) || t.oddScale(n, c) || numerics.WrittenPrecision(c.TypeName) || len(c.TypeName.ArrayBounds) > 0 {
		return
	}
	if s, ok := parse.TextConstant(c.Arg); ok {
		t.numericLiteral(n, c, s)
	} else if f, ok := c.Arg.GetAConst().GetVal().(*pg_query.A_Const_Fval); ok && strings.Contains(f.Fval.Fval, ".") {
		t.ReplaceNode(n, c.Arg)
	} else if _, ok := parse.IntConstant(c.Arg); ok {
		c.TypeName.Typmods, t.Changed = []*pg_query.Node{build.Number(usualWidth), build.Number(0)}, true
	} else if f != nil && trees.Decimal.MatchString(f.Fval.Fval) && len(f.Fval.Fval) <= constants.WidestNumber {
		c.TypeName.Typmods, t.Changed = []*pg_query.Node{build.Number(int64(max(usualWidth, len(f.Fval.Fval)))), build.Number(0)}, true
	} else {
		t.Open++
		which := build.Number(t.Open)
		c.Arg = build.Call("pg__to_numeric", build.Call(rewrite.TypeMark, which, c.Arg))
		c.TypeName.Typmods, t.Changed = []*pg_query.Node{build.Number(rewrite.OpenPrecision + 1), which}, true
	}
}

// usualWidth is how many digits a whole number has at least that is cast to numeric. A number of as many digits as there can be
// would leave none for the fractions of values that become one column with it.
const usualWidth = 18

// numericLiteral writes a quoted number as the number that it is.
func (t *translation) numericLiteral(n *pg_query.Node, c *pg_query.TypeCast, s string) {
	s = strings.TrimSpace(s)
	digits, isNegative := strings.CutPrefix(s, "-")
	if !isNegative {
		digits = strings.TrimPrefix(s, "+")
	}
	if strings.HasPrefix(digits, ".") {
		digits = "0" + digits
	}
	if plain, ok := exponent(digits); ok {
		digits = plain
	}
	if !trees.Decimal.MatchString(digits) {
		return
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	if isNegative {
		digits = "-" + digits
	}
	if providers.IsUnscaled(len(fraction)) || len(strings.TrimLeft(whole, "0"))+len(fraction) > constants.WidestNumber {
		value, err := numeric.Parse(digits)
		if err != nil {
			t.NoteUnsupported(c.TypeName.Location, "%v", err)
			return
		}
		t.ReplaceNode(n, numerics.Constant(&t.Types, value))
		return
	}
	if fraction != "" {
		t.ReplaceNode(n, build.Numeral(digits))
		return
	}
	to := build.PlainType("numeric")
	to.Typmods = []*pg_query.Node{build.Number(int64(max(usualWidth, len(whole)))), build.Number(0)}
	t.ReplaceNode(n, build.Cast(build.Numeral(strings.TrimSuffix(digits, ".")), to))
}

// lookUp turns a cast to regclass or a similar type into a look-up of an OID.
func (t *translation) lookUp(n, arg *pg_query.Node, name string, first []emulation.SessionValue) {
	if s, ok := parse.TextConstant(arg); ok && trees.Decimal.MatchString(s) {
		t.ReplaceNode(n, build.Cast(build.Text(s), build.PlainType("int8")))
		if t.numbered == nil {
			t.numbered = map[*pg_query.TypeCast]string{}
		}
		t.numbered[n.GetTypeCast()] = name
		return
	}
	if emulation.IsLookup(arg) {
		t.ReplaceNode(n, arg)
		return
	}
	if name == "regclass" {
		arg = t.serialSequence(arg)
	}
	switch name {
	case "regconfig", "regdictionary", "regcollation":
		if _, ok := parse.TextConstant(arg); ok {
			t.NoteUnsupported(build.Nowhere, "a cast of a name to %s is not supported", name)
			return
		}
	}
	t.ReplaceNode(n, emulation.Call(name+"_oid", append(emulation.Constants(&t.Env, first), arg)...))
}

// lookUpAll turns a constant array of names, as in '{int,text}'::regtype[], into an array of look-ups. Of other arrays,
// those of OIDs of types can be cast: to names.
func (t *translation) lookUpAll(n *pg_query.Node, c *pg_query.TypeCast, name string, first []emulation.SessionValue) {
	var elements []*pg_query.Node
	if s, ok := parse.TextConstant(c.Arg); ok && strings.HasPrefix(s, "{") && strings.HasSuffix(s, "}") && !strings.ContainsAny(s, `"\\`) {
		for item := range strings.SplitSeq(strings.Trim(s, "{}"), ",") {
			if item = strings.TrimSpace(item); item != "" {
				elements = append(elements, build.Text(item))
			}
		}
	} else if elements = c.Arg.GetAArrayExpr().GetElements(); elements == nil {
		if (name == "regtype" && !t.Env.ObjectsFound || t.Env.ObjectArrays[c]) && c.Arg.GetAConst() == nil {
			t.ReplaceNode(n, emulation.Call(name+"_names", append(emulation.Constants(&t.Env, first), c.Arg)...))
			return
		}
		t.NoteUnsupported(c.TypeName.Location, "a cast to %s[] is supported for constant arrays", name)
		return
	}
	for i, e := range elements {
		elements[i] = emulation.Call(name+"_oid", append(emulation.Constants(&t.Env, first), e)...)
		if t.Env.ObjectArrays[c] {
			t.nameOfOID(elements[i])
		}
	}
	if t.Env.ObjectArrays[c] && len(elements) > 0 {
		t.ReplaceNode(n, build.Array(elements...))
		return
	}
	t.ReplaceNode(n, build.Cast(build.Array(elements...), &pg_query.TypeName{
		Names: build.Names("pg_oid"), Typemod: -1, ArrayBounds: []*pg_query.Node{pg_query.MakeIntNode(-1)}, Location: build.Nowhere,
	}))
}

// serialSequence simplifies pg_get_serial_sequence(relation::regclass::text, column), which is cast to regclass and would go over
// names, to the sequence's OID. Another argument stays.
func (t *translation) serialSequence(arg *pg_query.Node) *pg_query.Node {
	f := arg.GetFuncCall()
	if f == nil || t.OriginalName(f) != "pg_get_serial_sequence" || len(f.Args) != 3 {
		return arg
	}
	relation := trees.WithoutCasts(f.Args[1]).GetFuncCall()
	if _, name := parse.SplitName(relation.GetFuncname()); name != "regclass_text" {
		return arg
	}
	return emulation.Call("_serial_sequence", relation.Args[len(relation.Args)-1], f.Args[2])
}

// castToVarchar cuts a text to the size of varchar(n), as a cast does in Postgres.
func (t *translation) castToVarchar(n *pg_query.Node, c *pg_query.TypeCast) {
	if n.GetTypeCast() == c && len(c.TypeName.Typmods) > 0 && len(c.TypeName.ArrayBounds) > 0 {
		limit, ok := writes.LimitOf(&t.Translation, c.TypeName)
		if !ok {
			t.NoteUnsupported(c.TypeName.Location, "a cast to an array of texts of limited length is not supported")
			return
		}
		cut := build.Call("pg__cut_elements", build.Cast(c.Arg, build.TextArray()), c.TypeName.Typmods[0])
		if limit.Padded {
			padded := build.PlainType(writes.LimitName(limit))
			padded.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
			cut = build.Cast(build.Call("pg__trim_elements", cut), padded)
		}
		t.ReplaceNode(n, cut)
		return
	}
	if n.GetTypeCast() != c || len(c.TypeName.Typmods) == 0 || len(c.TypeName.ArrayBounds) > 0 {
		return
	}
	cut := build.Call("left", build.Cast(c.Arg, build.PlainType("varchar")), c.TypeName.Typmods[0])
	if _, name := parse.SplitName(c.TypeName.Names); name == "bpchar" { // blanks at its end are no part of its value
		cut = build.Call("rtrim", cut)
		if t.padded == nil {
			t.padded = map[*pg_query.Node]*pg_query.Node{}
		}
		t.padded[n] = c.TypeName.Typmods[0]
	} else {
		if t.cut == nil {
			t.cut = map[*pg_query.Node]bool{}
		}
		t.cut[n] = true
	}
	t.ReplaceNode(n, cut)
}

// collation drops collations that equal DuckDB's order.
func (t *translation) collation(n *pg_query.Node, c *pg_query.CollateClause) {
	if inference.KnowsCollation(&t.Translation, c) {
		t.ReplaceNode(n, c.Arg)
	}
}
