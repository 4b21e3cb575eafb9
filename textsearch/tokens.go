package textsearch

import (
	"errors"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Errors of texts that are read otherwise by PostgreSQL.
var (
	ErrToken         = errors.New("text search of addresses, paths, versions and tags is not supported")
	ErrConfiguration = errors.New("only the text search configurations simple and english are supported")
)

// token is a word of a text, with its position.
type token struct {
	text     string // in lower case
	position int
	word     bool // of letters: dictionaries of languages read it
}

// odd matches what PostgreSQL's parser takes together.
var odd = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[\pL\pN_][@./\\~][\pL\pN_]|://|[\pL\pN]/|(?:^|\s)[/~.][\pL\pN]|<[\pL/!?]|&#?[\pL\pN]+;|[\pL\pN]\+[\pL\pN]|\+[0-9]|[\pL]-[0-9]|[0-9]-[\pL\pN]|[0-9][eE][-+]?[0-9]|_`)
})

// decimalPoint matches a number with a fraction.
var decimalPoint = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(^|[^\pL\pN.])([0-9]+)\.([0-9]+)([^\pL\pN.]|\.?$|\.\s)`)
})

// tokens takes a text apart. A word with hyphens is a token, and its parts are.
func tokens(text string) ([]token, error) {
	plain := text
	for range 2 { // matches may touch each other
		plain = decimalPoint().ReplaceAllString(plain, "$1$2\x00$3$4")
	}
	if odd().MatchString(plain) {
		return nil, ErrToken
	}
	var list []token
	position := 0
	add := func(s string, word bool) {
		position++
		list = append(list, token{strings.ToLower(strings.ReplaceAll(s, "\x00", ".")), position, word})
	}
	isPart := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == 0 }
	for i := 0; i < len(plain); {
		r, size := utf8.DecodeRuneInString(plain[i:])
		if r == '-' && (i == 0 || !isPart(before(plain, i))) {
			next, _ := utf8.DecodeRuneInString(plain[i+1:])
			if !unicode.IsDigit(next) {
				i += size
				continue
			}
		} else if !isPart(r) {
			i += size
			continue
		}
		end := i + size
		for end < len(plain) {
			next, width := utf8.DecodeRuneInString(plain[end:])
			if next == '-' {
				behind, _ := utf8.DecodeRuneInString(plain[end+1:])
				if !unicode.IsLetter(behind) {
					break
				}
			} else if !isPart(next) {
				break
			}
			end += width
		}
		whole := plain[i:end]
		letters := !strings.ContainsFunc(whole, func(r rune) bool { return unicode.IsDigit(r) || r == 0 })
		add(whole, letters)
		if parts := strings.Split(whole, "-"); len(parts) > 1 && letters {
			for _, part := range parts {
				add(part, true)
			}
		} else if len(parts) > 1 && parts[0] != "" {
			return nil, ErrToken
		}
		i = end
	}
	return list, nil
}

func before(s string, i int) rune {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return r
}

// stopWords are the words of English that are not indexed.
var stopWords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it
		its itself they them their theirs themselves what which who whom this that these those am is are was were be been being have has had having do does did
		doing a an the and but if or because as until while of at by for with about against between into through during before after above below to from up
		down in out on off over under again further then once here there when where why how all any both each few more most other some such no nor not only
		own same so than too very s t can will just don should now`) {
		m[w] = true
	}
	return m
}()

// lexeme is what a configuration makes of a token; "" is a stop word.
func lexeme(config string, t token) string {
	if config == "english" && t.word {
		if stopWords[t.text] {
			return ""
		}
		return stem(t.text)
	}
	return t.text
}

// configuration reads the name of a configuration.
func configuration(name string) (string, error) {
	switch name = strings.TrimPrefix(name, "pg_catalog."); name {
	case "simple", "english":
		return name, nil
	}
	return "", ErrConfiguration
}
