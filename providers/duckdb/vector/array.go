package vector

// writeArray reads PostgreSQL's form of an array of one dimension: {1,NULL,"a, b"}.
func writeArray(c *Column, f *Filler, r int, text []byte) bool {
	elements, ok := ElementsOf(text)
	if !ok {
		return false
	}
	into, from := f.SetList(r, len(elements))
	for i, element := range elements {
		if element == nil {
			into.SetNull(from + i)
		} else if !c.Element.write(c.Element, into, from+i, element) {
			return false
		}
	}
	return true
}

// ElementsOf takes an array apart; nil is NULL.
func ElementsOf(text []byte) (list [][]byte, ok bool) {
	if len(text) < 2 || text[0] != '{' || text[len(text)-1] != '}' {
		return nil, false
	}
	text = text[1 : len(text)-1]
	for at := 0; at < len(text); {
		var element []byte
		if text[at] == '"' {
			if element, at = quoted(text, at+1); element == nil {
				return nil, false
			}
		} else {
			from := at
			for at < len(text) && text[at] != ',' {
				if b := text[at]; b == '{' || b == '}' || b == '"' || b == '\\' {
					return nil, false
				}
				at++
			}
			if element = text[from:at:at]; len(element) == 0 {
				return nil, false
			}
			if string(element) == "NULL" {
				element = nil
			}
		}
		list = append(list, element)
		if at == len(text) {
			break
		}
		if text[at] != ',' || at == len(text)-1 {
			return nil, false
		}
		at++
	}
	return list, true
}

// quoted reads an element to its closing quote, and returns it and the place behind. It returns nil if there is none.
func quoted(text []byte, at int) (element []byte, end int) {
	element = []byte{}
	for ; at < len(text); at++ {
		switch text[at] {
		case '"':
			return element, at + 1
		case '\\':
			if at++; at == len(text) {
				return nil, at
			}
		}
		element = append(element, text[at])
	}
	return nil, at
}
