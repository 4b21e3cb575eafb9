package constants

import (
	"regexp"
	"strings"
)

// Format strings of to_char, to_date and to_timestamp. Only constant ones can be translated.

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
	{"SSSS", ""},
	{"SS", "%S"},
	{"US", "%f"},
	{"AM", "%p"},
	{"PM", "%p"},
	{"am", ""},
	{"pm", ""},
	{"IYYY", "%G"},
	{"IW", "%V"},
	{"IDDD", ""},
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

// DateFormat translates a date format to strftime's.
func DateFormat(s string) (string, bool) {
	var b strings.Builder
	for s != "" {
		if s[0] == '\\' {
			return "", false
		}
		if s[0] == '"' {
			if strings.Contains(s, `\`) {
				return "", false
			}
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
		case s[0] != 'T' && (s[0] >= 'A' && s[0] <= 'Z' || s[0] >= 'a' && s[0] <= 'z'):
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

// dateWords are patterns that no format for numbers has.
var dateWords = regexp.MustCompile(`YY|MM|DD|HH|SS|MON|DAY`)

var quotedText = regexp.MustCompile(`"[^"]*"?`)

// IsNumberFormat reports whether a format is one for numbers.
func IsNumberFormat(s string) bool {
	s = strings.ReplaceAll(strings.ToUpper(quotedText.ReplaceAllString(s, "")), "FM", "")
	return strings.Contains(s, "RN") || strings.ContainsAny(s, "90") && !dateWords.MatchString(s)
}
