package tree

import "math"

// CannotTell is the branch of a row that lacks what a split asks for.
const CannotTell = -1

// A Split is what an inner node asks: a [Threshold], a [Levels] or an [Oblique].
type Split interface {
	// Branches returns how many ways lead on.
	Branches() int
	// Branch returns the number of the way that the row takes, or CannotTell.
	Branch(row []float64) int
}

// A Threshold asks whether a number is at most a bound: branch 0, else 1.
type Threshold struct {
	Column   int
	At       float64
	Reversed bool // rows at most At take branch 1, the others 0: for surrogates
}

// Branches returns two.
func (Threshold) Branches() int { return 2 }

// Branch compares the cell; it cannot tell where that is missing.
func (s Threshold) Branch(row []float64) int {
	v := row[s.Column]
	switch {
	case math.IsNaN(v):
		return CannotTell
	case v <= s.At != s.Reversed:
		return 0
	}
	return 1
}

// A Levels asks which level a categorical column has. There may be a branch for
// each level, or two for sets of them.
type Levels struct {
	Column int
	To     []int // the branch of each level by its number, CannotTell for one that no training row had here
	Ways   int   // how many branches there are
}

// Branches returns how many ways there are.
func (s Levels) Branches() int { return s.Ways }

// Branch looks the level up; it cannot tell where that is missing, or unseen.
func (s Levels) Branch(row []float64) int {
	v := row[s.Column]
	if !(v >= 0 && v < float64(len(s.To))) {
		return CannotTell
	}
	return s.To[int(v)]
}

// An Oblique asks whether a weighted sum of columns, Σ w_j x_j, is at most a
// bound: branch 0, else 1.
type Oblique struct {
	Columns []int     // in ascending order
	Weights []float64 // of each of them
	At      float64
}

// Branches returns two.
func (Oblique) Branches() int { return 2 }

// Sum returns the weighted sum, in the order of the columns.
func (s Oblique) Sum(row []float64) float64 {
	var sum float64
	for i, c := range s.Columns {
		sum += float64(s.Weights[i] * row[c])
	}
	return sum
}

// Branch compares the sum; it cannot tell where one of the columns is missing.
func (s Oblique) Branch(row []float64) int {
	sum := s.Sum(row)
	switch {
	case math.IsNaN(sum):
		return CannotTell
	case sum <= s.At:
		return 0
	}
	return 1
}
