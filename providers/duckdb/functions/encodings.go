package functions

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Encodings of texts, by PostgreSQL's names. Of those with characters of several bytes there is UTF8 alone.

// encoding is one of PostgreSQL's.
type encoding struct {
	name string
	page *charmap.Charmap // nil: UTF8, SQL_ASCII, or one that is not known here
}

var (
	encodingUTF8  = encoding{name: "UTF8"}
	encodingASCII = encoding{name: "SQL_ASCII"}
)

// encodings are those whose characters are bytes, by name.
var encodings = map[string]*charmap.Charmap{
	"LATIN1": charmap.ISO8859_1, "LATIN2": charmap.ISO8859_2, "LATIN3": charmap.ISO8859_3, "LATIN4": charmap.ISO8859_4, "LATIN5": charmap.ISO8859_9,
	"LATIN6": charmap.ISO8859_10, "LATIN7": charmap.ISO8859_13, "LATIN8": charmap.ISO8859_14, "LATIN9": charmap.ISO8859_15, "LATIN10": charmap.ISO8859_16,
	"ISO_8859_5": charmap.ISO8859_5, "ISO_8859_6": charmap.ISO8859_6, "ISO_8859_7": charmap.ISO8859_7, "ISO_8859_8": charmap.ISO8859_8,
	"KOI8R": charmap.KOI8R, "KOI8U": charmap.KOI8U, "WIN866": charmap.CodePage866, "WIN874": charmap.Windows874,
	"WIN1250": charmap.Windows1250, "WIN1251": charmap.Windows1251, "WIN1252": charmap.Windows1252, "WIN1253": charmap.Windows1253, "WIN1254": charmap.Windows1254,
	"WIN1255": charmap.Windows1255, "WIN1256": charmap.Windows1256, "WIN1257": charmap.Windows1257, "WIN1258": charmap.Windows1258,
}

// encodingNames are other names of encodings, in small letters and without what is neither a letter nor a digit: pg_encname_tbl.
var encodingNames = map[string]string{
	"abc": "WIN1258", "alt": "WIN866", "iso88591": "LATIN1", "iso885910": "LATIN6", "iso885913": "LATIN7", "iso885914": "LATIN8", "iso885915": "LATIN9",
	"iso885916": "LATIN10", "iso88592": "LATIN2", "iso88593": "LATIN3", "iso88594": "LATIN4", "iso88595": "ISO_8859_5", "iso88596": "ISO_8859_6",
	"iso88597": "ISO_8859_7", "iso88598": "ISO_8859_8", "iso88599": "LATIN5", "koi8": "KOI8R", "tcvn": "WIN1258", "tcvn5712": "WIN1258", "vscii": "WIN1258",
	"win": "WIN1251", "windows866": "WIN866", "windows874": "WIN874", "windows1250": "WIN1250", "windows1251": "WIN1251", "windows1252": "WIN1252",
	"windows1253": "WIN1253", "windows1254": "WIN1254", "windows1255": "WIN1255", "windows1256": "WIN1256", "windows1257": "WIN1257", "windows1258": "WIN1258",
	"utf8": "UTF8", "unicode": "UTF8", "sqlascii": "SQL_ASCII",
}

// wideEncodings are those whose characters have several bytes.
var wideEncodings = strings.Fields(`big5 euccn eucjis2004 eucjp euckr euctw gb18030 gbk johab mskanji muleinternal shiftjis shiftjis2004 sjis uhc win932 win936 win949 win950
	windows932 windows936 windows949 windows950`)

// encodingOf returns the encoding of a name. role is what the name is given for.
func encodingOf(name, role string) (encoding, error) {
	short := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' {
			return c
		}
		return -1
	}, strings.ToLower(name))
	for own, page := range encodings {
		if strings.ToLower(strings.ReplaceAll(own, "_", "")) == short {
			return encoding{own, page}, nil
		}
	}
	switch own := encodingNames[short]; own {
	case "":
	case encodingUTF8.name, encodingASCII.name:
		return encoding{name: own}, nil
	default:
		return encoding{own, encodings[own]}, nil
	}
	for _, wide := range wideEncodings {
		if wide == short {
			return encoding{}, failure(sqlstate.FeatureNotSupported, "encoding %q is not supported", name)
		}
	}
	return encoding{}, failure(sqlstate.InvalidParameterValue, "invalid %s encoding name %q", role, name)
}

// verify fails for bytes that are no text in the encoding.
func (e encoding) verify(raw []byte) error {
	for at := 0; at < len(raw); {
		size := 1
		if c, n := utf8.DecodeRune(raw[at:]); e == encodingUTF8 && raw[at] >= utf8.RuneSelf {
			if size = n; c == utf8.RuneError && n == 1 {
				return e.invalid(raw[at:])
			}
		}
		if raw[at] == 0 {
			return e.invalid(raw[at : at+1])
		}
		at += size
	}
	return nil
}

// invalid is the error of bytes that are no character.
func (e encoding) invalid(raw []byte) error {
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

// decode returns the character of a byte. The pages of the library and those of PostgreSQL differ in control codes: PostgreSQL's pages of
// Windows have none, and the others have all.
func (e encoding) decode(b byte) (rune, bool) {
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

// encode returns the byte of a character.
func (e encoding) encode(c rune) (byte, bool) {
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
		back, known := e.decode(b)
		ok = known && back == c
	}
	return b, ok
}

// recode writes a text of one encoding in another.
func recode(raw []byte, from, to encoding) ([]byte, error) {
	if err := from.verify(raw); err != nil {
		return nil, err
	}
	switch {
	case from == to, to == encodingASCII:
		return raw, nil
	case from == encodingASCII:
		return raw, to.verify(raw)
	case from.page != nil && to.page != nil:
		return nil, failure(sqlstate.FeatureNotSupported, "a conversion from encoding %q to %q is not supported", from.name, to.name)
	}
	out := make([]byte, 0, len(raw))
	for at := 0; at < len(raw); {
		if from.page != nil {
			c, ok := from.decode(raw[at])
			if !ok {
				return nil, untranslatable(raw[at:at+1], from, to)
			}
			out, at = utf8.AppendRune(out, c), at+1
			continue
		}
		c, size := utf8.DecodeRune(raw[at:])
		b, ok := to.encode(c)
		if !ok {
			return nil, untranslatable(raw[at:at+size], from, to)
		}
		out, at = append(out, b), at+size
	}
	return out, nil
}

// encodingFunctions are the functions of encodings.
var encodingFunctions = []scalar{
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
