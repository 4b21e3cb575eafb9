package definitions

import "strings"

// window prints a window: get_rule_windowspec.
func (p *printer) window(w *window) {
	p.add("(")
	space := ""
	if w.parent != "" {
		p.add(p.quote(w.parent))
		space = " "
	}
	if len(w.partition) > 0 && w.parent == "" {
		p.add(space + "PARTITION BY ")
		p.groupItems(w.partition)
		space = " "
	}
	if len(w.order) > 0 && !w.copied {
		p.add(space + "ORDER BY ")
		p.order(w.order, false)
		space = " "
	}
	if w.frame&frameNonDefault != 0 {
		p.add(space)
		p.frame(w)
	}
	p.add(")")
}

// frame prints the frame of a window.
func (p *printer) frame(w *window) {
	var words []string
	has := func(bit int32, word string) {
		if w.frame&bit != 0 {
			words = append(words, word)
		}
	}
	value := func(n *node) string { return p.apart(func() { p.show(n, false) }) }
	has(frameRange, "RANGE")
	has(frameRows, "ROWS")
	has(frameGroups, "GROUPS")
	has(frameBetween, "BETWEEN")
	has(startUnbounded, "UNBOUNDED PRECEDING")
	has(startCurrent, "CURRENT ROW")
	if w.start != nil {
		has(startPreceding, value(w.start)+" PRECEDING")
		has(startFollowing, value(w.start)+" FOLLOWING")
	}
	if w.frame&frameBetween != 0 {
		words = append(words, "AND")
		has(endUnbounded, "UNBOUNDED FOLLOWING")
		has(endCurrent, "CURRENT ROW")
		if w.finish != nil {
			has(endPreceding, value(w.finish)+" PRECEDING")
			has(endFollowing, value(w.finish)+" FOLLOWING")
		}
	}
	has(excludeCurrent, "EXCLUDE CURRENT ROW")
	has(excludeGroup, "EXCLUDE GROUP")
	has(excludeTies, "EXCLUDE TIES")
	p.add(strings.Join(words, " "))
}
