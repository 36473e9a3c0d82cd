// Package layout lays rows out as free points: those that belong together attract
// each other, and all push each other away. It is the engine behind tsne.
//
// Three things make a layout:
//
//	Affinities  P_ij, how much rows belong together: sparse, symmetric, of sum one
//	kernel      φ(D) = (1 + D/s)^(−(s+1)/2), how near points belong together, by D_ij = ‖z_i − z_j‖²
//	Repulsion   how the sums over all pairs of points are found: exact, tree or grid
//
// and a descent of the divergence KL(P‖Q), Q_ij = φ(D_ij)/Σφ. With c = (s+1)/(2s)
// and u = 1/(1 + D/s) its gradient has a sparse part and a part over all pairs,
//
//	∂KL/∂z_i = 4c (Σ_j P_ij u_ij (z_i − z_j) − Σ_j φ_ij u_ij (z_i − z_j) / Σφ)
//
// which is what package pairwise, whose words relation and cost mean the same
// here, could not do for many rows: there all pairs are gone through.
//
// Copies of a row are one point, with a mass that tells how many they are: the
// cost is that of all rows, under the condition that copies have one image.
//
// Every sum has an order that depends on sizes alone, so a layout has the same
// bits on any number of processors and any set of instructions.
//
// It imports the vocabulary of the engine, its internal packages, neighbourhood,
// whose weights affinities come from, and pairwise, for whose maps the divergence is a
// cost; no stage. Start reading at affinities.go and descent.go, then repulsion.go:
// exact.go, tree.go and grid.go are the three.
package layout
