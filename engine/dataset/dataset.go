// Package dataset is where tables come from: files, addresses, Go values and
// generators.
//
// # What is learned
//
// The last column of a file is what is to be learned, unless label= or
// response= name another. It is
//
//   - the class, if its cells are words, or whole numbers of which there are at
//     most 10 different ones, or at most 50 if each occurs twice on average;
//   - the response otherwise.
//
// A column named by label= is the class and those named by response= are the
// responses, whatever their cells look like. The first of several responses
// leads: divisions are stratified by it, and figures shaded by it.
//
// # Columns
//
// A column is numeric if its cells are numbers. It is categorical if more than
// half of its cells are words, or if it is named in categorical=. A word in
// any other column is a fault, reported with its line. Numbers among words
// are written in their shortest form, so that 1 and 1.0 are one level.
//
// Classes and levels are numbered in ascending order: as numbers if all of
// them are numbers, as text otherwise. Those that no row has do not exist.
package dataset

import "unfold/engine"

var family engine.Family

func declare[M engine.Source](s engine.Stage, make func() M) {
	engine.Declare(&family, engine.SourceRole, s, make)
}

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }
