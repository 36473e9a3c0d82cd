// Package appearance is what every figure lets its reader decide: title and labels,
// size, colours, and which column of the data its marks are coloured, shaped, named
// or divided by. Each view takes these arguments behind its own, and none of them
// knows of it: what a reader asks is done to the figure that a view has made, by the
// source rows that its points stand for.
//
// The package imports the engine's vocabulary. Start at [Styled], then [Style].
package appearance
