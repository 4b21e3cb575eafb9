package functions

import (
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
			return timeError(failed)
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

// readMomentText reads a text as a timestamp of a type that is called so in errors.
func readMomentText(typeName, text string) (m textMoment, err error) {
	if plain, failed := inputs.ReadMoment(typeName, text); failed == nil { // which is fast, and knows the usual forms
		return textMoment{Moment: plain}, nil
	}
	read, failed := timeofday.ParseMoment(typeName, text)
	if failed != nil {
		return m, timeError(failed)
	}
	switch read.Word {
	case "infinity":
		return textMoment{endless: 1}, nil
	case "-infinity":
		return textMoment{endless: -1}, nil
	case "epoch":
		return textMoment{Moment: inputs.Moment{Zoned: true}}, nil
	case "now", "today", "tomorrow", "yesterday":
		return m, failure(sqlstate.FeatureNotSupported, "a %s in this form in the text of a row is not supported: %q", typeName, text)
	}
	m.Days, m.Micros, m.Zoned, m.East = read.Days, read.Micros, read.Zoned, int64(read.East)
	if read.Zone == "" {
		return m, nil
	}
	return m, m.findZone(read.Zone)
}

// timeError is what PostgreSQL says of a text.
func timeError(failed *timeofday.Error) error {
	return sqlstate.New(sqlstate.Code(failed.Code), "%s", failed.Message).WithHint("%s", failed.Hint)
}

// readTimeText reads a time without a zone in the text of a row or of a range.
func readTimeText(text, holder string) (micros int64, err error) {
	t, failed := timeofday.Parse("time", text)
	switch {
	case failed != nil:
		return 0, timeError(failed)
	case t.Zone != "":
		return 0, failure(sqlstate.FeatureNotSupported, "a time with the name of a zone in the text of a %s is not supported: %q", holder, text)
	}
	return t.Micros, nil
}

// findZone sets the zone to the one of an abbreviation or a name.
func (m *textMoment) findZone(name string) error {
	if east, known := timeofday.EastAt(name, time.Unix(m.Seconds(), 0).UTC()); known {
		m.Zoned, m.East = true, int64(east)
		return nil
	}
	place, err := time.LoadLocation(name)
	if err != nil {
		return err
	}
	m.place = place
	return nil
}
