package duckdialect

import (
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/times"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file gives results Postgres's types where DuckDB's functions return others.

// integers are functions whose result is an integer in Postgres and a bigint in DuckDB.
var integers = parse.WordSet(`length char_length character_length octet_length bit_length position strpos
	json_array_length jsonb_array_length ntile array_position`)

// asInteger casts the result of a call to integer.
func (t *translation) asInteger(n *pg_query.Node) {
	f := n.GetFuncCall()
	if _, rare := t.rareOf[f]; f == nil || rare || !integers[t.OriginalName(f)] {
		return
	}
	t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType("int4")))
}

// round rounds to a number of digits, which becomes the scale.
func (t *translation) round(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 1 { // floating-point numbers are rounded half to even
		t.absolute(n, f)
		t.whole(n, f)
		f.Args[0] = build.Call("pg__round_even", f.Args[0])
		return true
	}
	if len(f.Args) != 2 {
		return false
	}
	digits, ok := parse.IntConstant(f.Args[1])
	switch {
	case !ok || digits > 30 || digits < -30:
		t.NoteUnsupported(f.Location, "round to a number of digits that is not a constant is not supported").
			WithHint("Write the number of digits, as in round(x, 2).")
	case digits < 0:
		plain := build.PlainType("numeric") // which leaves room for the digits of what stands beside it
		plain.Typmods = []*pg_query.Node{build.Number(constants.WidestNumber), build.Number(9)}
		t.ReplaceNode(n, build.Cast(build.Call("pg__round", f.Args...), plain))
	default:
		keepRounded(f, digits)
		t.ReplaceNode(n, build.Cast(f.Args[0], rounded(digits)))
	}
	return true
}

// keepRounded keeps of a value that is cast to numeric, and then rounded or cut to so many digits, the digits that decide, which may be
// more than a numeric has here.
func keepRounded(f *pg_query.FuncCall, digits int64) {
	call := f.Args[0].GetTypeCast().GetArg().GetFuncCall()
	if _, name := parse.SplitName(call.GetFuncname()); name == "pg__to_numeric" && digits < providers.QuotientScale {
		call.Funcname = build.Names("pg__to_rounded")
		f.Args[0] = f.Args[0].GetTypeCast().Arg
	}
}

// rounded is the type of a number with so many digits behind the point. It has 18 digits before the
// point, as quotients have, so that arithmetic with quotients stays exact.
func rounded(digits int64) *pg_query.TypeName {
	to := build.PlainType("numeric")
	to.Typmods = []*pg_query.Node{build.Number(min(constants.WidestNumber, 18+digits)), build.Number(digits)}
	return to
}

// whole gives a whole number a type that depends on the argument's. DuckDB's own type has as many
// digits as possible, and would leave the operands beside it fewer digits behind the point.
func (t *translation) whole(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 {
		return false
	}
	t.Open++
	which := build.Number(t.Open)
	open := build.PlainType("numeric")
	open.Typmods = []*pg_query.Node{build.Number(rewrite.OpenPrecision - 2), which}
	f.Args[0] = build.Call(rewrite.TypeMark, which, f.Args[0])
	t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, open))
	return true
}

// quotedNetwork reads a quoted constant as an inet, which PostgreSQL prefers to a cidr.
func (t *translation) quotedNetwork(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) > 0 {
		if _, quoted := parse.TextConstant(f.Args[0]); quoted {
			f.Args[0], t.Changed = build.Cast(f.Args[0], build.PlainType("pg_inet")), true
		}
	}
	return false
}

// truncate cuts to a number of digits, which becomes the scale.
func (t *translation) truncate(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 1 {
		return t.whole(n, f)
	}
	if len(f.Args) != 2 {
		return false
	}
	digits, ok := parse.IntConstant(f.Args[1])
	if ok && digits < 0 && digits >= -18 && !t.Env.SQLite {
		whole := build.PlainType("numeric")
		whole.Typmods = []*pg_query.Node{build.Number(constants.WidestNumber), build.Number(0)}
		rest := build.Binary("%", f.Args[0], build.Numeral("1"+strings.Repeat("0", int(-digits))))
		t.ReplaceNode(n, build.Cast(build.Binary("-", f.Args[0], rest), whole))
		return true
	}
	if !ok || digits < 0 || digits > 30 {
		t.NoteUnsupported(f.Location, "trunc to this number of digits is not supported").WithHint("Write the number of digits, as in trunc(x, 2).")
		return true
	}
	keepRounded(f, digits)
	t.ReplaceNode(n, build.Cast(build.Call("trunc", f.Args...), rounded(digits)))
	return true
}

