package audit

// FailureMode says what happens to a statement whose record cannot be written.
type FailureMode uint8

// The failure modes; the zero one is the strictest.
const (
	// Strict: no record, no answer.
	Strict FailureMode = iota
	// StrictMutations: what changes something is not run; a read is answered
	// though it could not be recorded.
	StrictMutations
	// BestEffort: everything is run and answered.
	BestEffort
)

// FailureModes are the words for the failure modes, in their order.
func FailureModes() []string { return []string{"strict", "strict_mutations", "best_effort"} }

// String is the mode's word in the configuration.
func (m FailureMode) String() string { return FailureModes()[min(m, BestEffort)] }

// tolerates reports whether a statement passes without a record. Light are
// reads, refusals, and what a session says about itself.
func (m FailureMode) tolerates(light bool) bool {
	return m == BestEffort || m == StrictMutations && light
}

// ReadSync says when the records of reads are durable. Those of everything else
// are before it runs, and before it is answered.
type ReadSync uint8

// When reads are durable.
const (
	SyncInterval ReadSync = iota // within Options.SyncInterval
	SyncAlways                   // before the answer
	SyncNever                    // when the operating system likes, or with the next record that waits
)

// ReadSyncs are the words for when reads are durable, in their order.
func ReadSyncs() []string { return []string{"interval", "always", "never"} }

// String is the word in the configuration.
func (s ReadSync) String() string { return ReadSyncs()[min(s, SyncNever)] }
