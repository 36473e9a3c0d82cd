package predictor

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
)

func init() {
	declare(engine.Stage{
		Name:     "knn",
		Summary:  "asks the k nearest training rows: their majority, or their mean response",
		Formula:  "argmax_c #{i ∈ N_k(x) : y_i = c},  or  Σ_{i ∈ N_k(x)} y_i / k",
		Citation: "Cover, Hart 1967, doi:10.1109/TIT.1967.1053964",
		Examples: []string{`load | sample(600) | knn(k=5)`},
	}, func() *KNN { return new(KNN) })
}

// KNN gives each row the majority class, or the mean response, of its k
// nearest training rows:
//
//	argmax_c #{i ∈ N_k(x) : y_i = c},  or  Σ_{i ∈ N_k(x)} y_i / k,
//
// where N_k(x) are the k rows with the smallest ‖x − x_i‖, of equal distances
// those that come first. Of classes with equally many neighbours, the one
// whose neighbours' distances have the smaller sum wins, then the smaller
// class number.
//
// Shapes: X n×d, labels or response n → one value a row.
//
// Cost: O(nd) for each row to predict; it keeps the training rows.
//
// Failures: an *engine.Error for k above the number of training rows (E-K),
// values that are not finite (E-NAN), categorical columns.
//
// Determinism: exact; nothing is drawn.
//
// Citation: Cover, Hart 1967, doi:10.1109/TIT.1967.1053964.
type KNN struct {
	K int // neighbours asked
}

// Params declares the parameters.
func (m *KNN) Params(p *engine.Params) {
	p.Int(&m.K, "k", 5, engine.AtLeast(1), "neighbours asked for each row")
}

// Learn keeps the training rows.
func (m *KNN) Learn(_ context.Context, s engine.Sample) (engine.Predictor, error) {
	if err := admit(s); err != nil {
		return nil, err
	}
	if m.K > s.Len() {
		return nil, &engine.Error{Param: "k", Cause: fmt.Sprintf("k = %d must be at most the %d training rows", m.K, s.Len()), Remedy: "lower k"}
	}
	return &neighbourhood{k: m.K, x: s.X, target: s.Target}, nil
}

// A neighbourhood is a learned KNN.
type neighbourhood struct {
	k      int
	x      *mat.Dense
	target engine.Target
}

// Predict asks the neighbours of each row.
func (m *neighbourhood) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	_, d := m.x.Dims()
	if err := sameColumns(y, d); err != nil {
		return err
	}
	n, _ := y.Dims()
	return parallel.With(ctx, n, 16, m.newCircle, func(c *circle, lo, hi int) {
		for i := lo; i < hi; i++ {
			c.gather(m.x, y.RawRowView(i))
			if m.target.HasClasses() {
				dst[i] = float64(c.majority(m.target.Labels))
			} else {
				dst[i] = c.mean(m.target.Response)
			}
		}
	})
}

// A circle is the nearest rows found so far, nearest first.
type circle struct {
	k       int
	rows    []int
	squares []float64 // squared distances
	votes   map[int]vote
}

type vote struct {
	count    int
	distance float64 // summed
}

func (m *neighbourhood) newCircle() *circle {
	return &circle{k: m.k, rows: make([]int, 0, m.k), squares: make([]float64, 0, m.k), votes: map[int]vote{}}
}

// gather finds the k rows of x nearest to the point. Rows come in the order of
// their numbers, so a row as near as the last one kept is farther down.
func (c *circle) gather(x *mat.Dense, point []float64) {
	c.rows, c.squares = c.rows[:0], c.squares[:0]
	n, _ := x.Dims()
	for i := range n {
		square := squaredDistance(point, x.RawRowView(i))
		last := len(c.rows) - 1
		if len(c.rows) < c.k {
			c.rows, c.squares = append(c.rows, 0), append(c.squares, 0)
			last++
		} else if square >= c.squares[last] {
			continue
		}
		at := last
		for ; at > 0 && c.squares[at-1] > square; at-- {
			c.rows[at], c.squares[at] = c.rows[at-1], c.squares[at-1]
		}
		c.rows[at], c.squares[at] = i, square
	}
}

// majority returns the class of most of the neighbours.
func (c *circle) majority(labels []int) int {
	clear(c.votes)
	for at, row := range c.rows {
		v := c.votes[labels[row]]
		v.count++
		v.distance += math.Sqrt(c.squares[at])
		c.votes[labels[row]] = v
	}
	best := labels[c.rows[0]]
	for _, row := range c.rows {
		if class := labels[row]; c.beats(class, best) {
			best = class
		}
	}
	return best
}

// beats tells whether class a wins over class b: by neighbours, then by their
// summed distance, then by number.
func (c *circle) beats(a, b int) bool {
	va, vb := c.votes[a], c.votes[b]
	switch {
	case va.count != vb.count:
		return va.count > vb.count
	case va.distance != vb.distance:
		return va.distance < vb.distance
	}
	return a < b
}

// mean returns the mean response of the neighbours, nearest first.
func (c *circle) mean(response []float64) float64 {
	var sum float64
	for _, row := range c.rows {
		sum += response[row]
	}
	return sum / float64(len(c.rows))
}
