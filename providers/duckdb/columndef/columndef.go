// Package columndef reads what DuckDB's listings say of a column: its type and the labels of its enum, and from its default or
// its definition whether it is an identity column or computed, and which sequences it draws from. It needs no connection.
//
// Package definition, below, reads whole statements. Lists of names come from DuckDB as one text: SplitUnits takes it apart.
package columndef

import (
	"regexp"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// The defaults of identity columns, as DuckDB spells them.
var (
	alwaysIdentity  = regexp.MustCompile(`^\((?:0|CAST\(0 AS INTEGER\)) \+ (?:pg__drawn\()?nextval\(`)
	defaultIdentity = regexp.MustCompile(`^\((?:pg__drawn\()?nextval\(.* \+ (?:0|CAST\(0 AS INTEGER\))\)$`)
)

// IdentityOf tells identity columns from others by their defaults, which the translation makes so.
func IdentityOf(expression string) byte {
	switch {
	case alwaysIdentity.MatchString(expression):
		return 'a'
	case defaultIdentity.MatchString(expression):
		return 'd'
	}
	return 0
}

// IsGenerated reports whether a text of a table computes a column.
func IsGenerated(text, column string) bool {
	if text == "" {
		return false
	}
	for _, e := range definition.Elements(text) {
		if definition.IsColumn(e, column) {
			return Computes(e)
		}
	}
	return false
}

// Computes reports whether the definition of a column computes its values.
func Computes(element string) bool {
	list := definition.Tokens(element)
	for i := range list {
		if list[i].Is("GENERATED") && i+2 < len(list) && list[i+1].Is("ALWAYS") && list[i+2].Is("AS") {
			return true
		}
	}
	return false
}

// TypedColumn is a column of a DuckDB type.
func TypedColumn(name, duck string) providers.TypedColumn {
	oid, typmod, size, typeName := pgcatalog.TypeOID(duck)
	base, _, _ := strings.Cut(duck, "(")
	base, _, isArray := strings.Cut(base, "[")
	c := providers.TypedColumn{Column: providers.Column{Name: name, Type: oid, TypeMod: typmod, Size: size, TypeName: typeName}}
	if !isArray {
		c.Labels, c.Mark = providers.SplitMark(enumLabels(duck))
	}
	if dims := strings.Count(duck, "[]"); dims > 1 && !strings.Contains(duck, "(") {
		c.Dims = dims
	}
	if scale, ok := pgcatalog.UnscaledDigits(duck); ok && !isArray {
		c.Scaled, c.Scale = true, scale
	} else if scale, ok := pgcatalog.PlainDigits(duck); ok {
		c.Scale = scale
	}
	upper := strings.ToUpper(base)
	if pgcatalog.UserRangeElement(upper) != "" {
		c.Range = strings.ToLower(base)
	}
	switch upper {
	case "HUGEINT", "UBIGINT": // DuckDB writes no more digits than these
		if c.TypeMod < 0 && !isArray {
			c.Whole, c.TypeMod = true, 38<<16+4
		}
	case "ENUM", "STRUCT", "MAP", "UNION", "VARIANT", "BIT", "UHUGEINT", "BIGNUM", "GEOMETRY", "TIME_NS", "TIMESTAMP_NS", "TIMESTAMP WITH TIME ZONE_NS":
		if c.Opaque, c.TypeName = true, strings.ToLower(base); strings.HasSuffix(duck, "]") && !isArray {
			c.TypeName += "[]"
		}
	}
	return c
}

// Unit separates the names of a list; no name contains it.
const Unit = "\x1f"

// SplitUnits takes a list of names apart.
func SplitUnits(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, Unit)
}

// EnumLabels returns the values of an enum from DuckDB's name of the type: ENUM('a', 'it”s').
func EnumLabels(duckType string) []string {
	own, _ := providers.SplitMark(enumLabels(duckType))
	return own
}

// KeyOf is the LabelsKey of an enum from DuckDB's name of the type.
func KeyOf(duckType string) string { return LabelsKey(enumLabels(duckType)) }

// enumLabels are the labels with the mark.
func enumLabels(duckType string) (list []string) {
	rest, ok := strings.CutPrefix(duckType, "ENUM(")
	if !ok {
		return nil
	}
	for {
		_, after, found := strings.Cut(rest, "'")
		if !found {
			return list
		}
		var label strings.Builder
		for {
			before, behind, _ := strings.Cut(after, "'")
			label.WriteString(before)
			if !strings.HasPrefix(behind, "'") {
				rest = behind
				break
			}
			label.WriteByte('\'')
			after = behind[1:]
		}
		list = append(list, label.String())
	}
}

// LabelsKey is the key of an enum, which DuckDB's columns know by its labels, and the mark behind them, alone.
func LabelsKey(labels []string) string { return strings.Join(labels, "\x00") }

// ofDraws finds the sequence that a default draws from.
var ofDraws = regexp.MustCompile(`\bpg__drawn\(nextval\('(?:[^']|'')*'\), '((?:[^']|'')*)'\)`)

// DrawnBy is the sequence that a default draws from; "": none.
func DrawnBy(expression string) string {
	if m := ofDraws.FindStringSubmatch(expression); m != nil {
		return strings.ReplaceAll(m[1], "''", "'")
	}
	return ""
}

// nextval finds the sequences in an expression as DuckDB spells it. It also matches other
// constants, so that nothing is found inside of them.
var nextval = regexp.MustCompile(`\bnextval\('((?:[^']|'')*)'\)|'(?:[^']|'')*'`)

// SequencesIn returns the names of the sequences that an expression draws from, as they are written there.
func SequencesIn(expression string) (names []string) {
	for _, match := range nextval.FindAllStringSubmatch(expression, -1) {
		if name := strings.ReplaceAll(match[1], "''", "'"); name != "" {
			names = append(names, name)
		}
	}
	return names
}
