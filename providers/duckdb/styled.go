package duckdb

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgsettings"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// oneOf accepts some values, which change the texts of results.
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

// DefersBodies reports whether the session makes functions whose bodies name what is not there yet.
func (c *Conn) DefersBodies() bool { return c.settingOf("check_function_bodies") == "off" }

// readStyles reads the session's settings.
func (c *Conn) readStyles() (st vector.Styles) {
	if style, order, _ := strings.Cut(c.settingOf("datestyle"), ", "); style != "ISO" {
		st.Date, st.DayFirst = style, order == "DMY"
	}
	if value, _ := c.settings.Get("intervalstyle"); value != "postgres" {
		st.Interval = value
	}
	value, _ := c.settings.Get("bytea_output")
	st.Escape = value == "escape"
	value, _ = c.settings.Get("extra_float_digits")
	if n, err := strconv.Atoi(value); err == nil && n < 1 {
		st.Rounded, st.Extra = true, n
	}
	return st
}

// settingOf returns the value of a setting that exists.
func (c *Conn) settingOf(name string) string {
	value, _ := c.settings.Get(name)
	return value
}

// textWords are the words of statements that make text of values inside of an expression.
var textWords = regexp.MustCompile(`varchar|text|\|\||concat|format|json|string|copy|pg__show`)

// If the planner has the texts within expressions made in the session's form, these still make text in DuckDB's form: a
// COPY, and functions that make JSON. JSON has dates in one form, and intervals, bytes and floating-point numbers in the
// session's.
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

// A view is defined once, and DuckDB makes the texts in it in the usual form. So a session with another form reads no view
// that makes texts.

// textViews are the views and macros of users that make texts.
type textViews struct {
	version uint64
	names   []string // in capitals
}

// textView returns the name of a view or macro that a statement may read and that makes texts, or "" if there is none.
func (c *Conn) textView(sql string) (string, error) {
	names, err := c.provider.textViews()
	if err == nil && c.hadTemporary {
		var own []string
		own, err = c.provider.findTextViews(c.conn, "'temp'", names)
		names = append(slices.Clone(names), own...)
	}
	if err != nil || len(names) == 0 {
		return "", err
	}
	if at := slices.IndexFunc(names, mentionedIn(sql)); at >= 0 {
		return strings.ToLower(names[at]), nil
	}
	return "", nil
}

// textViews returns the names of such views and macros, without those of sessions.
func (p *Provider) textViews() ([]string, error) {
	version := p.version.Load()
	if known := p.texts.Load(); known != nil && known.version == version {
		return known.names, nil
	}
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	names, err := p.findTextViews(p.admin, native.Text(p.options.Name), nil)
	if err == nil {
		p.texts.Store(&textViews{version, names})
	}
	return names, err
}

// mentionedIn returns a function that tells whether a text names something, by its name in capitals.
func mentionedIn(sql string) func(name string) bool {
	upper := strings.ToUpper(sql)
	words := strings.FieldsFunc(upper, func(r rune) bool { return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return func(name string) bool {
		return slices.Contains(words, name) || strings.Contains(upper, `"`+strings.ReplaceAll(name, `"`, `""`)+`"`)
	}
}

// findTextViews finds the views and macros of a database that make texts, themselves or by others, such as those of names.
func (p *Provider) findTextViews(conn lib.Connection, database string, names []string) ([]string, error) {
	rows, err := native.Collect(conn, "SELECT upper(view_name), sql FROM duckdb_views() WHERE database_name = "+database+" AND NOT internal"+
		" UNION ALL SELECT upper(function_name), macro_definition FROM duckdb_functions() WHERE database_name = "+database+" AND macro_definition IS NOT NULL AND NOT internal")
	if err != nil {
		return nil, p.translateError(err, "", nil)
	}
	found, all := []string{}, slices.Clone(names)
	for grown := true; grown; {
		grown = false
		for _, row := range rows {
			if slices.Contains(found, row[0]) {
				continue
			}
			if textWords.MatchString(strings.ToLower(row[1])) || slices.ContainsFunc(all, mentionedIn(row[1])) {
				found, all, grown = append(found, row[0]), append(all, row[0]), true
			}
		}
	}
	return found, nil
}
