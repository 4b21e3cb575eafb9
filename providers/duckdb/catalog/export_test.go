package catalog

// ListBuiltin is for the tests of other instances.
var ListBuiltin = listBuiltin
