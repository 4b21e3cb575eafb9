package timeofday

import (
	"strconv"
	"strings"
)

// fixedZones are the zones that PostgreSQL knows by letters and whose distance from Greenwich has never changed, with the minutes that
// they lie east of it.
var fixedZones = minutesOf(`
	ACDT 630 ACSST 630 ACST 570 ACT -300 ACWST 525 ADT -180 AEDT 660 AESST 660 AEST 600 AFT 270 AKDT -480 AKST -540 ALMST 420 ALMT 360 AMT -240 AST -240
	AWSST 540 AWST 480 AZOST 0 AZOT -60 BDST 120 BDT 360 BNT 480 BORT 480 BOT -240 BRA -180 BRST -120 BRT -180 BST 60 BTT 360 CADT 630 CAST 570 CCT 480
	CDT -300 CEST 120 CET 60 CETDST 120 CHADT 825 CHAST 765 CHUT 600 CLST -180 COT -300 CST -360 CXT 420 DDUT 600 EAT 180 EDT -240 EEST 180 EET 120
	EETDST 180 EGST 0 EGT -60 EST -300 FET 180 FJST 780 FJT 720 FNST -60 FNT -120 GALT -360 GAMT -540 GFT -180 GILT 720 GMT 0 HKT 480 HST -600 ICT 420
	IDT 180 IRT 210 IST 120 JAYT 540 JST 540 KDT 600 KGST 360 KST 540 LHST 630 LIGT 600 MART -570 MDT -360 MEST 120 MESZ 120 MET 60 METDST 120 MEZ 60
	MHT 720 MMT 390 MPT 600 MSD 240 MST -420 MUST 300 MUT 240 MVT 300 MYT 480 NDT -150 NFT -210 NPT 345 NST -210 NZDT 780 NZST 720 NZT 720 PDT -420
	PET -300 PGT 600 PHT 480 PKST 360 PKT 300 PMDT -120 PMST -180 PONT 660 PST -480 PWT 540 PYST -180 RET 240 SADT 630 SAST 120 SCT 240 TAHT -600 TFT 300
	TJT 300 TOT 780 TRUT 600 TVT 720 UCT 0 ULAST 540 UT 0 UTC 0 UYST -120 UYT -180 UZST 360 UZT 300 VUT 660 WADT 480 WAKT 720 WAST 420 WAT 60 WDT 540
	WET 0 WETDST 60 WFT 720 WGST -120 WGT -180 XJT 360 YAPT 600 YEKST 360 Z 0 ZULU 0`)

func minutesOf(list string) map[string]int {
	words, m := strings.Fields(list), map[string]int{}
	for i := 0; i+1 < len(words); i += 2 {
		m[words[i]], _ = strconv.Atoi(words[i+1]) // the list has numbers alone
	}
	return m
}

// FixedZone returns how many minutes a zone that is known by letters lies east of Greenwich; known is false for another zone.
func FixedZone(name string) (minutes int, known bool) {
	minutes, known = fixedZones[strings.ToUpper(name)]
	return minutes, known
}
