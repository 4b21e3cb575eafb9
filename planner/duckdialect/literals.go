package duckdialect

import (
	"encoding/hex"
	"errors"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/duckdialect/times"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// literal rewrites the cast of a string constant that DuckDB reads otherwise. It reports whether
// the cast is done.
func (t *translation) literal(n *pg_query.Node, c *pg_query.TypeCast, name, s string) bool {
	switch {
	case len(c.TypeName.ArrayBounds) > 0:
		if f, failed := constants.CheckArray(s); failed {
			t.noteFault(c, f)
			return true
		}
		trimmed := strings.Trim(s, parse.Blanks)
		if strings.HasPrefix(trimmed, "[") {
			var done bool
			if trimmed, done = t.arrays.ReadBounds(n, c, trimmed); done {
				return true
			}
		}
		switch items, end := constants.ArrayItems(trimmed); {
		case end != len(trimmed) || end == 0 || ragged(items):
			if t.Err == nil {
				t.Err = t.PlaceError(c.TypeName.Location, sqlstate.New(sqlstate.InvalidTextRepresent, "malformed array literal: \"%s\"", s).
					WithDetail("Multidimensional arrays must have sub-arrays with matching dimensions."))
			}
		default:
			element := &pg_query.TypeName{Names: c.TypeName.Names, Typmods: c.TypeName.Typmods, Typemod: -1, Location: build.Nowhere}
			t.ReplaceNode(c.Arg, constants.Array(trimmed, element).GetTypeCast().Arg)
			c.TypeName.ArrayBounds = nil
			t.readElements(c.Arg, name)
			for range dimensions(c.Arg) {
				c.TypeName.ArrayBounds = append(c.TypeName.ArrayBounds, pg_query.MakeIntNode(-1))
			}
			t.Changed = true
		}
		return true
	case name == "date" || name == "timestamp" || name == "timestamptz":
		t.dateLiteral(n, c, name, s)
		return true
	case name == "time" || name == "timetz":
		t.timeLiteral(n, c, name, s)
		return true
	case name == "interval":
		if spelled, ok := constants.Interval(s); ok {
			t.ReplaceNode(c.Arg, build.Text(spelled))
		}
	case name == "bool":
		if word, ok := truths[strings.ToLower(strings.TrimSpace(s))]; ok {
			t.ReplaceNode(c.Arg, build.Text(word))
		}
		return true
	case name == "bytea":
		t.bytesConstant(n, c, s)
		return true
	}
	return false
}

// noteFault notes the error of a constant that is cast.
func (t *translation) noteFault(c *pg_query.TypeCast, f constants.Fault) {
	t.NoteFault(c.Arg.GetAConst().GetLocation(), f)
}

// checkElement refuses a quoted constant beside an array, which PostgreSQL reads as an array, too, and which is none.
func (t *translation) checkElement(array, n *pg_query.Node) {
	s, quoted := parse.TextConstant(n)
	if !quoted || strings.HasPrefix(strings.TrimSpace(s), "{") || !t.ShowsArray(array) {
		return
	}
	if f, failed := constants.CheckArray(s); failed {
		t.NoteFault(n.GetAConst().GetLocation(), f)
		return
	}
	t.NoteUnsupported(n.GetAConst().GetLocation(), "an array with bounds beside an operator is not supported")
}

// timeLiteral rewrites the constant of a time of day.
func (t *translation) timeLiteral(n *pg_query.Node, c *pg_query.TypeCast, name, s string) {
	if name == "time" && strings.EqualFold(strings.TrimSpace(s), "now") && !t.Definition {
		t.ReplaceNode(n, build.Cast(times.DayWord("timestamp", "now"), build.PlainType("time")))
	} else if f, failed := constants.Misread(name, s); failed {
		t.noteFault(c, f)
	} else if spelled, ok := constants.Time(name, s); ok {
		t.ReplaceNode(c.Arg, build.Text(spelled))
	} else {
		t.NoteUnsupported(c.Arg.GetAConst().GetLocation(), "a time in the zone of a place is not supported: %q", s).WithHint("Write its distance, as in 12:30+02.")
	}
}

// farLiteral rewrites or refuses the constant of a time before Christ with a zone, or beyond the range.
func (t *translation) farLiteral(n *pg_query.Node, c *pg_query.TypeCast, name, s string) bool {
	if name == "timestamptz" && n.GetTypeCast() == c && (constants.EndsBeforeChrist(s) || constants.HasLongYear(s)) && !t.Definition && !t.Env.SQLite { // DuckDB reads no zone before an era, nor one of such a year
		t.ReplaceNode(n, build.Call("pg__read_timestamptz", build.Text(s)))
		return true
	}
	beyond, late := constants.LateTimestamp(s)
	switch {
	case constants.BeyondCalendar(s), name != "date" && beyond:
		t.NoteError(c.Arg.GetAConst().GetLocation(), "22008", "%s out of range: %q", map[bool]string{true: "date", false: "timestamp"}[name == "date"], s)
		return true
	case name != "date" && late:
		t.NoteUnsupported(c.Arg.GetAConst().GetLocation(), "a timestamp after 294246 is not supported: %q", s)
		return true
	}
	return false
}

// dateLiteral rewrites the constant of a date or a timestamp.
func (t *translation) dateLiteral(n *pg_query.Node, c *pg_query.TypeCast, name, s string) {
	if t.farLiteral(n, c, name, s) {
		return
	}
	if word, clock, ok := constants.DayWord(s); ok {
		t.dayAndClock(n, c, name, word, clock)
		return
	}
	if constants.IsShortChrist(s) {
		t.NoteUnsupported(c.Arg.GetAConst().GetLocation(), "a date before Christ in this form is not supported: %q", s)
		return
	}
	spelled, short, worded := constants.Worded(s)
	if worded && strings.HasSuffix(spelled, "BC") {
		s = spelled
	}
	if era, ok := constants.BeforeChrist(s); ok {
		t.ReplaceNode(c.Arg, build.Text(era))
		return
	}
	if times.SlashedDate(&t.Types, n, c, s) {
		for _, when := range n.GetTypeCast().GetArg().GetCaseExpr().GetArgs() {
			result := when.GetCaseWhen().GetResult()
			if text, quoted := parse.TextConstant(result.GetTypeCast().GetArg()); quoted {
				t.momentConstant(result, result.GetTypeCast(), name, text)
			}
		}
		return
	}
	if t.momentConstant(n, c, name, s) {
		return
	}
	if !worded {
		spelled, worded = constants.Day(s)
	}
	if worded {
		if !t.momentConstant(n, c, name, spelled) {
			t.ReplaceNode(c.Arg, build.Text(spelled))
		}
		if short && !t.Definition && !t.Env.SQLite {
			times.DayFirst(&t.Types, n)
		}
	} else if constants.IsShortYear(s) {
		t.NoteError(c.Arg.GetAConst().GetLocation(), "22008", "date/time field value out of range: %q", s)
	}
}

// readElements reads the elements of an array of a type whose constants DuckDB reads otherwise.
func (t *translation) readElements(n *pg_query.Node, name string) {
	switch name {
	case "date", "timestamp", "timestamptz", "time", "timetz", "bytea":
	default:
		return
	}
	for i, e := range n.GetAArrayExpr().GetElements() {
		if _, quoted := parse.TextConstant(e); quoted {
			element := build.Cast(e, build.PlainType(name))
			t.RewriteCast(element, element.GetTypeCast())
			n.GetAArrayExpr().Elements[i] = element
		}
	}
}

// bytesConstant rewrites bytes in hexadecimal digits.
func (t *translation) bytesConstant(n *pg_query.Node, c *pg_query.TypeCast, s string) {
	digits, ok := strings.CutPrefix(s, `\x`)
	if !ok {
		return
	}
	var invalid hex.InvalidByteError
	if _, err := hex.DecodeString(digits); err == nil {
		t.ReplaceNode(n, build.Call("unhex", build.Text(digits)))
	} else if errors.As(err, &invalid) && !strings.ContainsAny(digits, " \t\r\n") {
		t.NoteError(c.Arg.GetAConst().GetLocation(), sqlstate.InvalidParameterValue, "invalid hexadecimal digit: %q", string(rune(invalid)))
	}
}

// truths are words for booleans that DuckDB does not read.
var truths = map[string]string{"on": "true", "off": "false"}

// ragged reports whether arrays in an array have several lengths, or none.
func ragged(items []*pg_query.Node) bool {
	for _, item := range items {
		first, a := items[0].GetAArrayExpr(), item.GetAArrayExpr()
		if a != nil && len(a.Elements) == 0 || (a == nil) != (first == nil) || a != nil && (len(a.Elements) != len(first.Elements) || ragged(a.Elements)) {
			return true
		}
	}
	return false
}

// dimensions counts how deep arrays are nested in each other.
func dimensions(n *pg_query.Node) int {
	a := n.GetAArrayExpr()
	if a == nil {
		return 0
	}
	if len(a.Elements) == 0 {
		return 1
	}
	return 1 + dimensions(a.Elements[0])
}

// floatConstant has DuckDB read a number that is cast to a floating-point type as such a number: its
// exponent may be larger than that of any numeric.
func (t *translation) floatConstant(c *pg_query.TypeCast) {
	schema, name := parse.SplitName(c.TypeName.Names)
	if schema != "pg_catalog" && schema != "" || !numerics.Floats[name] {
		return
	}
	constants, written := []*pg_query.Node{c.Arg}, build.Text
	if elements := c.Arg.GetAArrayExpr().GetElements(); len(c.TypeName.ArrayBounds) > 0 {
		constants = elements // of which DuckDB finds a type before it casts: a text among numerics would be a numeric
		written = func(s string) *pg_query.Node { return build.Cast(build.Text(s), build.PlainType(name)) }
	}
	for _, n := range constants {
		f, ok := n.GetAConst().GetVal().(*pg_query.A_Const_Fval)
		if ok && (strings.ContainsAny(f.Fval.Fval, "eE") || strings.Contains(f.Fval.Fval, ".") && numerics.CountDigits(f.Fval.Fval) > numerics.ExactDigits) && !strings.ContainsAny(f.Fval.Fval, "xX_") {
			t.ReplaceNode(n, written(f.Fval.Fval))
		}
	}
}

// exponentWidth is the width of numbers with an exponent. DuckDB rounds what stands beside an integer of the widest type, in a column or
// an expression that is one of both, and computes with 18 digits where both sides have no more.
const exponentWidth = 28

// constant rewrites bit strings, and refuses numbers that DuckDB does not have.
func (t *translation) constant(n *pg_query.Node, c *pg_query.A_Const) {
	if s := c.GetSval().GetSval(); strings.ContainsRune(s, '\v') && escapesTab(t.Text, int(c.Location)) {
		t.NoteUnsupported(c.Location, `\v in a string is not supported`).WithHint(`Write \x0b for a vertical tab, or v.`)
		return
	}
	if t.wideNumber(n, c) || numerics.LeastInteger(&t.Types, n, c) {
		return
	}
	if digits, ok := exponent(c.GetFval().GetFval()); ok && t.Err == nil {
		to := build.PlainType("numeric")
		to.Typmods = []*pg_query.Node{build.Number(int64(max(exponentWidth, len(digits)))), build.Number(0)}
		if strings.Contains(digits, ".") {
			t.ReplaceNode(n, build.Numeral(digits))
		} else {
			t.ReplaceNode(n, build.Cast(build.Text(digits), to))
		}
		return
	}
	b, ok := c.Val.(*pg_query.A_Const_Bsval)
	if !ok || b.Bsval.Bsval == "" {
		return
	}
	digits := b.Bsval.Bsval[1:]
	if digits == "" {
		t.NoteUnsupported(c.Location, "a bit string without bits is not supported")
	}
	if b.Bsval.Bsval[0] == 'x' {
		digits = bitsOfHex(digits)
	}
	t.ReplaceNode(n, build.Cast(build.Text(digits), build.PlainType("bit")))
}

// bitsOfHex turns hexadecimal digits into bits.
func bitsOfHex(s string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(s) {
		v := strings.IndexRune("0123456789abcdef", c)
		for bit := 8; bit > 0 && v >= 0; bit >>= 1 {
			if v&bit != 0 {
				b.WriteByte('1')
			} else {
				b.WriteByte('0')
			}
		}
	}
	return b.String()
}

// wideNumber writes a constant with more digits than DuckDB's widest decimal, of which it would make an approximation or
// infinity.
func (t *translation) wideNumber(n *pg_query.Node, c *pg_query.A_Const) bool {
	written := c.GetFval().GetFval()
	if written == "" || strings.ContainsAny(written, "xX_") {
		return false
	}
	plain, ok := exponent(written)
	if !ok {
		plain = written
	}
	digits := strings.TrimLeft(strings.ReplaceAll(plain, ".", ""), "0")
	_, fraction, _ := strings.Cut(plain, ".")
	if max(len(digits), len(fraction)) <= constants.WidestNumber && !strings.ContainsAny(plain, "eE") {
		return false
	}
	value, err := numeric.Parse(written)
	if err != nil || t.Env.SQLite {
		t.NoteUnsupported(c.Location, "a number that needs more than %d digits is not supported", numeric.MostDigits)
		return true
	}
	t.ReplaceNode(n, numerics.Constant(&t.Types, value))
	return true
}

// escapesTab reports whether a string with escapes that begins at a place of the text has a \v, which is the letter to PostgreSQL 15 and
// a vertical tab to later ones.
func escapesTab(text string, at int) bool {
	if at < 0 || at+1 >= len(text) || text[at] != 'E' && text[at] != 'e' || text[at+1] != '\'' {
		return false
	}
	for i := at + 2; i+1 < len(text); i++ {
		switch text[i] {
		case '\\':
			if i++; text[i] == 'v' {
				return true
			}
		case '\'':
			if i++; text[i] != '\'' {
				return false
			}
		}
	}
	return false
}
