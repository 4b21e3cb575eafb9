package definitions

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/providers"
)

// constantOf gives a quoted constant a type, and writes its value as the output function of the type does.
func (a *analysis) constantOf(n *node, oid uint32) *node {
	made := &node{kind: constant, typ: oid, mod: -1, null: n.null}
	if n.null {
		return made
	}
	t := a.typeOf(oid)
	ok := true
	switch {
	case a.asked != nil: // which asks for no text
	case oid == regclassOID:
		made.schema, made.name = a.namedRelation(n.name)
	case t.kind == 'e', t.category == 'S' && oid != nameOID, oid == jsonOID:
		made.name = n.name
	case t.kind == 'r' && oid >= firstOwn:
		made.name, ok = a.rangeText(n.name, t.rangeElement)
	case t.category == 'A' && t.element != 0 && a.typeOf(t.element).array == oid:
		made.name, ok = a.arrayText(n.name, t.element)
	case t.kind == 'c':
		made.name, ok = a.rowText(n.name, t.fields)
	default:
		made.name, ok = a.output(n.name, oid)
	}
	if !ok {
		a.refuse("a constant of the type " + t.name)
	}
	return made
}

// plainRange matches a range whose bounds need no quotes.
var plainRange = regexp.MustCompile(`^\s*([\[(])([^"\\,\[\]()\s]*),([^"\\,\[\]()\s]*)([\])])\s*$`)

// rangeText reads a text as a range of a type of users, and writes the range. ok is false for what it does not know.
func (a *analysis) rangeText(text string, element uint32) (string, bool) {
	m := plainRange.FindStringSubmatch(text)
	if m == nil || m[2] == m[3] && m[2] != "" {
		return "", false
	}
	for i, bound := range m[2:4] {
		if bound == "" {
			continue
		}
		shown, ok := a.output(bound, element)
		if !ok || strings.ContainsAny(shown, " \"") {
			return "", false
		}
		m[2+i] = shown
	}
	if m[2] == "" {
		m[1] = "("
	}
	if m[3] == "" {
		m[4] = ")"
	}
	return m[1] + m[2] + "," + m[3] + m[4], m[2] != m[3] || m[2] == ""
}

// namedRelation is the relation that a constant of regclass names.
func (a *analysis) namedRelation(text string) (schema, name string) {
	parts := strings.Split(text, ".")
	for i, p := range parts {
		if !plainName.MatchString(p) {
			if len(p) < 3 || p[0] != '"' || p[len(p)-1] != '"' || strings.Contains(p[1:len(p)-1], `"`) {
				a.refuse("a name")
			}
			parts[i] = p[1 : len(p)-1]
			continue
		}
		parts[i] = strings.ToLower(p)
	}
	if len(parts) > 2 {
		a.refuse("a name")
	}
	if len(parts) == 2 {
		schema = parts[0]
	}
	found, ok := a.source.Relation("", schema, parts[len(parts)-1])
	if !ok {
		a.refuse("a relation")
	}
	name = found.Name
	if found.Spelled != "" {
		name = found.Spelled
	}
	return found.Schema, name
}

var (
	plainName    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_$]*$`)
	integerText  = regexp.MustCompile(`^[+-]?[0-9]+$`)
	decimalText  = regexp.MustCompile(`^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,3}))?$`)
	dayText      = regexp.MustCompile(`^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})$`)
	timeText     = regexp.MustCompile(`^([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,6}))?)?$`)
	uuidText     = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	plainElement = regexp.MustCompile(`^[^\s{}",]+$`)
	// elementText is an element of an array, in quotes or not, and the comma behind it.
	elementText = regexp.MustCompile(`^\s*(?:("[^"]*")|([^\s{}",]+(?:\s+[^\s{}",]+)*))\s*(,?)`)
	addressText = regexp.MustCompile(`^(?:(?:25[0-5]|2[0-4][0-9]|1?[1-9]?[0-9]|10[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1?[1-9]?[0-9]|10[0-9])(/(?:3[0-2]|[12]?[0-9]))?$`)
	hexText     = regexp.MustCompile(`^\\x([0-9a-fA-F]{2})*$`)
)

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// integerBits are how many bits the integers of a type have; an OID has one more, as it has no sign.
var integerBits = map[uint32]int{int2OID: 16, int4OID: 32, int8OID: 64, oidOID: 33}

