package document

import (
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// TestHuge: documents of 60 and 100 MB are read or refused in bounded memory and time. HUGE=1 runs it: it writes half a
// gigabyte, and takes a minute.
func TestHuge(t *testing.T) {
	if os.Getenv("HUGE") == "" {
		t.Skip("HUGE is not set")
	}
	const mb = 1_000_000
	fill := func(unit string, size int) string { return strings.Repeat(unit, size/len(unit)) }
	many := strings.Repeat("      d: {type: string, description: 'a text that says what this is for, as documents have it; it takes most of the room'}\n", 1)
	for _, test := range []struct{ name, service, want string }{
		{"100 MB", one("{}", "  schemas: {a: {description: '"+fill("x ", 100*mb)+"'}}\n"), "longer than"},
		{"60 MB of one text", one("{type: object, properties: {a: {type: string}}}", "  schemas: {a: {description: '"+fill("x ", 60*mb)+"'}}\n"), ""},
		{"60 MB of schemas", one("{type: object, properties: {a: {type: string}}}", "  schemas:\n"+schemas1(many, 60*mb)), "values"},
		{"60 MB of numbers", "a: [" + fill("1,", 60*mb) + "]", "values"},
		{"60 MB of empty keys", "a: {" + fill("b,", 60*mb) + "}", "values"},
		{"60 MB of lists", "a:\n" + fill("- - - - - - - -\n", 60*mb), "values"},
		{"60 MB of questions", "a:\n" + fill("  ? ? ? ? ? ? ?\n", 60*mb), "values"},
		{"60 MB of keys without values", fill("b:\n", 60*mb), "values"},
		{"60 MB of anchors", "a: [" + fill("&a 1,*a,", 60*mb) + "]", "values"},
		{"60 MB of tags", "a: " + fill("!b ", 60*mb) + "1", "no YAML"},
		{"60 MB of comments", fill("# a\n", 60*mb) + one("{}", ""), "values"},
		{"60 MB of documents", fill("--- a\n", 60*mb), "values"},
		{"60 MB of depth", "a: " + fill("[", 60*mb), "values"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := written(t, evil, test.service)
			p, _, err := l.Provider(t.Context(), "evil")
			if err != nil {
				t.Fatal(err)
			}
			test.service = ""
			debug.FreeOSMemory()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			began := time.Now()
			_, _, err = l.Service(p, "s")
			runtime.ReadMemStats(&after)
			took, took1 := time.Since(began), (after.TotalAlloc-before.TotalAlloc)/mb
			t.Logf("%v, %d MB allocated, heap of %d MB: %.200v", took.Round(time.Millisecond), took1, after.HeapSys/mb, err)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("%.300v", err)
			}
			if took1 > 2_500 {
				t.Errorf("%d MB were allocated", took1)
			}
		})
	}
}

// schemas1 are schemas of so many bytes.
func schemas1(property string, size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString("    s" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + ":\n" + property)
	}
	return b.String()
}
