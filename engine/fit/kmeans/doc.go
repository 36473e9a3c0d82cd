// Package kmeans finds rows that others lie around: the means of groups of rows, each in
// the group of its nearest mean. Stages need them for pieces of a map and for centres of
// kernels.
//
// It imports the vocabulary of the engine and internal packages. Start at [Means].
package kmeans
