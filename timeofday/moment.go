package timeofday

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// dateOrder is the order of the fields of a date that begins with no year of three digits or more, as DateStyle says.
type dateOrder int

// The orders of DateStyle.
const (
	monthFirst dateOrder = iota
	dayFirst
	yearFirst
)

// Moment is a date, and a time that the clocks of its zone show.
type Moment struct {
	Days   int64  // since 1970
	Micros int64  // since midnight: 24 hours at most
	Zoned  bool   // the text has an offset
	East   int    // the offset in seconds
	Zone   string // a zone instead of an offset: an abbreviation that [EastAt] knows, or a name as [CanonicalZone] spells it; "" for none
	// Word is infinity, -infinity or epoch, which are all that is said; or now, today, tomorrow or yesterday, which stand for the date.
	Word string
}

// unreadCode is the code of the error of a text that PostgreSQL may read and this package does not.
const unreadCode = "0A000"

// ParseMoment reads a date, or a date and a time, of a type that is called so in errors: datetime.c's DecodeDateTime. It refuses a text that
// has another meaning with another DateStyle.
func ParseMoment(typeName, text string) (Moment, *Error) {
	m, failed, ordered := parseOrdered(typeName, text, monthFirst)
	if !ordered {
		return m, failed
	}
	for _, order := range []dateOrder{dayFirst, yearFirst} {
		if other, otherwise, _ := parseOrdered(typeName, text, order); other != m || !failed.same(otherwise) {
			return Moment{}, &Error{Code: unreadCode, Message: fmt.Sprintf("a %s whose fields DateStyle orders in the text of a row is not supported: %q", typeName, text)}
		}
	}
	return m, failed
}

// parseOrdered reads a moment whose fields have an order. ordered is false for a text that has the same meaning in every order.
func parseOrdered(typeName, text string, order dateOrder) (m Moment, failed *Error, ordered bool) {
	d := decoder{typeName: typeName, text: text, order: order}
	var ok bool
	if d.fields, ok = splitFields(text); !ok || len(d.fields) == 0 {
		return Moment{}, d.misread(), false
	}
	for d.at = range d.fields {
		part, err := d.readField()
		if err == nil && part&d.parts != 0 {
			err = d.misread()
		}
		if err != nil {
			return Moment{}, err, d.ordered
		}
		d.parts |= part
	}
	m, failed = d.combineFields()
	return m, failed, d.ordered
}

// decoder reads the fields of a text one after the other.
type decoder struct {
	typeName, text string
	order          dateOrder
	ordered        bool // the order has decided which part a number is
	fields         []field
	at             int
	parts          int    // that have been read
	awaits         string // the unit that the next field is of, or t for a time

	year, month, day, dayOfYear int
	monthNamed, shortYear       bool
	julian                      bool
	days                        int64 // of a Julian day
	hour, minute, second        int
	micros                      int64
	half, era                   string
	result                      Moment
}

func (d *decoder) misread() *Error {
	return &Error{Code: "22007", Message: "invalid input syntax for type " + d.typeName + `: "` + d.text + `"`}
}

func (d *decoder) outside() *Error {
	return &Error{Code: "22008", Message: `date/time field value out of range: "` + d.text + `"`}
}

func (d *decoder) unread() *Error {
	return &Error{Code: unreadCode, Message: "a " + d.typeName + ` in this form in the text of a row is not supported: "` + d.text + `"`}
}

func (d *decoder) readField() (part int, err *Error) {
	f := d.fields[d.at]
	switch f.kind {
	case dateField:
		return d.readDateField(f.text)
	case clockField:
		if d.awaits != "" && d.awaits != "t" {
			return 0, d.misread()
		}
		d.awaits = ""
		return partClock, d.readClockField(f.text)
	case offsetField:
		return partZone, d.readOffset(f.text)
	case numberField:
		return d.readNumberField(f.text)
	}
	return d.readWordField(f.text)
}

func (d *decoder) readDateField(text string) (int, *Error) {
	switch {
	case d.awaits == "j":
		return d.readJulianInZone(text)
	case d.awaits == "" && d.parts&(partMonth|partDay) != partMonth|partDay:
		return d.readDate(text)
	case d.awaits == "" && !isDigit(text[0]):
		return d.readPlace(text)
	case d.awaits != "" && d.awaits != "t":
		return 0, d.misread()
	}
	d.awaits = ""
	clock, _, found := strings.Cut(text, "-")
	if d.parts&partClock != 0 || !found {
		return 0, d.misread()
	}
	if err := d.readOffset(text[len(clock):]); err != nil {
		return 0, err
	}
	part, err := d.readRunTogether(clock, d.parts)
	return part | partZone, err
}

// readPlace reads the name of a zone that has marks between its words.
func (d *decoder) readPlace(name string) (int, *Error) {
	d.result.Zone = CanonicalZone(name)
	switch {
	case d.result.Zone != "":
		return partZone, nil
	case strings.ContainsAny(name, "0123456789"): // PostgreSQL knows EST5 and the like
		return 0, d.unread()
	}
	return 0, &Error{Code: "22023", Message: `time zone "` + name + `" not recognized`}
}

