// Package dialect reads the verbs that PostgreSQL's grammar does not have. They are StackQL's:
//
//	SHOW [EXTENDED] PROVIDERS [LIKE 'pattern']
//	SHOW [EXTENDED] SERVICES {IN | FROM} provider [LIKE 'pattern']
//	SHOW [EXTENDED] RESOURCES {IN | FROM} provider.service [LIKE 'pattern']
//	SHOW [EXTENDED] METHODS {IN | FROM} [[provider.]service.]resource [LIKE 'pattern']
//	SHOW INSERT [/*+ REQUIRED */] INTO [[provider.]service.]resource
//	SHOW [EXTENDED] VERSION
//	{DESCRIBE | DESC} [EXTENDED] [[provider.]service.]resource
//	{DESCRIBE | DESC} METHOD [EXTENDED] [[provider.]service.]resource.method
//	EXEC [/*+ AWAIT */] [provider.]service.resource.method [@name = value, …] [@@json = 'body']
//	CALL provider.service.resource.method([name => value, …])
//	REPLACE resource SET … WHERE …
//	REGISTRY LIST [provider]
//	REGISTRY PULL provider [version]
//
// [Read] takes a text apart. A text without any of these verbs is the parser's, as it is. Of a
// text with some, [Batch] has the verbs, and for the parser a text of the same length in which each
// verb is a comment: so the places of everything else stay the same. REPLACE … SET is the parser's,
// too, spelled as UPDATE.
//
// Names that are not in quotes are folded to lower case, as PostgreSQL folds them; those of a
// method and its inputs stay as they are written. Hints are comments that begin with /*+.
package dialect
