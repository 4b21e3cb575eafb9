package pgsettings

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/timeofday"
)

// LoadZone returns the time zone that a value of TimeZone names, and how PostgreSQL shows it: a
// Zone's name, hours east of Greenwich, or POSIX's name and hours to the west. It returns nil if
// there is no such zone, or if DuckDB has none with that offset.
func LoadZone(value string) (zone *time.Location, shown string) {
	switch strings.ToLower(value) {
	case "utc", "gmt", "etc/utc", "default", "local":
		if strings.EqualFold(value, "default") || strings.EqualFold(value, "local") {
			value = "UTC"
		}
		return time.UTC, timeofday.CanonicalZone(value)
	case "":
		return nil, ""
	}
	if east, err := strconv.ParseFloat(value, 64); err == nil {
		return fixedZone(east), shownOffset(east)
	}
	if m := intervalZone.FindStringSubmatch(value); m != nil {
		east := clock(m[1], m[2], m[3]+m[4])
		return fixedZone(east), shownOffset(east)
	}
	if m := posixZone.FindStringSubmatch(value); m != nil {
		return fixedZone(-clock(m[1], m[2], m[3])), value
	}
	if named := timeofday.CanonicalZone(value); named != "" {
		if zone, err := time.LoadLocation(named); err == nil {
			return zone, named
		}
	}
	return nil, ""
}

// posixZone is a name of a zone and its offset to the west, without daylight saving time. The
// name may be left out if there is a sign.
var posixZone = regexp.MustCompile(`^(?:[A-Za-z]{3,}|<[A-Za-z0-9+:-]{3,}>|)([-+]?)(\d{1,2})(?::(\d{2}))?$`)

// intervalZone is an interval east of Greenwich.
var intervalZone = regexp.MustCompile(`^(?i:INTERVAL) '([-+]?)(\d{1,2})(?::(\d{2})(?::00)?| hours?(?: \+?(\d{1,2}) min(?:ute)?s?)?)'$`)

func clock(sign, hours, minutes string) float64 {
	h, _ := strconv.ParseFloat(hours, 64)
	m, _ := strconv.ParseFloat(minutes, 64)
	if h += m / 60; sign == "-" {
		return -h
	}
	return h
}

// fixedZone returns the zone so many hours east of Greenwich, by a name that DuckDB knows.
func fixedZone(east float64) *time.Location {
	if east == 0 {
		return time.UTC
	}
	if east < -12 || east > 14 {
		return nil
	}
	if minutes := int(math.Round(math.Abs(east) * 60)); minutes%60 != 0 {
		sign := '+'
		if east < 0 {
			sign = '-'
		}
		return time.FixedZone(fmt.Sprintf("GMT%c%02d:%02d", sign, minutes/60, minutes%60), int(math.Round(east*3600)))
	}
	zone, err := time.LoadLocation(fmt.Sprintf("Etc/GMT%+d", -int(east))) // POSIX counts westwards
	if err != nil {
		return nil
	}
	return zone
}

// shownOffset spells a number of hours east as PostgreSQL does: <-05>+05.
func shownOffset(east float64) string {
	spell := func(hours float64) string {
		minutes := int(math.Round(math.Abs(hours) * 60))
		sign := "+"
		if hours < 0 {
			sign = "-"
		}
		if minutes%60 == 0 {
			return fmt.Sprintf("%s%02d", sign, minutes/60)
		}
		return fmt.Sprintf("%s%02d:%02d", sign, minutes/60, minutes%60)
	}
	return "<" + spell(east) + ">" + spell(-east)
}
