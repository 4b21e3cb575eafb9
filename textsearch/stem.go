package textsearch

import "strings"

// The stemmer of English that Snowball has, also known as Porter 2.

const vowels = "aeiouy"

func isVowel(c byte) bool { return strings.IndexByte(vowels, c) >= 0 }

// stemExceptions are words that the rules would change otherwise.
var stemExceptions = map[string]string{
	"skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "idly": "idl", "gently": "gentl", "ugly": "ugli", "early": "earli",
	"only": "onli", "singly": "singl", "sky": "sky", "news": "news", "howe": "howe", "atlas": "atlas", "cosmos": "cosmos", "bias": "bias", "andes": "andes",
}

// stemLater are words that stay as they are once their plural is off.
var stemLater = map[string]bool{"inning": true, "outing": true, "canning": true, "herring": true, "earring": true, "proceed": true, "exceed": true, "succeed": true}

// stemming is a word while its endings are taken off; a Y is a consonant.
type stemming struct {
	w      string
	r1, r2 int
}

// stem returns the stem of a word in lower case.
func stem(word string) string {
	if len(word) < 3 {
		return word
	}
	if s, ok := stemExceptions[word]; ok {
		return s
	}
	s := stemming{w: consonantY(strings.TrimPrefix(word, "'"))}
	s.regions()
	s.genitive()
	s.plural()
	if stemLater[s.w] {
		return s.w
	}
	s.past()
	s.lastY()
	s.replace(stepTwo, s.r1)
	s.replace(stepThree, s.r1)
	s.residual()
	s.lastE()
	return strings.ReplaceAll(s.w, "Y", "y")
}

// consonantY writes each y that is a consonant as Y.
func consonantY(w string) string {
	b := []byte(w)
	for i, c := range b {
		if c == 'y' && (i == 0 || isVowel(b[i-1])) {
			b[i] = 'Y'
		}
	}
	return string(b)
}

// regions finds the two regions behind a vowel and a consonant.
func (s *stemming) regions() {
	s.r1 = -1
	for _, prefix := range []string{"gener", "commun", "arsen"} {
		if strings.HasPrefix(s.w, prefix) {
			s.r1 = len(prefix)
		}
	}
	if s.r1 < 0 {
		s.r1 = region(s.w, 0)
	}
	s.r2 = region(s.w, s.r1)
}

func region(w string, from int) int {
	for i := from + 1; i < len(w); i++ {
		if !isVowel(w[i]) && isVowel(w[i-1]) {
			return i + 1
		}
	}
	return len(w)
}

// cut takes an ending off and puts another on.
func (s *stemming) cut(ending, by string) { s.w = s.w[:len(s.w)-len(ending)] + by }

// in reports whether an ending begins in a region.
func (s *stemming) in(ending string, region int) bool { return len(s.w)-len(ending) >= region }

func (s *stemming) ends(ending string) bool { return strings.HasSuffix(s.w, ending) }

func (s *stemming) genitive() {
	for _, ending := range []string{"'s'", "'s", "'"} {
		if s.ends(ending) {
			s.cut(ending, "")
			return
		}
	}
}

func hasVowel(w string) bool { return strings.ContainsAny(w, vowels) }

func (s *stemming) plural() {
	switch {
	case s.ends("sses"):
		s.cut("sses", "ss")
	case s.ends("ied"), s.ends("ies"):
		if len(s.w) > 4 {
			s.cut("ies", "i")
		} else {
			s.cut("ies", "ie")
		}
	case s.ends("us"), s.ends("ss"):
	case s.ends("s") && len(s.w) > 1 && hasVowel(s.w[:len(s.w)-2]):
		s.cut("s", "")
	}
}

func (s *stemming) past() {
	for _, ending := range []string{"eedly", "ingly", "edly", "eed", "ing", "ed"} {
		if !s.ends(ending) {
			continue
		}
		if strings.HasPrefix(ending, "eed") {
			if s.in(ending, s.r1) {
				s.cut(ending, "ee")
			}
			return
		}
		if !hasVowel(s.w[:len(s.w)-len(ending)]) {
			return
		}
		s.cut(ending, "")
		switch {
		case s.ends("at"), s.ends("bl"), s.ends("iz"):
			s.w += "e"
		case s.double():
			s.w = s.w[:len(s.w)-1]
		case s.r1 >= len(s.w) && s.short():
			s.w += "e"
		}
		return
	}
}

func (s *stemming) double() bool {
	n := len(s.w)
	return n > 1 && s.w[n-1] == s.w[n-2] && strings.IndexByte("bdfgmnprt", s.w[n-1]) >= 0
}

// short reports whether the word ends in a short syllable.
func (s *stemming) short() bool {
	n := len(s.w)
	switch {
	case n == 2:
		return isVowel(s.w[0]) && !isVowel(s.w[1])
	case n < 2:
		return false
	}
	return !isVowel(s.w[n-1]) && strings.IndexByte("wxY", s.w[n-1]) < 0 && isVowel(s.w[n-2]) && !isVowel(s.w[n-3])
}

func (s *stemming) lastY() {
	n := len(s.w)
	if n > 2 && (s.w[n-1] == 'y' || s.w[n-1] == 'Y') && !isVowel(s.w[n-2]) {
		s.w = s.w[:n-1] + "i"
	}
}

// stepTwo and stepThree are endings, the longest first, with what replaces them.
var (
	stepTwo = endings(`ational=ate ization=ize fulness=ful ousness=ous iveness=ive tional=tion biliti=ble lessli=less entli=ent ation=ate alism=al aliti=al
		ousli=ous iviti=ive fulli=ful enci=ence anci=ance abli=able izer=ize ator=ate alli=al bli=ble ogi=og li=`)
	stepThree = endings(`ational=ate tional=tion alize=al icate=ic iciti=ic ative= ical=ic ness= ful=`)
)

func endings(list string) [][2]string {
	words := strings.Fields(list)
	all := make([][2]string, len(words))
	for i, w := range words {
		all[i][0], all[i][1], _ = strings.Cut(w, "=")
	}
	return all
}

func (s *stemming) replace(endings [][2]string, from int) {
	for _, e := range endings {
		if !s.ends(e[0]) {
			continue
		}
		before := s.w[:len(s.w)-len(e[0])]
		switch {
		case !s.in(e[0], from):
		case e[0] == "ogi" && !strings.HasSuffix(before, "l"):
		case e[0] == "li" && (before == "" || strings.IndexByte("cdeghkmnrt", before[len(before)-1]) < 0):
		case e[0] == "ative" && !s.in(e[0], s.r2):
		default:
			s.cut(e[0], e[1])
		}
		return
	}
}

func (s *stemming) residual() {
	for _, ending := range []string{
		"ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion", "al", "er", "ic",
	} {
		if !s.ends(ending) {
			continue
		}
		before := s.w[:len(s.w)-len(ending)]
		if s.in(ending, s.r2) && (ending != "ion" || strings.HasSuffix(before, "s") || strings.HasSuffix(before, "t")) {
			s.w = before
		}
		return
	}
}

func (s *stemming) lastE() {
	n := len(s.w)
	switch {
	case s.ends("e"):
		before := stemming{w: s.w[:n-1]}
		if s.in("e", s.r2) || s.in("e", s.r1) && !before.short() {
			s.w = s.w[:n-1]
		}
	case s.ends("ll") && s.in("l", s.r2):
		s.w = s.w[:n-1]
	}
}
