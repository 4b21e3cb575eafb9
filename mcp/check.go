package mcp

// Check returns the error that New would return about what Options publish. It needs no engine.
func Check(o Options) error {
	_, err := (&Server{}).narrow(o)
	return err
}
