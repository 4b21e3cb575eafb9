// Package audit is the record: what was asked of Sallyport, by whom, what the
// gate decided, and what came of it. No change is ever without a record.
//
// # Records
//
// A [Record] is one line of JSON; docs/audit.md describes every field. A read
// and a refusal are one record, written by [Log.Write] before the answer
// leaves. Anything else is two: [Log.Begin] writes the intent and returns only
// when it is durable, then the statement runs, then [Entry.End] writes the
// outcome, durable too. A crash between the two leaves the intent, which says
// what may have been done and by whom.
//
// The log stamps a record with its sequence number and the time. Numbers start
// at 1 and go up by one, across files and restarts. What a client sent is never
// trusted as text: whatever could end a line, move a terminal's cursor or hide
// itself is escaped, and every field has a limit. Rows of a result are never
// recorded. The caller takes secrets (passwords in SQL) out of the text before
// it hands it over; this package does not read SQL.
//
// # The file
//
// [Open] owns one directory (0700) and writes audit.jsonl (0600) in it.
// lumberjack rotates it by size into audit-<time>.jsonl and deletes old files
// by count and age. A lock file keeps a second server out.
//
// Lumberjack hides its file, so a second descriptor of the same file makes it
// durable: fsync flushes an inode, whoever wrote it. Whoever needs durability
// takes the sync lock; all who wrote while it waited share its fsync. What was
// written without waiting is synced by the log's own goroutine, at most 100 ms
// later, and by [Log.Close].
//
// # When the disk says no
//
// Every error of a write or a sync is returned to the caller, who must not
// run, or not answer, what is not recorded: 53100 for a full disk, else 58030.
// A record that was written in part is cut off again, and nothing is appended
// to a torn line. A failed fsync is final for all that waited on it, for the
// kernel may drop what it could not write and call the next fsync a success. A
// file that was moved or deleted under the log fails what waited on it, too.
// Either way the next call opens the file anew, and beside the first record that
// goes through stands a note of what is missing. A torn last line, which a crash
// leaves, is ended and noted by the next Open.
//
// # Not here yet
//
// The hash chain and its verification, failure modes other than strict, other
// sinks. Lumberjack's one goroutine (it deletes old files) cannot be stopped
// and outlives Close.
package audit
