package functions

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/readtime"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// timeWords are the patterns of to_char for times, the longer first.
var timeWords = []string{
	"MONTH", "SSSSS", "Y,YYY", "SSSS", "YYYY", "IYYY", "IDDD", "HH12", "HH24", "A.M.", "P.M.", "B.C.", "A.D.", "YYY", "IYY", "DDD", "DAY", "MON", "TZH", "TZM",
	"FF1", "FF2", "FF3", "FF4", "FF5", "FF6", "YY", "IY", "DD", "DY", "ID", "MM", "MI", "MS", "US", "SS", "HH", "AM", "PM", "BC", "AD", "WW", "IW", "CC", "RM", "TZ", "OF", "Y", "I", "D", "W", "J", "Q",
}

// shownMoment is a time, or an interval, in parts.
type shownMoment struct {
	at       time.Time
	micros   int64 // of the day, or of the interval
	interval bool
	years    int
	months   int
	days     int
}

// timeToChar is to_char of a date, a timestamp or an interval. One with a zone is shown in the session's.
func (c *calling) timeToChar(n *vector.Type, v *vector.Reader) error {
	var m shownMoment
	switch n.ID {
	case lib.TypeInterval:
		i := vector.At[vector.Interval](v, c.row)
		m = shownMoment{micros: i.Micros, interval: true, years: int(i.Months / 12), months: int(i.Months % 12), days: int(i.Days)}
	case lib.TypeTime:
		m = shownMoment{micros: vector.At[int64](v, c.row), interval: true}
	default:
		micros := int64(0)
		if n.ID == lib.TypeDate {
			days := vector.At[int32](v, c.row)
			if days == infiniteDate || days == -infiniteDate {
				c.setNull()
				return nil
			}
			micros = int64(days) * vector.MicrosPerDay
		} else if micros = vector.At[int64](v, c.row); !vector.Finite(micros) {
			c.setNull()
			return nil
		}
		if zone := c.writer.Zone; n.ID == lib.TypeTimestampTZ && zone != nil {
			_, east := time.UnixMicro(micros).In(zone).Zone()
			micros += int64(east) * vector.MicrosPerSecond
		}
		m.at = time.UnixMicro(micros).UTC()
		_, m.micros = vector.SplitDays(micros)
		m.years, m.months, m.days = shownYear(m.at.Year()), int(m.at.Month()), m.at.Day()
	}
	text, err := m.format(c.str(1))
	if err == nil {
		c.setText(text)
	}
	return err
}

// format writes the time in a format.
func (m *shownMoment) format(format string) (string, error) {
	var b strings.Builder
	tight := false
	for rest := format; rest != ""; {
		switch {
		case rest[0] == '"':
			var plain string
			plain, rest = quotedPart(rest[1:])
			b.WriteString(plain)
			continue
		case strings.HasPrefix(rest, `\"`):
			b.WriteByte('"')
			rest = rest[2:]
			continue
		case len(rest) > 1 && (rest[:2] == "FM" || rest[:2] == "fm" || rest[:2] == "TM"): // TM has names in English, without blanks
			tight, rest = true, rest[2:]
			continue
		case len(rest) > 1 && (rest[:2] == "FX" || rest[:2] == "fx"): // which matters where a text is read
			rest = rest[2:]
			continue
		}
		word := ""
		for _, w := range timeWords {
			if len(rest) >= len(w) && strings.EqualFold(rest[:len(w)], w) && isPattern(rest[:len(w)]) {
				word = rest[:len(w)]
				break
			}
		}
		if word == "" {
			b.WriteByte(rest[0])
			rest, tight = rest[1:], false
			continue
		}
		shown, err := m.part(word, tight)
		if err != nil {
			return "", err
		}
		b.WriteString(shown)
		rest, tight = behindPattern(&b, rest[len(word):], shown), false
	}
	return b.String(), nil
}

// behindPattern writes the ending of a number that a format asks for behind a pattern, and returns the rest of the format.
func behindPattern(b *strings.Builder, rest, shown string) string {
	if len(rest) > 1 && (rest[:2] == "TH" || rest[:2] == "th") {
		if shown != "" && strings.Trim(shown, "-0123456789") == "" {
			b.WriteString(ordinal(shown, rest[:2]))
		}
		rest = rest[2:]
	}
	if len(rest) > 1 && (rest[:2] == "SP" || rest[:2] == "sp") { // which PostgreSQL does not spell out either
		rest = rest[2:]
	}
	return rest
}

// isPattern reports whether a word is a pattern in its case: of one letter case, or a name of a month or of a day that begins with a
// capital.
func isPattern(word string) bool {
	switch word {
	case strings.ToUpper(word), strings.ToLower(word), "Month", "Mon", "Day", "Dy":
		return true
	}
	return false
}

// isSigned reports whether the width of a number leaves room for its sign. That of a part of a year follows from the whole year.
func (m *shownMoment) isSigned(upper string, value, width int) bool {
	if strings.HasPrefix(upper, "Y") {
		return m.interval && m.years < 0 && width > 1
	}
	return value < 0 && width > 0 && upper != "DD"
}

