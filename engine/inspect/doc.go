// Package inspect tells a client what its sources have: services, resources, methods of resources,
// columns, and the names that are near to one that is not there. It runs no statement.
//
// Sources is the client's view of them; engine.Session makes one. Sources is asked by the tools of MCP
// that list and describe, by SHOW and DESCRIBE (Show), and for the hint of an error about a name (Suggest).
// What is asked for a client of MCP is on record by engine.Session.Inspect; SHOW is a statement, and on
// record as every statement is.
//
// What the gate says of a method is found by its example (Methods): the example is planned and judged as
// a statement of the client's, and never run.
package inspect
