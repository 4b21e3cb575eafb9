// Package wiki reads and writes pages of people: Markdown files of a folder that they keep in
// git, with front matter in YAML.
//
//	---
//	title: Annual recurring revenue
//	summary: ARR is kept in cents.
//	tags: [finance, arr]
//	---
//	# How we count
//	…
//
// # Keys
//
// A page is read by its key: the path below the folder, with slashes and without .md. A key is
// looked up among the pages that were found, and no path is made of it; the folder is an
// [os.Root], so a symbolic link that leads outside of it is no page. Names that begin with a
// dot are left out, such as .git.
//
// # Files that change
//
// Every call compares names, sizes and times of all files with what was read, and reads what
// differs. There is nothing to restart or to run.
//
// # Writing
//
// Write puts a page into its place whole: a file beside it is renamed. Pages that readers would have a
// problem with are refused, and so is a way through a link.
//
// # What is odd
//
// Front matter that cannot be read makes no page disappear: the page has the whole text of
// the file, and a [discovery.Problem] says where the mistake is. Files that are too large are no pages,
// which is a problem, too.
package wiki
