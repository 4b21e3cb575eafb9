package duckdb

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgsettings"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// rules are for settings that take fewer values here than in PostgreSQL, or whose values have forms of their own. Of the
// settings that have no rule
//
//   - statement_timeout, search_path, default_transaction_read_only, client_min_messages and the
//     timeouts of an idle session have an effect;
//   - the others have none, because DuckDB has nothing of the kind: no locks to wait for, no planner
//     whose costs they are, no WAL. They are kept and shown.
//
// A rule takes what pgsettings has made of the client's text.
var rules = map[string]func(*Conn, *pgsettings.Setting, string) (string, error){
	"application_name": func(_ *Conn, _ *pgsettings.Setting, v string) (string, error) {
		return providers.ApplicationName(v), nil
	},
	"array_nulls":                   onlyValue("on"),
	"bytea_output":                  oneOf("hex", "escape"),
	"client_encoding":               checkEncoding,
	"datestyle":                     dateStyle,
	"default_table_access_method":   accessMethod,
	"default_tablespace":            checkTablespace,
	"default_text_search_config":    textSearchConfig,
	"default_transaction_read_only": checkWriting,
	"intervalstyle":                 oneOf("postgres", "postgres_verbose", "sql_standard", "iso_8601"),
	"lc_messages":                   locale,
	"lc_monetary":                   locale,
	"lc_numeric":                    locale,
	"lc_time":                       locale,
	"local_preload_libraries":       onlyValue(""),
	"quote_all_identifiers":         onlyValue("off"),
	"role":                          ownRole,
	"search_path":                   searchPath,
	"seed":                          setSeed,
	"session_authorization":         ownRole,
	"standard_conforming_strings":   onlyValue("on"),
	"temp_tablespaces":              checkTablespace,
	"timezone":                      timeZone,
	"transform_null_equals":         onlyValue("off"),
}

// notHere is the error of a value that PostgreSQL has and this source has not.
func notHere(s *pgsettings.Setting, value, have string) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "parameter %q cannot be %q here", s.Name, value).
		WithHint("The embedded engine has only %q.", have)
}

// onlyValue accepts one value: others would change the form or the meaning of results.
func onlyValue(legal string) func(*Conn, *pgsettings.Setting, string) (string, error) {
	return func(_ *Conn, s *pgsettings.Setting, value string) (string, error) {
		if !strings.EqualFold(value, legal) {
			return "", notHere(s, value, legal)
		}
		return legal, nil
	}
}

// encodings are PostgreSQL's other encodings, in capitals without signs.
var encodings = strings.Fields(`SQLASCII EUCJP EUCCN EUCKR EUCTW EUCJIS2004 MULEINTERNAL LATIN1 LATIN2 LATIN3 LATIN4 LATIN5 LATIN6 LATIN7
	LATIN8 LATIN9 LATIN10 WIN1250 WIN1251 WIN1252 WIN1253 WIN1254 WIN1255 WIN1256 WIN1257 WIN1258 WIN866 WIN874 KOI8R KOI8U
	ISO88591 ISO88592 ISO88595 ISO88596 ISO88597 ISO88598 ISO885915 SJIS BIG5 GBK UHC GB18030 JOHAB SHIFTJIS2004`)

func checkEncoding(_ *Conn, s *pgsettings.Setting, value string) (string, error) {
	name := strings.ToUpper(strings.NewReplacer("-", "", "_", "", " ", "", "'", "").Replace(value))
	switch {
	case value == "UNICODE": // which is shown as it was set
		return value, nil
	case name == "UTF8" || name == "UNICODE":
		return "UTF8", nil
	case slices.Contains(encodings, name):
		return "", notHere(s, value, "UTF8")
	}
	return "", s.Invalid(value)
}

// dateStyle reads a list of key words. A part that the list does not name stays as it is, but German begins dates with the day.
func dateStyle(c *Conn, s *pgsettings.Setting, value string) (string, error) {
	style, order := "", ""
	set := func(place *string, to string) bool {
		same := *place == "" || *place == to
		*place = to
		return same
	}
	for word := range strings.SplitSeq(value, ",") {
		word = strings.ToUpper(strings.TrimSpace(word))
		same := true
		switch {
		case word == "ISO" || word == "SQL":
			same = set(&style, word)
		case word == "GERMAN":
			same = set(&style, vector.GermanDates)
		case strings.HasPrefix(word, "POSTGRES"):
			same = set(&style, vector.PostgresDates)
		case word == "YMD" || word == "MDY" || word == "DMY":
			same = set(&order, word)
		case strings.HasPrefix(word, "EURO"):
			same = set(&order, "DMY")
		case strings.HasPrefix(word, "US") || strings.HasPrefix(word, "NONEURO"):
			same = set(&order, "MDY")
		case word == "DEFAULT":
			initial, _ := c.settings.Initial("datestyle")
			first, second, _ := strings.Cut(initial, ", ")
			style, order = cmp.Or(style, first), cmp.Or(order, second)
		default:
			return "", s.Invalid(value).WithDetail("Unrecognized key word: %q.", strings.ToLower(word))
		}
		if !same {
			return "", s.Invalid(value).WithDetail("Conflicting \"datestyle\" specifications.")
		}
	}
	now, _ := c.settings.Get("datestyle")
	wasStyle, wasOrder, _ := strings.Cut(now, ", ")
	if style == vector.GermanDates {
		wasOrder = "DMY"
	}
	return cmp.Or(style, wasStyle) + ", " + cmp.Or(order, wasOrder), nil
}

// otherLocale matches the name of a locale that a server may have, with a language and a country.
var otherLocale = regexp.MustCompile(`^[a-z]{2,3}_[A-Z]{2}(\.[A-Za-z0-9-]+)?(@[a-z]+)?$`)

