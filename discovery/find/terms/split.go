package terms

import "math"

// Bounds of what is split: a longer word is not a name that somebody made, a shorter part is taken
// from the list of short words.
const (
	longestWord = 64
	longestPart = 20
	dear        = 4.5 // what each part of a compound costs
)

// short are the parts of two letters that compounds are made of.
var short = map[string]bool{"id": true, "no": true, "of": true, "to": true, "by": true, "in": true, "on": true, "at": true, "is": true, "up": true, "wh": true}

// split takes a word apart that is a compound without separators, or returns it whole. Of all ways to
// make the word of known words it takes the cheapest: few parts, and frequent ones.
func (s *Splitter) split(word string) []string {
	if s.noCompounds || len(word) < 5 || len(word) > longestWord || !ascii(word) {
		return []string{word}
	}
	best := make([]float64, len(word)+1)
	from := make([]int, len(word)+1)
	for end := 1; end <= len(word); end++ {
		best[end] = math.Inf(1)
		for start := max(0, end-longestPart); start < end; start++ {
			if cost := best[start] + s.cost(word[start:end], start == 0 && end == len(word)); cost < best[end] {
				best[end], from[end] = cost, start
			}
		}
	}
	if math.IsInf(best[len(word)], 1) {
		return []string{word}
	}
	var parts []string
	for end := len(word); end > 0; end = from[end] {
		parts = append([]string{word[from[end]:end]}, parts...)
	}
	return parts
}

// cost is what a part costs: less, the more frequent it is. Plus infinity: it is no part.
func (s *Splitter) cost(part string, whole bool) float64 {
	place, known := s.english.Place(part)
	switch {
	case known && (len(part) >= 3 || short[part]):
		if len(part) == 3 && place > 3000 && abbreviations[part] == nil {
			return math.Inf(1)
		}
		return dear + math.Log(float64(place+100)) - 0.4*float64(len(part))
	case short[part]:
		return dear + math.Log(1000)
	case abbreviations[part] != nil && len(part) >= 3:
		return dear + math.Log(3000)
	case whole && s.knownBase(part):
		return dear + math.Log(20000) - 0.4*float64(len(part))
	}
	return math.Inf(1)
}

// knownBase says whether a part that is not known itself is a form of a known word.
func (s *Splitter) knownBase(part string) bool {
	_, known := s.english.Place(s.Base(part))
	return known
}

func ascii(word string) bool {
	for i := range len(word) {
		if c := word[i]; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}
