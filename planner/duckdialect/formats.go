package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Format strings of to_char and the like. Only constant ones can be translated.

// datePatterns maps the patterns of to_char to those of strftime; of patterns with the same
// beginning the longest comes first. "" has no counterpart.
var datePatterns = []struct{ pg, duck string }{
	{"YYYY", "%Y"},
	{"YY", "%y"},
	{"FMMonth", "%B"},
	{"Month", ""}, // padded with blanks
	{"Mon", "%b"},
	{"MM", "%m"},
	{"MI", "%M"},
	{"MS", "%g"},
	{"FMDay", "%A"},
	{"Day", ""}, // padded with blanks
	{"DDD", "%j"},
	{"DD", "%d"},
	{"Dy", "%a"},
	{"D", ""},
	{"HH24", "%H"},
	{"HH12", "%I"},
	{"HH", "%I"},
	{"SS", "%S"},
	{"US", "%f"},
	{"AM", "%p"},
	{"PM", "%p"},
	{"am", ""},
	{"pm", ""},
	{"IYYY", "%G"},
	{"IW", "%V"},
	{"ID", "%u"},
	{"TZ", "%Z"},
	{"OF", "%z"},
	{"FM", ""},
	{"TH", ""},
	{"th", ""},
	{"WW", ""},
	{"W", ""},
	{"Q", ""},
	{"J", ""},
	{"CC", ""},
	{"MONTH", ""},
	{"month", ""},
	{"DAY", ""},
	{"day", ""},
	{"TM", ""},
}

// dateFormat translates a date format to strftime's.
func dateFormat(s string) (string, bool) {
	var b strings.Builder
	for s != "" {
		if s[0] == '"' {
			plain, rest, _ := strings.Cut(s[1:], `"`)
			b.WriteString(strings.ReplaceAll(plain, "%", "%%"))
			s = rest
			continue
		}
		pg, duck, found := datePattern(s)
		switch {
		case found && duck == "":
			return "", false
		case found:
			b.WriteString(duck)
			s = s[len(pg):]
		case s[0] >= 'A' && s[0] <= 'Z' && s[0] != 'T':
			return "", false
		case s[0] == '%':
			b.WriteString("%%")
			s = s[1:]
		default:
			b.WriteByte(s[0])
			s = s[1:]
		}
	}
	return b.String(), true
}

// datePattern finds the pattern at the start of a format. Numeric patterns may be in lower case.
func datePattern(s string) (pg, duck string, found bool) {
	for _, p := range datePatterns {
		if strings.HasPrefix(s, p.pg) {
			return p.pg, p.duck, true
		}
	}
	for _, p := range datePatterns {
		if p.pg == strings.ToUpper(p.pg) && len(p.pg) > 1 && p.duck != "" && len(s) >= len(p.pg) && s[:len(p.pg)] == strings.ToLower(p.pg) {
			return p.pg, p.duck, true
		}
	}
	return "", "", false
}

// formatOf returns the constant format of a call with two arguments.
func formatOf(f *pg_query.FuncCall) (string, bool) {
	if len(f.Args) != 2 {
		return "", false
	}
	return stringConst(f.Args[1])
}

func (t *translation) badFormat(f *pg_query.FuncCall, name string) bool {
	t.noteUnsupported(f.Location, "this format of %s is not supported", name).
		WithHint("Formats are constants of YYYY, MM, DD, HH24, MI, SS and their like; strftime(value, '%%Y-%%m') does more.")
	return true
}

// toChar formats by strftime where the format is a constant that has such a form.
func (t *translation) toChar(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 2 {
		return false
	}
	s, constant := formatOf(f)
	if format, ok := dateFormat(s); constant && ok && !numeric(s) && !isInterval(f.Args[0]) {
		return t.replaceCall(n, "to_char", t.zonedTime(f.Args[0], format))
	}
	arg := f.Args[0]
	if constant && isZoned(arg) && !strings.Contains(strings.ToUpper(s), "TZ") && !strings.Contains(strings.ToUpper(s), "OF") {
		arg = cast(arg, plainType("timestamp"))
	}
	return t.replaceCall(n, "to_char", call("pg__to_char", arg, f.Args[1]))
}

// zonedTime writes the abbreviation of the session's time zone, for which strftime has the zone's name.
func (t *translation) zonedTime(moment *pg_query.Node, format string) *pg_query.Node {
	const place = "\x01"
	if !strings.Contains(format, "%Z") || strings.Contains(format, place) {
		return shownTime(moment, format)
	}
	zone := text("")
	if isZoned(moment) || t.shownType(moment) == "timestamptz" {
		zone = call("pg__zone", call("current_setting", text("TimeZone")), cast(moment, plainType("timestamptz")))
	}
	return call("replace", shownTime(moment, strings.ReplaceAll(format, "%Z", place)), text(place), zone)
}

// numeric reports whether a format is one for numbers.
func numeric(s string) bool {
	return strings.Trim(s, "90.,DGSMIPRLVTHFEthfmsigdprle ") == "" && strings.ContainsAny(s, "90") || strings.EqualFold(strings.TrimPrefix(strings.ToUpper(s), "FM"), "RN")
}

func isInterval(n *pg_query.Node) bool {
	_, name := split(n.GetTypeCast().GetTypeName().GetNames())
	return name == "interval"
}

// isZoned reports whether the text shows that a value is a timestamp with time zone.
func isZoned(n *pg_query.Node) bool {
	if _, name := split(n.GetTypeCast().GetTypeName().GetNames()); name == "timestamptz" {
		return true
	}
	_, name := split(n.GetFuncCall().GetFuncname())
	return name == "now" || name == "get_current_timestamp"
}

func (t *translation) toDate(n *pg_query.Node, f *pg_query.FuncCall) bool {
	s, ok := formatOf(f)
	format, known := dateFormat(s)
	if !ok || !known {
		return t.badFormat(f, "to_date")
	}
	return t.replaceCall(n, "to_date", cast(call("strptime", f.Args[0], text(format)), &pg_query.TypeName{
		Names: names("date"), Typemod: -1, Location: nowhere,
	}))
}

func (t *translation) toTimestamp(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 1 {
		return false
	}
	s, ok := formatOf(f)
	format, known := dateFormat(s)
	if !ok || !known {
		return t.badFormat(f, "to_timestamp")
	}
	return t.replaceCall(n, "to_timestamp", cast(call("strptime", f.Args[0], text(format)), plainType("timestamptz")))
}
