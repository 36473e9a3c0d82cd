package metric

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	"unfold/engine/linear/gram"
)

// A parzen is how likely classes are anywhere, by the rows that have one.
type parzen struct {
	rows    *mat.Dense
	class   []int // of each row, from 0
	classes int   // that rows are of
	square  float64
}

// newParzen takes the rows of s with a class.
func newParzen(s engine.Sample) *parzen {
	p := new(parzen)
	number, cells := make([]int, len(s.Classes)), []float64(nil)
	for i, label := range s.Labels {
		if label == engine.Hidden {
			continue
		}
		if number[label] == 0 {
			p.classes++
			number[label] = p.classes
		}
		p.class, cells = append(p.class, number[label]-1), append(cells, s.X.RawRowView(i)...)
	}
	if p.class != nil {
		p.rows = mat.NewDense(len(p.class), len(cells)/len(p.class), cells)
	}
	return p
}

func (p *parzen) setSigma(sigma float64) { p.square = sigma * sigma }

// choose sets σ to the one of ten for which left-out rows are most likely of their
// class.
func (p *parzen) choose(ctx context.Context) error {
	const many, least, judged = 10, 1e-3, 1000
	spread := meanSquare(p.rows)
	if spread == 0 {
		spread = 1 // all rows are equal: any σ tells as much
	}
	n := len(p.class)
	stride := (n + judged - 1) / judged
	parts, err := parallel.Blocks(ctx, (n+stride-1)/stride, 4, func(lo, hi int) (sums [many]float64) {
		squares, row := make([]float64, n), make([]float64, n)
		for i := lo; i < hi; i++ {
			for j := range squares {
				squares[j] = gram.Square(p.rows.RawRowView(i*stride), p.rows.RawRowView(j))
			}
			for k := range sums {
				sums[k] += p.logLeftOut(row, squares, i*stride, candidate(k, many, least, spread))
			}
		}
		return sums
	})
	if err != nil {
		return err
	}
	var sums [many]float64
	for _, part := range parts {
		for k, v := range part {
			sums[k] += v
		}
	}
	best := slices.Index(sums[:], slices.Max(sums[:]))
	p.square = candidate(best, many, least, spread)
	engine.Remark(ctx, "sigma = %.4g tells the classes of left-out rows best", math.Sqrt(p.square))
	return nil
}

// candidate is the k-th σ² of many, from least times the spread up to the spread.
func candidate(k, many int, least, spread float64) float64 {
	return spread * elementary.Pow(least, 1-float64(k)/float64(many-1))
}

// logLeftOut returns log p(c|x_i) by all other rows, whose squared distances are given;
// nothing of a row that is alone in its class, which no σ tells.
func (p *parzen) logLeftOut(row, squares []float64, i int, square float64) float64 {
	same := p.logSum(row, squares, square, func(j int) bool { return j != i && p.class[j] == p.class[i] })
	if math.IsInf(same, -1) {
		return 0
	}
	return same - p.logSum(row, squares, square, func(j int) bool { return j != i })
}

// logSum returns ln Σ exp(−square/2σ²) over some rows.
func (p *parzen) logSum(row, squares []float64, square float64, of func(j int) bool) float64 {
	row = row[:0]
	for j, v := range squares {
		if of(j) {
			row = append(row, -v/(2*square))
		}
	}
	if len(row) == 0 {
		return math.Inf(-1)
	}
	most, sum := slices.Max(row), 0.0
	for j := range row {
		row[j] -= most
	}
	simd.Exp(row, row)
	for _, v := range row {
		sum += v
	}
	return most + elementary.Log(sum)
}

// A path measures straight lines from a row, for one goroutine. With the line x = a +
// τ v, the squared distances from rows are ‖a − x_i‖² + 2τ (a − x_i)·v + τ²‖v‖², and
// J weighs v by Σ_c p_c (m_c·v − m·v)²/σ⁴, where only (a − x_i)·v differ among rows.
type path struct {
	*parzen
	from    []float64 // a
	squares []float64 // ‖a − x_i‖²
	slopes  []float64 // (a − x_i)·v
	weights []float64 // k
	mass    []float64 // Σ k of each class
	moment  []float64 // Σ k (a − x_i)·v of each class
}

func (p *parzen) newPath() *path {
	n := len(p.class)
	return &path{parzen: p, squares: make([]float64, n), slopes: make([]float64, n), weights: make([]float64, n), mass: make([]float64, p.classes), moment: make([]float64, p.classes)}
}

// leave starts at a row.
func (w *path) leave(a []float64) {
	w.from = a
	for i := range w.squares {
		w.squares[i] = gram.Square(a, w.rows.RawRowView(i))
	}
}

// length returns that of the line to b, by the midpoints of so many steps.
func (w *path) length(b []float64, steps int) (length float64) {
	far := 0.0
	clear(w.slopes)
	for c, from := range w.from {
		v := b[c] - from
		far += float64(v * v)
		for i := range w.slopes {
			w.slopes[i] += float64((from - w.rows.At(i, c)) * v)
		}
	}
	for t := range steps {
		length += math.Sqrt(w.speed((float64(t)+0.5)/float64(steps), far)) / float64(steps)
	}
	return length
}

// speed returns vᵀ J v at τ.
func (w *path) speed(tau, far float64) (sum float64) {
	for i, v := range w.slopes {
		w.weights[i] = w.squares[i] + float64(2*tau*v) + float64(tau*tau*far)
	}
	least := slices.Min(w.weights)
	for i, v := range w.weights {
		w.weights[i] = (least - v) / (2 * w.square)
	}
	simd.Exp(w.weights, w.weights)
	clear(w.mass)
	clear(w.moment)
	for i, k := range w.weights {
		w.mass[w.class[i]] += k
		w.moment[w.class[i]] += float64(k * w.slopes[i])
	}
	var mass, moment float64
	for c, m := range w.mass {
		mass, moment = mass+m, moment+w.moment[c]
	}
	for c, m := range w.mass {
		if m > 0 {
			off := (w.moment[c]/m - moment/mass) / w.square
			sum += float64(m / mass * off * off)
		}
	}
	return sum
}
