// Package joins proposes joins that no foreign key declares, from names, types and profiles of
// columns. It would rather propose too few: a proposal is a guess, and says why.
//
// A target is a table with a key of one column. A column may refer to a target if it is named like it:
//
//   - customer_id, customerId, customer_code, billing_customer_id → customers (id), customer (id), …;
//   - l_orderkey → orders (o_orderkey), by the rest of the names behind prefixes that all columns of
//     a table have;
//   - customer → customers (id), where the types are those of keys, not texts;
//   - of orders: type, type_id or status → order_types (id), order_status (id);
//   - parent or parent_id, and of groups parent_group_id → the table itself.
//
// Its type is of the key's family, and what the profiles of both have seen does not speak against it.
// Where several targets remain, those of the column's own schema are meant; where there are still
// several, nothing is proposed.
package joins

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
)

// Trim returns what Guess needs of a table, so that many tables take little memory.
func Trim(t discovery.Table) discovery.Table {
	t.Comment, t.Descriptions = "", nil
	t.ForeignKeys = slices.DeleteFunc(t.ForeignKeys, func(f discovery.ForeignKey) bool { return f.Guess != "" })
	t.Indexes = slices.DeleteFunc(t.Indexes, func(x discovery.Index) bool { return !x.Unique || len(x.Columns) != 1 })
	for i := range t.Columns {
		c := &t.Columns[i]
		c.Comment, c.Default, c.Descriptions, c.Labels = "", "", nil, nil
		if c.Profile != nil {
			c.Profile.Samples = nil
		}
	}
	return t
}

// Guess proposes joins of the tables of one connection.
func Guess(tables []discovery.Table) (list []discovery.Annotation) {
	targets := findTargets(tables)
	for i := range tables {
		t := &tables[i]
		if t.PartitionOf != (discovery.TableRef{}) || t.Kind != discovery.KindTable {
			continue
		}
		prefix := prefixOf(t)
		var keys []discovery.ForeignKey
		for _, c := range t.Columns {
			if target, why := targets.of(t, c, prefix); target != nil {
				keys = append(keys, discovery.ForeignKey{FromColumn: c.Name, To: target.table.Ref, ToColumn: target.key.Name, Guess: why})
			}
		}
		if len(keys) > 0 {
			list = append(list, discovery.Annotation{Ref: t.Ref, ForeignKeys: keys})
		}
	}
	return list
}

// target is a table that others may refer to.
type target struct {
	table *discovery.Table
	key   discovery.Column
}

// targets are found by the nouns of their names, by those without the name of a module, and by the
// names of their keys without prefixes.
type targets struct {
	byNoun, byRest, byKey map[string][]*target
}

func findTargets(tables []discovery.Table) *targets {
	all := &targets{byNoun: map[string][]*target{}, byRest: map[string][]*target{}, byKey: map[string][]*target{}}
	modules := modulesOf(tables)
	for i := range tables {
		t := &tables[i]
		key, ok := keyOf(t)
		if !ok || t.PartitionOf != (discovery.TableRef{}) || t.Kind != discovery.KindTable {
			continue
		}
		x := &target{t, key}
		words := Words(t.Ref.Name)
		words[len(words)-1] = singular(words[len(words)-1])
		for _, noun := range slices.Compact([]string{strings.Join(words, "_"), strings.Join(words, "")}) {
			all.byNoun[noun] = append(all.byNoun[noun], x)
		}
		if len(words) > 1 && modules[words[0]] {
			rest := strings.Join(words[1:], "_")
			all.byRest[rest] = append(all.byRest[rest], x)
		}
		if rest, ok := strings.CutPrefix(strings.ToLower(key.Name), prefixOf(t)); ok && prefixOf(t) != "" && len(rest) > 3 {
			all.byKey[rest] = append(all.byKey[rest], x)
		}
	}
	return all
}

// keyOf is the column that others refer to: the primary key, or a unique column id.
func keyOf(t *discovery.Table) (discovery.Column, bool) {
	name := ""
	switch {
	case len(t.PrimaryKey) == 1:
		name = t.PrimaryKey[0]
	case len(t.PrimaryKey) == 0 && slices.ContainsFunc(t.Indexes, func(x discovery.Index) bool { return x.Columns[0] == "id" }):
		name = "id"
	}
	i := slices.IndexFunc(t.Columns, func(c discovery.Column) bool { return c.Name == name })
	if i < 0 || family(t.Columns[i]) == "" {
		return discovery.Column{}, false
	}
	return t.Columns[i], true
}

