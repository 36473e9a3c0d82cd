// Package lower writes a cell with pipelines as Go text.
//
//	load("x") | isomap(7, dim=2)
//
// becomes, apart from directives,
//
//	uf__.Pipe(0, uf__.Stage(1, "load", "x"), uf__.Stage(2, "isomap", 7, uf__.Named("dim", 2)))
//
// Line ends stay where they were, and line directives keep the columns, so
// that whatever Go finds is found in the reader's own text. The numbers lead to
// a table of sites, which knows where each pipeline, stage and argument was
// written.
//
// The text expects the session under the name Package, with
//
//	Pipe(site int, operands ...any) *Pipeline
//	Stage(site int, name string, arguments ...any) *Pipeline
//	Named(name string, value any) any
//	List(values ...any), Range(low, high, by any), LogRange(low, high, count any), Auto
package lower
