package jsonpath

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// templateKeys are the patterns of a template that are supported.
var templateKeys = map[string]func(*fields, int){
	"YYYY": func(f *fields, n int) { f.year, f.dated = n, true }, "MM": func(f *fields, n int) { f.month, f.dated = n, true }, "DD": func(f *fields, n int) { f.day, f.dated = n, true },
	"HH24": func(f *fields, n int) { f.hour, f.timed = n, true }, "HH12": func(f *fields, n int) { f.hour, f.timed, f.twelve = n, true, true },
	"MI": func(f *fields, n int) { f.minute, f.timed = n, true }, "SS": func(f *fields, n int) { f.second, f.timed = n, true },
	"TZM": func(f *fields, n int) { f.zoneMinute, f.zoned = n, true },
}

// months are the names of months as the pattern MON reads them.
var months = strings.Fields("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC")

// templateReader reads a text by a template, as the standard has it: each separator is matched, and nothing remains.
type templateReader struct {
	fields
	template, form, rest string // form and rest are what is left of the template and of the text
	blank                bool   // blanks were skipped
}

// readTemplate reads a text by a template.
func readTemplate(text, template string) (*datetime, error) {
	r := templateReader{fields: fields{year: 1970, month: 1, day: 1}, template: template, form: template, rest: text}
	for r.form != "" {
		if r.rest == "" {
			return nil, sqlstate.New(invalidDatetime, "input string is too short for datetime format")
		}
		key := templateKeyAt(r.form)
		if key == "" {
			if err := r.pass(); err != nil {
				return nil, err
			}
			continue
		}
		r.skip()
		var err error
		if r.rest, err = r.read(key, r.form[:len(key)], r.rest, templateKeyAt(r.form[len(key):]) != ""); err != nil {
			return nil, err
		}
		r.form, r.blank = r.form[len(key):], false
		r.skip()
	}
	if r.rest != "" {
		return nil, sqlstate.New(invalidDatetime, "trailing characters remain in input string after datetime format")
	}
	if r.twelve && (r.hour < 1 || r.hour > 12) {
		return nil, sqlstate.New(invalidDatetime, "hour \"%d\" is invalid for the 12-hour clock", r.hour).WithHint("Use the 24-hour clock, or give an hour between 1 and 12.")
	}
	d := r.datetime()
	switch {
	case r.zoned && !r.timed || !r.dated && !r.timed:
		return nil, errTemplate(template)
	case d == nil:
		return nil, sqlstate.New(outOfRange, "date/time field value out of range: %q", text)
	}
	return d, nil
}

// skip passes blanks of the text.
func (r *templateReader) skip() {
	trimmed := strings.TrimLeft(r.rest, " \t\n\r\v\f")
	r.blank = r.blank || len(trimmed) < len(r.rest)
	r.rest = trimmed
}

// pass passes a separator or a text in quotes.
func (r *templateReader) pass() error {
	c := r.form[:1]
	literal, quoted := literalAt(r.form)
	switch {
	case quoted && literal != "" && strings.HasPrefix(r.rest, literal):
		r.form, r.rest = r.form[len(literal)+2:], r.rest[len(literal):]
		return nil
	case !strings.Contains("-./,';: ", c):
		if c >= "0" && c <= "9" || c == `"` || c > "~" || strings.ContainsAny(c, "abcdhijmqrstwyABCDHIJMQRSTWY") {
			return errTemplate(r.template)
		}
		return sqlstate.New(invalidDatetime, "invalid datetime format separator: %q", c)
	case c == " " && r.blank:
		r.blank = false
	case c == " ":
		return errTemplate(r.template)
	case !strings.HasPrefix(r.rest, c):
		return sqlstate.New(invalidDatetime, "unmatched format separator %q", c)
	default:
		r.rest = r.rest[1:]
	}
	r.form = r.form[1:]
	return nil
}

// literalAt is the text in double quotes at the start of a template.
func literalAt(form string) (literal string, ok bool) {
	if !strings.HasPrefix(form, `"`) {
		return "", false
	}
	literal, _, ok = strings.Cut(form[1:], `"`)
	return literal, ok
}

func errTemplate(template string) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "the template %q of the method .datetime() of jsonpath is not supported", template)
}

// templateKeyAt is the pattern at the start of a template, "": none that is supported.
func templateKeyAt(form string) string {
	for _, key := range []string{"YYYY", "HH24", "HH12", "MON", "MM", "DDD", "DD", "MI", "SSSS", "SS", "TZH", "TZM", "AM", "PM", "MS", "US"} {
		if strings.HasPrefix(strings.ToUpper(form), key) {
			if key == "DDD" || key == "SSSS" {
				return ""
			}
			return key
		}
	}
	return ""
}

var leadingDigits = regexp.MustCompile(`^\d+`)

// read reads a field. Where another field follows without a separator, a number has as many digits as its pattern has letters.
func (f *fields) read(key, written, rest string, joined bool) (string, error) {
	switch key {
	case "MON":
		for i, name := range months {
			if len(rest) >= len(name) && strings.EqualFold(rest[:len(name)], name) {
				f.month, f.dated = i+1, true
				return rest[len(name):], nil
			}
		}
		return "", sqlstate.New(invalidDatetime, "invalid value %q for %q", rest, written).WithDetail("The given value did not match any of the allowed values for this field.")
	case "AM", "PM":
		if len(rest) < 2 || !strings.EqualFold(rest[1:2], "M") || !strings.ContainsAny(rest[:1], "apAP") {
			return "", sqlstate.New(invalidDatetime, "invalid value %q for %q", rest, written).WithDetail("The given value did not match any of the allowed values for this field.")
		}
		f.pm, f.twelve = strings.EqualFold(rest[:1], "P"), true
		return rest[2:], nil
	case "TZH":
		f.zoned = true
		if f.west = strings.HasPrefix(rest, "-"); f.west || strings.HasPrefix(rest, "+") {
			rest = rest[1:]
		}
	}
	digits := leadingDigits.FindString(rest)
	most := map[string]int{"YYYY": 4, "MS": 3, "US": 6}[key]
	if most = max(most, 2); joined || key == "MS" || key == "US" {
		digits = digits[:min(len(digits), most)]
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return "", sqlstate.New(invalidDatetime, "invalid value %q for %q", rest[:min(len(rest), most)], written).WithDetail("Value must be an integer.")
	}
	switch key {
	case "TZH":
		f.zoneHour = n
	case "MS", "US":
		f.micro, err = microseconds(digits)
		f.timed = true
	default:
		templateKeys[key](f, n)
	}
	return rest[len(digits):], err
}
