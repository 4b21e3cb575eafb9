package textsearch

import "strings"

// How words of a text become one query.
const (
	plain  = '&'
	phrase = '<'
)

// asQuery makes a query of the words of a text.
func asQuery(config, text string, op byte) (Query, error) {
	list, err := tokens(text)
	if err != nil {
		return nil, err
	}
	var q Query
	last := 0
	for _, t := range list {
		word := lexeme(config, t)
		operand := &node{word: word, stop: word == ""}
		if q == nil {
			q = operand
		} else {
			q = &node{op: op, left: q, right: operand, distance: t.position - last}
		}
		last = t.position
	}
	if q == nil {
		q = &node{stop: true}
	}
	return q, nil
}

// clean takes the stop words away. What a phrase lacks then is added to its distances: before and behind are what is
// missing at its ends.
func clean(q Query) (cleaned Query, before, behind int) {
	switch {
	case q == nil || q.stop:
		return nil, 0, 0
	case q.op == 0:
		return q, 0, 0
	case q.op == '!':
		if q.left, _, _ = clean(q.left); q.left == nil {
			return nil, 0, 0
		}
		return q, 0, 0
	}
	left, leftBefore, leftBehind := clean(q.left)
	right, rightBefore, rightBehind := clean(q.right)
	isPhrase, distance := q.op == '<', 0
	if isPhrase {
		distance = q.distance
	}
	switch {
	case left == nil && right == nil:
		if missing := max(leftBefore, rightBefore); !isPhrase {
			return nil, missing, missing
		}
		missing := leftBefore + distance + rightBefore
		return nil, missing, missing
	case left == nil:
		if isPhrase {
			return right, leftBefore + distance + rightBefore, rightBehind
		}
		return right, rightBefore, rightBehind
	case right == nil:
		if isPhrase {
			return left, leftBefore, leftBehind + distance + rightBefore
		}
		return left, leftBefore, leftBehind
	}
	q.left, q.right = left, right
	if isPhrase {
		q.distance += leftBehind + rightBefore
		return q, leftBefore, rightBehind
	}
	return q, 0, 0
}

func cleaned(q Query) Query {
	q, _, _ = clean(q)
	return q
}

// ToQuery reads a query whose words are those of a text.
func ToQuery(config, text string) (Query, error) {
	config, err := configuration(config)
	if err != nil {
		return nil, err
	}
	q, err := readQuery(text, func(word string) (Query, error) { return asQuery(config, word, phrase) })
	return cleaned(q), err
}

// PlainToQuery makes a query for all words of a text.
func PlainToQuery(config, text string) (Query, error) { return wordsToQuery(config, text, plain) }

// PhraseToQuery makes a query for the words of a text in their order.
func PhraseToQuery(config, text string) (Query, error) { return wordsToQuery(config, text, phrase) }

func wordsToQuery(config, text string, op byte) (Query, error) {
	config, err := configuration(config)
	if err != nil {
		return nil, err
	}
	q, err := asQuery(config, text, op)
	return cleaned(q), err
}

// WebToQuery makes a query of what people write into search engines: "a phrase", or, -not.
func WebToQuery(config, text string) (Query, error) {
	config, err := configuration(config)
	if err != nil {
		return nil, err
	}
	var any, all Query // the alternatives before, and the words of this one
	join := func(q Query) {
		if all == nil {
			all = q
		} else {
			all = &node{op: '&', left: all, right: q}
		}
	}
	fields := webFields(text)
	for i, f := range fields {
		if !f.phrase && !f.negated && strings.EqualFold(f.text, "or") && all != nil && i+1 < len(fields) {
			if any != nil {
				all = &node{op: '|', left: any, right: all}
			}
			any, all = all, nil
			continue
		}
		q, err := asQuery(config, f.text, phrase)
		if err != nil {
			return nil, err
		}
		if f.negated {
			q = &node{op: '!', left: q}
		}
		join(q)
	}
	if any != nil && all != nil {
		all = &node{op: '|', left: any, right: all}
	} else if all == nil {
		all = any
	}
	return cleaned(all), nil
}

// webField is a word, or what is in quotes.
type webField struct {
	text            string
	phrase, negated bool
}

func webFields(text string) []webField {
	var list []webField
	for text != "" {
		text = strings.TrimLeft(text, " \t\r\n&|!():*")
		var f webField
		for strings.HasPrefix(text, "-") {
			f.negated, text = true, text[1:]
		}
		if strings.HasPrefix(text, `"`) {
			f.phrase = true
			f.text, text, _ = strings.Cut(text[1:], `"`)
		} else {
			end := strings.IndexAny(text, " \t\r\n&|!():*\"")
			if end < 0 {
				end = len(text)
			}
			f.text, text = text[:end], text[end:]
		}
		if f.text != "" {
			list = append(list, f)
		}
	}
	return list
}
