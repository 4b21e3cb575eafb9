package redact

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	// refusedWhole is the length up to which a refused text is recorded like any other.
	refusedWhole = 64 << 10
	// refusedHead is how many bytes are kept of a longer one.
	refusedHead = 1 << 10
)

// Refused is Executed for a text that did not run. Of a long text the beginning is kept and the
// rest is not parsed, so that a refusal costs little.
func (r *Redactor) Refused(text string, known Known) Redacted {
	if len(text) <= refusedWhole {
		return r.Executed(text, known)
	}
	out := Redacted{redactor: r, Bytes: len(text)}
	if r.concerns(text, known) {
		out = r.cutAtTrigger(text)
		out.Text, out.redactor, out.Bytes = strings.TrimSuffix(out.Text, cutMark), r, len(text)
	} else {
		out.Text = text
		if len(r.patterns) == 0 {
			out.SHA256 = digest(text)
		}
	}
	out.Text = r.keepHead(out.Text) + fmt.Sprintf("<the rest of %d bytes is not kept>", len(text))
	return out
}

// digest returns the SHA-256 of a text without copying all of it.
func digest(text string) string {
	hash, part := sha256.New(), make([]byte, 8<<10)
	for len(text) > 0 {
		n := copy(part, text)
		_, _ = hash.Write(part[:n])
		text = text[n:]
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// keepHead returns the beginning of a text, without what the configured patterns match. The patterns
// see more than is kept, so that no match is cut in two.
func (r *Redactor) keepHead(text string) string {
	window := len(text) > refusedWhole
	text = r.hidePatterns(text[:min(len(text), refusedWhole)])
	end := len(text)
	if window {
		end = max(0, end-refusedHead)
	}
	for end = min(end, refusedHead); end > 0 && end < len(text) && !utf8.RuneStart(text[end]); end-- {
	}
	return text[:end]
}
