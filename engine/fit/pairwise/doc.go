// Package pairwise fits a map of rows to what pairs of them ought to be: the
// solver behind sdpp, sppp and ksdpp, and behind whatever else is a cost on the
// distances of mapped rows.
//
// Three things make a fit, and none knows the others:
//
//	Relation  which rows belong together, with weights G_ij and wanted distances Δ_ij
//	Cost      C as a function of the squared distances D_ij = ‖z_i − z_j‖² of images
//	Map       z_i = f(x_i; w), parameters w to images of rows
//
// With F_ij = ∂C/∂D_ij and R = F + Fᵀ the gradient of any cost is that of any
// other, and the map brings it back to its parameters:
//
//	∂C/∂z_i = 2 Σ_j R_ij (z_i − z_j),  ∂C/∂w = Σ_i (∂z_i/∂w)ᵀ ∂C/∂z_i
//
// Objective joins a cost and a map, whichever they are, to a problem for package
// optimum; Minimise descends it from several starts. What a cost or a map can do
// beyond that is asked of it by interface, in cost.go and map.go: a LineCost is a
// polynomial along lines, a SummableCost can be summed up once for a LinearMap,
// a SampledCost does with fewer pairs, a DrawnMap draws starts. Semidefinite
// solves for a Linear map of free rank, with a bound that proves it.
//
// Rows are summed in order and blocks of rows too, by sizes alone: the bits are
// the same on any number of processors.
//
// It imports tools of the engine (neighbourhood, optimum, spectral, blas), no
// stage. Start reading at relation.go, cost.go and map.go, then objective.go;
// stress.go is the cost of sdpp and linear.go its map. A cost and a map of one's own
// take a file each: huber_test.go and scaling_test.go show how.
package pairwise
