package textsearch

import (
	"strings"
	"testing"
)

// FuzzQuery: what is read is shown so that it is read as the same, and matching ends.
func FuzzQuery(f *testing.F) {
	for _, s := range []string{"a & b | !c", "a <-> b <2> c:*A", "!(a|b)", "'it''s'", "((((", "a &", ":*", "a <99999> b", strings.Repeat("!", 600) + "a"} {
		f.Add(s)
	}
	v, err := ParseVector("a:1A b:2 c:9")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q, err := ParseQuery(s)
		if err != nil {
			return
		}
		shown := Show(q)
		again, err := ParseQuery(shown)
		if err != nil || Show(again) != shown {
			t.Errorf("%q is %q, and then %q: %v", s, shown, Show(again), err)
		}
		_, _ = Match(v, q)
		_, _ = Rank(v, q, DefaultWeights, 0)
	})
}

// FuzzVector: the same of documents.
func FuzzVector(f *testing.F) {
	for _, s := range []string{"a:1,2B b", "'x y':3A", "a:0", "a:", "'", `a\ b`, "a:1,1,1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := ParseVector(s)
		if err != nil {
			return
		}
		if again, err := ParseVector(v.String()); err != nil || again.String() != v.String() {
			t.Errorf("%q is %q, and then %q: %v", s, v, again, err)
		}
	})
}

// FuzzText: every text has a vector, or is refused.
func FuzzText(f *testing.F) {
	for _, s := range []string{"The running dogs", "state-of-the-art 3.14 -5", "a.b@c", "<b>x</b>", "--", "'''", "1.2.3", "-", "x-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, config := range []string{"simple", "english"} {
			v, err := ToVector(config, s)
			if err != nil {
				continue
			}
			if _, err := ParseVector(v); err != nil {
				t.Errorf("%q makes %q, which is no vector", s, v)
			}
			_, _ = WebToQuery(config, s)
			_, _ = ToQuery(config, s)
		}
	})
}
