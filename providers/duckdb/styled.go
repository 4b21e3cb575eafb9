package duckdb

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgsettings"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// oneOf accepts some values, which the results of the session follow.
func oneOf(legal ...string) func(*Conn, *pgsettings.Setting, string) (string, error) {
	return func(_ *Conn, s *pgsettings.Setting, value string) (string, error) {
		for _, known := range legal {
			if strings.EqualFold(value, known) {
				return known, nil
			}
		}
		return "", s.Invalid(value)
	}
}

// Styled reports whether the session shows values in other forms than the usual ones.
func (c *Conn) Styled() bool { return c.styled != vector.Styles{} }

// readStyles reads the session's settings.
func (c *Conn) readStyles() (st vector.Styles) {
	if style, order, _ := strings.Cut(c.settingOf("datestyle"), ", "); style != "ISO" {
		st.Date, st.DayFirst = style, order == "DMY"
	}
	if value, _ := c.settings.get("intervalstyle"); value != "postgres" {
		st.Interval = value
	}
	value, _ := c.settings.get("bytea_output")
	st.Escape = value == "escape"
	value, _ = c.settings.get("extra_float_digits")
	if n, err := strconv.Atoi(value); err == nil && n < 1 {
		st.Rounded, st.Extra = true, n
	}
	return st
}

// settingOf is the value of a setting that there is.
func (c *Conn) settingOf(name string) string {
	value, _ := c.settings.get(name)
	return value
}

// textWords are the words of statements that make text of values inside of an expression.
var textWords = regexp.MustCompile(`varchar|text|\|\||concat|format|json|string|copy|pg__show`)

// These are what still makes text in DuckDB's form where the planner has the texts within expressions made in the session's: a COPY,
// and functions that make JSON. JSON has dates in one form, and intervals, bytes and floating-point numbers in the session's.
var (
	isCopy    = regexp.MustCompile(`^\W*copy\b`)
	makesJSON = regexp.MustCompile(`json[a-z_]*"?\s*\(`)
)

// refuseStyled refuses a statement that makes text of values inside of expressions in a session with other styles:
// DuckDB's casts do not know the session.
func (c *Conn) refuseStyled(s providers.Statement) error {
	if !c.Styled() {
		return nil
	}
	if view, err := c.textView(s.SQL); err != nil || view != "" {
		return cmp.Or(err, error(sqlstate.New(sqlstate.FeatureNotSupported, "%q makes texts of values, which is not supported while DateStyle, IntervalStyle, bytea_output or extra_float_digits are changed", view).
			WithHint("RESET the setting.")))
	}
	lower := strings.ToLower(s.SQL)
	makes := textWords.MatchString(lower)
	if s.Styled {
		onlyDates := c.styled == vector.Styles{Date: c.styled.Date, DayFirst: c.styled.DayFirst}
		makes = isCopy.MatchString(lower) || !onlyDates && makesJSON.MatchString(lower)
	}
	if makes {
		return sqlstate.New(sqlstate.FeatureNotSupported, "text of values inside of an expression is not supported while DateStyle, IntervalStyle, bytea_output or extra_float_digits are changed").
			WithHint("RESET the setting, or leave the casts to text out.")
	}
	return nil
}
