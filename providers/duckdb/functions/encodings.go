package functions

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Encodings of texts, by PostgreSQL's names. Of those with characters of several bytes there is UTF8 alone.

// encoding is one of PostgreSQL's.
type encoding struct {
	name string
	page *charmap.Charmap // nil: UTF8 or SQL_ASCII
}

var (
	encodingUTF8  = encoding{name: "UTF8"}
	encodingASCII = encoding{name: "SQL_ASCII"}
)

// bytePages are the encodings whose characters are bytes, by name.
var bytePages = map[string]*charmap.Charmap{
	"LATIN1": charmap.ISO8859_1, "LATIN2": charmap.ISO8859_2, "LATIN3": charmap.ISO8859_3, "LATIN4": charmap.ISO8859_4, "LATIN5": charmap.ISO8859_9,
	"LATIN6": charmap.ISO8859_10, "LATIN7": charmap.ISO8859_13, "LATIN8": charmap.ISO8859_14, "LATIN9": charmap.ISO8859_15, "LATIN10": charmap.ISO8859_16,
	"ISO_8859_5": charmap.ISO8859_5, "ISO_8859_6": charmap.ISO8859_6, "ISO_8859_7": charmap.ISO8859_7, "ISO_8859_8": charmap.ISO8859_8,
	"KOI8R": charmap.KOI8R, "KOI8U": charmap.KOI8U, "WIN866": charmap.CodePage866, "WIN874": charmap.Windows874,
	"WIN1250": charmap.Windows1250, "WIN1251": charmap.Windows1251, "WIN1252": charmap.Windows1252, "WIN1253": charmap.Windows1253, "WIN1254": charmap.Windows1254,
	"WIN1255": charmap.Windows1255, "WIN1256": charmap.Windows1256, "WIN1257": charmap.Windows1257, "WIN1258": charmap.Windows1258,
}

// encodingNames are the names of PostgreSQL's encodings, in the order of their numbers.
var encodingNames = strings.Fields(`SQL_ASCII EUC_JP EUC_CN EUC_KR EUC_TW EUC_JIS_2004 UTF8 MULE_INTERNAL LATIN1 LATIN2 LATIN3 LATIN4 LATIN5 LATIN6 LATIN7 LATIN8
	LATIN9 LATIN10 WIN1256 WIN1258 WIN866 WIN874 KOI8R WIN1251 WIN1252 ISO_8859_5 ISO_8859_6 ISO_8859_7 ISO_8859_8 WIN1250 WIN1253 WIN1254 WIN1255 WIN1257
	KOI8U SJIS BIG5 GBK UHC GB18030 JOHAB SHIFT_JIS_2004`)

// encodingAliases are other names of encodings, as shortName has them: pg_encname_tbl.
var encodingAliases = map[string]string{
	"abc": "WIN1258", "alt": "WIN866", "iso88591": "LATIN1", "iso885910": "LATIN6", "iso885913": "LATIN7", "iso885914": "LATIN8", "iso885915": "LATIN9",
	"iso885916": "LATIN10", "iso88592": "LATIN2", "iso88593": "LATIN3", "iso88594": "LATIN4", "iso88599": "LATIN5", "koi8": "KOI8R",
	"mskanji": "SJIS", "shiftjis": "SJIS", "tcvn": "WIN1258", "tcvn5712": "WIN1258", "unicode": "UTF8", "vscii": "WIN1258",
	"win": "WIN1251", "win932": "SJIS", "win936": "GBK", "win949": "UHC", "win950": "BIG5", "windows866": "WIN866", "windows874": "WIN874",
	"windows932": "SJIS", "windows936": "GBK", "windows949": "UHC", "windows950": "BIG5", "windows1250": "WIN1250", "windows1251": "WIN1251", "windows1252": "WIN1252",
	"windows1253": "WIN1253", "windows1254": "WIN1254", "windows1255": "WIN1255", "windows1256": "WIN1256", "windows1257": "WIN1257", "windows1258": "WIN1258",
}

// encodingNumbers are the numbers of encodings by all of their names, as shortName has them.
var encodingNumbers = func() map[string]int32 {
	numbers := map[string]int32{}
	for i, name := range encodingNames {
		numbers[shortName(name)] = int32(i) //nolint:gosec // there are few
	}
	for alias, name := range encodingAliases {
		numbers[alias] = numbers[shortName(name)]
	}
	return numbers
}()

// shortName is the name of an encoding in small letters, and without what is neither a letter nor a digit.
func shortName(name string) string {
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' {
			return c
		}
		return -1
	}, strings.ToLower(name))
}

// encodingOf returns the encoding of a name. role is what the name is given for.
func encodingOf(name, role string) (encoding, error) {
	number, known := encodingNumbers[shortName(name)]
	if !known {
		return encoding{}, failure(sqlstate.InvalidParameterValue, "invalid %s encoding name %q", role, name)
	}
	e := encoding{name: encodingNames[number]}
	if e.page = bytePages[e.name]; e.page == nil && e != encodingUTF8 && e != encodingASCII {
		return encoding{}, failure(sqlstate.FeatureNotSupported, "encoding %q is not supported", name)
	}
	return e, nil
}

// checkBytes fails for bytes that are no text in the encoding.
func (e encoding) checkBytes(raw []byte) error {
	for at := 0; at < len(raw); {
		size := 1
		if c, n := utf8.DecodeRune(raw[at:]); e == encodingUTF8 && raw[at] >= utf8.RuneSelf {
			if size = n; c == utf8.RuneError && n == 1 {
				return e.errBytes(raw[at:])
			}
		}
		if raw[at] == 0 {
			return e.errBytes(raw[at : at+1])
		}
		at += size
	}
	return nil
}

