package constants

import (
	"errors"
	"regexp"
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/textsearch"
	"github.com/sallyportdb/sallyport/timeofday"
	"github.com/sallyportdb/sallyport/xmltext"
)

// Constants of types whose texts have a form of their own: bits, XML, queries of text search.

// misreadFormal finds what no text of such a type is.
func misreadFormal(kind, s string) (f Fault, ok bool) {
	switch kind {
	case "bit", "varbit":
		return MisreadBits(s)
	case "oid", "inet", "cidr":
		return Fault{badText, "invalid input syntax for type " + kind + ": " + quoted(s), "", ""}, !strings.ContainsAny(s, "0123456789:")
	case "xml":
		_, err := xmltext.Read(s, false)
		return Fault{"2200N", "invalid XML content", "", ""}, err != nil
	case "tsquery":
		_, err := textsearch.ParseQuery(s)
		return Fault{"42601", "syntax error in tsquery: " + quoted(s), "", ""}, errors.Is(err, textsearch.ErrSyntax)
	}
	return f, false
}

// MisreadBits finds a character that is no digit in the text of a bit string. The digits are hexadecimal behind an x.
func MisreadBits(s string) (f Fault, ok bool) {
	digits, name, rest := "01", "binary", s
	switch {
	case s == "":
		return f, false
	case s[0] == 'x' || s[0] == 'X':
		digits, name, rest = "0123456789abcdefABCDEF", "hexadecimal", s[1:]
	case s[0] == 'b' || s[0] == 'B':
		rest = s[1:]
	}
	for _, c := range rest {
		if !strings.ContainsRune(digits, c) {
			return Fault{badText, quoted(string(c)) + " is not a valid " + name + " digit", "", ""}, true
		}
	}
	return f, false
}

var (
	// zoneBehind matches a moment in ISO 8601 that has letters behind it.
	zoneBehind = regexp.MustCompile(`^\d{4}-\d{1,2}-\d{1,2}[ Tt]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*([A-Za-z]+(?:/[A-Za-z_/-]+)?)$`)
	// areas are the first parts of the names of zones of places, in lower case.
	areas = parse.WordSet(`africa america antarctica arctic asia atlantic australia brazil canada chile etc europe indian mexico pacific us posix right`)
	// wordsBehind are words, in lower case, that are no zones by letters and may stand behind a moment: names of zones, of days and of months,
	// and signs of eras and halves of days.
	wordsBehind = parse.WordSet(`cuba egypt eire factory gb greenwich hongkong iceland iran israel jamaica japan kwajalein libya navajo nz poland portugal prc
		roc rok singapore turkey universal localtime posixrules am pm ad bc dst t at on
		sun sunday mon monday tue tues tuesday wed wednesday weds thu thur thurs thursday fri friday sat saturday
		jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december`)
)

// unknownZone finds a moment in a zone that PostgreSQL does not know: by letters, or of a place in no area. Places in its areas are
// left to the source.
func unknownZone(name, s, trimmed string) (f Fault, ok bool) {
	m := zoneBehind.FindStringSubmatch(trimmed)
	if m == nil {
		return f, false
	}
	zone := strings.ToLower(m[1])
	if area, _, isPlace := strings.Cut(zone, "/"); isPlace {
		return Fault{"22023", "time zone " + quoted(zone) + " not recognized", "", ""}, !areas[area]
	}
	return Fault{badMoment, "invalid input syntax for type " + name + ": " + quoted(s), "", ""}, !timeofday.IsAbbreviation(zone) && !wordsBehind[zone]
}
