// Package diag says what is wrong with a reader's text, where, why, and what
// to do about it.
//
// A Finding points at a Span of a Source. A List of findings is an error that
// front ends know how to read: it prints each with its position, the line it
// stands in, an underline below the exact words, the cause and the remedy.
package diag
