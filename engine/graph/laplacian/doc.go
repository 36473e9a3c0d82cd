// Package laplacian makes matrices of how strongly rows are joined: W from the
// lengths of a neighbourhood graph (Heat, Binary), or of all pairs (Dense), brought
// to the powers of density that count (Anisotropic); and the symmetric form
// D^−½ W D^−½ of the random walk D⁻¹ W along them (Walk), whose leading eigenvectors
// eigenmaps and diffusion maps are. An Affinity carries that over to new rows.
//
// All sums have one order, so results are the same bits at any GOMAXPROCS. The package
// imports the engine's vocabulary, its internal packages, check, neighbour and sparse.
// Start with Heat.
package laplacian
