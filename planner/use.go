package planner

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Use is a relation that a statement uses: by its own text, or by code that hides behind it. A policy
// decides on uses.
type Use struct {
	Relation
	// As is the name in the text of the client, "" where hidden code names the relation.
	As string
	// Events are what is done to rows; 0: the relation itself is made, changed or dropped.
	Events  providers.Event
	Absent  bool     // the source does not have it, and the statement needs it
	Builtin bool     // it belongs to the source's own catalog; so does a function that reads the catalog
	Within  []string // the hidden code that names it, outermost first
	Offset  int      // byte offset in the batch; -1: no place
	// Settings are, of a use of pg_settings, those that are shown; nil: that is not known. Embedded says that the source shows none but its own.
	Settings []string
	Embedded bool
	kin      []providers.Name
	columns  []string // in lower case; nil: they are not known
	// computed are generated columns, in lower case, with the columns that each is computed from; nil: that
	// is not known.
	computed map[string][]string
	text     *readings
	whole    string      // the construct by which the text may read every column; "": there is none
	reads    []columnRef // what the text may read by name
}

// Kin are the relations that share rows with the relation: partitions, and tables that inherit from it or
// that it inherits from.
func (u *Use) Kin() []providers.Name { return u.kin }

// SharesKin reports whether the kin of two uses are one list. It compares no names.
func (u *Use) SharesKin(with *Use) bool {
	return len(u.kin) == len(with.kin) && (len(u.kin) == 0 || &u.kin[0] == &with.kin[0])
}

// Has reports whether the relation may have a column.
func (u *Use) Has(column string) bool { return u.columns == nil || slices.Contains(u.columns, column) }

// OnlyReads reports whether rows are read, and nothing is changed.
func (u *Use) OnlyReads() bool { return u.Events == providers.Read && !u.Write }

// Defines reports whether the relation itself is made, changed, emptied or dropped.
func (u *Use) Defines() bool { return u.Events == 0 && u.Write }

// Reads returns the construct by which the text may read a column, "" where it certainly does not. The
// column is in lower case: two that differ in case count as one.
func (u *Use) Reads(column string) string {
	switch {
	case u.Events == 0 && u.Write || u.text != nil && u.onlyAdds():
		return ""
	case u.text == nil:
		return "the whole row"
	case u.whole != "":
		return u.whole
	}
	for i := range u.reads {
		if u.reads[i].name == column {
			return u.reads[i].String()
		}
	}
	for made, from := range u.computed {
		if from == nil || slices.Contains(from, column) {
			for i := range u.reads {
				if u.reads[i].name == made {
					return u.reads[i].String() + ", which is computed from it,"
				}
			}
		}
	}
	return ""
}

// onlyAdds reports an INSERT that reads no rows.
func (u *Use) onlyAdds() bool {
	return u.Events&providers.Insert != 0 && u.Events&providers.Update == 0 && !u.text.returns
}

// Writes reports whether the text may give a column a value.
func (u *Use) Writes(column string) bool {
	if u.Events&(providers.Insert|providers.Update) == 0 {
		return false
	}
	return u.text == nil || u.text.fills || slices.Contains(u.text.written, column)
}

// Changes reports whether rows that there are may be changed or deleted.
func (u *Use) Changes() bool { return u.Events&(providers.Update|providers.Delete) != 0 }

// findReads finds what the text may read of the relation.
func (u *Use) findReads() {
	for _, w := range u.text.wholes {
		if u.whole == "" && u.text.mayMean(w.qualifier, u.Resource) {
			u.whole = w.construct
		}
	}
	for _, r := range u.text.refs {
		if !u.text.mayMean(r.qualifier, u.Resource) {
			continue
		}
		if column, is := providers.ScaledColumn(r.name); is && u.Embedded && u.Has(column) && !slices.Contains(u.columns, r.name) {
			r.name = column // a view of the embedded engine reads the companions of the columns that it reads
		}
		if !slices.Contains(u.reads, r) {
			u.reads = append(u.reads, r)
		}
		if u.whole == "" && u.columns != nil && len(u.text.bound[r.qualifier]) > 0 && !slices.Contains(u.columns, r.name) && !IsSystemColumn(r.name) {
			u.whole = r.String() + ", which may be a function of the whole row,"
		}
	}
}

