package ingest

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
)

// measure gathers what a sample shows of one column.
type measure struct {
	column discovery.Column
	values bool // values are read, and not only whether they are NULL
	nulls  int64
	counts map[string]int64
	least  string
	most   string
	any    bool
}

func newMeasure(c discovery.Column) *measure {
	return &measure{column: c, values: plain(c), counts: map[string]int64{}}
}

// add adds a value, of which nothing is kept but a copy; nil is NULL.
func (m *measure) add(value []byte) {
	if !m.values {
		if len(value) > 0 && value[0] == 't' {
			m.nulls++
		}
		return
	}
	if value == nil {
		m.nulls++
		return
	}
	if _, known := m.counts[string(value)]; known {
		m.counts[string(value)]++
		return
	}
	text := strings.ToValidUTF8(string(value), "�")
	m.counts[text]++
	if !m.ranges(text) {
		return
	}
	if !m.any || m.compare(text, m.least) < 0 {
		m.least = text
	}
	if !m.any || m.compare(text, m.most) > 0 {
		m.most = text
	}
	m.any = true
}

// ranges reports whether a value can be an end of a range.
func (m *measure) ranges(text string) bool {
	switch m.column.DimensionType {
	case discovery.Number, discovery.Time:
		return text != "NaN" && !strings.HasSuffix(text, "nfinity") && !strings.HasSuffix(text, " BC")
	case discovery.Boolean:
		return false
	case discovery.String:
	}
	return text != ""
}

func (m *measure) compare(a, b string) int {
	if m.column.DimensionType == discovery.Number {
		x, ok := new(big.Rat).SetString(a)
		y, also := new(big.Rat).SetString(b)
		if ok && also {
			return x.Cmp(y)
		}
	}
	if m.column.DimensionType == discovery.Time {
		return cmp.Or(cmp.Compare(strings.IndexByte(a, '-'), strings.IndexByte(b, '-')), cmp.Compare(a, b)) // a year of five digits is later
	}
	return cmp.Compare(a, b)
}

// profile is what was found in so many rows of a table of total rows; -1: nobody knows how many.
func (m *measure) profile(rows, total int64, most int) discovery.Profile {
	p := discovery.Profile{SampledRows: rows, Min: m.least, Max: m.most}
	if rows > 0 {
		p.NullShare = float64(m.nulls) / float64(rows)
	}
	if !m.values {
		return p
	}
	if total > 0 && rows > 0 {
		total = int64(float64(total) * (1 - p.NullShare)) // those that have a value
	}
	p.Distinct = m.distinct(rows-m.nulls, total)
	for value, count := range m.counts {
		if strings.TrimSpace(value) != "" {
			p.Samples = append(p.Samples, discovery.Sample{Value: value, Count: count})
		}
	}
	slices.SortFunc(p.Samples, func(a, b discovery.Sample) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	p.Samples = slices.Clip(p.Samples[:min(most, len(p.Samples))])
	return p
}

// distinct estimates how many values a column has from those of the sample, as Haas and Stokes do
// (the estimator that PostgreSQL's ANALYZE uses, too).
func (m *measure) distinct(sampled, total int64) int64 {
	seen := int64(len(m.counts))
	if total < 0 || total <= sampled || sampled == 0 {
		return seen
	}
	once := int64(0)
	for _, count := range m.counts {
		if count == 1 {
			once++
		}
	}
	if once == seen {
		return total // nothing was seen twice: it looks like a key
	}
	n, d, f := float64(sampled), float64(seen), float64(once)
	return min(total, max(seen, int64(n*d/(n-f+f*n/float64(total)))))
}
