package mcp

import (
	"sync"
	"sync/atomic"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// stdioSession is the library's idea of the client on a pipe. It carries what
// the client said of itself in initialize.
type stdioSession struct {
	id            string
	notifications chan mcpgo.JSONRPCNotification
	ready         atomic.Bool

	mu           sync.Mutex
	info         mcpgo.Implementation
	capabilities mcpgo.ClientCapabilities
	version      string // of the protocol, that initialize agreed on
}

func newStdioSession(id string) *stdioSession {
	return &stdioSession{id: id, notifications: make(chan mcpgo.JSONRPCNotification, 100)}
}

func (c *stdioSession) SessionID() string { return c.id }
func (c *stdioSession) Initialize()       { c.ready.Store(true) }
func (c *stdioSession) Initialized() bool { return c.ready.Load() }

func (c *stdioSession) NotificationChannel() chan<- mcpgo.JSONRPCNotification { return c.notifications }

func (c *stdioSession) GetClientInfo() mcpgo.Implementation {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.info
}

func (c *stdioSession) SetClientInfo(info mcpgo.Implementation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.info = info
}

func (c *stdioSession) GetClientCapabilities() mcpgo.ClientCapabilities {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.capabilities
}

func (c *stdioSession) SetClientCapabilities(capabilities mcpgo.ClientCapabilities) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.capabilities = capabilities
}

func (c *stdioSession) ProtocolVersion() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.version
}

func (c *stdioSession) SetProtocolVersion(version string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version = version
}