// extract gives EXTRACT the type numeric, and the digits behind the point that Postgres shows.
func (t *translation) extract(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 2 {
		return false
	}
	field, ok := parse.TextConstant(f.Args[0])
	_, name := parse.SplitName(f.Funcname)
	if !ok {
		return t.chosenField(n, f, name)
	}
	exact := name == "extract"
	moment := f.Args[1]
	by := &pg_query.Node{Node: n.Node}
	micros := func(unit string, scale int64) *pg_query.Node {
		f.Args[0] = build.Text("microseconds")
		whole := build.PlainType("numeric")
		whole.Typmods = []*pg_query.Node{build.Number(18), build.Number(0)}
		part := build.PlainType("numeric")
		part.Typmods = []*pg_query.Node{build.Number(38), build.Number(scale)}
		return build.Cast(build.Binary("*", build.Cast(by, whole), build.Numeral(unit)), part)
	}
	field = strings.ToLower(field)
	kind := t.Shown(moment)
	isDated := dated[kind] && !t.Env.SQLite
	if isDated && exact && t.endlessConstant(n, moment, field) {
		return true
	}
	if isDated && kind == "timestamptz" && field != "epoch" && field != "julian" && !strings.HasPrefix(field, "timezone") {
		moment, kind = t.clockOf(moment), "timestamp"
		f.Args[1] = moment
	}
	switch field {
	case "second", "seconds", "sec", "secs", "s":
		by = micros("0.000001", 6)
	case "millisecond", "milliseconds", "ms", "msec":
		by = micros("0.001", 3)
	case "epoch":
		if by = build.Call("pg__epoch", f.Args[1]); !exact {
			by = build.Call("pg__epoch_double", f.Args[1])
		}
	case "julian":
		if t.Shown(moment) == "date" && exact {
			by = build.Case(build.Cast(by, &pg_query.TypeName{Names: build.Names("hugeint"), Typemod: -1, Location: build.Nowhere}),
				build.When(build.Call("isinf", moment), build.Call("error", build.Text("0A000: extract(julian from infinity) is not supported"))))
			break
		}
		return t.julianDay(n, f, moment, kind)
	default:
		by = wholeField(by, moment, field, isDated)
		if exact {
			whole := build.PlainType("numeric")
			whole.Names = build.Names("hugeint")
			by = build.Cast(by, whole)
		}
	}
	if !exact {
		by = build.Cast(by, build.PlainType("float8"))
	}
	t.ReplaceNode(n, endlessField(by, moment, field, kind, isDated && !exact))
	return true
}

// julianDay is the Julian day of a time, with the part of the day that has passed.
func (t *translation) julianDay(n *pg_query.Node, f *pg_query.FuncCall, moment *pg_query.Node, kind string) bool {
	_, name := parse.SplitName(f.Funcname)
	function := "pg__julian_double"
	if name == "extract" {
		function = "pg__julian"
	}
	switch {
	case kind == "timestamptz":
		moment = t.clockOf(moment)
	case kind == "date" && name != "extract":
		moment = build.Cast(moment, build.PlainType("timestamp"))
	case kind != "timestamp":
		t.NoteUnsupported(f.Location, "extract(julian from …) is not supported")
		return true
	}
	return t.ReplaceCall(n, name, build.Call(function, moment))
}

// wholeField is a field that is a whole number.
func wholeField(value, moment *pg_query.Node, field string, isDated bool) *pg_query.Node {
	switch unit := yearsUnit(field); {
	case field == "year" || field == "years" || field == "y" || field == "isoyear":
		return pastChrist(value, moment, isDated)
	case unit != "" && isDated:
		return countYears(moment, unit)
	case unit != "":
		return build.Case(value, build.When(build.Not(afterChrist(moment)), rewrite.Failing(field+" of a time before Christ is not supported")))
	}
	return value
}

// endlessField is a field of a time that may have no end. isDouble: the time is of a known type, and the field a double precision.
func endlessField(value, moment *pg_query.Node, field, kind string, isDouble bool) *pg_query.Node {
	switch {
	case monotonic[field] && isDouble:
		return infinite(value, moment, kind)
	case monotonic[field]:
		return finite(value, moment, field)
	}
	return value
}

