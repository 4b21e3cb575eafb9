package library

import (
	"sync"
	"sync/atomic"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// pipeSession is the library's session of the client on a pipe. It has what the client
// declared in initialize.
type pipeSession struct {
	id            string
	notifications chan mcpgo.JSONRPCNotification
	ready         atomic.Bool

	mu           sync.Mutex
	info         mcpgo.Implementation
	capabilities mcpgo.ClientCapabilities
	version      string // the protocol's revision that initialize agreed on
}

func newPipeSession(id string) *pipeSession {
	return &pipeSession{id: id, notifications: make(chan mcpgo.JSONRPCNotification, 100)}
}

func (c *pipeSession) SessionID() string { return c.id }
func (c *pipeSession) Initialize()       { c.ready.Store(true) }
func (c *pipeSession) Initialized() bool { return c.ready.Load() }

func (c *pipeSession) NotificationChannel() chan<- mcpgo.JSONRPCNotification { return c.notifications }

func (c *pipeSession) GetClientInfo() mcpgo.Implementation {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.info
}

func (c *pipeSession) SetClientInfo(info mcpgo.Implementation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.info = info
}

func (c *pipeSession) GetClientCapabilities() mcpgo.ClientCapabilities {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.capabilities
}

func (c *pipeSession) SetClientCapabilities(capabilities mcpgo.ClientCapabilities) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.capabilities = capabilities
}

func (c *pipeSession) ProtocolVersion() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.version
}

func (c *pipeSession) SetProtocolVersion(version string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version = version
}
