// Package rules holds the tree to its rules, as tests: what each room may import, how
// long packages and functions are, that exports are reached, that the engine keeps
// nothing and rounds the same everywhere, and that documents say what is there. The
// module is parsed and type-checked once for all of them (module_test.go). Start at
// imports_test.go.
package rules
