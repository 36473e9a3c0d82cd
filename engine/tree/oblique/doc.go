// Package oblique grows trees of decisions whose splits are hyperplanes, as OC1
// does: Murthy, Kasif and Salzberg 1994, doi:10.1613/jair.63. A plane is moved
// along one coefficient after another, each time to the best of all places there,
// and out of local minima along directions that are drawn.
//
// It imports the vocabulary of the engine, the structure of trees, the entropies
// and limits of package gainratio, and internal packages. Start at [Grow] in
// grow.go; line.go finds the best place along a line, descend.go goes from one to
// the next, axis.go finds the best split of one column.
package oblique