// output reads a text as a value of a type, and writes the value. ok is false for what it does not know.
func (a *analysis) output(text string, oid uint32) (string, bool) {
	trimmed := strings.TrimSpace(text)
	switch oid {
	case int2OID, int4OID, int8OID, oidOID:
		return readInteger(trimmed, integerBits[oid])
	case numericOID:
		return readNumeric(trimmed)
	case float8OID, float4OID:
		return readFloat(trimmed, oid)
	case boolOID:
		return readBoolean(trimmed)
	case dateOID:
		return readDay(trimmed)
	case timeOID:
		return readTime(trimmed)
	case timestampOID:
		return readTimestamp(trimmed)
	case timestamptzOID:
		return readMoment(trimmed)
	case intervalOID:
		return readInterval(trimmed)
	case uuidOID:
		return strings.ToLower(trimmed), uuidText.MatchString(trimmed)
	case byteaOID:
		return readBytes(text)
	case charOID:
		return text, len(text) == 1 && text[0] < 0x80
	case nameOID:
		return text, len(text) < 64
	case bitOID, varbitOID:
		return text, strings.Trim(text, "01") == ""
	case inetOID:
		return strings.TrimSuffix(trimmed, "/32"), addressText.MatchString(trimmed)
	case jsonbOID:
		return readJSON(text)
	case int4rangeOID, int8rangeOID:
		return readWholeRange(trimmed)
	case regtypeOID:
		if known := a.byName[trimmed]; known != 0 && a.types[known].schema == "" {
			return a.types[known].shown, true
		}
	}
	return "", false
}

// wholeRange is a range of integers in the form in which PostgreSQL shows it.
var wholeRange = regexp.MustCompile(`^\[(-?[1-9][0-9]{0,8}|0),(-?[1-9][0-9]{0,8}|0)\)$`)

func readWholeRange(text string) (string, bool) {
	bounds := wholeRange.FindStringSubmatch(text)
	if bounds == nil {
		return "", false
	}
	low, _ := strconv.Atoi(bounds[1])
	high, _ := strconv.Atoi(bounds[2])
	return text, low < high
}

