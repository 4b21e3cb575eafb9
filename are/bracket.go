package are

import (
	"strings"
)

// shorthands are the contents of classes with a letter.
var shorthands = map[rune]string{'d': "0-9", 's': classes["space"], 'w': classes["word"]}

// classes are the contents of the named classes, as the locale C.UTF-8 has them.
var classes = map[string]string{
	"alnum": `\p{L}\p{Nl}\p{Nd}`, "alpha": `\p{L}\p{Nl}`, "blank": ` \t\x{1680}\x{2000}-\x{2006}\x{2008}-\x{200a}\x{205f}\x{3000}`,
	"cntrl": `\p{Cc}\x{2028}\x{2029}`, "digit": "0-9", "graph": `\p{L}\p{M}\p{N}\p{P}\p{S}`, "lower": `\p{Ll}`,
	"print": `\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}`, "punct": `\p{P}\p{S}`,
	"space": `\t-\r \x{1680}\x{2000}-\x{2006}\x{2008}-\x{200a}\x{2028}\x{2029}\x{205f}\x{3000}`,
	"upper": `\p{Lu}`, "word": `\p{L}\p{Nl}\p{Nd}_`, "xdigit": "0-9A-Fa-f",
}

// others are the contents of negated classes with a letter, within brackets.
var others = map[rune]string{
	'D': `\x00-/:-\x{10ffff}`,
	'S': `\x00-\x08\x0e-\x1f!-\x{167f}\x{1681}-\x{1fff}\x{2007}\x{200b}-\x{2027}\x{202a}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{10ffff}`,
}

// bracket reads an expression in square brackets.
func (r *reader) bracket() error {
	for _, edge := range []struct {
		written string
		kind    constraintKind
	}{{"[:<:]]", wordStart}, {"[:>:]]", wordEnd}} {
		if hasPrefix(r.in[r.at:], edge.written) {
			r.at += len(edge.written)
			return r.mark(constraint{kind: edge.kind})
		}
	}
	r.out.WriteByte('[')
	if hasPrefix(r.in[r.at:], "^") {
		r.at++
		r.out.WriteByte('^')
		if r.compiler.options.Stops {
			r.out.WriteString(`\n`)
		}
	}
	for first := true; ; first = false {
		if r.at == len(r.in) {
			return errBrackets
		}
		if r.in[r.at] == ']' && !first {
			r.at++
			r.out.WriteByte(']')
			return nil
		}
		if err := r.bracketItem(); err != nil {
			return err
		}
	}
}

// bracketItem reads a class, a character or a range of characters.
func (r *reader) bracketItem() error {
	if hasPrefix(r.in[r.at:], "[:") {
		name, _, closed := strings.Cut(string(r.in[r.at+2:]), ":]")
		switch {
		case !closed:
			return errBrackets
		case classes[name] == "":
			return errClass
		}
		r.at += len("[:") + len(name) + len(":]")
		r.out.WriteString(classes[name])
		return nil
	}
	if r.in[r.at] == '\\' && r.at+1 < len(r.in) {
		c := r.in[r.at+1]
		contents := shorthands[c]
		if contents == "" {
			contents = others[c]
		}
		switch {
		case contents != "":
			r.at += 2
			r.out.WriteString(contents)
			return nil
		case c == 'W':
			return ErrUnsupported
		}
	}
	from, err := r.bracketCharacter()
	if err != nil {
		return err
	}
	to := from
	if r.at+1 < len(r.in) && r.in[r.at] == '-' && r.in[r.at+1] != ']' {
		r.at++
		if to, err = r.bracketCharacter(); err != nil {
			return err
		}
		if to < from {
			return errRange
		}
	}
	r.out.WriteString(inClass(from))
	if to != from {
		r.out.WriteString("-" + inClass(to))
	}
	return nil
}

// bracketCharacter reads one character within square brackets.
func (r *reader) bracketCharacter() (rune, error) {
	rest := r.in[r.at:]
	for _, mark := range []string{".", "="} {
		if hasPrefix(rest, "["+mark) {
			if len(rest) < len("[.x.]") || string(rest[3:5]) != mark+"]" {
				return 0, ErrUnsupported // a name of a character
			}
			r.at += len("[.x.]")
			return rest[2], nil
		}
	}
	c := rest[0]
	r.at++
	switch {
	case c == '\\' && r.at < len(r.in):
		r.at++
		return r.character(r.in[r.at-1])
	case c == '\\':
		return 0, ErrSyntax
	case c >= firstMark:
		return 0, ErrUnsupported
	}
	return c, nil
}

// inClass writes a character of a class.
func inClass(c rune) string {
	if strings.ContainsRune(`\[]^-&~`, c) {
		return `\` + string(c)
	}
	return string(c)
}
