package evidence

import (
	"cmp"
	"fmt"
	"slices"
)

// Ranks returns the rank of each score: 1 for the highest, and for equal ones
// the mean of the ranks they take together.
func Ranks(scores []float64) []float64 {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	ranks := make([]float64, len(scores))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && scores[order[to]] == scores[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+1+to) / 2
		}
		from = to
	}
	return ranks
}

// A Ranking is how methods rank on each of many data sets.
type Ranking struct {
	Sets  int         // N, the data sets
	By    [][]float64 // ranks by data set and method
	Means []float64   // R_j, the mean rank of each method

	ties float64 // Σ (t³ − t) over the groups of t equal scores of a data set
}

// NewRanking ranks methods by their scores on data sets: scores[i][j] is that of
// method j on data set i. It fails if rows differ in length or a score is not a
// finite number; a data set with a hole must be left out.
func NewRanking(scores [][]float64) (*Ranking, error) {
	const test = "ranking"
	if len(scores) == 0 {
		return nil, refusal(test, "", "there are no data sets")
	}
	r := &Ranking{Sets: len(scores), Means: make([]float64, len(scores[0]))}
	for i, row := range scores {
		if len(row) != len(r.Means) {
			return nil, refusal(test, "", "data set %d has %d scores, the first %d", i+1, len(row), len(r.Means))
		}
		if err := checkFinite(fmt.Sprintf("%s of data set %d", test, i+1), row); err != nil {
			return nil, err
		}
		ranks := Ranks(row)
		for j, rank := range ranks {
			r.Means[j] += rank / float64(len(scores))
		}
		r.By = append(r.By, ranks)
		r.ties += ties(ranks)
	}
	return r, nil
}

// ties returns Σ (t³ − t) over the groups of t equal ranks.
func ties(ranks []float64) (sum float64) {
	sizes := map[float64]float64{}
	for _, rank := range ranks {
		sizes[rank]++
	}
	for _, t := range sizes { // sums of whole numbers have no order
		sum += float64(t*t*t) - t
	}
	return sum
}

// A Record counts on how many data sets a method did better than another, the
// same, and worse.
type Record struct {
	Wins, Ties, Losses int
}

// Record returns how method i did against method j.
func (r *Ranking) Record(i, j int) (c Record) {
	for _, ranks := range r.By {
		switch {
		case ranks[i] < ranks[j]:
			c.Wins++
		case ranks[i] > ranks[j]:
			c.Losses++
		default:
			c.Ties++
		}
	}
	return c
}
