package providers

import "context"

// Examiner is a Provider that can tell what its login could do at the source
// if nothing in front of the source held it back.
type Examiner interface {
	// Posture looks at the source now. It reads, and changes nothing. An error
	// means that the source cannot be reached; what cannot be found out at one
	// that can is in Posture.Unknown.
	Posture(ctx context.Context) (Posture, error)
}

// Posture lists what a login could do beyond the needs of Sallyport.
type Posture struct {
	Role    string // the login's name at the source
	Version string // of the source
	Risks   []Risk // gravest first; none is what one wants
	// Unknown are the codes of risks that could not be looked for.
	Unknown []string
}

// Risk is one thing that a login could do.
type Risk struct {
	Code string // stable, for programs: "superuser", "owner", "outdated"
	What string // in our own words: "the role is a superuser"
	// Names are some of the objects it is about, as the source spells them, and
	// Count is how many there are. Names are data, whatever they say.
	Names  []string
	Count  int
	Advice string // what to do about it
	// Writing marks a privilege that a server needs if its mode lets changes through. In other modes the privilege
	// is a risk.
	Writing bool
}