// errBytes is the error of bytes that are no character.
func (e encoding) errBytes(raw []byte) error {
	length := 1
	if e == encodingUTF8 {
		switch lead := raw[0]; {
		case lead&0xe0 == 0xc0:
			length = 2
		case lead&0xf0 == 0xe0:
			length = 3
		case lead&0xf8 == 0xf0:
			length = 4
		}
	}
	return failure(sqlstate.CharacterNotInRepertoire, "invalid byte sequence for encoding %q: %s", e.name, shownBytes(raw[:min(length, len(raw))]))
}

// shownBytes are bytes as errors show them.
func shownBytes(raw []byte) string {
	list := make([]string, len(raw))
	for i, b := range raw {
		list[i] = fmt.Sprintf("0x%02x", b)
	}
	return strings.Join(list, " ")
}

// untranslatable is the error of a character that another encoding does not have.
func untranslatable(raw []byte, from, to encoding) error {
	return failure("22P05", "character with byte sequence %s in encoding %q has no equivalent in encoding %q", shownBytes(raw), from.name, to.name)
}

// ukrainian are the characters of KOI8U that the library has others for, which came later.
var ukrainian = map[byte]rune{0xae: '╝', 0xbe: '╬'}

// runeOf returns the character of a byte. The pages of the library and those of PostgreSQL differ in control codes: PostgreSQL's pages of
// Windows have none, and the others have all.
func (e encoding) runeOf(b byte) (rune, bool) {
	c := e.page.DecodeByte(b)
	control := b >= 0x80 && b < 0xa0
	switch {
	case strings.HasPrefix(e.name, "WIN"):
		return c, c != utf8.RuneError && (!control || c != rune(b)) && (e.name != "WIN1255" || b != 0xca)
	case control && !strings.HasPrefix(e.name, "KOI8"):
		return rune(b), true
	case e.name == "KOI8U" && ukrainian[b] != 0:
		return ukrainian[b], true
	}
	return c, c != utf8.RuneError
}

// byteOf returns the byte of a character.
func (e encoding) byteOf(c rune) (byte, bool) {
	for _, b := range []byte{0xae, 0xbe} {
		if e.name == "KOI8U" && ukrainian[b] == c {
			return b, true
		}
	}
	b, ok := e.page.EncodeRune(c)
	if !ok && c >= 0x80 && c < 0xa0 {
		b, ok = byte(c), true
	}
	if ok {
		back, known := e.runeOf(b)
		ok = known && back == c
	}
	return b, ok
}

// recode writes a text of one encoding in another.
func recode(raw []byte, from, to encoding) ([]byte, error) {
	if err := from.checkBytes(raw); err != nil {
		return nil, err
	}
	switch {
	case from == to, to == encodingASCII:
		return raw, nil
	case from == encodingASCII:
		return raw, to.checkBytes(raw)
	case from.page != nil && to.page != nil:
		return nil, failure(sqlstate.FeatureNotSupported, "a conversion from encoding %q to %q is not supported", from.name, to.name)
	}
	out := make([]byte, 0, len(raw))
	for at := 0; at < len(raw); {
		if from.page != nil {
			c, ok := from.runeOf(raw[at])
			if !ok {
				return nil, untranslatable(raw[at:at+1], from, to)
			}
			out, at = utf8.AppendRune(out, c), at+1
			continue
		}
		c, size := utf8.DecodeRune(raw[at:])
		b, ok := to.byteOf(c)
		if !ok {
			return nil, untranslatable(raw[at:at+size], from, to)
		}
		out, at = append(out, b), at+size
	}
	return out, nil
}

// encodingFunctions are the functions of encodings.
var encodingFunctions = []scalar{
	{name: "pg__encoding_number", takes: []string{"VARCHAR"}, returns: "INTEGER", call: func(c *calling) error {
		number, known := encodingNumbers[shortName(c.str(0))]
		if !known {
			number = -1
		}
		vector.Set(&c.out, c.row, number)
		return nil
	}},
	{name: "pg__encoding_name", takes: []string{"INTEGER"}, returns: "VARCHAR", call: func(c *calling) error {
		name := ""
		if number := int(c.int4(0)); number >= 0 && number < len(encodingNames) {
			name = encodingNames[number]
		}
		c.setText(name)
		return nil
	}},
	{name: "convert_from", takes: []string{"BLOB", "VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		from, err := encodingOf(c.str(1), "source")
		return c.setRecoded(from, encodingUTF8, err)
	}},
	{name: "convert_to", takes: []string{"VARCHAR", "VARCHAR"}, returns: "BLOB", call: func(c *calling) error {
		to, err := encodingOf(c.str(1), "destination")
		return c.setRecoded(encodingUTF8, to, err)
	}},
	{name: "convert", takes: []string{"BLOB", "VARCHAR", "VARCHAR"}, returns: "BLOB", call: func(c *calling) error {
		from, err := encodingOf(c.str(1), "source")
		if err != nil {
			return err
		}
		to, err := encodingOf(c.str(2), "destination")
		return c.setRecoded(from, to, err)
	}},
}

// setRecoded makes the first argument in another encoding the result.
func (c *calling) setRecoded(from, to encoding, err error) error {
	if err != nil {
		return err
	}
	text, err := recode(c.bytes(0), from, to)
	if err == nil {
		c.out.SetBytes(c.row, text)
	}
	return err
}
