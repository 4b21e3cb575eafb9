package mcp

import (
	"context"
	"slices"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
)

// Busy is how many messages are being answered.
func (s *Server) Busy() int { return s.Load().Working }

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

// HurryParquet makes what waits to become Parquet wait so long.
func (s *Server) HurryParquet(wait time.Duration) { s.parquetWait = wait }

// Engine is what the server stands in front of.
func (s *Server) Engine() *engine.Engine { return s.engine }

// Direct is how many calls were answered without the library.
func (s *Server) Direct() int64 { return s.directs.Load() }

// Queued is how many messages wait for their turn.
func (s *Server) Queued() int {
	return s.Load().Waiting
}

// Away is how many calls wait for a person, without a place.
func (s *Server) Away() int {
	return s.Load().Away
}

// Bodies is how many bytes of long messages are in memory.
func (s *Server) Bodies() int64 { return s.Load().Bodies }

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
