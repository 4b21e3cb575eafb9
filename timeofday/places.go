package timeofday

import (
	"strings"
	"time"
)

// changingZones are zones that PostgreSQL knows by letters and whose distance has changed: each is that of a place.
var changingZones = pairsOf(`
	AMST Asia/Yerevan ANAST Asia/Anadyr ANAT Asia/Anadyr ARST America/Argentina/Buenos_Aires ART America/Argentina/Buenos_Aires AZST Asia/Baku
	AZT Asia/Baku CKT Pacific/Rarotonga CLT America/Santiago DAVT Antarctica/Davis EASST Pacific/Easter EAST Pacific/Easter FKST Atlantic/Stanley
	FKT Atlantic/Stanley GEST Asia/Tbilisi GET Asia/Tbilisi GYT America/Guyana IOT Indian/Chagos IRKST Asia/Irkutsk IRKT Asia/Irkutsk KGT Asia/Bishkek
	KOST Pacific/Kosrae KRAST Asia/Krasnoyarsk KRAT Asia/Krasnoyarsk LHDT Australia/Lord_Howe LINT Pacific/Kiritimati LKT Asia/Colombo MAGST Asia/Magadan
	MAGT Asia/Magadan MAWT Antarctica/Mawson MSK Europe/Moscow NOVST Asia/Novosibirsk NOVT Asia/Novosibirsk NUT Pacific/Niue OMSST Asia/Omsk
	OMST Asia/Omsk PETST Asia/Kamchatka PETT Asia/Kamchatka PYT America/Asuncion SGT Asia/Singapore TKT Pacific/Fakaofo TMT Asia/Ashgabat
	ULAT Asia/Ulaanbaatar VET America/Caracas VLAST Asia/Vladivostok VLAT Asia/Vladivostok VOLT Europe/Volgograd YAKST Asia/Yakutsk YAKT Asia/Yakutsk
	YEKT Asia/Yekaterinburg`)

func pairsOf(list string) map[string]string {
	words, m := strings.Fields(list), map[string]string{}
	for i := 0; i+1 < len(words); i += 2 {
		m[words[i]] = words[i+1]
	}
	return m
}

// ChangingZone returns the place whose zone one is that is known by letters and whose distance from Greenwich has changed.
func ChangingZone(name string) (place string, known bool) {
	place, known = changingZones[strings.ToUpper(name)]
	return place, known
}

// IsAbbreviation reports whether a zone is known by letters, with one distance from Greenwich or with several.
func IsAbbreviation(name string) bool {
	_, fixed := FixedZone(name)
	_, changing := ChangingZone(name)
	return fixed || changing
}

// EastAt returns how many seconds a zone that is known by letters lies east of Greenwich at a time of its own, which is given as one of UTC.
func EastAt(name string, local time.Time) (seconds int, known bool) {
	if minutes, fixed := FixedZone(name); fixed {
		return minutes * 60, true
	}
	place, known := ChangingZone(name)
	if !known {
		return 0, false
	}
	zone, err := time.LoadLocation(place)
	if err != nil {
		return 0, false
	}
	if strings.EqualFold(name, "MSK") { // of which there is one beside a summer time
		return eastOfMoscow(local), true
	}
	return eastOf(zone, local), true
}

// eastOf is the distance of a place at a local time. A time that there was twice is the later one, and one that there was not is counted from
// the distance before.
func eastOf(zone *time.Location, local time.Time) int {
	at := func(t time.Time) int {
		_, east := t.In(zone).Zone()
		return east
	}
	before, after := at(local.Add(-24*time.Hour)), at(local.Add(24*time.Hour))
	if before == after {
		return before
	}
	wasBefore := at(local.Add(-time.Duration(before)*time.Second)) == before
	isAfter := at(local.Add(-time.Duration(after)*time.Second)) == after
	if wasBefore == isAfter && before < after || wasBefore && !isAfter {
		return before
	}
	return after
}

// eastOfMoscow is the distance of MSK, which was four hours from March 2011 to October 2014 and three hours at any other time.
func eastOfMoscow(local time.Time) int {
	const hour = 3600
	from, to := time.Date(2011, time.March, 27, 3, 0, 0, 0, time.UTC), time.Date(2014, time.October, 26, 1, 0, 0, 0, time.UTC)
	if !local.Before(from) && local.Before(to) {
		return 4 * hour
	}
	return 3 * hour
}
