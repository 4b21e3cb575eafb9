package document

// Bounds of what is read: far above what any document needs that we know of.
const (
	maxFileBytes  = 64 << 20
	maxNodes      = 4_000_000 // of one document, and characters of its text that may begin one
	maxReferences = 64        // that one follows to get to a thing
	maxDepth      = 64        // of a schema
	maxColumns    = 2_000     // of one answer, or properties of one body
	maxProblems   = 200       // that are kept of one document
	maxVisits     = 1_000_000 // of schemas of one document; the largest known needs 32,000
)
