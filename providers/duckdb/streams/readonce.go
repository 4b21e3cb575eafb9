package streams

import (
	"encoding/json"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// planNode has the fields that are read of an operator of a plan, as json_serialize_plan writes it.
type planNode struct {
	Type       string     `json:"type"`
	Children   []planNode `json:"children"`
	Name       string     `json:"name"` // of a table function
	Parameters []struct {
		Value json.RawMessage `json:"value"`
	} `json:"parameters"`
}

// ReadOnce returns the tables of the streams that a plan reads once, from the plan as json_serialize_plan writes it. Everything
// below a recursive query counts as read more than once. Of a plan that cannot be read, no stream is read once.
func (c *Session) ReadOnce(serialized string) (once []string) {
	var plan struct {
		Error bool       `json:"error"`
		Plans []planNode `json:"plans"`
	}
	if err := json.Unmarshal([]byte(serialized), &plan); err != nil || plan.Error || len(plan.Plans) != 1 {
		return nil
	}
	reads := map[string]int{}
	plan.Plans[0].countReads(1, reads)
	for _, one := range c.list {
		if one.statement == nil && reads[one.key()] == 1 {
			once = append(once, one.table)
		}
	}
	return once
}

// countReads counts the reads of streams by their numbers, each as so many.
func (n *planNode) countReads(each int, reads map[string]int) {
	if n.Name == pgcatalog.StreamFunction && len(n.Parameters) == 1 {
		reads[string(n.Parameters[0].Value)] += each
	}
	if strings.Contains(n.Type, "RECURSIVE") || strings.Contains(n.Type, "DEPENDENT") {
		each = 2
	}
	for i := range n.Children {
		n.Children[i].countReads(each, reads)
	}
}
