package constants

import (
	"regexp"
	"strconv"
	"strings"
)

// Zones by letters and by numbers, which DuckDB reads otherwise than Postgres: PST is a zone with summer time to DuckDB.

// abbreviations are the zones that Postgres knows by letters, in minutes east of Greenwich.
var abbreviations = minutesOf(`
	ACDT 630 ACSST 630 ACST 570 ACT -300 ACWST 525 ADT -180 AEDT 660 AESST 660 AEST 600 AFT 270 AKDT -480 AKST -540 ALMST 420 ALMT 360 AMT -240 AST -240
	AWSST 540 AWST 480 AZOST 0 AZOT -60 BDST 120 BDT 360 BNT 480 BORT 480 BOT -240 BRA -180 BRST -120 BRT -180 BST 60 BTT 360 CADT 630 CAST 570 CCT 480
	CDT -300 CEST 120 CET 60 CETDST 120 CHADT 825 CHAST 765 CHUT 600 CLST -180 COT -300 CST -360 CXT 420 DDUT 600 EAT 180 EDT -240 EEST 180 EET 120
	EETDST 180 EGST 0 EGT -60 EST -300 FET 180 FJST 780 FJT 720 FNST -60 FNT -120 GALT -360 GAMT -540 GFT -180 GILT 720 GMT 0 HKT 480 HST -600 ICT 420
	IDT 180 IRT 210 IST 120 JAYT 540 JST 540 KDT 600 KGST 360 KST 540 LHST 630 LIGT 600 MART -570 MDT -360 MEST 120 MESZ 120 MET 60 METDST 120 MEZ 60
	MHT 720 MMT 390 MPT 600 MSD 240 MST -420 MUST 300 MUT 240 MVT 300 MYT 480 NDT -150 NFT -210 NPT 345 NST -210 NZDT 780 NZST 720 NZT 720 PDT -420
	PET -300 PGT 600 PHT 480 PKST 360 PKT 300 PMDT -120 PMST -180 PONT 660 PST -480 PWT 540 PYST -180 RET 240 SADT 630 SAST 120 SCT 240 TAHT -600 TFT 300
	TJT 300 TOT 780 TRUT 600 TVT 720 UCT 0 ULAST 540 UT 0 UTC 0 UYST -120 UYT -180 UZST 360 UZT 300 VUT 660 WADT 480 WAKT 720 WAST 420 WAT 60 WDT 540
	WET 0 WETDST 60 WFT 720 WGST -120 WGT -180 XJT 360 YAPT 600 YEKST 360 Z 0 ZULU 0`)

// changing are such zones whose distance has changed: each is that of a place.
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

func minutesOf(list string) map[string]int {
	m := map[string]int{}
	for name, minutes := range pairsOf(list) {
		m[name], _ = strconv.Atoi(minutes) // the list has numbers alone
	}
	return m
}

// numbered matches a zone whose distance is written, west of Greenwich if there is a plus.
var numbered = regexp.MustCompile(`^[A-Za-z]*([-+]\d{1,2}(?::\d{2})?)$`)

// Zone reads the name of a zone in AT TIME ZONE. A fixed one is so many seconds east of Greenwich; any other has the name
// by which DuckDB knows it. It is not ok if Postgres knows no such zone and DuckDB does.
func Zone(name string) (seconds int, fixed bool, known string, ok bool) {
	upper := strings.ToUpper(name)
	if minutes, is := abbreviations[upper]; is {
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
