package audit

import (
	"fmt"
	"slices"
	"strings"
)

// FailureMode says what happens to a statement whose record cannot be written.
type FailureMode uint8

// The failure modes; the zero one is the strictest.
const (
	// Strict: without a record nothing runs and nothing is answered.
	Strict FailureMode = iota
	// StrictMutations: without a record nothing that changes something runs; reads are answered.
	StrictMutations
	// BestEffort: everything runs and is answered.
	BestEffort
)

func failureModes() []string { return []string{"strict", "strict_mutations", "best_effort"} }

// String returns the mode as the configuration spells it.
func (m FailureMode) String() string { return failureModes()[min(m, BestEffort)] }

// ParseFailureMode reads what String returns; anything else is an error.
func ParseFailureMode(text string) (FailureMode, error) {
	if i := slices.Index(failureModes(), text); i >= 0 {
		return FailureMode(i), nil
	}
	return Strict, fmt.Errorf("%q is not a failure mode; the failure modes are %s", text, strings.Join(failureModes(), ", "))
}

// tolerates reports whether a statement passes without a record. light are reads, refusals, and
// records of the session itself.
func (m FailureMode) tolerates(light bool) bool {
	return m == BestEffort || m == StrictMutations && light
}

// ReadSync says when the records of reads are durable.
type ReadSync uint8

// When reads are durable.
const (
	SyncInterval ReadSync = iota // within Options.SyncInterval
	SyncAlways                   // before the answer, and outcomes of changes too
	SyncNever                    // whenever the operating system writes it, or with the next flush
)

func readSyncs() []string { return []string{"interval", "always", "never"} }

// String returns the value as the configuration spells it.
func (s ReadSync) String() string { return readSyncs()[min(s, SyncNever)] }

// ParseReadSync reads what String returns; anything else is an error.
func ParseReadSync(text string) (ReadSync, error) {
	if i := slices.Index(readSyncs(), text); i >= 0 {
		return ReadSync(i), nil
	}
	return SyncAlways, fmt.Errorf("%q is not a durability of reads; use %s", text, strings.Join(readSyncs(), ", "))
}

// ChangeSync says which records of a change are durable before the server goes on. All of them are
// in the file by then, so a crash of the server alone loses none.
type ChangeSync uint8

// What is durable of a change; the zero one is the strictest.
const (
	// SyncOutcome: the intent before it runs, the outcome before the answer.
	SyncOutcome ChangeSync = iota
	// SyncIntent: the intent before it runs; the outcome within
	// Options.SyncInterval.
	SyncIntent
	// SyncCommit: as SyncIntent, but intents inside of a transaction wait for its commit; see
	// Batch.BeginInTransaction.
	SyncCommit
)

func changeSyncs() []string { return []string{"outcome", "intent", "commit"} }

// String returns the value as the configuration spells it.
func (s ChangeSync) String() string { return changeSyncs()[min(s, SyncCommit)] }

// ParseChangeSync reads what String returns; anything else is an error.
func ParseChangeSync(text string) (ChangeSync, error) {
	if i := slices.Index(changeSyncs(), text); i >= 0 {
		return ChangeSync(i), nil
	}
	return SyncOutcome, fmt.Errorf("%q is not a durability of changes; use %s", text, strings.Join(changeSyncs(), ", "))
}
