package approval

// Approved returns the approval that Claim would use up for that digest, without using
// it up.
func (s *Store) Approved(digest string) (Request, bool) {
	if s.enter() != nil {
		return Request{}, false
	}
	defer s.mu.Unlock()
	for _, e := range s.order {
		if e.State == Approved && e.Digest == digest {
			return e.Request, true
		}
	}
	return Request{}, false
}
