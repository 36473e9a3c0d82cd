package pairwise

// A Relation says which rows belong together, and how far apart their images
// ought to be.
type Relation interface {
	// Len returns the number of rows.
	Len() int
	// Of returns the rows j that row i is related to, rising and without i, and
	// the weights G_ij, which need not be G_ji. They are only read.
	Of(i int) (rows []int32, weights []float64)
	// Target returns Δ_ij = Δ_ji, the squared distance that the images of i and j
	// are wanted at, of any two rows.
	Target(i, j int) float64
}
