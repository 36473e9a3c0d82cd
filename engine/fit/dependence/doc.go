// Package dependence measures how much of what is to be learned depends on
// projections of the rows, and finds the projections that it depends on: what kdr,
// spca and kspca ask.
//
// Two measures, both by kernels:
//
//	conditional covariance  f(W) = tr[G_y (G_z + nεI)⁻¹], what remains of the responses
//	                        once the projections z = Wᵀ x have explained what they can
//	HSIC                    tr(K L), the Hilbert-Schmidt independence criterion
//
// The first is a Cost of orthonormal W, Exact or by random Cosines, that Minimise
// descends; the second has its maximum in closed form, Directions.
//
// It imports tools of the engine (gram, optimum, spectral, blas), no stage. Start
// reading at cost.go; exact.go is the measure as it is written.
package dependence