// mayMean reports whether a qualifier may mean rows of a relation. It cannot if everything that it means
// in the text is another relation, a function or a query, whose reads are noted for themselves.
func (t *readings) mayMean(qualifier, relation string) bool {
	meanings := t.bound[qualifier]
	if qualifier == "" || len(meanings) == 0 || t.joins[qualifier] {
		return true
	}
	return slices.ContainsFunc(meanings, func(b binding) bool {
		return b.kind == relationBinding && strings.EqualFold(b.name, relation)
	})
}

// newUses collects the uses of a statement, where they are to be told.
func (p *Planner) newUses() *uses {
	if !p.tellUses {
		return nil
	}
	return &uses{}
}

// isDotless reports whether the source calls a whole row by one name alone. Over several sources, each scan has a text of
// its own, which says what is read of its relation.
func (r *resolver) isDotless() bool {
	return r.source.Info.Dialect == providers.Postgres || r.source.Info.Name == providers.Several
}

// readAsWritten finds what the client's text may read, before scans are taken out of its tree: the values that feed the
// inputs of APIs stand in them alone.
func (r *resolver) readAsWritten(w *walker, one parse.Statement) {
	if r.uses != nil {
		r.written = readText(one.Raw.Stmt, w, r.isDotless())
	}
}

// noteUses notes the relations of a text. The walker's mentions are resolved.
func (r *resolver) noteUses(w *walker, one parse.Statement) {
	if r.uses == nil {
		return
	}
	text := readText(one.Raw.Stmt, w, r.isDotless())
	text.add(r.written)
	for i := range w.mentions {
		m := &w.mentions[i]
		u := Use{
			Relation: Relation{Provider: m.provider, Service: m.schema, Resource: m.name, Write: m.write},
			Events:   m.event, Absent: !m.known && (m.skipped || m.needed || m.required && (m.event != 0 || !makes(w.mentions, m))), Within: slices.Clone(r.within), Offset: m.offset, text: text,
		}
		u.Settings, u.Embedded = m.settings, r.source.Info.Dialect == providers.DuckDB && r.source.Info.Name != providers.Several
		if u.Provider == "" {
			u.Provider = r.source.Info.Name
		}
		if len(r.within) == 0 {
			if u.As = qualified(m.schema, m.name); m.bare {
				u.As = m.name
			}
		}
		if m.known && m.found != "" {
			u.Service = m.found
		} else if u.Service == "" {
			u.Service = r.source.Info.Default
		}
		if m.relation != nil {
			u.Builtin, u.kin, u.computed = m.relation.Builtin, m.relation.Kin, computedColumns(m.relation)
			for _, column := range m.relation.Columns {
				u.columns = append(u.columns, strings.ToLower(column))
			}
		}
		u.findReads()
		r.uses.add(u)
		r.useColumnTypes(m, &u)
	}
	r.noteNewName(w, one.Raw.Stmt)
	r.useFunctions(w)
	r.useSettings(w, one.Raw.Stmt)
	if what := reachesBeyond(one.Raw.Stmt); what != "" {
		r.uses.noteDoubt(what)
	}
}

// Unplanned is the error of a statement that names something and could not be planned. The error may tell of what
// the statement names, so whoever has a principal looks at Uses first.
type Unplanned struct {
	Statement *Statement // as far as it was planned: its text, its verb, its source and its Uses
	cause     error
}

// Error is the error of planning.
func (u *Unplanned) Error() string { return u.cause.Error() }

// Unwrap returns the error of planning.
func (u *Unplanned) Unwrap() error { return u.cause }

