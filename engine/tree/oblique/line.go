package oblique

import (
	"math"
	"math/bits"
	"slices"

	"unfold/engine/internal/random"
	"unfold/engine/tree/gainratio"
)

// A walker moves a plane among the rows of a node. A row is above the plane where
// its value is more than zero, else below.
type walker struct {
	least   int // rows on either side
	entropy *gainratio.Entropy
	class   []int32
	columns [][]float64 // of the node's rows, and ones for the constant
	stream  *random.Stream

	value, moved, slope []float64 // of each row; after a move; by how much it grows with a step
	meets               []uint64  // where rows meet the plane, in order
	sides               [2][]int  // rows of each class below and above
}

// impurity returns what there is to learn of the classes on both sides, in bits of
// all rows together, if both have enough rows.
func (w *walker) impurity(value []float64) (found gainratio.Information, ok bool) {
	clear(w.sides[0])
	clear(w.sides[1])
	var count [2]int
	for j, v := range value {
		side := sideOf(v)
		w.sides[side][w.class[j]]++
		count[side]++
	}
	return w.entropy.OfRows(count[0]) + w.entropy.OfRows(count[1]) - w.sums(), min(count[0], count[1]) >= w.least
}

func sideOf(value float64) int {
	if value > 0 {
		return 1
	}
	return 0
}

// sums returns Σ k log₂ k over classes and sides.
func (w *walker) sums() (sum gainratio.Information) {
	for _, side := range w.sides {
		for _, k := range side {
			sum += w.entropy.OfRows(k)
		}
	}
	return sum
}

// along returns the step along the slopes, value + step·slope, to where the
// impurity is least: in the middle between two places where rows meet the plane.
// Places are told apart to 32 bits. Of equal ones the first is taken.
func (w *walker) along() (step float64, ok bool) {
	places := bits.Len(uint(len(w.value)))
	w.begin(places)
	var count [2]int
	for side := range count {
		for _, k := range w.sides[side] {
			count[side] += k
		}
	}
	sum, best, at := w.sums(), gainratio.Information(math.MaxInt64), -1
	for i := 0; i < len(w.meets); {
		for place := w.meets[i] >> places; i < len(w.meets) && w.meets[i]>>places == place; i++ {
			j := w.rowOf(w.meets[i], places)
			to := sideOf(w.slope[j])
			sum += w.cross(w.class[j], 1-to, to)
			count[to]++
			count[1-to]--
		}
		if i == len(w.meets) || min(count[0], count[1]) < w.least {
			continue
		}
		if impurity := w.entropy.OfRows(count[0]) + w.entropy.OfRows(count[1]) - sum; impurity < best {
			best, at = impurity, i
		}
	}
	if at < 0 {
		return 0, false
	}
	return float64(w.crossing(w.rowOf(w.meets[at-1], places))/2) + float64(w.crossing(w.rowOf(w.meets[at], places))/2), true
}

// crossing is the step at which row j crosses the plane.
func (w *walker) crossing(j int) float64 { return float64(-w.value[j] / w.slope[j]) }

// begin sorts where rows meet the plane, and puts them on their sides as they are
// a long way back. Rows that do not move stay.
func (w *walker) begin(places int) {
	w.meets = w.meets[:0]
	clear(w.sides[0])
	clear(w.sides[1])
	for j, v := range w.value {
		q := w.slope[j]
		side := 1 - sideOf(q)
		if at := w.crossing(j); q != 0 && !math.IsInf(at, 0) {
			w.meets = append(w.meets, order(at)>>places<<places|uint64(j))
		} else {
			side = sideOf(v)
		}
		w.sides[side][w.class[j]]++
	}
	slices.Sort(w.meets)
}

// rowOf returns the row of a place.
func (w *walker) rowOf(place uint64, places int) int { return int(place & (1<<places - 1)) }

// order returns bits that are ordered as numbers are.
func order(v float64) uint64 {
	b := math.Float64bits(v)
	if b>>63 == 1 {
		return ^b
	}
	return b | 1<<63
}

// cross moves a row of the class from one side to the other, and returns by how much
// Σ k log₂ k grows.
func (w *walker) cross(class int32, from, to int) gainratio.Information {
	a, b := w.sides[from][class], w.sides[to][class]
	w.sides[from][class], w.sides[to][class] = a-1, b+1
	e := w.entropy
	return e.OfRows(a-1) - e.OfRows(a) + e.OfRows(b+1) - e.OfRows(b)
}
