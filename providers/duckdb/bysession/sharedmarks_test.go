package bysession

import "testing"

// TestShareMarks: equal arguments of one query have one mark, others keep their own.
func TestShareMarks(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT pg__typed(1, a)::numeric(77779, 1) FROM t GROUP BY pg__typed(2, a)::numeric(77779, 2)":                          "SELECT pg__typed(1, a)::numeric(77779, 1) FROM t GROUP BY pg__typed(1, a)::numeric(77779, 1)",
		"SELECT pg__typed(1, a) FROM t GROUP BY pg__typed(12, a), pg__typed(3, b)":                                              "SELECT pg__typed(1, a) FROM t GROUP BY pg__typed(01, a), pg__typed(3, b)",
		"SELECT pg__typed(1, a), (SELECT pg__typed(2, a) FROM u)":                                                               "SELECT pg__typed(1, a), (SELECT pg__typed(2, a) FROM u)",
		"SELECT pg__typed(1, a) FROM t UNION SELECT pg__typed(2, a) FROM u":                                                     "SELECT pg__typed(1, a) FROM t UNION SELECT pg__typed(2, a) FROM u",
		"SELECT pg__typed(1, f(pg__typed(2, a))) FROM t GROUP BY pg__typed(3, f(pg__typed(4, a)))":                              "SELECT pg__typed(1, f(pg__typed(2, a))) FROM t GROUP BY pg__typed(1, f(pg__typed(2, a)))",
		"SELECT sum(pg__typed(1, a))::numeric(77777, 1), pg__typed(2, a) FROM t HAVING sum(pg__typed(3, a))::numeric(77777, 3)": "SELECT sum(pg__typed(1, a))::numeric(77777, 1), pg__typed(2, a) FROM t HAVING sum(pg__typed(1, a))::numeric(77777, 1)",
	} {
		if got := shareMarks(sql); got != want {
			t.Errorf("%s:\n\t%s, want\n\t%s", sql, got, want)
		}
	}
}
