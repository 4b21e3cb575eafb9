package functions

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/timeofday"
)

// readMomentFunctions read texts of rows as PostgreSQL reads timestamps and times with zones. DuckDB's casts cut digits off, and take
// texts that PostgreSQL does not.
var readMomentFunctions = []scalar{
	{name: "pg__read_timestamp", takes: []string{"VARCHAR"}, returns: "TIMESTAMP", call: func(c *calling) error {
		m, err := readMomentText("timestamp", c.str(0))
		if err == nil {
			err = m.setTimestamp(c, m.Seconds())
		}
		return err
	}},
	{name: "pg__read_timestamptz", takes: []string{"ANY"}, returns: "TIMESTAMPTZ", call: func(c *calling) error {
		m, err := readMomentText("timestamp with time zone", c.str(0))
		if err != nil {
			return err
		}
		seconds := m.Seconds()
		switch {
		case m.endless != 0:
		case m.place != nil:
			seconds = inputs.InZone(seconds, m.place)
		case m.Zoned:
			seconds -= m.East
		default:
			seconds = inputs.InZone(seconds, c.writer.Zone)
		}
		return m.setTimestamp(c, seconds)
	}},
	{name: "pg__read_timetz", takes: []string{"VARCHAR"}, returns: "TIMETZ", call: func(c *calling) error {
		t, failed := timeofday.Parse("time with time zone", c.str(0))
		switch {
		case failed != nil:
			return sqlstate.New(sqlstate.Code(failed.Code), "%s", failed.Message)
		case t.Zone != "" || !t.Zoned:
			return failure(sqlstate.FeatureNotSupported, "a time without its offset in the text of a row is not supported: %q", c.str(0))
		}
		vector.Set(&c.out, c.row, vector.TimeTZ(t.Micros, int64(t.East)))
		return nil
	}},
}

// textMoment is what a text says: a time that the clocks of its zone show.
type textMoment struct {
	inputs.Moment
	endless int64          // 1: infinity, -1: before all times
	place   *time.Location // of a zone that is named
}

// setTimestamp sets the result of a call to a moment of the text, in seconds since 1970, and the text's microseconds.
func (m *textMoment) setTimestamp(c *calling, seconds int64) error {
	const first, last = vector.FirstDay * vector.SecondsPerDay, 9_224_318_016_000 // PostgreSQL's first second, and the first behind its last
	const lastHere = 9_223_372_036_854                                            // DuckDB's last
	switch {
	case m.endless != 0:
		vector.Set(&c.out, c.row, m.endless*(1<<63-1))
		return nil
	case seconds >= last || seconds < first:
		return sqlstate.New(vector.DatetimeOverflow, "timestamp out of range: %q", c.str(0))
	case seconds >= lastHere:
		return errLateMoment
	}
	vector.Set(&c.out, c.row, seconds*vector.MicrosPerSecond+m.Micros%vector.MicrosPerSecond)
	return nil
}

var (
	// eraAtEnd matches what has an era at its end.
	eraAtEnd = pattern(`(?i)(?:^|\s)(?:bc|ad)\s*$`)
	// momentText is a date that begins with its year, and what stands behind it.
	momentText = pattern(`^(\d{4,6})([-/.])(\d{1,2})([-/.])(\d{1,2})(?:[Tt]|[ \t\n]+)?(.*?)(?:[ \t\n]*\(?((?i:bc|ad))\)?)?$`)
	digitsText = pattern(`^(\d{4})(\d{2})(\d{2})(?:[Tt ](.*))?$`)
	// otherDate matches a text that PostgreSQL may read: a month in words, numbers whose order DateStyle says, a Julian day, a word of the day.
	otherDate  = pattern(`(?i)(?:^|[^a-z])(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?:[^a-z]|$)|^\d{1,2}[-/.]\d{1,2}[-/.]\d{1,4}|^j\d+|^\d{4}-\d{3}$|^(now|today|tomorrow|yesterday)(?:\s|$)|^\d{6,}`)
	onlyZone   = pattern(`^(?:[-+]\d.*|[Zz]|[A-Za-z_]+(?:/[A-Za-z_/+-]+)?)$`)
	eraBetween = pattern(`^(.*?) \(BC\) ?(.*)$`)
)

// pattern is an expression that is compiled when it is first asked for: a process starts without, and TestPatterns asks for all.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// readMomentText reads a text as a timestamp of a type that is called so in errors.
func readMomentText(typeName, text string) (m textMoment, err error) {
	if plain, failed := inputs.ReadMoment(typeName, text); failed == nil { // which is fast, and knows the usual forms
		return textMoment{Moment: plain}, nil
	}
	trimmed := strings.Trim(text, vector.Blanks)
	switch strings.ToLower(trimmed) {
	case "infinity":
		return textMoment{endless: 1}, nil
	case "-infinity":
		return textMoment{endless: -1}, nil
	case "epoch":
		return textMoment{Moment: inputs.Moment{Zoned: true}}, nil
	}
	trimmed = eraBetween().ReplaceAllString(digitsText().ReplaceAllString(trimmed, "$1-$2-$3 $4"), "$1 $2 BC") // DuckDB writes 0044-03-15 (BC) 12:00:00
	parts := momentText().FindStringSubmatch(trimmed)
	switch {
	case parts == nil && otherDate().MatchString(trimmed):
		return m, failure(sqlstate.FeatureNotSupported, "a %s in this form in the text of a row is not supported: %q", typeName, text)
	case parts == nil || parts[2] != parts[4], parts[7] != "" && eraAtEnd().MatchString(parts[6]):
		return m, sqlstate.New(vector.InvalidDatetime, "invalid input syntax for type %s: %q", typeName, text)
	}
	year, month, day := wholeOf(parts[1]), wholeOf(parts[3]), wholeOf(parts[5])
	if year == 0 {
		return m, inputs.OutOfDatetime(text)
	}
	if strings.EqualFold(parts[7], "bc") {
		year = 1 - year
	}
	if month < 1 || month > 12 || day < 1 || day > vector.DaysIn(year, month) {
		return m, inputs.OutOfDatetime(text)
	}
	m.Days = vector.DaysSince1970(year, month, day)
	return m, m.readClock(typeName, text, parts[6])
}

// readClock reads what stands behind a date: the time, and its zone.
func (m *textMoment) readClock(typeName, text, rest string) error {
	switch {
	case rest == "":
		return nil
	case onlyZone().MatchString(rest):
		rest = "00:00 " + rest
	}
	t, failed := timeofday.Parse(typeName, rest)
	if failed != nil {
		return sqlstate.New(sqlstate.Code(failed.Code), "%s", strings.Replace(failed.Message, `"`+rest+`"`, strconv.Quote(text), 1))
	}
	m.Micros, m.Zoned, m.East = t.Micros, t.Zoned, int64(t.East)
	if t.Zone == "" {
		return nil
	}
	if east, known := timeofday.EastAt(t.Zone, time.UnixMicro(m.Days*vector.MicrosPerDay+m.Micros).UTC()); known {
		m.Zoned, m.East = true, int64(east)
		return nil
	}
	place, err := time.LoadLocation(t.Zone)
	const longest = 5 // letters of an abbreviation
	if err != nil && len(t.Zone) > longest {
		return sqlstate.New(vector.InvalidDatetime, "invalid input syntax for type %s: %q", typeName, text)
	}
	if err != nil || !strings.Contains(t.Zone, "/") {
		return failure(sqlstate.FeatureNotSupported, "the time zone in the text of a row is not known: %q", text)
	}
	m.place = place
	return nil
}

// wholeOf is the number of some digits, of which there are few.
func wholeOf(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64)
	return n
}
