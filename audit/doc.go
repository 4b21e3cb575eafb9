// Package audit is the record: what was asked of Sallyport, by whom, what the
// gate decided, and what came of it. No change is ever without a record.
//
// # Records
//
// A [Record] is one line of JSON; docs/audit.md describes every field. A read
// and a refusal are one record, written by [Log.Write] before the answer
// leaves. Anything else is two: [Log.Begin] writes the intent and returns only
// when it is durable, then the statement runs, then [Entry.End] writes the
// outcome. A crash between the two leaves the intent, which says what may have
// been done and by whom.
//
// The log stamps a record with its sequence number and the time. Numbers start
// at 1 and go up by one, across files and restarts. What a client sent is never
// trusted as text: whatever could end a line, move a terminal's cursor or hide
// itself is escaped, and every field has a limit. Rows of a result are never
// recorded. The caller takes secrets (passwords in SQL) out of the text before
// it hands it over; this package does not read SQL.
//
// # The chain
//
// Each record names the one before by the SHA-256 of its line, across files and
// restarts, so that nothing in the middle can be changed, deleted, moved or
// inserted without breaking it; [Verify] reads a log and says what is wrong
// with it and where. A chain does not protect its own end: who can write to the
// directory can change the last record, cut the end off, or write a whole new
// log. A [Head] that was kept elsewhere shows that. A log keeps one itself, in
// [Options.HeadFile] outside of its directory: whenever something new is durable,
// but not more often than the interval, by a goroutine that no statement waits
// for. [Open] refuses a log that does not have it, until a person has
// acknowledged the loss, which the log then notes.
//
// # The file
//
// [Open] owns one directory (0700) and writes audit.jsonl (0600) in it.
// lumberjack moves a full file aside as audit-<time>.jsonl; a goroutine of ours
// deletes old ones by count and age, which it notes first, and compresses them. [Log.Reopen] follows
// whoever moves the file away for archiving. A lock file keeps a second server
// out.
//
// # What is durable when
//
// A record is in the file, by one write(2), when the call that wrote it
// returns: a crash of the server loses none. [Log.WriteAll] has one write for
// many. One goroutine flushes. Begin returns when the fsync of a flush that
// began after its write has succeeded, and so does the End of its entry if
// [Options.Changes] says so; all who wait share it. Other records are flushed
// by the end of the interval, or as [Options.Reads] says of those of reads.
// [Log.BeginInTransaction] may leave the wait to the commit's intent. A file is
// flushed before it is left for the next one, and the directory when a file is
// begun; a compressed file is flushed before the plain one is deleted. So what is
// lost in a power cut is a suffix of the log, of records that nobody waited for.
//
// # When the disk says no
//
// What then happens to statements is the [FailureMode]'s to say; in the strict
// one every error is returned to the caller, who must not run, or not answer,
// what is not recorded: 53100 for a full disk, else 58030. A record that was
// written in part is cut off again, and nothing is appended to a torn line. A
// failed fsync is final for all that waited on it, for the kernel may drop what
// it could not write and call the next fsync a success. A file that was deleted
// or cut short under the log fails what waited on it, too; one that was moved
// does not, for all is still in it. Either way the next call opens the file
// anew; one that is not as it was left is set aside. Beside the first record
// that goes through stands a note of what is missing. A torn last line, which a
// crash leaves, is ended and noted by the next Open, with its length and hash.
//
// A write(2) that hangs holds up everybody; only the wait for an fsync has a
// limit. Lumberjack's one goroutine, which has nothing to do, cannot be stopped
// and outlives Close.
package audit
