// Package auth says who is asking. A Principal is proven at a door, by a password, a certificate
// or a token, and is the same thing behind both doors: the engine takes it, the gate narrows by it,
// and the record names it.
package auth

import "time"

// Principal is who asks: a person, or a program that acts for a person. The zero Principal may do
// nothing.
type Principal struct {
	// Name is how the record, approvals and limits name the principal. It is unique within a server:
	// two principals of different issuers or tenants never share it.
	Name string
	// Subject is the name that the issuer has for the principal: the claim sub, a user of the
	// configuration, or the fixed principal of local mode.
	Subject string
	// Login is the name that the principal's clients give at the Postgres door.
	Login string
	// Issuer is the URL of the issuer that vouched for the subject; "" is this server's configuration.
	Issuer string
	// Tenant is the customer or team whose data the principal may see; "" is none.
	Tenant string
	// Roles are names of the configuration's roles, and Scopes what the token was granted.
	Roles, Scopes []string
	// Client is the program that acts for the principal: an OAuth client's identifier; "" where
	// there is none.
	Client string
	// Proof is how the principal was proven.
	Proof Proof
	// Expires is when the proof ends; zero: not before the session does.
	Expires time.Time
}

// Fixed returns a principal of this server's configuration, which has one name everywhere: the principal
// of local mode, the holder of a static token, or a user of the Postgres door.
func Fixed(name string, proof Proof) Principal {
	return Principal{Name: name, Subject: name, Proof: proof}
}

// Proof is how a principal was proven.
type Proof int

// The proofs. The zero Proof proves nothing.
const (
	Unproven    Proof = iota
	Local             // the fixed principal of a server that only this machine reaches
	StaticToken       // the bearer token of the configuration
	Password          // SCRAM-SHA-256 with a user's password
	Certificate       // a client certificate
	Token             // an access token of an issuer
)

var proofNames = [...]string{
	Unproven: "unproven", Local: "local", StaticToken: "static_token", Password: "password",
	Certificate: "certificate", Token: "token",
}

func (p Proof) String() string {
	if p < Unproven || p > Token {
		p = Unproven
	}
	return proofNames[p]
}
