// Package descriptions reads what people and dbt say of tables, and gives it to the store of
// snapshots.
//
// # Files of people
//
//	tables:
//	  public.orders:
//	    description: One row for each order.
//	    columns:
//	      customer_id: Who ordered.
//	      card_number: {description: The last four digits., pii: true}
//	    relationships:
//	    - {column: customer_id, references: public.customers.id}
//
// Instead of tables, entities may be named, each with its table; references are to
// entity.column then:
//
//	entities:
//	  order:
//	    table: public.orders
//	    relationships:
//	    - {column: customer_id, references: customer.id, type: many_to_one}
//
// A file with `origin: ai` at its top is what a model wrote; any other is what people wrote.
//
// # dbt
//
// manifest.json and catalog.json are read as dbt leaves them in its target folder: descriptions
// of models, seeds, snapshots and sources with their columns, tests of relationships, foreign
// keys of contracts, and `meta: {pii: true}` of columns.
//
// # Mistakes
//
// A mistake is a [discovery.Problem] with file and line, and the rest is read. Whether a table
// or a column is there is asked of the snapshot: of one that is not, a Problem tells, and the
// text waits for it in the store.
//
// # Files that change
//
// [Keeper].Apply compares the files with those that it read last, and the snapshots with those
// that it resolved names in. Only where something differs are files read.
package descriptions
