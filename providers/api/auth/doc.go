// Package auth signs requests to APIs with the credentials of whoever runs the server.
//
// # What says how
//
// A provider's document has a block that says how its requests are signed
// ([document.Auth]); a person may replace it as a whole ([ParseOverrides], the JSON of
// --auth, with StackQL's keys). The kinds are null_auth, basic, bearer, api_key, custom
// with its successors, oauth2 (client credentials), service_account (a Google key),
// aws_signing_v4, aws_assume_role and azure_default. Others are refused by name.
//
// # Where credentials come from
//
// Variables, those of an env file before those of the process ([Environment]); files;
// the output of commands. All are read for each request, so a change counts without a
// restart; what is fetched with them — tokens, the output of commands — is kept until
// shortly before its end, and dropped when the credentials behind it change or a server
// refuses it ([Signer.Refused]).
//
// Keys of ours, beside StackQL's: credentialscommand, password_command,
// api_secret_command and client_secret_command are lists of a program and its arguments,
// run without a shell; aws_session_token_env_var; hosts, which lists hosts that may get
// the credentials where the document leaves the host to the query. Only a person may give
// commands, files and hosts: a block of a document that has them is refused.
//
// # Where secrets go
//
// To the hosts that the document pins ([HostsOf]), over https, and to the token server
// that its block names; a redirect is not followed. A variable of a server's address
// stands for a part of a name, never for its last two labels: what a query says cannot
// lead a secret to a host of its own. [Options.Loopback] allows plain http to this
// machine, for tests.
//
// # Where they do not go
//
// No error, no status, no formatted value has a secret in it. What a token server says in
// its own words is left out, because it may repeat what it was sent.
//
// # Life cycle
//
// [New] checks the block and reads nothing. A [Signer] is for a provider;
// [Signer.ForService] makes one for the hosts of a service that shares its tokens. All are
// safe for concurrent use and start no goroutines. Of several requests that need a token
// one fetches it, and the others wait.
package auth