// part is the text of a pattern.
func (m *shownMoment) part(word string, tight bool) (string, error) {
	upper := strings.ToUpper(word)
	if value, width, ok := m.number(upper); ok {
		if tight && upper != "MS" && upper != "US" && !strings.HasPrefix(upper, "FF") {
			width = 0
		}
		if m.isSigned(upper, value, width) {
			width++
		}
		return fmt.Sprintf("%0*d", width, value), nil
	}
	switch upper {
	case "AM", "PM", "A.M.", "P.M.":
		half := "AM"
		if m.micros/vector.MicrosPerHour%24 >= 12 {
			half = "PM"
		}
		if strings.Contains(word, ".") {
			half = half[:1] + "." + half[1:] + "."
		}
		return likeCase(half, word), nil
	}
	if m.interval {
		return m.intervalPart(word, upper, tight)
	}
	switch upper {
	case "MONTH":
		return padded(likeCase(m.at.Month().String(), word), 9, tight), nil
	case "MON":
		return likeCase(m.at.Format("Jan"), word), nil
	case "DAY":
		return padded(likeCase(m.at.Weekday().String(), word), 9, tight), nil
	case "DY":
		return likeCase(m.at.Format("Mon"), word), nil
	case "BC", "AD":
		return likeCase(m.era(), word), nil
	case "B.C.", "A.D.":
		return likeCase(m.era()[:1]+"."+m.era()[1:]+".", word), nil
	case "RM":
		return padded(likeCase(readtime.RomanMonths[m.months-1], word), 4, tight), nil
	case "Y,YYY":
		return fmt.Sprintf("%d,%03d", m.years/1000, m.years%1000), nil
	}
	return "", failure(sqlstate.FeatureNotSupported, "%s in a format of to_char is not supported", word)
}

// shownYear is the number of a year as people count: the year 0 is the first before Christ.
func shownYear(year int) int {
	if year < 1 {
		return 1 - year
	}
	return year
}

// era is what stands behind the year.
func (m *shownMoment) era() string {
	if m.at.Year() < 1 {
		return "BC"
	}
	return "AD"
}

// century is the number of the century: PostgreSQL takes one for each hundred of its own years before Christ, the first of which is 0.
func (m *shownMoment) century() int {
	if year := m.at.Year(); year < 1 {
		return year/100 - 1
	}
	return (m.years + 99) / 100
}

// number is a pattern that is a number, with its width.
func (m *shownMoment) number(word string) (value, width int, ok bool) {
	hour := int(m.micros / vector.MicrosPerHour)
	second := m.micros % vector.MicrosPerMinute / vector.MicrosPerSecond
	fraction := int(m.micros % vector.MicrosPerSecond)
	switch word {
	case "HH24":
		return hour, 2, true
	case "HH", "HH12":
		width := 2
		if hour < 0 && hour%12 == 0 { // the width is that of the negative number
			width = 3
		}
		if hour %= 12; hour == 0 {
			hour = 12
		}
		return hour, width, true
	case "MI":
		return int(m.micros % vector.MicrosPerHour / vector.MicrosPerMinute), 2, true
	case "SS":
		return int(second), 2, true
	case "MS", "FF3":
		return fraction / 1000, 3, true
	case "US", "FF6":
		return fraction, 6, true
	case "FF1", "FF2", "FF4", "FF5":
		digits := int(word[2] - '0')
		n, _ := strconv.Atoi(fmt.Sprintf("%06d", fraction)[:digits])
		return n, digits, true
	case "SSSS", "SSSSS":
		return int(m.micros / vector.MicrosPerSecond), 0, true
	case "YYYY":
		return m.years, 4, true
	case "YYY":
		return m.years % 1000, 3, true
	case "YY":
		return m.years % 100, 2, true
	case "Y":
		return m.years % 10, 1, true
	case "MM":
		return m.months, 2, true
	case "DD":
		return m.days, 2, true
	}
	if m.interval {
		return 0, 0, false
	}
	return m.calendar(word)
}

// calendar is a pattern of a date that is a number.
func (m *shownMoment) calendar(word string) (value, width int, ok bool) {
	isoYear, isoWeek := m.at.ISOWeek()
	isoYear = shownYear(isoYear)
	switch word {
	case "DDD":
		return m.at.YearDay(), 3, true
	case "D":
		return int(m.at.Weekday()) + 1, 1, true
	case "ID":
		return (int(m.at.Weekday())+6)%7 + 1, 1, true
	case "IDDD":
		return (isoWeek-1)*7 + (int(m.at.Weekday())+6)%7 + 1, 3, true
	case "W":
		return (m.days-1)/7 + 1, 1, true
	case "WW":
		return (m.at.YearDay()-1)/7 + 1, 2, true
	case "IW":
		return isoWeek, 2, true
	case "IYYY":
		return isoYear, 4, true
	case "IYY":
		return isoYear % 1000, 3, true
	case "IY":
		return isoYear % 100, 2, true
	case "I":
		return isoYear % 10, 1, true
	case "CC":
		return m.century(), 2, true
	case "Q":
		return (m.months + 2) / 3, 1, true
	case "J":
		return int((m.at.UnixMicro()-m.micros)/vector.MicrosPerDay) + julianOfEpoch, 0, true
	}
	return 0, 0, false
}

// likeCase gives a word the case of a pattern: all letters, the first one, or none are capitals.
func likeCase(word, pattern string) string {
	switch {
	case pattern == strings.ToLower(pattern):
		return strings.ToLower(word)
	case len(pattern) > 1 && pattern[1] >= 'a' && pattern[1] <= 'z':
		return word
	}
	return strings.ToUpper(word)
}

func padded(word string, width int, tight bool) string {
	if tight {
		return word
	}
	return fmt.Sprintf("%-*s", width, word)
}
