// Package pgwire is the Postgres front door: psql, drivers and BI tools speak
// protocol 3 with it, and it speaks with an engine.Session for each of them.
//
// # The rooms of the door
//
//	pgwire           the listener, the startup, TLS, users, cancel keys: until a client
//	                 has its session
//	pgwire/served    the sessions whose statements the engine runs
//	pgwire/relay     the sessions that a Postgres server answers itself
//	pgwire/request   reads what clients send, for both kinds of sessions
//	pgwire/reply     writes what the door answers, for all
//	pgwire/rows      writes the engine's results, in text or in binary
//	pgwire/scram     SCRAM-SHA-256
//
// # The life of a connection
//
//	Serve         accepts it, if there is a place among the startups, or a silent one
//	              gives way (startups.go)
//	startup       TLS, GSS refusal, cancel requests, the startup message, on bounded
//	              packets and against a deadline (startup.go, tls.go)
//	authenticate  asks who the client is, if there are users (auth.go, users.go)
//	admitSession  finds the source (open.go), takes a place among the sessions
//	              (sessions.go), and opens the engine's session (openserved.go,
//	              openrelayed.go)
//
// From there on pgwire/served or pgwire/relay has the connection, and says when the
// session has ended.
//
// # Who may come in
//
// Without Options.Users everyone is who they say, and only this machine may
// connect. A user proves itself by SCRAM-SHA-256, bound to the TLS channel if the
// client can, or by a client certificate, or both: users.go decides which. What comes
// of it is an identity: the principal, the ceiling of its mode, its sources and limits.
// A name that is no user's goes the same way and fails at the end; guesses.go slows
// down those who try again and again.
//
// # Databases and settings
//
// A client's database is the source its unqualified names belong to. In a served
// session, the settings that drivers send out of habit are not carried out, because
// they ask for what is so anyway or change no answer; settings.go has their list. All
// other settings of the startup message, "options" included, are carried out as the SET
// that each is, or refused. A relayed session begins with them at its server.
//
// # The end of the server
//
// Shutdown lets clients finish what they are in for DrainTimeout, then tells every
// client 57P01, in the middle of a statement if need be. It waits for all goroutines: one
// for each connection that has no session yet, and those of pgwire/served and
// pgwire/relay.
//
// # Debugging
//
// The tests' transcripts in testdata are the quickest way to see what goes over
// the wire; each can be run against a real Postgres too.
package pgwire
