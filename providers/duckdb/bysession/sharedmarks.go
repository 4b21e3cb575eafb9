package bysession

import (
	"regexp"
	"strconv"
	"strings"
)

// setWords join queries without brackets: the same name may be of several types then.
var setWords = regexp.MustCompile(`(?i)\b(?:UNION|INTERSECT|EXCEPT)\b`)

// shareMarks gives the marks of equal arguments of one query the same number: DuckDB takes an expression of HAVING or of a select list for
// one of GROUP BY only where the two are equal. Numbers keep their places: zeros stand before shorter ones.
func shareMarks(sql string) string {
	if setWords.MatchString(sql) {
		return sql
	}
	for changed := true; changed; { // an argument may have marks of its own, which are shared first
		changed = false
		for _, numbers := range marksByQuery(sql) {
			first := map[string]int{}
			for _, n := range numbers {
				argument := argumentOf(sql, n)
				if same, known := first[argument]; !known {
					first[argument] = n
				} else if argument != "" && same != n {
					sql, changed = renumber(sql, n, same), true
				}
			}
		}
	}
	return sql
}

// argumentOf is the text of a marked argument; "": no mark has the number, or several have.
func argumentOf(sql string, number int) (argument string) {
	for _, m := range findMarks(sql) {
		if m.number == number {
			argument = sql[m.begin:m.numberBegin] + sql[m.numberEnd:argumentEnd(sql, m.end)]
		}
	}
	return argument
}

// renumber gives a mark and its open types another number, which is no longer.
func renumber(sql string, from, to int) string {
	written, other := strconv.Itoa(from), strconv.Itoa(to)
	if len(other) > len(written) {
		return sql
	}
	other = strings.Repeat("0", len(written)-len(other)) + other
	sql = replaceMarks(sql, func(m mark) string {
		if m.number != from {
			return sql[m.begin:m.end]
		}
		return sql[m.begin:m.numberBegin] + other + sql[m.numberEnd:m.end]
	})
	return openType.ReplaceAllStringFunc(sql, func(found string) string {
		parts := openType.FindStringSubmatchIndex(found)
		if n, _ := strconv.Atoi(found[parts[4]:parts[5]]); n != from {
			return found
		}
		return found[:parts[4]] + other + found[parts[5]:]
	})
}

// unknownSum reports whether the type of what a sum adds up is not known.
func unknownSum(sql string, types map[int]string) bool {
	for _, m := range openType.FindAllStringSubmatch(sql, -1) {
		number, _ := strconv.Atoi(m[2])
		if _, known := types[number]; !known && m[1] == "7" {
			return true
		}
	}
	return false
}

// countMarks is how many numbers the marks have.
func countMarks(sql string) int {
	numbers := map[int]bool{}
	for _, m := range findMarks(sql) {
		numbers[m.number] = true
	}
	return len(numbers)
}