// of returns what a column of a table refers to, and why it seems so; nil: nothing certain enough.
func (all *targets) of(t *discovery.Table, c discovery.Column, prefix string) (*target, string) {
	known := func(f discovery.ForeignKey) bool { return f.FromColumn == c.Name }
	if family(c) == "" || len(t.PrimaryKey) == 1 && t.PrimaryKey[0] == c.Name || slices.ContainsFunc(t.ForeignKeys, known) {
		return nil, ""
	}
	words := Words(c.Name)
	noun, named := words, slices.Contains(suffixes, words[len(words)-1])
	if named {
		noun = words[:len(words)-1]
	}
	if (named || family(c) != "text") && len(noun) == 1 && noun[0] == "parent" {
		if key, ok := keyOf(t); ok && fits(c, key) {
			return &target{t, key}, "named as the parent of a row, with the type of the key"
		}
		return nil, ""
	}
	if named || family(c) != "text" {
		if found := all.byWords(t, c, noun, named); found != nil {
			return found, reason(found, c)
		}
	}
	if rest, ok := strings.CutPrefix(strings.ToLower(c.Name), prefix); ok && prefix != "" {
		for words := strings.Split(rest, "_"); len(words) > 0; words = words[1:] {
			if found := all.pick(all.byKey[strings.Join(words, "_")], t, c, false); found != nil {
				return found, reason(found, c)
			}
		}
	}
	return nil, ""
}

// byWords finds what a column calls by a noun, which may stand behind the role that it has.
func (all *targets) byWords(t *discovery.Table, c discovery.Column, noun []string, named bool) *target {
	own := Words(t.Ref.Name)
	own[len(own)-1] = singular(own[len(own)-1])
	if found := all.pick(all.byNoun[strings.Join(append(own, noun...), "_")], t, c, false); found != nil {
		return found
	}
	for first := range noun {
		if first > 0 && !named {
			return nil // role_user without a suffix may be anything
		}
		name := strings.Join(noun[first:], "_")
		if list := all.byNoun[name]; len(list) > 0 {
			return all.pick(list, t, c, first > 0)
		}
		if list := all.byRest[name]; len(list) > 0 && (named || Words(list[0].table.Ref.Name)[0] == own[0]) {
			return all.pick(list, t, c, first > 0)
		}
	}
	return nil
}

// pick returns the one of several that a column can refer to. self: the column's own table may be
// meant, too.
func (all *targets) pick(list []*target, t *discovery.Table, c discovery.Column, self bool) *target {
	var fit, near []*target
	for _, x := range list {
		if (self || x.table != t) && fits(c, x.key) {
			fit = append(fit, x)
			if x.table.Ref.DB == t.Ref.DB && x.table.Ref.Catalog == t.Ref.Catalog {
				near = append(near, x)
			}
		}
	}
	if len(near) > 0 {
		fit = near
	}
	if len(fit) != 1 {
		return nil
	}
	return fit[0]
}

func reason(x *target, c discovery.Column) string {
	why := fmt.Sprintf("named like %s, with the type of its key %s", x.table.Ref.Name, x.key.Name)
	if c.Profile != nil && x.key.Profile != nil && c.Profile.Min != "" && x.key.Profile.Min != "" {
		why += ", whose sampled values lie in the same range"
	}
	return why
}

// modulesOf are the first words that three tables or more have in common.
func modulesOf(tables []discovery.Table) map[string]bool {
	count, modules := map[string]int{}, map[string]bool{}
	for i := range tables {
		if words := Words(tables[i].Ref.Name); len(words) > 1 {
			if count[words[0]]++; count[words[0]] == 3 {
				modules[words[0]] = true
			}
		}
	}
	return modules
}

// prefixOf returns the prefix up to the first _ that all columns of a table have in common, or "" if there is none.
func prefixOf(t *discovery.Table) string {
	prefix := ""
	for i, c := range t.Columns {
		first, _, ok := strings.Cut(strings.ToLower(c.Name), "_")
		if !ok || i > 0 && first+"_" != prefix {
			return ""
		}
		prefix = first + "_"
	}
	return cmp.Or(prefix, "")
}
