package predictor

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/equal"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "knn",
		Summary:  "asks the k nearest training rows: their majority, or their mean response",
		Formula:  "argmax_c #{i ∈ N_k(x) : y_i = c},  or  Σ_{i ∈ N_k(x)} y_i / k",
		Citation: "Cover, Hart 1967, doi:10.1109/TIT.1967.1053964",
		Aliases:  []string{"kneighbors", "kneighbours", "kneighborsclassifier", "nearestneighbours", "nearestneighbors", "kknn"},
		Examples: []string{`load | sample(600) | knn(k=5)`},
	}, func() *KNN { return new(KNN) })
}

// KNN gives each row the majority class, or the mean of each response, of its k
// nearest training rows:
//
//	argmax_c #{i ∈ N_k(x) : y_i = c},  or  Σ_{i ∈ N_k(x)} y_i / k,
//
// where N_k(x) are the k rows with the smallest ‖x − x_i‖, of distances that are
// equal but for rounding (1.5e-11 of them) those that come first. Of classes with
// equally many neighbours, the one whose neighbours' distances have the smaller sum
// wins, then the smaller class number.
//
// Shapes: X n×d, labels n or responses n×m → one class number or m values a row.
//
// Cost: O(nd log n) to learn, O(nd) memory; a row to predict is compared with
// few training rows where columns are few, and with all, in O(nd), at worst.
//
// Failures: an *engine.Error for k above the number of training rows,
// values that are not finite, categorical columns.
//
// Determinism: exact; nothing is drawn.
//
// Citation: Cover, Hart 1967, doi:10.1109/TIT.1967.1053964.
type KNN struct {
	K int // neighbours asked
}

// Params declares the parameters.
func (m *KNN) Params(p *engine.Params) {
	p.Int(&m.K, "k", 5, engine.AtLeast(1), "neighbours asked for each row").Simpler(engine.Larger)
}

// Learn arranges the training rows.
func (m *KNN) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	if err := checkSample(s); err != nil {
		return nil, err
	}
	if m.K > s.Len() {
		return nil, &engine.Error{Param: "k", Cause: fmt.Sprintf("k = %d must be at most the %d training rows", m.K, s.Len()), Remedy: remedy.Reduce("k")}
	}
	index, err := engine.Shared(ctx, s.Memo, indexKey{}, func(ctx context.Context) (*neighbour.Index, error) { return neighbour.NewIndex(ctx, s.X) })
	if err != nil {
		return nil, err
	}
	_, d := s.X.Dims()
	return &neighbourhood{k: m.K, columns: d, index: index, target: s.Target}, nil
}

// indexKey names the index of rows, whatever k.
type indexKey struct{}

// A neighbourhood is a learned KNN.
type neighbourhood struct {
	k, columns int
	index      *neighbour.Index
	target     engine.Target
}

func init() { codec.Register[*neighbourhood]("knn", 1) }

// Fields tells the rows with their classes or responses.
func (m *neighbourhood) Fields(f *codec.Fields) {
	if m.index == nil {
		m.index = new(neighbour.Index)
	}
	m.columns = f.Columns()
	f.Int("k", &m.k)
	f.Group("rows", m.index.Fields)
	n := m.index.Len()
	f.Check(m.k >= 1 && m.k <= n, "%d neighbours among %d rows", m.k, n)
	if f.Shape.Classes > 0 {
		f.Ints("labels", &m.target.Labels)
		codec.Indices(f, m.target.Labels, f.Shape.Classes)
		f.Check(len(m.target.Labels) == n, "%d labels of %d rows", len(m.target.Labels), n)
		return
	}
	f.Matrix("responses", &m.target.Response)
	if f.Good() {
		rows, width := m.target.Response.Dims()
		f.Check(rows == n && width == f.Shape.Responses, "responses %d×%d of %d rows", rows, width, n)
	}
}

// Predict asks the neighbours of each row.
func (m *neighbourhood) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	if err := sameColumns(y, m.columns); err != nil {
		return err
	}
	n, _ := y.Dims()
	width := m.target.Width()
	count := parallel.Count(ctx, "predictions", n)
	return parallel.Try(ctx, n, 16, func() *neighbours { return &neighbours{votes: map[int]vote{}} }, func(c *neighbours, lo, hi int) error {
		for i := lo; i < hi; i++ {
			var err error
			if c.rows, err = m.index.Query(c.rows, y.RawRowView(i), m.k); err != nil {
				return err
			}
			if m.target.HasClasses() {
				dst[i] = float64(c.majority(m.target.Labels))
			} else {
				c.mean(dst[i*width:(i+1)*width], m.target.Response)
			}
		}
		count.Add(hi - lo)
		return nil
	})
}

// neighbours are the rows nearest to one, nearest first.
type neighbours struct {
	rows  []neighbour.Candidate
	votes map[int]vote
}

type vote struct {
	count    int
	distance float64 // summed
}

// majority returns the class of most of the neighbours.
func (c *neighbours) majority(labels []int) int {
	clear(c.votes)
	for _, row := range c.rows {
		v := c.votes[labels[row.Index]]
		v.count++
		v.distance += row.Length
		c.votes[labels[row.Index]] = v
	}
	best := labels[c.rows[0].Index]
	for _, row := range c.rows {
		if class := labels[row.Index]; c.beats(class, best) {
			best = class
		}
	}
	return best
}

// beats tells whether class a wins over class b: by neighbours, then by their
// summed distance, then by number.
func (c *neighbours) beats(a, b int) bool {
	va, vb := c.votes[a], c.votes[b]
	if va.count != vb.count {
		return va.count > vb.count
	}
	if order := equal.Compare(va.distance, vb.distance); order != 0 {
		return order < 0
	}
	return a < b
}

// mean fills dst with the mean responses of the neighbours, nearest first.
func (c *neighbours) mean(dst []float64, response *mat.Dense) {
	clear(dst)
	for _, row := range c.rows {
		for r, v := range response.RawRowView(int(row.Index)) {
			dst[r] += v
		}
	}
	for r := range dst {
		dst[r] /= float64(len(c.rows))
	}
}
