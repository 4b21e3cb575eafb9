package call

import (
	"strconv"
	"strings"
)

// step is a part of a way into JSON.
type step struct {
	name string // of a property
	all  bool   // every element of a list, or every value of an object; of several watched values the last one counts
	at   int    // an element by its number; -1: none
}

// way reads a key of a document: "$.data.items", "$['@odata.nextLink']", "$.a[*].b",
// "nextToken", "result_info.page". A key that is a property's name as a whole, with dots
// in it, is met by names.
func way(key string) []step {
	key = strings.TrimPrefix(strings.TrimSpace(key), "$")
	var steps []step
	for key != "" {
		switch key[0] {
		case '.':
			key = key[1:]
		case '[':
			end := strings.IndexByte(key, ']')
			if end < 0 {
				return append(steps, step{name: key, at: -1})
			}
			inside := key[1:end]
			if quote := strings.IndexAny(inside, `'"`); quote == 0 {
				if closing := strings.Index(key[2:], inside[:1]+"]"); closing >= 0 {
					inside, end = key[2:2+closing], 3+closing
				}
				steps = append(steps, step{name: inside, at: -1})
			} else {
				steps = append(steps, bracket(inside))
			}
			key = key[end+1:]
		default:
			end := strings.IndexAny(key, ".[")
			if strings.HasPrefix(key, "@odata.") {
				if end = strings.IndexAny(key[len("@odata."):], ".["); end >= 0 {
					end += len("@odata.")
				}
			}
			if end < 0 {
				end = len(key)
			}
			if key[:end] == "*" {
				steps = append(steps, step{all: true, at: -1})
			} else {
				steps = append(steps, step{name: key[:end], at: -1})
			}
			key = key[end:]
		}
	}
	return steps
}

func bracket(inside string) step {
	if i, err := strconv.Atoi(inside); err == nil && i >= 0 {
		return step{at: i}
	}
	if inside == "*" || inside == ":" || inside == "" || inside == "-1:" || inside == "-1" {
		return step{all: true, at: -1}
	}
	return step{name: inside, at: -1}
}
