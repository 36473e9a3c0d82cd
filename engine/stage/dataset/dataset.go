// Package dataset is where tables come from: files, addresses and generators.
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
// In a file of numbers alone it is a feature like the others, unless something
// speaks for more: a name such as y, class, label, target, response, outcome,
// species or diagnosis, at most 20 different whole numbers as above, or a sentence
// with a stage that learns or judges classes or a response ([engine.Learning]).
// label="none" makes a feature of it, label= and response= have it learned.
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
// Numbers may be written as people do, if all of a column are written alike:
// in thousands, 1,208.90 or 1.208,90 or 1 208.90 or 1'208.90 or 1_208; with
// a decimal comma; in per cent, 5 %, which is read as 5; in one currency, $5 or
// EUR 5; to base 16, 0x1F. Where a column fits both a decimal point and a
// decimal comma, as 1,208 does, the mark is the one of decimal=, which is a
// point unless semicolons part the cells; a remark says so. Cells in per cent, in
// a currency and to base 16 do not mix with others. Numbers that do not agree
// are a fault with both lines. Whole numbers beyond 2⁵³ are rounded, with a
// remark, where the column is not of levels.
//
// Words that are all dates are days since the beginning of 1970, with the time of day as
// their fraction and in universal time where they name a zone; times of day alone are
// parts of a day. Where two orders of day, month and year fit all words of a column and
// differ, dates= must tell. The words true and false, in any case, are 1 and 0, unless
// they are classes or levels. What a format of dates and truth values of its own says is
// read alike. Digits with zeros before them are numbers, with a remark.
//
// Values of a categorical column that differ in case or blanks alone remain
// different, and features that name the rows remain features; remarks say so.
//
// Classes and levels are numbered in ascending order: as numbers if all of
// them are numbers, as text otherwise. Those that no row has do not exist.
//
// # Reading the package
//
// Start with Load (load.go), which finds the file, tells its format, reads it into a
// grid of words (grid.go) and decides what the columns are (roles.go). The package imports the engine's vocabulary, its internal packages, the
// tools that families share, and generator, whose tables Load knows by name.
package dataset

import "unfold/engine"

var family engine.Family

func declare[M engine.Source](s engine.Stage, make func() M) {
	engine.Declare(&family, engine.SourceRole, s, make)
}

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }
