package timeofday

import (
	"strconv"
	"strings"
)

func (d *decoder) readNumberField(text string) (int, *Error) {
	whole, _, pointed := strings.Cut(text, ".")
	switch {
	case d.awaits != "":
		return d.readAwaited(text)
	case pointed && d.parts&partDate == 0:
		return d.readDate(text)
	case pointed && len(whole) > 2:
		return d.readRunTogether(text, d.parts)
	case len(text) >= 6 && (d.parts&partDate == 0 || d.parts&partClock == 0):
		return d.readRunTogether(text, d.parts)
	}
	return d.readNumber(text, d.monthNamed, d.parts)
}

// readAwaited reads a number behind a word that says what it is.
func (d *decoder) readAwaited(text string) (int, *Error) {
	awaited := d.awaits
	d.awaits = ""
	whole, fraction, pointed := strings.Cut(text, ".")
	n, ok := smallNumber(whole)
	if !ok {
		return 0, d.outside()
	}
	switch awaited {
	case "t":
		part, err := d.readRunTogether(text, d.parts|partDate)
		if err == nil && part != partClock {
			err = d.misread()
		}
		return part, err
	case "j":
		d.setJulian(n)
		if !pointed {
			return partDate, nil
		}
		part, _ := strconv.ParseFloat("0."+fraction+"0", 64)
		d.setMicros(int64(part * 24 * 3600e6))
		return partDate | partClock, nil
	}
	return 0, d.unread()
}

func (d *decoder) setJulian(n int) {
	const julianOf1970 = 2440588
	d.julian, d.days = true, int64(n)-julianOf1970
}

// setMicros sets the clock to a time of the day.
func (d *decoder) setMicros(since int64) {
	d.hour, d.minute, d.second, d.micros = int(since/3600e6), int(since/60e6%60), int(since/1e6%60), since%1e6
}

// readJulianInZone reads a Julian day with the distance of its zone behind it.
func (d *decoder) readJulianInZone(text string) (int, *Error) {
	end := len(text) - len(strings.TrimLeft(text, "0123456789"))
	n, ok := smallNumber(text[:end])
	if d.awaits = ""; !ok {
		return 0, d.outside()
	}
	if rest := text[end:]; rest == "" || rest[0] != '-' {
		return 0, d.misread()
	}
	d.setJulian(n)
	return partDate | partClock | partZone, d.readOffset(text[end:])
}

// readNumber reads a number that is a field of a date; which one, the fields before it decide: DecodeNumber.
func (d *decoder) readNumber(text string, monthNamed bool, have int) (part int, err *Error) {
	whole, fraction, pointed := strings.Cut(text, ".")
	n, ok := smallNumber(whole)
	switch {
	case !ok:
		return 0, d.outside()
	case whole == "":
		return 0, d.misread()
	case pointed && len(whole) > 2:
		return d.readRunTogether(text, have|partDate)
	case pointed:
		d.micros = micros("." + fraction)
	}
	if len(text) == 3 && have&partDate == partYear && n >= 1 && n <= 366 {
		d.dayOfYear = n
		return partDayOfYear | partMonth | partDay, nil
	}
	if have&partDate == partDate {
		return d.readRunTogether(text, have)
	}
	if long := len(text) >= 3; have&partDate == partYear|partMonth && monthNamed && long && d.shortYear { // the number before was the day
		d.day, d.year, d.shortYear = d.year, n, false
		return partDay, nil
	}
	part = d.partBehind(have&partDate, len(text) >= 3, monthNamed)
	switch part {
	case partYear:
		d.year, d.shortYear = n, len(text) <= 2
	case partMonth:
		d.month = n
	case partDay:
		d.day = n
	default:
		return 0, d.misread()
	}
	return part, nil
}

