// Package cart grows and prunes binary trees by impurity, as Breiman, Friedman,
// Olshen and Stone 1984 do (doi:10.1201/9781315139470): for classes by Gini's
// index, for responses by their variance; on numbers and levels, with surrogate
// splits where cells are missing. A tree and the trees of a forest grow here.
//
// Cells are coded once by the order of their values ([NewTable]); each node sorts
// or counts the codes of its rows, which takes O(rows) for each column. It imports
// the vocabulary of the engine, its checks, the structure of trees, and internal
// packages. Start at [Table.Grow] in grow.go; search.go finds the best split of a
// node, surrogate.go those for missing cells, prune.go takes branches away again.
package cart
