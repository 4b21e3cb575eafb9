package planner

// literal is a constant in a text: the bytes from start up to end.
type literal struct{ start, end int32 }
