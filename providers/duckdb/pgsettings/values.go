package pgsettings

import (
	"math"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Invalid is the error of a text that is no value of s.
func (s *Setting) Invalid(text string) *sqlstate.Error {
	return sqlstate.New(sqlstate.InvalidParameterValue, `invalid value for parameter "%s": "%s"`, s.Name, text)
}

// Parse returns the value that a client's text means, as pg_settings has it. A string is any text.
func (s *Setting) Parse(text string) (string, error) {
	switch s.kind {
	case "bool":
		on, ok := ParseBool(text)
		if !ok {
			return "", sqlstate.New(sqlstate.InvalidParameterValue, "parameter %q requires a Boolean value", s.Name)
		}
		return OnOff(on), nil
	case "enum":
		return s.parseEnum(text)
	case "integer":
		return s.parseInteger(text)
	case "real":
		return s.parseReal(text)
	}
	return text, nil
}

// OnOff spells a boolean.
func OnOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// ParseBool reads a boolean as PostgreSQL does: any beginning of a word that is not that of two.
func ParseBool(text string) (on, ok bool) {
	lower := strings.ToLower(text)
	switch {
	case lower == "":
		return false, false
	case lower == "1", lower == "on", strings.HasPrefix("true", lower), strings.HasPrefix("yes", lower):
		return true, true
	case lower == "0", lower == "of", lower == "off", strings.HasPrefix("false", lower), strings.HasPrefix("no", lower):
		return false, true
	}
	return false, false
}

// unlisted are values of enums that PostgreSQL takes and does not list.
var unlisted = map[string]map[string]string{
	"client_min_messages": {"debug": "debug2", "info": "info", "fatal": "error", "panic": "error"},
}

func (s *Setting) parseEnum(text string) (string, error) {
	if value, ok := unlisted[strings.ToLower(s.Name)][strings.ToLower(text)]; ok {
		return value, nil
	}
	boolean := ""
	switch strings.ToLower(text) {
	case "true", "yes", "1":
		boolean = "on"
	case "false", "no", "0":
		boolean = "off"
	}
	for _, v := range s.values {
		if strings.EqualFold(v, text) || v == boolean {
			return v, nil
		}
	}
	e := s.Invalid(text)
	if len(s.values) > 0 {
		e = e.WithHint("Available values: %s.", strings.Join(s.values, ", "))
	}
	return "", e
}

// quantity is a family of units.
type quantity struct {
	units []unit // the largest first
	hint  string
}

type unit struct {
	name string
	size float64
}

var (
	times = quantity{
		[]unit{{"d", 86_400_000}, {"h", 3_600_000}, {"min", 60_000}, {"s", 1000}, {"ms", 1}, {"us", 0.001}},
		`Valid units for this parameter are "us", "ms", "s", "min", "h", and "d".`,
	}
	sizes = quantity{
		[]unit{{"TB", 1 << 40}, {"GB", 1 << 30}, {"MB", 1 << 20}, {"kB", 1 << 10}, {"B", 1}},
		`Valid units for this parameter are "B", "kB", "MB", "GB", and "TB".`,
	}
)

// base returns the quantity of the setting's unit and its size, or nil if it has no unit.
func (s *Setting) base() (*quantity, float64) {
	if blocks, ok := strings.CutSuffix(s.unit, "kB"); ok && blocks != "" {
		n, _ := strconv.ParseFloat(blocks, 64)
		return &sizes, n * (1 << 10)
	}
	for _, q := range []*quantity{&times, &sizes} {
		for _, u := range q.units {
			if u.name == s.unit {
				return q, u.size
			}
		}
	}
	return nil, 1
}

// amount reads a number and its unit, and returns it in the setting's unit.
func (s *Setting) amount(text string) (float64, error) {
	trimmed := strings.TrimSpace(text)
	number, value := longestNumber(trimmed)
	if number == "" || math.IsInf(value, 0) || math.IsNaN(value) {
		return 0, s.Invalid(text)
	}
	name := strings.TrimSpace(trimmed[len(number):])
	if name == "" {
		return value, nil
	}
	family, base := s.base()
	if family == nil {
		return 0, s.Invalid(text)
	}
	for _, u := range family.units {
		if u.name == name {
			return value * u.size / base, nil
		}
	}
	return 0, s.Invalid(text).WithHint("%s", family.hint)
}

// longestNumber returns the longest beginning of a text that is a number.
func longestNumber(text string) (string, float64) {
	const longest = 64
	for end := min(len(text), longest); end > 0; end-- {
		if strings.ContainsAny(text[:end], "_pPiInN") {
			continue // what Go reads as a number and C does not
		}
		if n, err := strconv.ParseInt(text[:end], 0, 64); err == nil {
			return text[:end], float64(n)
		}
		if f, err := strconv.ParseFloat(text[:end], 64); err == nil {
			return text[:end], f
		}
	}
	return "", 0
}

func (s *Setting) parseInteger(text string) (string, error) {
	f, err := s.amount(text)
	if err != nil {
		return "", err
	}
	if f = math.RoundToEven(f); f > math.MaxInt32 || f < math.MinInt32 {
		return "", s.Invalid(text).WithHint("Value exceeds integer range.")
	}
	if err := s.within(f, strconv.Itoa(int(f))); err != nil {
		return "", err
	}
	return strconv.Itoa(int(f)), nil
}

func (s *Setting) parseReal(text string) (string, error) {
	f, err := s.amount(text)
	if err != nil {
		return "", err
	}
	value := strconv.FormatFloat(f, 'g', -1, 64)
	if err := s.within(f, value); err != nil {
		return "", err
	}
	return value, nil
}

// within checks the bounds of a number.
func (s *Setting) within(f float64, value string) error {
	least, errLeast := strconv.ParseFloat(s.least, 64)
	most, errMost := strconv.ParseFloat(s.most, 64)
	bounded := errLeast == nil && errMost == nil
	if !bounded || f >= least && f <= most {
		return nil
	}
	if s.unit != "" {
		value += " " + s.unit
	}
	return sqlstate.New(sqlstate.InvalidParameterValue, "%s is outside the valid range for parameter %q (%s .. %s)", value, s.Name, s.least, s.most)
}

// Show returns what SHOW says of a value: an amount in the largest unit that divides it, but for those of
// the TCP connection.
func (s *Setting) Show(value string) string {
	n, err := strconv.ParseFloat(value, 64)
	family, base := s.base()
	if err != nil || family == nil || n <= 0 || strings.HasPrefix(s.Name, "tcp_") || s.kind != "integer" && s.kind != "real" {
		return value
	}
	for _, u := range family.units {
		if amount := n * base / u.size; amount == math.Trunc(amount) {
			return strconv.FormatFloat(amount, 'f', -1, 64) + u.name
		}
	}
	return value + s.unit
}
