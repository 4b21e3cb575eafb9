package jsonpath

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A datetime is what the method .datetime() makes of a string. It is shown as a string is, and compared with other datetimes alone.
type datetime struct {
	dated, timed, zoned bool
	at                  time.Time // in a zone of the offset that was read; without a date the day is 1970-01-01
}

const (
	noDatetime      sqlstate.Code = "22031"
	invalidDatetime sqlstate.Code = "22007"
	outOfRange      sqlstate.Code = "22008"
)

// datetimeType is one of the types of datetimes.
type datetimeType struct {
	name   string // by .type()
	short  string // in errors about conversions
	layout string // as JSON shows it
}

// typed is the type of a datetime.
func (d *datetime) typed() datetimeType {
	switch {
	case !d.timed:
		return datetimeType{"date", "date", "2006-01-02"}
	case d.dated && d.zoned:
		return datetimeType{"timestamp with time zone", "timestamptz", "2006-01-02T15:04:05.999999-07:00"}
	case d.dated:
		return datetimeType{"timestamp without time zone", "timestamp", "2006-01-02T15:04:05.999999"}
	case d.zoned:
		return datetimeType{"time with time zone", "timetz", "15:04:05.999999-07:00"}
	}
	return datetimeType{"time without time zone", "time", "15:04:05.999999"}
}

// compareDatetimes compares two datetimes. comparable is false for a date and a time.
func compareDatetimes(a, b *datetime) (by int, comparable bool, err error) {
	if a.dated != b.dated {
		return 0, false, nil
	}
	if a.zoned != b.zoned {
		from, to := a, b
		if a.zoned {
			from, to = b, a
		}
		return 0, false, sqlstate.New(sqlstate.FeatureNotSupported, "cannot convert value from %s to %s without time zone usage", from.typed().short, to.typed().short).
			WithHint("Use *_tz() function for time zone support.")
	}
	if by = a.at.Compare(b.at); by == 0 && !a.dated && a.zoned { // of two that are one moment the one further to the west is greater
		_, east := a.at.Zone()
		_, other := b.at.Zone()
		by = cmp.Compare(other, east)
	}
	return by, true, nil
}

// isoDatetime matches the forms that .datetime() reads without a template.
var isoDatetime = regexp.MustCompile(`^\s*(?:(\d{1,5})-\s*(\d{1,2})-\s*(\d{1,2}))?(?:(^|T|\s+)\s*(\d{1,2}):\s*(\d{1,2}):\s*(\d{1,2})(?:\.(\d{1,6}))?(?:(\s*[+-]|\s+)(\d{1,2})(?::(\d{1,2}))?)?)?\s*$`)

// readDatetime reads a text without a template.
func readDatetime(text string) (*datetime, error) {
	m := isoDatetime.FindStringSubmatch(text)
	unknown := sqlstate.New(noDatetime, "datetime format is not recognized: %q", text).
		WithHint("Use a datetime template argument to specify the input data format.")
	if m == nil || m[1] == "" && m[5] == "" || (m[1] == "") != (m[4] == "" && m[5] != "") && m[5] != "" {
		return nil, unknown
	}
	number := func(i int) int { n, _ := strconv.Atoi(m[i]); return n }
	f := fields{year: 1970, month: 1, day: 1, dated: m[1] != "", timed: m[5] != "", zoned: m[9] != ""}
	if f.dated {
		f.year, f.month, f.day = number(1), number(2), number(3)
	}
	f.hour, f.minute, f.second, f.zoneHour, f.zoneMinute, f.west = number(5), number(6), number(7), number(10), number(11), strings.HasSuffix(m[9], "-")
	f.micro, _ = microseconds(m[8])
	d := f.datetime()
	if d == nil {
		return nil, unknown
	}
	return d, nil
}

// microseconds are those that the digits behind a point mean, of which there are six at most.
func microseconds(digits string) (int, error) { return strconv.Atoi((digits + "000000")[:6]) }

// fields are the parts of a datetime.
type fields struct {
	year, month, day, hour, minute, second, micro, zoneHour, zoneMinute int
	dated, timed, zoned, west                                           bool
	twelve, pm                                                          bool
}

// datetime puts the parts together; nil: one of them is out of range.
func (f *fields) datetime() *datetime {
	if f.twelve {
		if f.hour < 1 || f.hour > 12 {
			return nil
		}
		if f.hour %= 12; f.pm {
			f.hour += 12
		}
	}
	if f.year < 1 || f.month < 1 || f.month > 12 || f.day < 1 || f.hour > 23 || f.minute > 59 || f.second > 59 || f.zoneHour > 15 || f.zoneMinute > 59 {
		return nil
	}
	east := (f.zoneHour*60 + f.zoneMinute) * 60
	if f.west {
		east = -east
	}
	zone := time.UTC
	if f.zoned {
		zone = time.FixedZone("", east)
	}
	at := time.Date(f.year, time.Month(f.month), f.day, f.hour, f.minute, f.second, f.micro*1000, zone)
	if at.Day() != f.day {
		return nil
	}
	return &datetime{dated: f.dated, timed: f.timed, zoned: f.zoned, at: at}
}

// datetimeOf calls .datetime() of a value. template is nil for a call without one.
func (w *pathWalk) datetimeOf(v *jsonvalue.Value, template *string) ([]*jsonvalue.Value, error) {
	if v.Kind != '"' || w.datetimes[v] != nil {
		return nil, sqlstate.New(noDatetime, "jsonpath item method .datetime() can only be applied to a string")
	}
	if err := w.spend(1 + len(v.Text)); err != nil {
		return nil, err
	}
	read := readDatetime
	if template != nil {
		read = func(text string) (*datetime, error) { return readTemplate(text, *template) }
	}
	d, err := read(v.Text)
	if err != nil {
		return nil, err
	}
	made := &jsonvalue.Value{Kind: '"', Text: d.at.Format(d.typed().layout)}
	if w.datetimes == nil {
		w.datetimes = map[*jsonvalue.Value]*datetime{}
	}
	w.datetimes[made] = d
	return []*jsonvalue.Value{made}, nil
}
