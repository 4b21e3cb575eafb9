package bysession

import (
	"slices"
	"strconv"
	"strings"
)

// markedCalls are the functions whose calls are part of the mark of their argument.
var markedCalls = []string{"pg__to_numeric", "pg__to_rounded", "pg__round_even", "pg__shown", "pg__styled_part", "pg__styled", "sum"}

// mark is a marked argument, up to the argument itself, as places in a text: sum(DISTINCT pg__typed(7, x) has one up to x.
type mark struct {
	begin, end             int
	call                   string // what is called with the argument, if it is one of markedCalls
	number                 int
	numberBegin, numberEnd int
}

// findMarks returns the marked arguments of a text. Statements have many, so no regular expression looks for them.
func findMarks(sql string) (list []mark) {
	const begin = typeMark + "("
	for at := 0; ; {
		found := strings.Index(sql[at:], begin)
		if found < 0 {
			return list
		}
		m := mark{begin: at + found, numberBegin: at + found + len(begin)}
		at = m.numberBegin
		for m.numberEnd = at; m.numberEnd < len(sql) && '0' <= sql[m.numberEnd] && sql[m.numberEnd] <= '9'; {
			m.numberEnd++
		}
		if m.numberEnd == m.numberBegin || !strings.HasPrefix(sql[m.numberEnd:], ", ") {
			continue
		}
		m.number, _ = strconv.Atoi(sql[m.numberBegin:m.numberEnd])
		m.end = m.numberEnd + len(", ")
		m.call, m.begin = callBefore(sql, m.begin)
		list, at = append(list, m), m.end
	}
}

// callBefore returns the call of one of markedCalls whose argument begins at a place, and where the call begins; "" and the place
// itself if there is none.
func callBefore(sql string, at int) (string, int) {
	before, open := strings.CutSuffix(strings.TrimSuffix(sql[:at], "DISTINCT "), "(")
	if !open {
		return "", at
	}
	begin := len(before)
	for begin > 0 && isWord(before[begin-1]) {
		begin--
	}
	if name := before[begin:]; slices.Contains(markedCalls, name) {
		return name, begin
	}
	return "", at
}

func isWord(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '_'
}

// replaceMarks returns the text with the marked arguments replaced.
func replaceMarks(sql string, by func(mark) string) string {
	var b strings.Builder
	at := 0
	for _, m := range findMarks(sql) {
		b.WriteString(sql[at:m.begin])
		b.WriteString(by(m))
		at = m.end
	}
	b.WriteString(sql[at:])
	return b.String()
}
