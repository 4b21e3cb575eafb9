package constants

import (
	"regexp"
	"strings"

	"github.com/sallyportdb/sallyport/timeofday"
)

// Zones by letters and by numbers, which DuckDB reads otherwise than Postgres: PST is a zone with summer time to DuckDB.

// changing are zones that Postgres knows by letters and whose distance has changed: each is that of a place.
var changing = pairsOf(`
	AMST Asia/Yerevan ANAST Asia/Anadyr ANAT Asia/Anadyr ARST America/Argentina/Buenos_Aires ART America/Argentina/Buenos_Aires AZST Asia/Baku
	AZT Asia/Baku CKT Pacific/Rarotonga CLT America/Santiago DAVT Antarctica/Davis EASST Pacific/Easter EAST Pacific/Easter FKST Atlantic/Stanley
	FKT Atlantic/Stanley GEST Asia/Tbilisi GET Asia/Tbilisi GYT America/Guyana IOT Indian/Chagos IRKST Asia/Irkutsk IRKT Asia/Irkutsk KGT Asia/Bishkek
	KOST Pacific/Kosrae KRAST Asia/Krasnoyarsk KRAT Asia/Krasnoyarsk LHDT Australia/Lord_Howe LINT Pacific/Kiritimati LKT Asia/Colombo MAGST Asia/Magadan
	MAGT Asia/Magadan MAWT Antarctica/Mawson MSK Europe/Moscow NOVST Asia/Novosibirsk NOVT Asia/Novosibirsk NUT Pacific/Niue OMSST Asia/Omsk
	OMST Asia/Omsk PETST Asia/Kamchatka PETT Asia/Kamchatka PYT America/Asuncion SGT Asia/Singapore TKT Pacific/Fakaofo TMT Asia/Ashgabat
	ULAT Asia/Ulaanbaatar VET America/Caracas VLAST Asia/Vladivostok VLAT Asia/Vladivostok VOLT Europe/Volgograd YAKST Asia/Yakutsk YAKT Asia/Yakutsk
	YEKT Asia/Yekaterinburg`)

// foreign are names of zones that DuckDB knows and Postgres does not.
var foreign = pairsOf(`AET 0 AGT 0 BET 0 CAT 0 CNT 0 CTT 0 ECT 0 IET 0 MIT 0 NET 0 PLT 0 PNT 0 PRT 0 SST 0 VST 0`)

func pairsOf(list string) map[string]string {
	words, m := strings.Fields(list), map[string]string{}
	for i := 0; i+1 < len(words); i += 2 {
		m[words[i]] = words[i+1]
	}
	return m
}

// numbered matches a zone whose distance is written, west of Greenwich if there is a plus.
var numbered = regexp.MustCompile(`^(?:[A-Za-z]*|<[A-Za-z0-9+:-]{3,}>)([-+]\d{1,2}(?::\d{2})?)$`)

// Zone reads the name of a zone in AT TIME ZONE. A fixed one is so many seconds east of Greenwich; any other has the name
// by which DuckDB knows it. It is not ok if Postgres knows no such zone and DuckDB does.
func Zone(name string) (seconds int, fixed bool, known string, ok bool) {
	upper := strings.ToUpper(name)
	if minutes, is := timeofday.FixedZone(name); is {
		return minutes * 60, true, "", true
	}
	if place, is := changing[upper]; is {
		return 0, false, place, true
	}
	if m := numbered.FindStringSubmatch(name); m != nil {
		seconds, _ := Offset(m[1])
		return -seconds, true, "", true
	}
	return 0, false, name, foreign[upper] == ""
}
