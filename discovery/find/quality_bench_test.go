package find

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/find/terms"
)

type way struct {
	name string
	make func(s []discovery.Table) finder
}

func ourWay(w ways, long, compounds, base, guesses bool) func(s []discovery.Table) finder {
	return func(s []discovery.Table) finder {
		split := terms.New().Without(long, compounds, base)
		return build("x", s, split, guesses).finder(split, w)
	}
}

func TestTune(t *testing.T) {
	if os.Getenv("TUNE") == "" {
		t.Skip()
	}
	all := []way{
		{"ilike", ilike},
		{"full text", ourWay(ways{true, true, true, true}, true, true, false, true)},
		{"ours", ourWay(ways{}, false, false, false, false)},
		{"-near", ourWay(ways{noNear: true}, false, false, false, false)},
		{"-groups", ourWay(ways{noGroups: true}, false, false, false, false)},
		{"-near-groups", ourWay(ways{noNear: true, noGroups: true}, false, false, false, false)},
		{"-inside", ourWay(ways{noInside: true}, false, false, false, false)},
		{"-relations", ourWay(ways{noRelations: true}, false, false, false, false)},
		{"-guesses", ourWay(ways{}, false, false, false, true)},
		{"-abbreviations", ourWay(ways{}, true, false, false, false)},
		{"-compounds", ourWay(ways{}, false, true, false, false)},
		{"-base", ourWay(ways{}, false, false, true, false)},
	}
	if os.Getenv("TUNE") == "ours" {
		all = all[2:3]
	}
	for _, w := range all {
		sums := map[string]*quality{"words": {}, "other": {}, "between": {}}
		for _, name := range schemas(t) {
			if slices.Contains(setAside, name) != (os.Getenv("ASIDE") != "") {
				continue
			}
			f := w.make(readSchema(t, name))
			for _, q := range readQuestions(t, name) {
				m := measure(f, q)
				sums[q.kind].add(m)
				if os.Getenv("MISSES") != "" && m.at5 < 1 {
					refs := f(q.text)
					fmt.Printf("%s %-8s %.1f %.1f %s -> %v\n      %s\n", name, q.kind, m.at5, m.at15, q.text, q.tables, strings.Join(refs[:min(8, len(refs))], " "))
				}
			}
		}
		for _, kind := range []string{"words", "other", "between"} {
			fmt.Printf("%-15s %-8s %s\n", w.name, kind, sums[kind])
		}
	}
}