// locale accepts the locales whose numbers, amounts and days are those of C.
func locale(_ *Conn, s *pgsettings.Setting, value string) (string, error) {
	switch {
	case value == "C", value == "POSIX", strings.HasPrefix(value, "C."), value == "", strings.HasPrefix(value, "en_US"):
		return value, nil
	case otherLocale.MatchString(value):
		return "", notHere(s, value, "C")
	}
	return "", s.Invalid(value)
}

// otherConfigurations are the text search configurations of PostgreSQL that this source has not.
var otherConfigurations = strings.Fields(`simple arabic armenian basque catalan danish dutch finnish french german greek hindi hungarian
	indonesian irish italian lithuanian nepali norwegian portuguese romanian russian serbian spanish swedish tamil turkish yiddish`)

func textSearchConfig(_ *Conn, s *pgsettings.Setting, value string) (string, error) {
	const have = "pg_catalog.english"
	switch name := strings.TrimPrefix(strings.ToLower(value), "pg_catalog."); {
	case name == "english":
		return have, nil
	case slices.Contains(otherConfigurations, name):
		return "", notHere(s, value, have)
	}
	return "", s.Invalid(value)
}

func accessMethod(_ *Conn, s *pgsettings.Setting, value string) (string, error) {
	if value != "heap" {
		return "", s.Invalid(value).WithDetail("Table access method %q does not exist.", value)
	}
	return value, nil
}

func checkTablespace(_ *Conn, s *pgsettings.Setting, value string) (string, error) {
	if value != "" && value != "pg_default" {
		return "", s.Invalid(value).WithDetail("Tablespace %q does not exist.", value)
	}
	return value, nil
}

// checkWriting keeps a session that may only read from getting the right to write.
func checkWriting(c *Conn, _ *pgsettings.Setting, value string) (string, error) {
	if value == "off" && c.options.ReadOnly {
		return "", errReadsOnly()
	}
	return value, nil
}

func errReadsOnly() error {
	return sqlstate.New(sqlstate.InsufficientPrivilege, "this session can only read")
}

// ownRole accepts the session's own user.
func ownRole(c *Conn, s *pgsettings.Setting, value string) (string, error) {
	if value != c.options.Principal.Name && (value != "none" || s.Name != "role") {
		return "", sqlstate.New(sqlstate.InvalidParameterValue, "role %q does not exist", value)
	}
	return value, nil
}

// setSeed hands the seed to DuckDB's random().
func setSeed(c *Conn, _ *pgsettings.Setting, value string) (string, error) {
	if err := native.Run(c.conn, "SELECT setseed("+value+")"); err != nil {
		return "", c.provider.translateError(err, "", nil)
	}
	return "unavailable", nil
}

// searchPath checks that a value is a list of names.
func searchPath(_ *Conn, s *pgsettings.Setting, value string) (string, error) {
	if _, ok := readNames(value); !ok {
		return "", s.Invalid(value).WithDetail("List syntax is invalid.")
	}
	return value, nil
}

// readNames reads a list of names as in search_path: in lower case unless they are quoted.
func readNames(list string) (names []string, ok bool) {
	rest := strings.TrimSpace(list)
	for rest != "" {
		name := ""
		if quoted, found := strings.CutPrefix(rest, `"`); found {
			end := 0
			for end < len(quoted) && (quoted[end] != '"' || strings.HasPrefix(quoted[end+1:], `"`)) {
				if quoted[end] == '"' {
					end++
				}
				end++
			}
			if end == len(quoted) {
				return nil, false
			}
			name, rest = strings.ReplaceAll(quoted[:end], `""`, `"`), strings.TrimSpace(quoted[end+1:])
		} else {
			end := strings.IndexAny(rest, ", \t\n\r\f\v")
			if end < 0 {
				end = len(rest)
			}
			name, rest = strings.ToLower(rest[:end]), strings.TrimSpace(rest[end:])
			if name == "" {
				return nil, false
			}
		}
		names = append(names, name)
		if rest == "" {
			return names, true
		}
		next, comma := strings.CutPrefix(rest, ",")
		if rest = strings.TrimSpace(next); !comma || rest == "" {
			return nil, false
		}
	}
	return names, true
}

// offsetZone matches a zone that is an offset.
var offsetZone = regexp.MustCompile(`^[+-]?\d{1,2}(:\d\d){0,2}$`)

// ruledZone matches a zone that is written as POSIX has it, with the rules of its summer time.
var ruledZone = regexp.MustCompile(`^(?:[A-Za-z]{3,}|<[A-Za-z0-9+:-]{3,}>)[-+]?\d{1,2}(:\d\d){0,2}(?:[A-Za-z]{3,}|<[A-Za-z0-9+:-]{3,}>)([-+]?\d{1,2}(:\d\d){0,2})?(,[-+MJ0-9./:,]+)?$`)

// timeZone checks a zone, and spells it as PostgreSQL shows it.
func timeZone(_ *Conn, s *pgsettings.Setting, value string) (string, error) {
	zone, shown := pgsettings.LoadZone(value)
	if zone == nil && strings.HasPrefix(strings.ToUpper(value), "INTERVAL '") {
		return "", notHere(s, value, "intervals of hours and minutes")
	}
	if hours, err := strconv.ParseFloat(value, 64); err == nil && math.Abs(hours) > 168 {
		return "", s.Invalid(value).WithDetail("UTC timezone offset is out of range.")
	}
	if zone == nil && (offsetZone.MatchString(value) || ruledZone.MatchString(value)) {
		return "", notHere(s, value, "the zones of the IANA database, and whole hours")
	}
	if zone == nil {
		return "", s.Invalid(value)
	}
	return shown, nil
}
