// Package syntax finds pipelines inside Go text and gives them a tree.
//
// A cell is Go; what is not a pipeline is left to Go, token by token. Which
// words are stages, and which are Go names of the session, an Env tells. A Go
// name always wins over a stage of that name, wherever it is in scope.
//
//   - Operands joined by bars are a pipeline when one of them is a stage, bare
//     or called, or has named arguments: Go knows neither the word nor f(x = 1).
//     Words beside it that are neither stage nor Go name are stages not known.
//   - So are operands one of which is a Go name that holds a pipeline.
//   - A stage alone, where Go wants a value, is a pipeline of one operand.
//   - All other bars are Go's: os.O_CREATE | os.O_RDWR is never touched.
//
// A pipeline goes on over line ends before and behind a bar.
//
// The arguments of a stage are Go expressions, or candidates to choose from:
//
//	[5, 7, 9]   [1, 10, auto]   3..15   3..15 by 2   1e-6..1 log 7   auto
//
// Parse never gives up: it reports every finding of a cell and goes on behind
// each. Format prints pipelines canonically and formats the Go around them.
package syntax
