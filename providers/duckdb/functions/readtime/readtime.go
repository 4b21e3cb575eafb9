// Package readtime reads times by a format, as to_date and to_timestamp do.
//
// A format is a list of nodes: keys such as YYYY (keys.go), separators and other characters. The reader goes along the
// text and the nodes at once, and each key notes a field; the fields make a time at the end. What PostgreSQL takes
// loosely (separators, blanks, a number without its leading zeros) is taken here, too.
package readtime

import (
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Read reads a text by a format, as to_timestamp does: microseconds since 1970. zoned: the time is one of UTC where the text
// has a zone.
func Read(text, format string, zoned bool) (int64, error) {
	r := reader{text: text, rest: text}
	if err := r.read(parseReadFormat(format)); err != nil {
		return 0, err
	}
	return r.moment(zoned)
}

// parseReadFormat takes a format apart.
func parseReadFormat(format string) []readNode {
	var nodes []readNode
	for format != "" {
		var n readNode
		at := format
		for len(format) > 2 && (isInOneCase(format[:2], "FM") || isInOneCase(format[:2], "TM")) {
			n.fill = n.fill || isInOneCase(format[:2], "FM")
			format = format[2:]
		}
		if n.key = readKeyAt(format); n.key != nil {
			written := format[:len(n.key.name)]
			format = format[len(n.key.name):]
			if len(format) >= 2 && isInOneCase(format[:2], "TH") {
				n.th, format = true, format[2:]
			}
			key := *n.key
			key.name = written
			n.key = &key
			nodes = append(nodes, n)
			continue
		}
		format = at
		if format[0] == '"' {
			quoted := format[1:]
			for quoted != "" && quoted[0] != '"' {
				if quoted[0] == '\\' && len(quoted) > 1 {
					quoted = quoted[1:]
				}
				nodes = append(nodes, readNode{digit: quoted[0] >= '0' && quoted[0] <= '9'})
				quoted = quoted[runeWidth(quoted):]
			}
			format = strings.TrimPrefix(quoted, `"`)
			continue
		}
		if format[0] == '\\' && len(format) > 1 && format[1] == '"' {
			format = format[1:]
		}
		nodes = append(nodes, readNode{separator: isBlank(format[0]) || isSeparator(format[0]), digit: format[0] >= '0' && format[0] <= '9'})
		format = format[runeWidth(format):]
	}
	return nodes
}

// readKeyAt is the pattern that a format begins with.
func readKeyAt(format string) *readKey {
	var found *readKey
	for _, k := range readKeys {
		if len(format) < len(k.name) || found != nil && len(k.name) <= len(found.name) {
			continue
		}
		written := format[:len(k.name)]
		if isInOneCase(written, k.name) || len(k.name) > 2 && k.width == len(k.name) && !k.digits && written == k.name[:1]+strings.ToLower(k.name[1:]) ||
			k.name == "DY" && written == "Dy" {
			found = k
		}
	}
	return found
}

// isInOneCase reports whether a word of a format is a pattern: PostgreSQL knows each in capitals and in small letters, "Th" is text.
func isInOneCase(word, pattern string) bool {
	return word == pattern || word == strings.ToLower(pattern)
}

func runeWidth(s string) int {
	for i := range s {
		if i > 0 {
			return i
		}
	}
	return len(s)
}

func isBlank(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }

func isSeparator(b byte) bool {
	return b > 0x20 && b < 0x7f && (b < 'A' || b > 'Z') && (b < 'a' || b > 'z') && (b < '0' || b > '9')
}

// read reads the text by the parts of a format.
func (r *reader) read(nodes []readNode) error {
	for i, n := range nodes {
		if r.rest == "" {
			break
		}
		if !r.exact && (n.key != nil || i == 0) {
			r.skipBlanks()
		}
		switch {
		case n.key == nil && n.separator:
			r.passSeparator()
			continue
		case n.key == nil:
			r.passCharacter()
			continue
		}
		if n.key.mode != 0 && r.mode != 0 && r.mode != n.key.mode {
			return sqlstate.New(vector.InvalidDatetime, "invalid combination of date conventions").
				WithHint("Do not mix Gregorian and ISO week date conventions in a formatting template.")
		}
		if n.key.mode != 0 {
			r.mode = n.key.mode
		}
		if err := n.key.read(r, n.key, nodes[i:]); err != nil {
			return err
		}
		if n.th && n.key.digits {
			r.rest = r.rest[min(2, len(r.rest)):]
		}
		if !r.exact && n.key.name != "FX" {
			r.skipped = 0
			r.skipBlanks()
		}
	}
	return nil
}

func (r *reader) skipBlanks() {
	for r.rest != "" && isBlank(r.rest[0]) {
		r.rest = r.rest[1:]
		r.skipped++
	}
}

// passSeparator passes one separator of the text, if there is one.
func (r *reader) passSeparator() {
	switch {
	case r.exact:
		r.rest = r.rest[runeWidth(r.rest):]
	case isBlank(r.rest[0]) || isSeparator(r.rest[0]):
		r.rest = r.rest[1:]
	default:
		r.skipped--
	}
}

// passCharacter passes a character of the text, unless a blank was passed in its place.
func (r *reader) passCharacter() {
	if !r.exact && r.skipped > 0 {
		r.skipped--
		return
	}
	r.rest = r.rest[runeWidth(r.rest):]
}

// number reads a number, and tells how many characters it has. What is not followed by a digit may be longer than its width.
func (r *reader) number(k *readKey, width int, nodes []readNode) (value, used int, err error) {
	before := r.rest
	text := strings.TrimLeft(r.rest, " \t\n\v\f\r")
	invalid := func(detail string, args ...any) error {
		return sqlstate.New(vector.InvalidDatetime, "invalid value %q for %q", text[:min(width, len(text))], k.name).WithDetail(detail, args...)
	}
	digits := leadingInteger(text)
	if nodes[0].fill || endsNumber(nodes) {
		if digits == "" {
			return 0, 0, invalid("Value must be an integer.")
		}
	} else {
		if len(text) < width {
			return 0, 0, sqlstate.New(vector.InvalidDatetime, "source string too short for %q formatting field", k.name)
		}
		digits = leadingInteger(text[:width])
		if digits == "" || len(digits) < width {
			return 0, 0, invalid("Field requires %d characters, but only %d could be parsed.", width, len(digits))
		}
	}
	for _, d := range strings.TrimLeft(digits, "+-") {
		if value = value*10 + int(d-'0'); value > 1<<31-1 {
			return 0, 0, sqlstate.New(vector.DatetimeOverflow, "value for %q in source string is out of range", k.name)
		}
	}
	if digits[0] == '-' {
		value = -value
	}
	r.rest = text[len(digits):]
	return value, len(before) - len(r.rest), nil
}

// leadingInteger is the integer that a text begins with.
func leadingInteger(s string) string {
	i := 0
	if s != "" && (s[0] == '+' || s[0] == '-') {
		i = 1
	}
	first := i
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i == first {
		return ""
	}
	return s[:i]
}

// endsNumber reports whether something else than a digit follows the number of the first node.
func endsNumber(nodes []readNode) bool {
	switch {
	case nodes[0].th || len(nodes) == 1:
		return true
	case nodes[1].key != nil:
		return !nodes[1].key.digits
	}
	return !nodes[1].digit
}

// word reads one of several words in any case.
func (r *reader) word(k *readKey, list []string) (int, error) {
	found := -1
	for i, w := range list {
		if len(r.rest) >= len(w) && strings.EqualFold(r.rest[:len(w)], w) && (found < 0 || len(w) > len(list[found])) {
			found = i
		}
	}
	if found < 0 {
		word := r.rest
		if end := strings.IndexAny(word, " \t\n\v\f\r"); end >= 0 {
			word = word[:end]
		}
		return 0, sqlstate.New(vector.InvalidDatetime, "invalid value %q for %q", word, k.name).
			WithDetail("The given value did not match any of the allowed values for this field.")
	}
	r.rest = r.rest[len(list[found]):]
	return found, nil
}

func readMilli(r *reader, k *readKey, n []readNode) error {
	value, used, err := r.number(k, 3, n)
	for ; err == nil && used < 3; used++ {
		value *= 10
	}
	r.milli = value
	return err
}

func readISODay(r *reader, k *readKey, n []readNode) error {
	value, _, err := r.number(k, 1, n)
	if err != nil {
		return err
	}
	return setField(&r.weekday, value%7+1, k)
}

func readCommaYear(r *reader, k *readKey, _ []readNode) error {
	thousands, after, found := strings.Cut(r.rest, ",")
	if digits := leadingInteger(after); found && leadingInteger(thousands) == thousands && len(digits) >= 3 {
		value := 0
		for _, d := range thousands + digits[:3] {
			value = value*10 + int(d-'0')
		}
		r.rest, r.yearDigits = after[3:], 4
		return setField(&r.year, value, k)
	}
	return sqlstate.New(vector.InvalidDatetime, "invalid input string for \"Y,YYY\"")
}

func readZoneHour(r *reader, k *readKey, n []readNode) error {
	switch r.rest[0] {
	case '+', '-', ' ':
		if r.zoneSign = 1; r.rest[0] == '-' {
			r.zoneSign = -1
		}
		r.rest = r.rest[1:]
	default:
		r.zoneSign = 1
		if at := len(r.text) - len(r.rest); r.skipped > 0 && at > 0 && r.text[at-1] == '-' {
			r.zoneSign = -1
		}
	}
	value, _, err := r.number(k, 2, n)
	r.zoneHour, r.hasTZ = value, true
	return err
}

func readZoneMinute(r *reader, k *readKey, n []readNode) error {
	value, _, err := r.number(k, 2, n)
	if r.zoneMinute, r.hasTZ = value, true; r.zoneSign == 0 {
		r.zoneSign = 1
	}
	return err
}

// moment is the time that was read, in microseconds since 1970.
func (r *reader) moment(zoned bool) (int64, error) {
	outOfRange := sqlstate.New(vector.DatetimeOverflow, "date/time field value out of range: %q", r.text)
	hour, minute, second := r.hour, r.minute, r.second
	if r.daySeconds != 0 {
		hour, minute, second = r.daySeconds/3600, r.daySeconds/60%60, r.daySeconds%60
	}
	if r.twelve {
		if hour < 1 || hour > 12 {
			return 0, sqlstate.New(vector.InvalidDatetime, "hour \"%d\" is invalid for the 12-hour clock", hour).
				WithHint("Use the 24-hour clock, or give an hour between 1 and 12.")
		}
		if hour %= 12; r.pm {
			hour += 12
		}
	}
	year, month, day, err := r.date()
	if err != nil {
		return 0, err
	}
	if month < 1 || month > 12 || day < 1 || day > time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day() ||
		hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 ||
		r.zoneHour < 0 || r.zoneHour > 15 || r.zoneMinute < 0 || r.zoneMinute > 59 || year < -4713 || year > 294000 {
		return 0, outOfRange
	}
	at := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	micros := at.Unix()*1_000_000 + int64(r.milli)*1000 + int64(r.micro)
	if zoned {
		micros -= int64(r.zoneSign*(r.zoneHour*60+r.zoneMinute)) * 60_000_000
	}
	return micros, nil
}

// date is the date that was read. The year 0 is the first before Christ.
func (r *reader) date() (year, month, day int, err error) {
	year, month, day = r.fullYear(), 1, 1
	dayOfYear, date := r.dayOfYear, func(t time.Time) { year, month, day = t.Year(), int(t.Month()), t.Day() }
	if r.julian != 0 {
		date(time.Date(-4713, time.November, 24+r.julian, 0, 0, 0, 0, time.UTC))
	}
	switch {
	case r.week != 0 && r.mode == 'i':
		weekday := 1
		if r.weekday != 0 {
			weekday = (r.weekday+5)%7 + 1
		}
		date(isoWeek(year).AddDate(0, 0, (r.week-1)*7+weekday-1))
	case r.week != 0:
		dayOfYear = (r.week-1)*7 + 1
	}
	if r.day != 0 {
		day = r.day
	}
	if r.weekOfMonth != 0 && r.day == 0 {
		day = (r.weekOfMonth-1)*7 + 1
	}
	if r.month != 0 {
		month = r.month
	}
	if dayOfYear == 0 || month > 1 && day > 1 {
		return year, month, day, nil
	}
	if year == 0 && !r.bc {
		return 0, 0, 0, sqlstate.New(vector.InvalidDatetime, "cannot calculate day of year without year information")
	}
	by := time.Date(year, time.January, dayOfYear, 0, 0, 0, 0, time.UTC)
	if r.mode == 'i' {
		date(isoWeek(year).AddDate(0, 0, dayOfYear-1))
		return year, month, day, nil
	}
	if by.Year() != year {
		return 0, 0, 0, sqlstate.New(vector.DatetimeOverflow, "date/time field value out of range: %q", r.text)
	}
	if month <= 1 {
		month = int(by.Month())
	}
	if day <= 1 {
		day = by.Day()
	}
	return year, month, day, nil
}

// fullYear is the year of the fields, with the century where the year has two digits.
func (r *reader) fullYear() int {
	century := r.century
	if r.bc {
		century = -century
	}
	switch {
	case r.year == 0 && century > 0:
		return (century-1)*100 + 1
	case r.year == 0:
		return century*100 + min(1, -century)
	case century != 0 && r.yearDigits <= 2:
		switch short := r.year % 100; {
		case short != 0 && century > 0:
			return (century-1)*100 + short
		case short != 0:
			return (century+1)*100 - short + 1
		case century > 0:
			return century * 100
		}
		return century*100 + 1
	case r.bc:
		return 1 - r.year
	case r.year < 0:
		return r.year + 1
	}
	return r.year
}

// isoWeek is the Monday of the first ISO week of a year.
func isoWeek(year int) time.Time {
	fourth := time.Date(year, time.January, 4, 0, 0, 0, 0, time.UTC)
	return fourth.AddDate(0, 0, -(int(fourth.Weekday())+6)%7)
}
