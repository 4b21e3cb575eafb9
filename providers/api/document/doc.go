// Package document reads provider documents: YAML that says how the methods of an
// HTTP API make tables. The format is StackQL's; documents are read as they are.
//
// # The folder
//
// A registry's folder holds src/<folder>/<version>/provider.yaml, which names the
// services, and for each of these an OpenAPI 3 document with extensions
// (components.x-stackQL-resources): resources, their methods, and which methods
// answer SELECT, INSERT, UPDATE, REPLACE and DELETE. [Open] opens the folder; names
// in documents cannot lead out of it.
//
// # From a document to an index
//
// A service may be megabytes of YAML. It is read once: what a table needs of it —
// parameters, the properties of a body, the columns of an answer, how pages follow
// each other — is taken out, its references resolved, and written to the cache under
// the hash of what was read (index.go). Whoever asks again reads the index, and of
// it only the resource in question.
//
// # What is wrong with a document
//
// A [Problem] says where and what. Documents are made by machines from documents
// made by people, so a method that cannot be understood is left out with its
// problem, and the rest of its service stays. Where a guess could be unsafe the
// document is refused: a protocol that runs commands, a reference that leaves the
// folder, a server that is no HTTP server.
//
// Documents are strangers' texts. Their size, their depth and how often they repeat
// themselves by aliases and references are bounded (limits.go).
package document