// withUses is the error of a statement that could not be resolved, with what it names.
func (r *resolver) withUses(st *Statement, w *walker, one parse.Statement, err error) error {
	if r.uses == nil {
		return err
	}
	if sqlstate.CodeOf(err) == sqlstate.StatementTooComplex { // the tree may have copies in copies, which nobody can read to the end
		list, failed := parse.Statements(one.Text)
		if failed != nil || len(list) != 1 {
			return err
		}
		one.Raw = list[0].Raw
	}
	r.noteUses(w, one)
	st.setUses(r.uses)
	return &Unplanned{Statement: st, cause: err}
}

// reachesBeyond returns the construct by which a statement may change relations, or show rows, that it does not name.
// It returns "" if it has none.
func reachesBeyond(n *pg_query.Node) string {
	const cascade = pg_query.DropBehavior_DROP_CASCADE
	cascades := n.GetTruncateStmt().GetBehavior() == cascade || n.GetDropStmt().GetBehavior() == cascade
	for _, command := range n.GetAlterTableStmt().GetCmds() {
		cascades = cascades || command.GetAlterTableCmd().GetBehavior() == cascade
	}
	switch {
	case cascades:
		return "CASCADE, which goes on to relations that the statement does not name"
	case n.GetListenStmt() != nil:
		return "LISTEN, since notifications may carry rows of any relation"
	}
	return ""
}

// computedColumns returns the generated columns of a relation with the names in their expressions.
func computedColumns(relation *providers.Relation) map[string][]string {
	if len(relation.Computed) == 0 {
		return nil
	}
	found := map[string][]string{}
	for column, expression := range relation.Computed {
		found[strings.ToLower(column)] = namesIn(expression)
	}
	return found
}

// uses collects the uses of one statement.
type uses struct {
	list     []Use
	unseen   *Effect // the first effect by which something may be read that is not in list
	doubtful string  // hidden code that could not be read; "": none
}

func (u *uses) add(one Use) {
	if u != nil {
		u.list = append(u.list, one)
	}
}

// seenFunctions are functions that do more than read, and read no relation.
var seenFunctions = map[string]bool{
	"pg_sleep": true, "pg_sleep_for": true, "pg_sleep_until": true, "pg_notify": true,
	"pg_cancel_backend": true, "pg_terminate_backend": true, "txid_current": true, "pg_current_xact_id": true,
	"pg_advisory_lock": true, "pg_advisory_lock_shared": true, "pg_try_advisory_lock": true, "pg_try_advisory_lock_shared": true,
	"pg_advisory_xact_lock": true, "pg_advisory_xact_lock_shared": true, "pg_try_advisory_xact_lock": true, "pg_try_advisory_xact_lock_shared": true,
}

// noteUnseen finds what a statement runs that the planner has not read.
func (u *uses) noteUnseen(effects []Effect) {
	for i := range effects {
		e := &effects[i]
		if e.Class != Exec && e.Class != Unknown || e.Kind == SettingCall ||
			e.Kind == FunctionCall && e.builtin && seenFunctions[strings.TrimPrefix(e.Name, "pg_catalog.")] {
			continue
		}
		u.unseen = e
		return
	}
}

// addAll adds what the statement of a scan uses.
func (u *uses) addAll(p *Statement) {
	if u == nil {
		return
	}
	for _, one := range p.Uses {
		one.Offset = -1 // the text of the scan is not the client's
		u.list = append(u.list, one)
	}
	if p.Unseen != "" {
		u.noteDoubt(p.Unseen)
	}
}

// setUses gives a statement its uses. Its effects are known.
func (s *Statement) setUses(u *uses) {
	if u == nil {
		return
	}
	s.Uses = u.list
	if u.noteUnseen(s.Effects); u.unseen != nil {
		s.Unseen = u.unseen.Text()
	} else {
		s.Unseen = u.doubtful
	}
}
