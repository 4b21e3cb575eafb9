package jsonvalue

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

// TestCanonicalJSON: what is written while it is read is what the tree of the value shows.
func TestCanonicalJSON(t *testing.T) {
	texts := []string{
		`null`, ` true `, `"a\u00e9\n\"\\"`, `-0`, `-0.0`, `-0.50`, `1.50e3`, `1e-3`, `[]`, `{}`, `[ 1 , [ ] , { } ]`,
		`{"bb":1,"a":2,"c":{"z":1,"y":[{"b":1,"a":2}]},"a":3}`, `{"a":1,"a":{"b":2,"b":3},"":0}`, `{"a":1,}`, `{"a" 1}`, `[1,]`, `[1 2]`, `nul`, `01`, `-`, `"a`, `1 2`, ``,
		`{"a":tru}`, strings.Repeat("[", 1002), `"\ud83d\ude00"`, `"\ud83d"`, `"\u0000"`,
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		texts = append(texts, randomJSON(random, 4))
	}
	for _, text := range texts {
		var want string
		v, wantErr := Parse(text)
		if wantErr == nil {
			want = string(v.SortKeys().Shown())
		}
		got, err := Canonical(text)
		if string(got) != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("%.200s\n\tgives %.200s, %v\n\twant  %.200s, %v", text, got, err, want, wantErr)
		}
	}
}

// randomJSON makes a value.
func randomJSON(r *rand.Rand, depth int) string {
	var parts []string
	switch kind := r.IntN(6); {
	case depth > 0 && kind < 2:
		for range r.IntN(5) {
			parts = append(parts, randomJSON(r, depth-1))
		}
		return "[" + strings.Join(parts, " ,") + "]"
	case depth > 0 && kind < 4:
		for range r.IntN(5) {
			parts = append(parts, fmt.Sprintf(`"%s": %s`, strings.Repeat(string(rune('a'+r.IntN(3))), r.IntN(3)), randomJSON(r, depth-1)))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return []string{"1", "-2.50", "1e2", `"x"`, "null", "true"}[r.IntN(6)]
}

// TestMemoryOfCanonicalJSON: a value takes some times the memory of its text, and no tree of a hundred times.
func TestMemoryOfCanonicalJSON(t *testing.T) {
	text := "[" + strings.Repeat(`{"b":1,"a":"x"},`, 100_000) + "1]"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Canonical(text); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if taken := int(after.TotalAlloc - before.TotalAlloc); taken > 4*len(text) { //nolint:gosec // a size
		t.Errorf("%d bytes take %d", len(text), taken)
	}
}
