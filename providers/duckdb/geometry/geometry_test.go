package geometry

import "testing"

// FuzzShape: what is read is written so that it is read as the same.
func FuzzShape(f *testing.F) {
	for _, s := range []string{"(1,2)", "1,2", "((0,0),(1,1))", "[(0,0),(1,1)]", "<(0,0),1>", "{1,2,3}", "(1e400,0)", "((((", "1,2,3,4", "(nan,inf)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for kind := range forms {
			s, ok := Parse(kind, text)
			if !ok {
				continue
			}
			if again, ok := Parse(kind, s.String()); !ok || again.String() != s.String() {
				t.Errorf("%s %q is %s, and then %s (%t)", kind, text, s, again, ok)
			}
		}
	})
}

// TestPatterns: an expression that cannot be compiled would end the statement that is the first to need it.
func TestPatterns(t *testing.T) {
	for kind, form := range forms {
		if form().MatchString("nothing") {
			t.Errorf("nothing is a %s", kind)
		}
	}
	if numbers().MatchString("nothing") || leadingNumber().MatchString("nothing") {
		t.Error("nothing has a number")
	}
}
