// Package planner turns text into statements that the gate can judge and a
// provider can run. It is pure: what names mean at a source comes in through
// providers.Catalog.
package planner
