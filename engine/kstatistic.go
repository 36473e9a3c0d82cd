package engine

// A KStatistic is what the number of neighbours of a graph was chosen by: for each
// number k that was tried, how much nearer rows of one class are than rows of
// different classes along the graph.
type KStatistic struct {
	K []int     // in ascending order
	T []float64 // from −1, rows of different classes alone are near, to 1
	// Coverage is the share of pairs of one class that the graph connected before
	// its components were joined: where it is low, bridges decide.
	Coverage   []float64
	Components []int // of the graph before they were joined
	Chosen     int   // the position of the k that was chosen
}
