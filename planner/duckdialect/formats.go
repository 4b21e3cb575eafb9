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

// isNumberFormat reports whether a number format has one length, and no zeros to pad with.
func isNumberFormat(s string) bool {
	s, fill := strings.CutPrefix(s, "FM")
	whole, fraction, _ := strings.Cut(s, ".")
	if strings.Trim(whole, "90,") != "" || strings.Trim(fraction, "90") != "" || s == "" {
		return false
	}
	return !(strings.Contains(whole, "0") && strings.Trim(whole, "9,") != "0" || fill && strings.Contains(fraction, "9"))
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

func (t *translation) toChar(n *pg_query.Node, f *pg_query.FuncCall) bool {
	s, ok := formatOf(f)
	if !ok {
		return t.badFormat(f, "to_char")
	}
	if isNumberFormat(s) {
		return t.replaceCall(n, "to_char", call("pg__format_number", cast(f.Args[0], plainType("float8")), text(s)))
	}
	format, ok := dateFormat(s)
	if !ok {
		return t.badFormat(f, "to_char")
	}
	return t.replaceCall(n, "to_char", shownTime(f.Args[0], format))
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
