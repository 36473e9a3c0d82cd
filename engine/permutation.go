package engine

// A Permutation holds the score of a pipeline against those of the same
// pipeline on the same folds with labels dealt anew: what it scores where
// nothing can be learned (Ojala, Garriga 2010, "Permutation tests for studying
// classifier performance", Journal of Machine Learning Research 11).
type Permutation struct {
	Measure string
	Better  Direction
	Real    float64   // the mean over the folds, with the labels that rows have
	Scores  []float64 // the mean over the folds, of each deal
	P       float64   // (1 + deals at least as good) / (1 + deals)
	Run     *Run      // the first fold of the first deal, to be drawn beside a real one
}

// placed reports whether there is an embedding of a deal to look at.
func (p *Permutation) placed() bool {
	return p != nil && p.Run != nil && p.Run.Embedding != nil && p.Run.Embedding.Y != nil
}