func readBytes(text string) (string, bool) {
	if !strings.Contains(text, `\`) {
		return fmt.Sprintf(`\x%x`, text), true
	}
	return strings.ToLower(text), hexText.MatchString(text)
}

func readInteger(text string, bits int) (string, bool) {
	if !integerText.MatchString(text) {
		return "", false
	}
	n, ok := new(big.Int).SetString(strings.TrimPrefix(text, "+"), 10)
	least := new(big.Int).Lsh(big.NewInt(-1), uint(bits-1))
	if !ok || n.Cmp(least) < 0 || n.Cmp(least.Neg(least)) >= 0 || bits == 33 && n.Sign() < 0 {
		return "", false
	}
	return n.String(), true
}

func readNumeric(text string) (string, bool) {
	m := decimalText.FindStringSubmatch(text)
	if m == nil || m[2] == "" && m[3] == "" {
		return "", false
	}
	digits, scale := m[2]+m[3], len(m[3])
	if m[4] != "" {
		e, _ := strconv.Atoi(m[4])
		if scale -= e; scale < 0 {
			digits, scale = digits+strings.Repeat("0", -scale), 0
		}
	}
	for len(digits) <= scale {
		digits = "0" + digits
	}
	whole := strings.TrimLeft(digits[:len(digits)-scale], "0")
	if whole == "" {
		whole = "0"
	}
	if scale > 0 {
		whole += "." + digits[len(digits)-scale:]
	}
	if m[1] == "-" && strings.Trim(digits, "0") != "" {
		whole = "-" + whole
	}
	return whole, true
}

func readFloat(text string, oid uint32) (string, bool) {
	bits, most := 64, 1e15
	if oid == float4OID {
		bits, most = 32, 1e6
	}
	f, err := strconv.ParseFloat(text, bits)
	if err != nil || !decimalText.MatchString(text) {
		return "", false
	}
	if f != 0 && (f >= most || f <= -most || f < 1e-4 && f > -1e-4) {
		return strconv.FormatFloat(f, 'e', -1, bits), true
	}
	return strconv.FormatFloat(f, 'f', -1, bits), true
}

func readBoolean(text string) (string, bool) {
	switch strings.ToLower(text) {
	case "t", "true", "yes", "y", "on", "1":
		return "t", true
	case "f", "false", "no", "n", "off", "0":
		return "f", true
	}
	return "", false
}

// beforeChrist is a text without the era at its end.
func beforeChrist(text string) (string, bool) {
	if n := len(text) - len(" BC"); n > 0 && strings.EqualFold(text[n:], " BC") {
		return strings.TrimSpace(text[:n]), true
	}
	return text, false
}

func readDay(text string) (string, bool) {
	text, christ := beforeChrist(text)
	m := dayText.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	y, _ := strconv.Atoi(m[1])
	month, _ := strconv.Atoi(m[2])
	day, _ := strconv.Atoi(m[3])
	t := time.Date(y, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if christ {
		t = time.Date(1-y, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	}
	return formatMoment(t, "-01-02"), y > 0 && t.Day() == day && int(t.Month()) == month
}

// formatMoment writes the year of a moment, what a layout has of it, and its era.
func formatMoment(t time.Time, layout string) string {
	if t.Year() <= 0 {
		return fmt.Sprintf("%04d", 1-t.Year()) + t.Format(layout) + " BC"
	}
	return fmt.Sprintf("%04d", t.Year()) + t.Format(layout)
}

func readTime(text string) (string, bool) {
	m := timeText.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	h, _ := strconv.Atoi(m[1])
	if m[3] == "" {
		m[3] = "00"
	}
	if h > 23 || m[2] > "59" || m[3] > "59" {
		return "", false
	}
	out := fmt.Sprintf("%02d:%s:%s", h, m[2], m[3])
	if fraction := strings.TrimRight(m[4], "0"); fraction != "" {
		out += "." + fraction
	}
	return out, true
}

func readTimestamp(text string) (string, bool) {
	text, christ := beforeChrist(text)
	day, rest, found := strings.Cut(strings.Replace(text, "T", " ", 1), " ")
	if !found {
		rest = "00:00:00"
	}
	era := ""
	if christ {
		era = " BC"
	}
	d, ok := readDay(day + era)
	t, also := readTime(strings.TrimSpace(rest))
	return strings.TrimSuffix(d, era) + " " + t + era, ok && also
}

// readMoment reads a moment that tells its zone by an offset, and writes it as one of UTC. The catalogs show it in the reader's zone.
func readMoment(text string) (string, bool) {
	text, christ := beforeChrist(text)
	at, zone, ok := constants.Moment("timestamptz", text)
	if !ok || zone == "" {
		return text, !christ && strings.HasSuffix(text, "infinity")
	}
	if christ {
		day := at.Day()
		at = at.AddDate(1-2*at.Year(), 0, 0)
		ok = at.Day() == day
	}
	east, known := constants.OffsetAt(zone, at)
	at = at.Add(-time.Duration(east) * time.Second)
	return formatMoment(at, "-01-02 15:04:05.999999+00"), known && ok
}

var intervalUnits = map[string]struct{ months, days, seconds int }{
	"year": {12, 0, 0}, "years": {12, 0, 0}, "month": {1, 0, 0}, "months": {1, 0, 0}, "mon": {1, 0, 0}, "mons": {1, 0, 0},
	"week": {0, 7, 0}, "weeks": {0, 7, 0}, "day": {0, 1, 0}, "days": {0, 1, 0},
	"hour": {0, 0, 3600}, "hours": {0, 0, 3600}, "minute": {0, 0, 60}, "minutes": {0, 0, 60}, "min": {0, 0, 60}, "mins": {0, 0, 60},
	"second": {0, 0, 1}, "seconds": {0, 0, 1}, "sec": {0, 0, 1}, "secs": {0, 0, 1},
}

// readInterval reads an interval of whole units, which are not negative.
func readInterval(text string) (string, bool) {
	months, days, seconds := 0, 0, 0
	fields := strings.Fields(strings.ToLower(text))
	for i := 0; i < len(fields); i++ {
		if clock, ok := readTime(fields[i]); ok && !strings.Contains(clock, ".") && i == len(fields)-1 {
			var h, m, s int
			if _, err := fmt.Sscanf(clock, "%d:%d:%d", &h, &m, &s); err != nil {
				return "", false
			}
			seconds += h*3600 + m*60 + s
			break
		}
		n, err := strconv.Atoi(fields[i])
		if err != nil || n < 0 || n > 100000 || fields[i][0] == '+' || i+1 >= len(fields) {
			return "", false
		}
		unit, ok := intervalUnits[fields[i+1]]
		if !ok {
			return "", false
		}
		months, days, seconds = months+n*unit.months, days+n*unit.days, seconds+n*unit.seconds
		i++
	}
	if len(fields) == 0 {
		return "", false
	}
	var parts []string
	add := func(n int, one, many string) {
		if n == 1 {
			parts = append(parts, "1 "+one)
		} else if n != 0 {
			parts = append(parts, itoa(n)+" "+many)
		}
	}
	add(months/12, "year", "years")
	add(months%12, "mon", "mons")
	add(days, "day", "days")
	if seconds != 0 || len(parts) == 0 {
		parts = append(parts, fmt.Sprintf("%02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60))
	}
	return strings.Join(parts, " "), true
}

// readJSON writes a jsonb as PostgreSQL does: the keys in the order of their lengths.
func readJSON(text string) (string, bool) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var v any
	if decoder.Decode(&v) != nil || decoder.More() || strings.ContainsAny(text, `\`) {
		return "", false
	}
	return writeJSON(v)
}

func writeJSON(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "null", true
	case bool:
		return strconv.FormatBool(v), true
	case json.Number:
		return readNumeric(v.String())
	case string:
		return `"` + v + `"`, true
	case []any:
		list := make([]string, len(v))
		for i, e := range v {
			var ok bool
			if list[i], ok = writeJSON(e); !ok {
				return "", false
			}
		}
		return "[" + strings.Join(list, ", ") + "]", true
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.SortFunc(keys, func(a, b string) int {
			if len(a) != len(b) {
				return len(a) - len(b)
			}
			return strings.Compare(a, b)
		})
		for i, k := range keys {
			value, ok := writeJSON(v[k])
			if !ok {
				return "", false
			}
			keys[i] = `"` + k + `": ` + value
		}
		return "{" + strings.Join(keys, ", ") + "}", true
	}
	return "", false
}

// plainFields are the fields of a row's text that nothing quotes.
var plainFields = regexp.MustCompile(`^\([^\s"\\(){}]*\)$`)

// rowText is the text of a row as its type writes it. ok is false for one with quotes, spaces or rows in it, which is not read here.
func (a *analysis) rowText(text string, fields []providers.UserAttribute) (written string, ok bool) {
	if text = strings.TrimSpace(text); !plainFields.MatchString(text) {
		return "", false
	}
	list := strings.Split(text[1:len(text)-1], ",")
	if len(list) != len(fields) {
		return "", false
	}
	for i, field := range list {
		if field == "" {
			continue
		}
		typ, mod := a.attributeType(fields[i])
		if list[i] = a.constantOf(&node{kind: constant, typ: unknownOID, name: field}, typ).name; mod >= 0 || strings.ContainsAny(list[i], ` ,"\(){}`) {
			return "", false
		}
	}
	return "(" + strings.Join(list, ",") + ")", true
}

// arrayText writes an array of one dimension, without backslashes.
func (a *analysis) arrayText(text string, element uint32) (string, bool) {
	inner := strings.TrimSpace(text)
	if len(inner) < 2 || inner[0] != '{' || inner[len(inner)-1] != '}' || strings.Contains(inner, `\`) {
		return "", false
	}
	if inner = strings.TrimSpace(inner[1 : len(inner)-1]); inner == "" {
		return "{}", true
	}
	var list []string
	for rest := inner; ; {
		m := elementText.FindStringSubmatch(rest)
		if m == nil || m[1] == "" && strings.EqualFold(m[2], "null") {
			return "", false
		}
		made := a.constantOf(&node{kind: constant, typ: unknownOID, name: strings.Trim(m[1], `"`) + m[2]}, element)
		if made.schema != "" {
			return "", false
		}
		value := made.name
		if !plainElement.MatchString(value) || strings.EqualFold(value, "null") {
			value = `"` + value + `"`
		}
		list = append(list, value)
		if rest = rest[len(m[0]):]; m[3] == "" {
			return "{" + strings.Join(list, ",") + "}", rest == ""
		}
	}
}
