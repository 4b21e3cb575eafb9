package audit

// Form is the record of a read that is executed again and again: what does not change from one
// execution to the next is encoded once. A Form does not change, so any number of goroutines may use it.
type Form struct {
	record      Record // as Batch.Add would have it, without an outcome
	asked, from []byte // the fields of its line before those of the outcome, and those behind
}

// NewForm encodes the record of a read. The error is that of a record that cannot be encoded.
func NewForm(r *Record) (*Form, error) {
	f := &Form{record: *r}
	f.record.Phase = PhaseCall
	f.record.unstamp()
	f.record.setOutcome(&Outcome{}, new(int64))
	f.record.Rows = nil
	limited := f.record
	limited.limit()
	asked, err := newEncoder().asked(nil, &limited)
	if err != nil {
		return nil, err
	}
	f.asked, f.from = asked, client(nil, &limited)
	return f, nil
}

// AddForm does what Add does with the record that a Form was made of, and makes the same line. The
// outcome has no error, no requests and no parts.
func (b *Batch) AddForm(f *Form, o *Outcome) {
	it := b.grow() // its record is left as it is
	it.light, it.durable, it.inTransaction, it.inGap = true, false, false, false
	it.entry, it.firstIntent, it.err, it.cause = nil, 0, nil, nil
	it.form, it.rows, it.millis, it.tag, it.truncated = f, o.Rows, millis(o.Duration), o.Tag, o.Truncated
	it.record.Seq = 0
}

// spell gives an item the record that its Form and its outcome stand for.
func (it *item) spell() {
	if it.form == nil {
		return
	}
	r := it.form.record
	r.V, r.Seq, r.Time = it.record.V, it.record.Seq, it.record.Time
	r.Rows, r.DurationMS, r.Tag, r.Truncated = &it.rows, it.millis, it.tag, it.truncated
	it.record = r
	it.form = nil
}

// itemLine appends an item's record as one line; see line.
func (e *encoder) itemLine(b []byte, it *item, prev Hash) ([]byte, error) {
	if it.form == nil {
		return e.line(b, &it.record, prev)
	}
	b = append(e.stamp(b, &it.record, prev), it.form.asked...)
	b = rows(b, it.rows)
	b = text(b, `,"tag":`, cut(it.tag, maxName))
	b = float(b, `,"duration_ms":`, it.millis)
	b = text(append(b, it.form.from...), `,"truncated":`, cut(it.truncated, maxName))
	return append(b, "}\n"...), nil
}
