package constants

import (
	"regexp"
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/timeofday"
)

// Zones by letters and by numbers, which DuckDB reads otherwise than Postgres: PST is a zone with summer time to DuckDB.

// foreign are names of zones that DuckDB knows and Postgres does not.
var foreign = parse.WordSet(`AET AGT BET CAT CNT CTT ECT IET MIT NET PLT PNT PRT SST VST`)

// numbered matches a zone whose distance is written, west of Greenwich if there is a plus.
var numbered = regexp.MustCompile(`^(?:[A-Za-z]*|<[A-Za-z0-9+:-]{3,}>)([-+]\d{1,2}(?::\d{2})?)$`)

// Zone reads the name of a zone in AT TIME ZONE. A fixed one is so many seconds east of Greenwich; any other has the name
// by which DuckDB knows it. It is not ok if Postgres knows no such zone and DuckDB does.
func Zone(name string) (seconds int, fixed bool, known string, ok bool) {
	if minutes, is := timeofday.FixedZone(name); is {
		return minutes * 60, true, "", true
	}
	if place, is := timeofday.ChangingZone(name); is {
		return 0, false, place, true
	}
	if m := numbered.FindStringSubmatch(name); m != nil {
		seconds, _ := Offset(m[1])
		return -seconds, true, "", true
	}
	return 0, false, name, !foreign[strings.ToUpper(name)]
}
