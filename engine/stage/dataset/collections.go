package dataset

// collections are names that stand for several data sets.
var collections = map[string][]string{
	// The labelled data sets that the studies of supervised and semi-supervised
	// manifold learning report on most: small enough that ten folds of each take
	// seconds.
	"paper": {
		"australian_credit", "balance_scale", "breast_cancer_wisconsin", "glass", "heart_statlog", "ionosphere",
		"iris", "liver_bupa", "pima_diabetes", "vowel", "waveform", "wine",
	},
}

// Collections returns the names that stand for several data sets, each with
// theirs, which are to be had where the data folder holds them.
func (*Load) Collections() map[string][]string { return collections }
