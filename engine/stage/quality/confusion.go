package quality

import "unfold/engine"

// confusionCounts counts the rows of each class (first index) by the class
// predicted (second index).
func confusionCounts(r *engine.Run) [][]int {
	truth := r.Judged()
	classes := len(truth.Classes)
	for i, l := range truth.Labels {
		classes = max(classes, l+1, int(r.Predicted[i])+1)
	}
	counts := make([][]int, classes)
	for c := range counts {
		counts[c] = make([]int, classes)
	}
	for i, l := range truth.Labels {
		counts[l][int(r.Predicted[i])]++
	}
	return counts
}

func total(counts []int) int {
	sum := 0
	for _, c := range counts {
		sum += c
	}
	return sum
}
