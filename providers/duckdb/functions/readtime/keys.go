package readtime

import (
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// readNode is a part of a format: a pattern, a separator, a blank or another character.
type readNode struct {
	key       *readKey // nil: it is no pattern
	fill, th  bool
	separator bool // a blank or a separator
	digit     bool // a digit, as it is
}

// readKey is a pattern.
type readKey struct {
	name   string
	width  int
	digits bool
	mode   byte // 'g' is a pattern of a date of the calendar, 'i' one of an ISO week
	read   func(*reader, *readKey, []readNode) error
}

// readFields are what was read.
type readFields struct {
	year, yearDigits, century, month, day, dayOfYear, weekday, week, weekOfMonth, julian int
	hour, minute, second, daySeconds, milli, micro                                       int
	bc, pm, twelve, hasTZ                                                                bool
	zoneSign, zoneHour, zoneMinute                                                       int
	mode                                                                                 byte
}

// reader reads a text by a format.
type reader struct {
	readFields
	text, rest string
	skipped    int // blanks that were skipped and that no blank of the format stands for
	exact      bool
}

// readKeys are the patterns, those that begin alike with the longer ones first.
var readKeys = func() []*readKey {
	number := func(name string, width int, mode byte, to func(*reader) *int) *readKey {
		return &readKey{name: name, width: width, digits: true, mode: mode, read: func(r *reader, k *readKey, n []readNode) error {
			value, _, err := r.number(k, width, n)
			if err != nil {
				return err
			}
			return setField(to(r), value, k)
		}}
	}
	fraction := func(name string, width int) *readKey {
		return &readKey{name: name, width: width, digits: true, read: func(r *reader, k *readKey, n []readNode) error {
			value, used, err := r.number(k, width, n)
			for ; err == nil && used < 6; used++ {
				value *= 10
			}
			r.micro = value
			return err
		}}
	}
	year := func(name string, width int, mode byte) *readKey {
		return &readKey{name: name, width: width, digits: true, mode: mode, read: func(r *reader, k *readKey, n []readNode) error {
			value, used, err := r.number(k, width, n)
			if err != nil {
				return err
			}
			if width < 4 && used < 4 {
				value = nearYear(value)
			}
			r.yearDigits = width
			return setField(&r.year, value, k)
		}}
	}
	twelve := func(name string) *readKey {
		k := number(name, 2, 0, func(r *reader) *int { r.twelve = true; return &r.hour })
		return k
	}
	keys := []*readKey{
		{name: "FX", read: func(r *reader, _ *readKey, _ []readNode) error { r.exact = true; return nil }},
		year("IYYY", 4, 'i'), year("IYY", 3, 'i'), year("IY", 2, 'i'),
		{name: "Y,YYY", width: 5, digits: true, mode: 'g', read: readCommaYear},
		year("YYYY", 4, 'g'), year("YYY", 3, 'g'), year("YY", 2, 'g'), year("Y", 1, 'g'),
		number("IDDD", 3, 'i', func(r *reader) *int { return &r.dayOfYear }), number("IW", 2, 'i', func(r *reader) *int { return &r.week }),
		{name: "ID", width: 1, digits: true, mode: 'i', read: readISODay},
		year("I", 1, 'i'),
		number("DDD", 3, 'g', func(r *reader) *int { return &r.dayOfYear }), number("DD", 2, 'g', func(r *reader) *int { return &r.day }),
		words("DAY", 0, weekdays, func(r *reader) *int { return &r.weekday }), words("DY", 0, shortened(weekdays), func(r *reader) *int { return &r.weekday }),
		number("D", 1, 'g', func(r *reader) *int { return &r.weekday }),
		words("MONTH", 'g', months, func(r *reader) *int { return &r.month }), words("MON", 'g', shortened(months), func(r *reader) *int { return &r.month }),
		number("MM", 2, 'g', func(r *reader) *int { return &r.month }), number("MI", 2, 0, func(r *reader) *int { return &r.minute }),
		{name: "MS", width: 3, digits: true, read: readMilli},
		number("HH24", 2, 0, func(r *reader) *int { return &r.hour }), twelve("HH12"), twelve("HH"),
		number("SSSSS", 5, 0, func(r *reader) *int { return &r.daySeconds }), number("SSSS", 5, 0, func(r *reader) *int { return &r.daySeconds }),
		number("SS", 2, 0, func(r *reader) *int { return &r.second }),
		fraction("FF1", 1), fraction("FF2", 2), fraction("FF3", 3), fraction("FF4", 4), fraction("FF5", 5), fraction("FF6", 6), fraction("US", 6),
		number("CC", 2, 0, func(r *reader) *int { return &r.century }),
		number("WW", 2, 'g', func(r *reader) *int { return &r.week }), number("W", 1, 'g', func(r *reader) *int { return &r.weekOfMonth }),
		{name: "Q", width: 1, digits: true, read: func(r *reader, k *readKey, n []readNode) error { _, _, err := r.number(k, 1, n); return err }},
		number("J", 1, 0, func(r *reader) *int { return &r.julian }),
		words("RM", 'g', RomanMonths, func(r *reader) *int { return &r.month }),
		{name: "TZH", width: 3, read: readZoneHour},
		{name: "TZM", width: 2, digits: true, read: readZoneMinute},
		dayHalf("A.M.", "P.M."), dayHalf("AM", "PM"), era("A.D.", "B.C."), era("AD", "BC"),
		onlyShown("TZ"), onlyShown("OF"),
	}
	keys = append(keys, named("P.M.", keys, "A.M."), named("PM", keys, "AM"), named("B.C.", keys, "A.D."), named("BC", keys, "AD"))
	return keys
}()

// named is a pattern with the meaning of another.
func named(name string, keys []*readKey, as string) *readKey {
	for _, k := range keys {
		if k.name == as {
			other := *k
			other.name, other.width = name, len(name)
			return &other
		}
	}
	return nil
}

var (
	months   = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	weekdays = []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
)

// RomanMonths are the numbers of months.
var RomanMonths = []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"}

func shortened(list []string) []string {
	short := make([]string, len(list))
	for i, s := range list {
		short[i] = s[:3]
	}
	return short
}

// words is a pattern of one of several words.
func words(name string, mode byte, list []string, to func(*reader) *int) *readKey {
	return &readKey{name: name, width: len(name), mode: mode, read: func(r *reader, k *readKey, _ []readNode) error {
		i, err := r.word(k, list)
		if err != nil {
			return err
		}
		return setField(to(r), i+1, k)
	}}
}

// dayHalf is a pattern of the half of a day.
func dayHalf(am, pm string) *readKey {
	return &readKey{name: am, width: len(am), read: func(r *reader, k *readKey, _ []readNode) error {
		i, err := r.word(k, []string{am, pm})
		r.pm, r.twelve = i == 1, true
		return err
	}}
}

// era is a pattern of the years before or after Christ.
func era(ad, bc string) *readKey {
	return &readKey{name: ad, width: len(ad), read: func(r *reader, k *readKey, _ []readNode) error {
		i, err := r.word(k, []string{ad, bc})
		r.bc = i == 1
		return err
	}}
}

// onlyShown is a pattern that no text is read by.
func onlyShown(name string) *readKey {
	return &readKey{name: name, read: func(*reader, *readKey, []readNode) error {
		return sqlstate.New(sqlstate.FeatureNotSupported, "formatting field %q is only supported in to_char", name)
	}}
}

// nearYear is the year nearest to 2020 that ends with these digits.
func nearYear(year int) int {
	switch {
	case year < 70:
		return year + 2000
	case year < 100:
		return year + 1900
	case year < 520:
		return year + 2000
	case year < 1000:
		return year + 1000
	}
	return year
}

// setField sets a field, which has one value.
func setField(to *int, value int, k *readKey) error {
	if *to != 0 && *to != value {
		return sqlstate.New(vector.InvalidDatetime, "conflicting values for %q field in formatting string", k.name).
			WithDetail("This value contradicts a previous setting for the same field type.")
	}
	*to = value
	return nil
}
