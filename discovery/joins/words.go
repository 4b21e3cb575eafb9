package joins

import (
	"math/big"
	"strings"
	"unicode"

	"github.com/sallyportdb/sallyport/discovery"
)

// suffixes are the last words of columns that refer to something.
var suffixes = []string{"id", "key", "code", "uuid", "guid", "sk", "fk", "ref", "pk", "no", "nr"}

// Words takes a name apart at underscores and changes of case, in lower case: it has one word at
// least.
func Words(name string) (list []string) {
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			list = append(list, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case i > 0 && unicode.IsUpper(r) && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]) && unicode.IsUpper(runes[i-1])):
			flush()
		}
		word.WriteRune(r)
	}
	flush()
	if list == nil {
		return []string{name}
	}
	return list
}

// singular is an English word without the ending of its plural.
func singular(word string) string {
	switch {
	case len(word) <= 3 || strings.HasSuffix(word, "ss") || strings.HasSuffix(word, "us") || strings.HasSuffix(word, "is"):
		return word
	case strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case strings.HasSuffix(word, "sses"), strings.HasSuffix(word, "xes"), strings.HasSuffix(word, "ches"), strings.HasSuffix(word, "shes"), strings.HasSuffix(word, "uses"):
		return word[:len(word)-2]
	case word == "people":
		return "person"
	case word == "children":
		return "child"
	}
	return strings.TrimSuffix(word, "s")
}

// family is what types can be joined with: "" can with none.
func family(c discovery.Column) string {
	switch c.NormalizedType {
	case "smallint", "integer", "bigint":
		return "integer"
	case "numeric":
		return "numeric"
	case "uuid":
		return "uuid"
	case "text", "character varying", "character", "citext":
		return "text"
	}
	return ""
}

// fits reports whether a column may have values of a key.
func fits(c, key discovery.Column) bool {
	if family(c) != family(key) {
		return false
	}
	p, of := c.Profile, key.Profile
	if p == nil || of == nil || p.Min == "" || of.Min == "" {
		return true
	}
	if of.Distinct > 0 && p.Distinct > 2*of.Distinct {
		return false
	}
	if family(c) == "text" {
		return p.Max >= of.Min && p.Min <= of.Max
	}
	if family(c) == "uuid" {
		return true
	}
	// The sample of a key need not have its last values, so twice its maximum is still near.
	return number(p.Max).Cmp(number(of.Min)) >= 0 && number(p.Min).Cmp(new(big.Rat).Mul(number(of.Max), big.NewRat(2, 1))) <= 0
}

func number(text string) *big.Rat {
	if r, ok := new(big.Rat).SetString(text); ok {
		return r
	}
	return new(big.Rat)
}
