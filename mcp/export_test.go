package mcp

// Busy is how many messages are being answered.
func (s *Server) Busy() int { return len(s.slots) }
