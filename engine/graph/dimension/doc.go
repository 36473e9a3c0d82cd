// Package dimension tells how many numbers the rows of a sample need: the
// intrinsic dimension of the set that they were drawn from, which is often far
// below the number of columns.
//
// Each estimate comes with an interval for how far another draw of as many rows
// would move it. What it leaves out is the bias of all that look at neighbours:
// near the border of a set, and where the rows are few for their dimension,
// neighbourhoods are no balls in flat space, and estimates are too low.
//
// Rows at no distance from each other count once: a copy says nothing of the set
// that its original does not say, and logarithms of zero are nowhere.
//
// It imports the engine's vocabulary, its internal packages and the search for
// neighbours. Start at [Find], then read twonn.go, which is the shortest.
package dimension

// An Estimate is a dimension with its 95 % interval.
type Estimate struct{ Value, Low, High float64 }