// monotonic are the fields that are infinite of an infinite time; others are NULL.
var monotonic = parse.WordSet("year years y isoyear decade decades century centuries millennium millenniums millennia")

// mostShifted bounds what exponent writes out: a longer number is refused anyway.
const mostShifted = 100

// exponent writes a number with an exponent as a numeric, which it is in Postgres.
func exponent(number string) (digits string, ok bool) {
	if unsigned, negative := strings.CutPrefix(number, "-"); negative {
		digits, ok = exponent(unsigned)
		return "-" + digits, ok
	}
	mantissa, power, found := strings.Cut(strings.ToLower(number), "e")
	shift, err := strconv.Atoi(power)
	if !found || err != nil || shift > mostShifted || shift < -mostShifted {
		return "", false
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	for ; shift > 0; shift-- {
		if fraction == "" {
			fraction = "0"
		}
		whole, fraction = whole+fraction[:1], fraction[1:]
	}
	for ; shift < 0; shift++ {
		if whole == "" {
			whole = "0"
		}
		fraction, whole = whole[len(whole)-1:]+fraction, whole[:len(whole)-1]
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if fraction != "" {
		return whole + "." + fraction, true
	}
	return whole, true
}

// dateTrunc cuts a date as a timestamp with time zone, which is what Postgres makes of it.
func (t *translation) dateTrunc(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) < 2 {
		return false
	}
	word, _ := parse.TextConstant(f.Args[0])
	kind := t.Inferred(f.Args[1])
	done := t.cutMoment(n, f)
	if t.Err != nil || t.Env.SQLite || kind == "interval" || kind == "time" || kind == "timestamp" && len(f.Args) == 2 && withinMonth[strings.TrimSuffix(strings.ToLower(word), "s")] {
		return done
	}
	t.ReplaceNode(n, times.Within(&pg_query.Node{Node: n.Node}))
	return true
}

// withinMonth are units that leave a time within the range: the first day of all is a Monday.
var withinMonth = parse.WordSet(`microsecond millisecond second minute hour day week`)

// cutMoment cuts a date or a time, or an interval.
func (t *translation) cutMoment(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 2 {
		return len(f.Args) == 3 && times.TruncateIn(&t.Types, n, f, cutYears)
	}
	word, _ := parse.TextConstant(f.Args[0])
	word = strings.ToLower(word)
	unit := strings.TrimSuffix(word, "s")
	if unit == "week" && t.Shown(f.Args[1]) == "time" { // which becomes an interval
		t.NoteUnsupported(f.Location, "unit %q not supported for type interval", word)
		return true
	}
	if many := yearsUnit(word); many != "" {
		if unit = many; t.truncateYears(n, f.Args[1], unit) {
			return true
		}
	}
	if word == "" && !t.Env.SQLite {
		f.Args[0] = shorterUnit(f.Args[0])
	}
	if moment := f.Args[1]; withinHour[unit] && t.Shown(moment) == "timestamptz" && !t.Env.SQLite {
		return t.ReplaceCall(n, "date_trunc", truncateWithin(f.Args[0], moment))
	}
	t.Open++
	which := build.Number(t.Open)
	open := build.PlainType("numeric")
	open.Typmods = []*pg_query.Node{build.Number(rewrite.OpenPrecision + 2), which}
	f.Args[1], t.Changed = build.Cast(build.Call(rewrite.TypeMark, which, f.Args[1]), open), true
	if unit == "century" || unit == "millennium" {
		return t.truncateCentury(n, f.Args[1], unit)
	}
	if unit == "decade" {
		cut := build.Call("date_trunc", f.Args...)
		return t.ReplaceCall(n, "date_trunc", build.Case(cut, build.When(build.Not(afterChrist(f.Args[1])), rewrite.Failing("date_trunc to a decade before Christ is not supported"))))
	}
	return false
}

// shorterUnit is a computed unit of date_trunc, and fails for a century and a millennium, which begin with their year 1.
func shorterUnit(unit *pg_query.Node) *pg_query.Node {
	long := build.Call("regexp_full_match", build.Call("lower", build.Cast(unit, build.PlainType("text"))), build.Text("c.*|mil(s|len.*)?"))
	return build.Case(unit, build.When(long, rewrite.Failing("date_trunc to a computed century or millennium is not supported")))
}

// withinHour are units that leave a time in the same hour.
var withinHour = parse.WordSet(`hour minute second`)

// truncateWithin takes from a time what its clock shows beyond the unit: an hour that a clock shows twice stays the same.
func truncateWithin(unit, moment *pg_query.Node) *pg_query.Node {
	clock := build.Cast(moment, build.PlainType("timestamp"))
	cut := build.Binary("-", moment, build.Binary("-", clock, build.Call("date_trunc", unit, clock)))
	return build.Case(moment, build.When(build.Call("isfinite", moment), cut))
}

// afterChrist is the condition that a time is one of our era. An interval is.
func afterChrist(moment *pg_query.Node) *pg_query.Node {
	const year1 = -62_135_596_800 + 86_400 // in seconds since 1970, without the day that zones decide on
	return build.Or(build.Binary("=", build.Call("typeof", moment), build.Text("INTERVAL")), build.Binary(">=", build.Call("epoch", moment), build.Cast(build.Text(strconv.Itoa(year1)), build.PlainType("float8"))))
}

// truncateCentury cuts to a century or a millennium, which begins with its year 1; DuckDB's begin with the year 0.
func (t *translation) truncateCentury(n, moment *pg_query.Node, unit string) bool {
	year := build.Cast(build.Text("1 year"), build.PlainType("interval"))
	ok := build.And(build.Binary("<>", build.Call("typeof", moment), build.Text("INTERVAL")), afterChrist(moment))
	by := build.Binary("+", build.Call("date_trunc", build.Text(unit), build.Binary("-", moment, year)), year)
	return t.ReplaceCall(n, "date_trunc", build.Case(by, build.When(build.IsNull(moment), build.Null()), build.When(build.Not(ok), rewrite.Failing("date_trunc to a "+unit+" of an interval, or before Christ, is not supported"))))
}

// series gives a series of days the type that Postgres makes of dates.
func (t *translation) series(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if t.numericSeries(n, f) || len(f.Args) != 3 {
		return n.GetFuncCall() != f
	}
	if step, ok := parse.IntConstant(f.Args[2]); ok && step == 0 {
		t.NoteError(f.Location, sqlstate.InvalidParameterValue, "step size cannot equal zero")
	}
	for i := range 2 {
		c := f.Args[1-i].GetTypeCast()
		_, name := parse.SplitName(c.GetTypeName().GetNames())
		if _, quoted := parse.TextConstant(f.Args[i]); quoted && (name == "timestamp" || name == "timestamptz") {
			f.Args[i], t.Changed = build.Cast(f.Args[i], build.PlainType(name)), true
			t.RewriteCast(f.Args[i], f.Args[i].GetTypeCast())
		}
	}
	if s, _ := parse.TextConstant(f.Args[2].GetTypeCast().GetArg()); strings.Contains(s, "0") && !strings.ContainsAny(s, "123456789") {
		t.NoteError(f.Location, sqlstate.InvalidParameterValue, "step size cannot equal zero")
	}
	_, step := parse.SplitName(f.Args[2].GetTypeCast().GetTypeName().GetNames())
	if _, quoted := parse.TextConstant(f.Args[2]); step != "interval" && !quoted {
		t.refuseNoStep(&f.Args[2])
		return false
	}
	for i := range 2 {
		t.Open++
		open := build.PlainType("numeric")
		open.Typmods = []*pg_query.Node{build.Number(rewrite.OpenPrecision - 1), build.Number(t.Open)}
		f.Args[i], t.Changed = build.Cast(build.Call(rewrite.TypeMark, build.Number(t.Open), f.Args[i]), open), true
	}
	f.Args[0] = build.Call("pg__series_start", f.Args[0], f.Args[1], build.Cast(f.Args[2], build.PlainType("interval")))
	return false
}

// refuseNoStep makes a computed step of a series of integers fail that is 0: DuckDB makes no rows then.
func (t *translation) refuseNoStep(step **pg_query.Node) {
	value := *step
	if list := value.GetSubLink().GetSubselect().GetSelectStmt().GetTargetList(); len(list) == 1 {
		value = list[0].GetResTarget().GetVal()
	}
	_, constant := parse.IntConstant(value)
	switch {
	case constant && value == *step || trees.IsVolatile((*step).ProtoReflect()):
	case constant || integerTypes[t.Shown(value)]:
		failing := build.Call("error", build.Text(string(sqlstate.InvalidParameterValue)+": step size cannot equal zero"))
		*step, t.Changed = build.Case(*step, build.When(build.Binary("=", *step, build.Number(0)), failing)), true
	}
}

// integerTypes are the types of integers.
var integerTypes = parse.WordSet("int2 int4 int8")

// timePrecision rounds a time to its precision, and cuts an interval to the fields of its type.
func (t *translation) timePrecision(n *pg_query.Node, c *pg_query.TypeCast, name string) {
	mods := t.precisions[c.TypeName]
	if len(mods) == 0 || len(c.TypeName.ArrayBounds) > 0 {
		return
	}
	held, digits, _ := writes.ModifierOf(name, mods)
	if name != "interval" {
		t.castBetween(c, name)
		t.ReplaceNode(n, build.Call("pg__precise", build.Cast(c.Arg, c.TypeName), build.Number(int64(digits))))
		return
	}
	if s, constant := parse.TextConstant(c.Arg); constant {
		s = providers.SpellInterval(providers.FieldsOf(held), s)
		if spelled, ok := constants.Interval(s); ok {
			s = spelled
		}
		t.ReplaceNode(c.Arg, build.Text(s))
	}
	if providers.Shortens(pgtype.IntervalOID, held) {
		t.ReplaceNode(n, build.Call("pg__precise", build.Cast(c.Arg, c.TypeName), build.Number(int64(held))))
	}
}

// roundElements rounds the elements of an array of times to the precision of a cast's type.
func (t *translation) roundElements(n *pg_query.Node, c *pg_query.TypeCast, name string) bool {
	mods, dims := t.precisions[c.TypeName], len(c.TypeName.ArrayBounds)
	if len(mods) == 0 || dims == 0 || name == "bit" || t.Env.SQLite {
		return false
	}
	held, digits, ok := writes.ModifierOf(name, mods)
	if name == "interval" && providers.FieldsOf(held) != 0 || !ok {
		t.NoteUnsupported(c.TypeName.Location, "a cast to an array of intervals of some fields is not supported")
		return true
	}
	delete(t.precisions, c.TypeName)
	t.RewriteCast(n, c)
	if digits < providers.MostDigits {
		t.ReplaceNode(n, build.Call("pg__precise", &pg_query.Node{Node: n.Node}, build.Number(int64(digits))))
	}
	return true
}

// isQuoted reports whether an expression is a quoted constant.
func isQuoted(n *pg_query.Node) bool {
	_, quoted := parse.TextConstant(n)
	return quoted
}

// finiteAge refuses the age of a time that is infinite.
func (t *translation) finiteAge(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 2 && !t.Env.SQLite && isQuoted(f.Args[0]) && isQuoted(f.Args[1]) { // of several types the one with a zone is preferred
		for i, a := range f.Args {
			f.Args[i] = build.Cast(a, build.PlainType("timestamptz"))
			t.RewriteCast(f.Args[i], f.Args[i].GetTypeCast())
		}
	}
	var infinite []*pg_query.Node
	for _, a := range f.Args {
		if inference.DatesAndTimes[t.Shown(a)] && t.Shown(a) != "time" && t.Shown(a) != "timetz" && t.Shown(a) != "interval" && !t.Env.SQLite {
			infinite = append(infinite, build.Call("isinf", a))
		}
	}
	if len(infinite) == 0 {
		return false
	}
	by := infinite[0]
	if len(infinite) > 1 {
		by = build.Or(infinite...)
	}
	return t.ReplaceCall(n, "age", build.Case(&pg_query.Node{Node: n.Node}, build.When(by, rewrite.Failing("age of an infinite time is not supported"))))
}

// escapeFormat rewrites encode and decode of the format escape.
func (t *translation) escapeFormat(n *pg_query.Node, f *pg_query.FuncCall) bool {
	format, ok := times.FormatOf(f)
	if !ok || !strings.EqualFold(format, "escape") {
		return false
	}
	_, name := parse.SplitName(f.Funcname)
	by := "pg__show_bytes"
	if name == "decode" {
		by = "pg__read_bytes"
	}
	return t.ReplaceCall(n, name, build.Call(by, f.Args[0]))
}
