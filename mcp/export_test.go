package mcp

import (
	"context"
	"slices"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
)

// Busy is how many messages are being answered.
func (s *Server) Busy() int { return s.calls.busy() }

// AddPanic offers a tool that panics.
func (s *Server) AddPanic(name, says string) error {
	return s.register([]*tool{{
		name: name, output: object(nil, schema{}),
		do: func(context.Context, *call) (*mcpgo.CallToolResult, error) { panic(says) },
	}})
}

// Clock is what tells cursors the time.
func (s *Server) Clock(now func() time.Time) { s.cursors.now = now }

// Kept is how many cursors there are.
func (s *Server) Kept() int {
	s.cursors.mu.Lock()
	defer s.cursors.mu.Unlock()
	return len(s.cursors.byID)
}

// Engine is what the server stands in front of.
func (s *Server) Engine() *engine.Engine { return s.engine }

// Direct is how many calls were answered without the library.
func (s *Server) Direct() int64 { return s.direct.all.Load() }

// IsPlain is isPlain.
func IsPlain(text []byte) bool { return isPlain(text) }

// Held is how many results are open at their sources.
func (s *Server) Held() int {
	s.holds.mu.Lock()
	defer s.holds.mu.Unlock()
	return len(s.holds.all)
}

// EndHeld does what the timers of all results do.
func (s *Server) EndHeld() {
	s.holds.mu.Lock()
	for _, x := range slices.Clone(s.holds.all) {
		s.holds.dropLocked(x)
	}
	s.holds.mu.Unlock()
	s.holds.closing.Wait()
}
