// Package engine is where a statement's life is one function: Session.Execute.
package engine
