// Package policy has the rule of each node type of a parse tree: the class and the verb of a statement, or that a node is a
// part of one. A type without a rule is refused, whatever it holds; TestEveryNodeHasARule compares the table with the
// parser's own list.
//
// Shapes says besides which fields of a type can hold other nodes, so that the planner's walk visits all of them and nothing
// else. What a statement does by its parts (the options of COPY, the object of DROP) is the planner's to add.
package policy
