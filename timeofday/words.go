package timeofday

import "strings"

// The parts that a text gives, each by a bit of a mask.
const (
	partReserved = 1 << iota
	partMonth
	partYear
	partDay
	partZone
	partHalf // AM, PM
	partDayOfYear
	partWeekday
	partEra
	partClock
	partIgnored
	partUnit
	partClockMark // the T before a time
	partOther
)

const partDate = partYear | partMonth | partDay

// word is what a word means in a text.
type word struct {
	part  int
	value string // of a word that is reserved, an era, a half of the day, a unit
	month int
}

// words are those of PostgreSQL's table datetktbl.
var words = wordTable()

func wordTable() map[string]word {
	table := map[string]word{
		"-infinity": {part: partReserved, value: "-infinity"}, "t": {part: partClockMark}, "at": {part: partIgnored}, "on": {part: partIgnored}, "dst": {part: partOther},
	}
	months := `jan january | feb february | mar march | apr april | may | jun june | jul july | aug august | sep sept september | oct october | nov november | dec december`
	for i, names := range strings.Split(months, "|") {
		for _, name := range strings.Fields(names) {
			table[name] = word{part: partMonth, month: i + 1}
		}
	}
	for part, names := range map[int]string{
		partReserved: "infinity epoch now today tomorrow yesterday allballs", partHalf: "am pm", partEra: "ad bc",
		partWeekday: "sun sunday mon monday tue tues tuesday wed weds wednesday thu thur thurs thursday fri friday sat saturday",
		partUnit:    "d dow doy h isodow isoyear j jd julian m mm s y",
	} {
		for _, name := range strings.Fields(names) {
			table[name] = word{part: part, value: name}
		}
	}
	return table
}