// partBehind is the part of a date that a number is, of which the text has some parts before; long is a number of three digits or more.
func (d *decoder) partBehind(have int, long, monthNamed bool) (part int) {
	switch have {
	case 0:
		if part = partYear; !long {
			part = map[dateOrder]int{monthFirst: partMonth, dayFirst: partDay, yearFirst: partYear}[d.order]
			d.ordered = true
		}
	case partYear, partDay:
		part = partMonth
	case partMonth:
		part = partDay
		if monthNamed && (long || d.order == yearFirst) {
			part = partYear
		}
		d.ordered = d.ordered || monthNamed && !long
	case partYear | partMonth:
		part = partDay
	case partMonth | partDay:
		part = partYear
	}
	return part
}

// readRunTogether reads a date or a time that has no marks between its fields: DecodeNumberField.
func (d *decoder) readRunTogether(text string, have int) (int, *Error) {
	whole, fraction, pointed := strings.Cut(text, ".")
	if strings.Trim(whole, "0123456789") != "" {
		return 0, d.unread()
	}
	two := func(from int) int {
		n, _ := strconv.Atoi(whole[from : from+2])
		return n
	}
	length := len(whole)
	switch {
	case pointed:
		d.micros = micros("." + fraction)
	case have&partDate != partDate && length >= 6:
		year, err := strconv.ParseInt(whole[:length-4], 10, 32)
		if err != nil {
			return 0, d.unread()
		}
		d.year, d.month, d.day = int(year), two(length-4), two(length-2)
		if length-4 == 2 {
			d.shortYear = true
		}
		return partDate, nil
	}
	switch {
	case have&partClock != 0:
	case length == 6:
		d.hour, d.minute, d.second = two(0), two(2), two(4)
		return partClock, nil
	case length == 4:
		d.hour, d.minute, d.second = two(0), two(2), 0
		return partClock, nil
	}
	return 0, d.misread()
}

// readWordField reads a word: a month, a zone, a half of the day, an era, what the next field is.
func (d *decoder) readWordField(text string) (int, *Error) {
	if IsAbbreviation(text) {
		d.result.Zone = text
		return partZone, nil
	}
	w, known := words[text]
	if !known {
		if !isLetter(text[0]) {
			return 0, d.misread()
		}
		if d.result.Zone = CanonicalZone(text); d.result.Zone == "" {
			return 0, d.misread()
		}
		return partZone, nil
	}
	switch w.part {
	case partIgnored:
		return 0, nil
	case partReserved:
		return d.readReserved(w.value)
	case partMonth:
		d.month, d.monthNamed = d.placeDayBefore(w.month), true
		if d.parts&partMonth != 0 && d.parts&partDay == 0 && d.day != 0 {
			return partDay, nil
		}
	case partHalf:
		d.half = w.value
	case partEra:
		d.era = w.value
	case partUnit:
		if !strings.HasPrefix(w.value, "j") { // only Julian days are read
			return 0, d.unread()
		}
		d.awaits = "j"
		return 0, nil
	case partClockMark:
		if d.parts&partDate != partDate || d.at+1 >= len(d.fields) {
			return 0, d.misread()
		}
		if kind := d.fields[d.at+1].kind; kind != numberField && kind != clockField && kind != dateField {
			return 0, d.misread()
		}
		d.awaits = "t"
		return 0, nil
	case partOther:
		return 0, d.unread()
	}
	return w.part, nil
}

// placeDayBefore makes a number that was taken for a month the day of a month that is named behind it.
func (d *decoder) placeDayBefore(month int) int {
	if d.parts&partMonth != 0 && !d.monthNamed && d.parts&partDay == 0 && d.month >= 1 && d.month <= 31 {
		d.day = d.month
	}
	return month
}

func (d *decoder) readReserved(value string) (int, *Error) {
	if value == "now" || strings.HasPrefix(value, "to") || value == "yesterday" {
		d.year, d.month, d.day = 1970, 1, 1 // which stand for the day that is meant
	}
	switch value {
	case "allballs":
		d.setMicros(0)
		d.result.Zoned, d.result.East = true, 0
		return partClock | partZone, nil
	case "now":
		d.result.Word = value
		return partDate | partClock | partZone, nil
	case "today", "tomorrow", "yesterday":
		d.result.Word = value
		return partDate, nil
	}
	d.result.Word = value
	return partReserved, nil
}
