package clients

// excuses are where a full_access door differs from the server on purpose, by the
// key that the transcript names: what a diff of the two shows, without places in
// the server's source. What the door raises itself wherever it happens is in
// raised_test.go.
var excuses = map[string]struct{ why, differs string }{
	"protocol 3.2": {
		why: "the door speaks it, whatever the server behind it speaks",
		differs: `
- NegotiateProtocolVersion 3.0
- BackendKeyData, a key of 4 bytes
+ BackendKeyData, a key of 32 bytes`,
	},
	"function call": {
		why: "it calls a function by its OID; only those of large objects are passed on, judged as the SELECT",
		differs: `
- FunctionCallResponse 0x00000007
+ ErrorResponse S="ERROR" V="ERROR" C="0A000" M="the function call message is supported for large objects only" H="Call the function in a SELECT, so that it can be judged."`,
	},
	"SQL's PREPARE, the protocol's Bind": {
		why: "a name means what the protocol's Parse has given it; what is not known is not passed on",
		differs: `
- BindComplete
- ParameterDescription 23
- RowDescription n:0/0/23/4/-1/0
- DataRow "2"
- CommandComplete "SELECT 1"
+ ErrorResponse S="ERROR" V="ERROR" C="26000" M="prepared statement \"s\" does not exist"
- ErrorResponse S="ERROR" V="ERROR" C="26000" M="prepared statement \"s\" does not exist"
+ ErrorResponse S="ERROR" V="ERROR" C="26000" M="prepared statement \"s\" does not exist"`,
	},
	"prepared in one series": {
		why: "as above, and the error takes the rest of the series along",
		differs: `
- BindComplete
- DataRow "inner"
- CommandComplete "SELECT 1"
- ParseComplete
- BindComplete
- CommandComplete "DEALLOCATE"
- ErrorResponse S="ERROR" V="ERROR" C="26000" M="prepared statement \"inner_one\" does not exist"
+ ErrorResponse S="ERROR" V="ERROR" C="26000" M="prepared statement \"inner_one\" does not exist"`,
	},
	"SQL's DECLARE, the protocol's Execute": {
		why: "a portal means what the protocol's Bind has given it; what is not known is not passed on",
		differs: `
- DataRow "1"
- DataRow "2"
- PortalSuspended
- DataRow "3"
- DataRow "4"
- DataRow "5"
- DataRow "6"
- CommandComplete "SELECT 4"
- CloseComplete
- ReadyForQuery T
- ErrorResponse S="ERROR" V="ERROR" C="34000" M="cursor \"p\" does not exist"
+ ErrorResponse S="ERROR" V="ERROR" C="34000" M="portal \"p\" does not exist"
+ ErrorResponse S="ERROR" V="ERROR" C="25P02" M="current transaction is aborted, commands ignored until end of transaction block"
+ ReadyForQuery E`,
	},
	"not UTF-8": {
		why: "text that is judged has to be text; the bytes are not told",
		differs: `
- ErrorResponse S="ERROR" V="ERROR" C="22021" M="invalid byte sequence for encoding \"UTF8\": 0xff"
+ ErrorResponse S="ERROR" V="ERROR" C="22021" M="the text is not valid UTF-8"
- ErrorResponse S="ERROR" V="ERROR" C="22021" M="invalid byte sequence for encoding \"UTF8\": 0xc3 0x28"
+ ErrorResponse S="ERROR" V="ERROR" C="22021" M="the text is not valid UTF-8"`,
	},
	"a length below 4": {
		why: "the door tells the client why it hangs up, the server only its log",
		differs: `
+ ErrorResponse S="FATAL" V="FATAL" C="08P01" M="invalid message length"`,
	},
	"broken COPY": {
		why: "the server never gets the message, since it might run it by then; so the door does not know the line",
		differs: `
- ErrorResponse S="ERROR" V="ERROR" C="08P01" M="unexpected message type 0x51 during COPY from stdin" W="COPY copied, line 1"
+ ErrorResponse S="ERROR" V="ERROR" C="08P01" M="unexpected message type 0x51 during COPY from stdin"`,
	},
	"goodbye": {
		why: "a client that leaves in the middle of a unit gets what it is owed, so that it is known what ran",
		differs: `
+ ParseComplete
+ BindComplete
+ DataRow "1"
+ CommandComplete "SELECT 1"`,
	},
	"role": {
		why: "the login at the server must stay who it is",
		differs: `
- CommandComplete "SET"
- ParameterStatus is_superuser="off"
+ ErrorResponse S="ERROR" V="ERROR" C="42501" M="refused by the gate: no mode allows this statement: SET role (the gateway's login must stay who it is)" H="No mode allows it. Write it another way." P="1"
- DataRow "pg_read_all_data"
+ DataRow "postgres"
- ParameterStatus is_superuser="on"`,
	},
}
