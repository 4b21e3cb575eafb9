package document

import (
	"net/url"
	"strconv"
	"strings"
)

// pointer takes a reference apart: #/paths/~1orgs~1{org}/get.
func pointer(ref node) ([]string, error) {
	text := ref.text()
	inside, ok := strings.CutPrefix(text, "#/")
	if !ok {
		if text == "" || text == "#" {
			return nil, ref.problem("a reference is empty")
		}
		return nil, ref.problem("%s is a reference to another file, which is not supported", text)
	}
	parts := strings.Split(inside, "/")
	for i, part := range parts {
		if strings.Contains(part, "%") {
			if plain, err := url.PathUnescape(part); err == nil {
				part = plain
			}
		}
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
	}
	return parts, nil
}

// member is the member of a sequence that a pointer names by its number.
func (n node) member(number string) node {
	i, err := strconv.Atoi(number)
	if items := n.items(); err == nil && i >= 0 && i < len(items) {
		return items[i]
	}
	return node{}
}
