package providers

import (
	"strconv"
	"strings"
)

// Affected is the count at the end of a command tag: 3 in "INSERT 0 3".
func Affected(tag string) (int64, bool) {
	i := strings.LastIndexByte(tag, ' ')
	if i < 0 || i+1 == len(tag) || tag[i+1] < '0' || tag[i+1] > '9' {
		return 0, false
	}
	n, err := strconv.ParseInt(tag[i+1:], 10, 64)
	return n, err == nil
}
