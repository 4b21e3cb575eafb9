package textsearch

import (
	"errors"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// ErrSyntax is a text that is no value of the type.
var ErrSyntax = errors.New("syntax error")

// place is a position of a lexeme with its weight, from 0 for D to 3 for A.
type place struct {
	position int
	weight   byte
}

// Vector is a tsvector: lexemes in order, each with its places.
type Vector struct {
	lexemes []string
	places  map[string][]place
}

const (
	lastPosition = 16383
	mostPlaces   = 255
)

// ParseVector reads the text of a tsvector.
func ParseVector(text string) (Vector, error) {
	v := Vector{places: map[string][]place{}}
	for i := 0; ; {
		for i < len(text) && strings.IndexByte(" \t\r\n\v\f", text[i]) >= 0 {
			i++
		}
		if i == len(text) {
			break
		}
		word, end, err := readWord(text, i, false)
		if err != nil || word == "" {
			return v, ErrSyntax
		}
		v.add(word)
		if i = end; i < len(text) && text[i] == ':' {
			if i, err = v.readPlaces(word, text, i+1); err != nil {
				return v, err
			}
		}
	}
	v.order()
	return v, nil
}

// readWord reads a word, in quotes or without. operators: those of queries end it.
func readWord(text string, i int, operators bool) (word string, end int, err error) {
	var b strings.Builder
	if text[i] == '\'' {
		for i++; i < len(text); i++ {
			switch {
			case text[i] == '\'' && i+1 < len(text) && text[i+1] == '\'', text[i] == '\\' && i+1 < len(text):
				i++
			case text[i] == '\'':
				return b.String(), i + 1, nil
			}
			b.WriteByte(text[i])
		}
		return "", i, ErrSyntax
	}
	for ; i < len(text) && strings.IndexByte(" \t\r\n\v\f:", text[i]) < 0; i++ {
		if operators && strings.IndexByte("&|!()<", text[i]) >= 0 {
			break
		}
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String(), i, nil
}

// readPlaces reads 1,2A,3.
func (v *Vector) readPlaces(word, text string, i int) (end int, err error) {
	for {
		from := i
		for i < len(text) && text[i] >= '0' && text[i] <= '9' {
			i++
		}
		n, err := strconv.Atoi(text[from:min(i, from+9)])
		if err != nil || n < 1 {
			return i, ErrSyntax
		}
		p := place{position: min(n, lastPosition)}
		if i < len(text) {
			if w := strings.IndexByte("DCBA", text[i]&^0x20); w >= 0 {
				p.weight = byte(w)
				i++
			}
		}
		v.places[word] = append(v.places[word], p)
		if i == len(text) || text[i] != ',' {
			return i, nil
		}
		i++
	}
}

func (v *Vector) add(word string) {
	if _, known := v.places[word]; !known {
		v.places[word] = nil
		v.lexemes = append(v.lexemes, word)
	}
}

// order sorts the lexemes and their places; of two at a position the one with the greater weight counts.
func (v *Vector) order() {
	sort.Strings(v.lexemes)
	for word, list := range v.places {
		slices.SortFunc(list, func(a, b place) int {
			if a.position != b.position {
				return a.position - b.position
			}
			return int(b.weight) - int(a.weight)
		})
		list = slices.CompactFunc(list, func(a, b place) bool { return a.position == b.position })
		v.places[word] = list[:min(len(list), mostPlaces)]
	}
}

// String writes the vector as PostgreSQL does.
func (v Vector) String() string {
	var b strings.Builder
	for i, word := range v.lexemes {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(quoted(word))
		for n, p := range v.places[word] {
			b.WriteByte(":,"[min(n, 1)])
			b.WriteString(strconv.Itoa(p.position))
			if p.weight > 0 {
				b.WriteByte("DCBA"[p.weight])
			}
		}
	}
	return b.String()
}

func quoted(word string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(word, `\`, `\\`), "'", "''") + "'"
}

// ToVector makes the vector of a text.
func ToVector(config, text string) (string, error) {
	config, err := configuration(config)
	if err != nil {
		return "", err
	}
	list, err := tokens(text)
	if err != nil {
		return "", err
	}
	v := Vector{places: map[string][]place{}}
	for _, t := range list {
		if word := lexeme(config, t); word != "" {
			v.add(word)
			v.places[word] = append(v.places[word], place{position: min(t.position, lastPosition)})
		}
	}
	v.order()
	return v.String(), nil
}

// Strip takes the places away.
func (v Vector) Strip() Vector { return Vector{lexemes: v.lexemes, places: map[string][]place{}} }

// Concat joins two vectors: the places of the second are behind those of the first.
func (v Vector) Concat(w Vector) Vector {
	last := 0
	out := Vector{places: map[string][]place{}}
	for _, word := range v.lexemes {
		out.add(word)
		out.places[word] = slices.Clone(v.places[word])
		for _, p := range v.places[word] {
			last = max(last, p.position)
		}
	}
	for _, word := range w.lexemes {
		out.add(word)
		for _, p := range w.places[word] {
			out.places[word] = append(out.places[word], place{min(p.position+last, lastPosition), p.weight})
		}
	}
	out.order()
	return out
}

// Without takes a lexeme away.
func (v Vector) Without(word string) Vector {
	out := Vector{places: v.places}
	for _, w := range v.lexemes {
		if w != word {
			out.lexemes = append(out.lexemes, w)
		}
	}
	return out
}

// Lexemes are those of the vector, in order.
func (v Vector) Lexemes() []string { return v.lexemes }

// FromLexemes makes a vector of lexemes.
func FromLexemes(words []string) Vector {
	v := Vector{places: map[string][]place{}}
	for _, w := range words {
		v.add(w)
	}
	v.order()
	return v
}
