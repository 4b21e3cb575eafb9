// Package audit writes the record: what was asked of Sallyport, by whom, what the gate decided, and
// what came of it. No change is ever without a record.
//
// # Records
//
// A [Record] is one line of JSON; docs/audit.md describes every field. A read or a refusal has one
// record, written by [Log.Write] before the answer leaves. Any other statement has two: [Log.Begin]
// writes the intent and returns when the intent is durable, then the statement runs, then
// [Entry.End] writes the outcome. A crash between the two leaves the intent, which says what may
// have been done and by whom.
//
// The log stamps a record with its sequence number and the time. Numbers start at 1 and go up by
// one, across files and restarts. What a client sent is escaped where it could end a line, move a
// terminal's cursor or hide itself, and every field has a limit. Rows of a result are never
// recorded. The caller takes secrets (passwords in SQL) out of a text before it hands the text
// over; this package does not read SQL.
//
// # The chain
//
// Each record names the one before by the SHA-256 of its line, across files and restarts. So no
// record in the middle can be changed, deleted, moved or inserted without breaking the chain;
// [Verify] reads a log and reports what is wrong with it and where. A chain does not protect its
// own end: who can write to the directory can change the last record, cut the end off, or write a
// whole new log. A [Head] that was kept elsewhere shows that. The log keeps its head itself, in
// [Options.HeadFile] outside of its directory. A goroutine that no statement waits for writes it,
// after each flush, at most once per interval. [Open] refuses a log without that head until a
// person has acknowledged the loss, and notes the acknowledgement in the log.
//
// # The file
//
// [Open] owns one directory (0700) and writes audit.jsonl (0600) in it. lumberjack moves a full
// file aside as audit-<time>.jsonl. A goroutine of this package notes and deletes old files by
// count and age, and compresses the others. [Log.Reopen] is called when somebody moved the file
// away for archiving. A lock file keeps a second server out.
//
// # What is durable when
//
// A record is in the file, by one write(2), when the call that wrote it returns: a crash of the
// server loses none. [Log.WriteAll] writes many records at once. One goroutine flushes. Begin
// returns when an fsync that began after its write has succeeded, and so does the End of its entry
// if [Options.Changes] demands that; all callers that wait at the same time share one fsync, and
// [Log.WriteThen] lets an event loop go on meanwhile. Other
// records are flushed at the end of the interval, or as [Options.Reads] says of the records of
// reads. [Batch.BeginInTransaction] may leave the wait to the commit's intent. A file is flushed
// before the log leaves it for the next one, and the directory is flushed when a file is begun; a
// compressed file is flushed before the plain one is deleted. So a power cut loses only a suffix of
// the log, of records that nobody waited for.
//
// # When the disk fails
//
// The [FailureMode] says what then happens to statements. In the strict mode every error is
// returned to the caller, who must not run, or not answer, what is not recorded: 53100 for a full
// disk, else 58030. A record that was written in part is cut off again, and nothing is appended to
// a torn line. A failed fsync fails all callers that waited for it for good, because the kernel may
// drop what it could not write and report success for the next fsync. If the file was deleted or
// cut short under the log, the callers that waited for it fail, too; if it was moved, they do not,
// for its records are still in it. After either the next call opens the file anew; a file that does
// not end as the log left it is set aside. The next record that is written is followed by a note of
// what is missing. A torn last line, which a crash leaves, is ended and noted by the next Open,
// with its length and hash.
//
// A write(2) that hangs blocks every caller; only the wait for an fsync has a limit. lumberjack's
// one goroutine, which has nothing to do here, cannot be stopped and outlives Close.
package audit
