package token

import (
	"crypto/sha256"
	"sync"
	"time"
)

// cache remembers tokens that were found good, by their hash. It is safe for concurrent use.
type cache struct {
	most int

	mu   sync.Mutex
	have map[[sha256.Size]byte]verified
}

func newCache(most int) *cache {
	return &cache{most: most, have: map[[sha256.Size]byte]verified{}}
}

func (c *cache) find(sum [sha256.Size]byte, now time.Time) (verified, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.have[sum]
	if ok && !now.Before(found.until) {
		delete(c.have, sum)
		return verified{}, false
	}
	return found, ok
}

func (c *cache) add(sum [sha256.Size]byte, p verified, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.have) >= c.most {
		c.makeRoom(now)
	}
	c.have[sum] = p
}

// makeRoom forgets what has ended, and where that is little, an eighth of the rest: those are
// verified again when they come.
func (c *cache) makeRoom(now time.Time) {
	for sum, p := range c.have {
		if !now.Before(p.until) {
			delete(c.have, sum)
		}
	}
	surplus := len(c.have) - c.most*7/8
	for sum := range c.have {
		if surplus <= 0 {
			return
		}
		surplus--
		delete(c.have, sum)
	}
}