// readDate reads the fields of a date with marks between them.
func (d *decoder) readDate(text string) (parts int, err *Error) {
	var numbers []string
	have := d.parts
	for rest := text; rest != ""; {
		rest = strings.TrimLeft(rest, "+-/_.:")
		if rest == "" {
			return 0, d.misread()
		}
		of := isLetter
		if isDigit(rest[0]) {
			of = isDigit
		}
		end := 0
		for end < len(rest) && of(rest[end]) {
			end++
		}
		piece := rest[:end]
		rest = rest[min(end+1, len(rest)):] // the character behind is left out, whatever it is
		if isDigit(piece[0]) {
			numbers = append(numbers, piece)
			continue
		}
		w := words[piece]
		switch {
		case w.part == partIgnored:
			continue
		case w.part != partMonth || have&partMonth != 0:
			return 0, d.misread()
		}
		d.month, d.monthNamed = w.month, true
		have, parts = have|partMonth, parts|partMonth
	}
	for _, number := range numbers {
		part, err := d.readNumber(number, d.monthNamed && parts&partMonth != 0, have)
		if err == nil && part&have != 0 {
			err = d.misread()
		}
		if err != nil {
			return 0, err
		}
		have, parts = have|part, parts|part
	}
	if have&^(partDayOfYear|partZone) != partDate {
		return 0, d.misread()
	}
	return parts, nil
}

func (d *decoder) readClockField(text string) *Error {
	pieces := strings.Split(text, ":")
	last := len(pieces) - 1
	whole, fraction, pointed := strings.Cut(pieces[last], ".")
	pieces[last] = whole
	for _, piece := range pieces[:last] {
		if strings.Contains(piece, ".") {
			return d.misread()
		}
	}
	if len(pieces) > 3 || strings.Contains(fraction, ".") {
		return d.misread()
	}
	numbers := [3]int{}
	for i, piece := range pieces {
		n, ok := smallNumber(piece)
		if !ok {
			return d.outside()
		}
		numbers[i] = n
	}
	if pointed && len(pieces) == 2 {
		numbers[0], numbers[1], numbers[2] = 0, numbers[0], numbers[1]
	}
	d.hour, d.minute, d.second = numbers[0], numbers[1], numbers[2]
	if pointed {
		d.micros = micros("." + fraction)
	}
	const dayOfMicros = 24 * 3600 * 1e6
	if d.minute > 59 || d.second > 60 || d.hour > 24 || d.countMicros() > dayOfMicros {
		return d.outside()
	}
	return nil
}

// countMicros counts the microseconds from midnight to the time that the fields say.
func (d *decoder) countMicros() int64 {
	return int64(d.hour*3600+d.minute*60+d.second)*1e6 + d.micros
}

// smallNumber is the number of some digits, none of which are 0; ok is false for one that C's int does not hold.
func smallNumber(digits string) (n int, ok bool) {
	if digits == "" {
		return 0, true
	}
	wide, err := strconv.ParseInt(digits, 10, 32)
	return int(wide), err == nil
}

// readOffset reads a zone that is given by its distance: a sign, and hours, minutes and seconds.
func (d *decoder) readOffset(text string) *Error {
	far := &Error{Code: "22009", Message: `time zone displacement out of range: "` + d.text + `"`}
	pieces := strings.Split(text[1:], ":")
	var numbers [3]int
	for i, piece := range pieces {
		if strings.Trim(piece, "0123456789") != "" || i > 2 {
			return d.misread()
		}
		n, ok := smallNumber(piece)
		if !ok {
			return far
		}
		numbers[i] = n
	}
	if len(pieces) == 1 && len(text) > 3 {
		numbers[0], numbers[1] = numbers[0]/100, numbers[0]%100
	}
	const farthest = 15
	if numbers[0] > farthest || numbers[1] > 59 || numbers[2] > 59 {
		return far
	}
	if d.result.Zoned, d.result.East = true, numbers[0]*3600+numbers[1]*60+numbers[2]; text[0] == '-' {
		d.result.East = -d.result.East
	}
	return nil
}

// combineFields returns what all fields say together.
func (d *decoder) combineFields() (Moment, *Error) {
	if err := d.checkDate(); err != nil {
		return Moment{}, err
	}
	switch {
	case d.half != "" && d.hour > 12:
		return Moment{}, d.outside()
	case d.half == "am" && d.hour == 12:
		d.hour = 0
	case d.half == "pm" && d.hour != 12:
		d.hour += 12
	}
	r := d.result
	switch {
	case r.Word == "infinity" || r.Word == "-infinity" || r.Word == "epoch":
		return Moment{Word: r.Word}, nil
	case d.parts&partDate != partDate:
		return Moment{}, d.misread()
	}
	switch r.Micros = d.countMicros(); {
	case d.julian:
		r.Days = d.days
	case d.parts&partDayOfYear != 0:
		r.Days = daysSince1970(d.year, 1, 1) + int64(d.dayOfYear) - 1
	default:
		r.Days = daysSince1970(d.year, d.month, d.day)
	}
	return r, nil
}

// checkDate makes the year one of the calendar, and checks the month and the day: ValidateDate.
func (d *decoder) checkDate() *Error {
	if d.parts&partYear != 0 && !d.julian {
		switch {
		case d.era == "bc":
			if d.year <= 0 {
				return d.outside()
			}
			d.year = 1 - d.year
		case d.shortYear:
			d.year += map[bool]int{true: 2000, false: 1900}[d.year < 70]
		case d.year <= 0:
			return d.outside()
		}
	}
	if d.julian || d.parts&partDayOfYear != 0 || d.result.Word != "" {
		return nil
	}
	if d.parts&partMonth != 0 && (d.month < 1 || d.month > 12) || d.parts&partDay != 0 && (d.day < 1 || d.day > 31) {
		failed := d.outside()
		failed.Hint = `Perhaps you need a different "datestyle" setting.`
		return failed
	}
	if d.parts&partDate == partDate && int64(d.day) > daysSince1970(d.year, d.month+1, 1)-daysSince1970(d.year, d.month, 1) {
		return d.outside()
	}
	return nil
}

// daysSince1970 counts the days of the Gregorian calendar; the month may be 13.
func daysSince1970(year, month, day int) int64 {
	const secondsPerDay = 24 * 3600
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay
}
