package mcp

// Check is the error of New, as far as it is about what Options publish, without
// an engine.
func Check(o Options) error {
	_, err := (&Server{}).narrow(o)
	return err
}
