package sourceset

import (
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/providers"
)

// Posture is what is known of a source's login. If a later look fails, what an earlier one has found
// stays.
type Posture struct {
	Source string
	providers.Posture
	Found  time.Time // when the last look succeeded; zero: none has
	Failed error     // the error of the last look; nil: it succeeded, or there was none
}

// Postures remembers the last look at each source. Its zero value knows none.
type Postures struct {
	mu    sync.Mutex
	known map[string]Posture
}

// Last returns what is known of a source.
func (p *Postures) Last(source string) Posture {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.known[source]
	known.Source = source
	return known
}

// Note notes what a look has found, or why it has failed, and returns what is known now.
func (p *Postures) Note(source string, found providers.Posture, err error) Posture {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.known[source]
	known.Source, known.Failed = source, err
	if err == nil {
		known.Posture, known.Found = found, time.Now()
	}
	if p.known == nil {
		p.known = map[string]Posture{}
	}
	p.known[source] = known
	return known
}
