package meaning

import "testing"

func TestWords(t *testing.T) {
	english, err := read(compiled)
	if err != nil {
		t.Fatal(err)
	}
	near := func(a, b string) float32 {
		x, knownA := english.Place(a)
		y, knownB := english.Place(b)
		if !knownA || !knownB {
			t.Fatalf("%s or %s is not known", a, b)
		}
		return english.Near(x, y)
	}
	if n := near("movie", "movie"); n < 0.99 || n > 1.01 {
		t.Errorf("a word is %v near to itself", n)
	}
	for _, three := range [][3]string{{"movie", "film", "invoice"}, {"surname", "name", "warehouse"}, {"salary", "pay", "film"}, {"vaccination", "immunization", "order"}} {
		if near(three[0], three[1]) < near(three[0], three[2])+0.2 {
			t.Errorf("%s is not nearer to %s (%v) than to %s (%v)", three[0], three[1], near(three[0], three[1]), three[2], near(three[0], three[2]))
		}
	}
	if the, _ := english.Place("the"); the != 0 {
		t.Errorf("the most frequent word is at %d", the)
	}
	for _, damaged := range []string{"", "1 2", "1 2\nword\n1", "2 1\nword\n"} {
		if _, err := read(damaged); err == nil {
			t.Errorf("%q is read", damaged)
		}
	}
}
