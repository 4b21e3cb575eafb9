package document

// Bounds of what is read. The largest document known has 12 MB, 600 resources and
// schemas that are twenty deep.
const (
	maxFileBytes  = 64 << 20
	maxNodes      = 4_000_000 // of one document
	maxReferences = 64        // that one follows to get to a thing
	maxDepth      = 64        // of a schema
	maxColumns    = 2_000     // of one answer, or properties of one body
	maxProblems   = 200       // that are kept of one document
)
