package extension

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "elm",
		Summary:  "maps by an extreme learning machine: random neurons, then least squares",
		Formula:  "f(x) = Bᵀh(x),  h_j(x) = 1/(1 + exp(−w_j·x − b_j)),  B = (HᵀH + ρI)⁻¹ HᵀY",
		Citation: "Huang, Zhu, Siew 2006, doi:10.1016/j.neucom.2005.12.126",
		Aliases:  []string{"extremelearningmachine"},
		Near:     []string{"rvfl"},
		Examples: []string{`waveform(n=300) | scale | isomap(k=10) | elm | knn`, `swissroll(n=300) | isomap(k=10) | elm(neurons=60, ridge=0)`},
	}, func() engine.Extender { return new(ELM) })
}

// ELM, the extreme learning machine, is a network with one layer of neurons whose
// weights are drawn and never learned: only what leads from them to the images is,
// by least squares.
//
//	h_j(x) = 1/(1 + exp(−w_j·z − b_j)),  z the columns of x in deviations from their mean
//	B      = (HᵀH + ρI)⁻¹ Hᵀ(Y − 1mᵀ),  ρ = ridge · mean(diag HᵀH)
//	f(x)   = m + Bᵀh(x)
//
// with m the mean of the placed rows, and a first column of H that is 1. Without
// it (constant="no") m is zero too. X n×d, Y n×dim → images m×dim. Columns have no
// unit, since they are divided by their standard deviations over the training
// rows; those that do not vary are left out. Weights are drawn evenly from −1 to 1,
// and divided by √d; biases from −1 to 1. ridge has no unit. ridge=0 is the
// pseudo-inverse B = H⁺Y as the paper has it, without singular values below 1e-12
// of the largest.
//
// What a fit is worth is its R² = 1 − Σ‖y − f(x)‖²/Σ‖y − ȳ‖² on rows that it has
// not seen: each of five folds of the training rows is held once. R² of the rows
// learned from would grow with every neuron. Single draws are noise, so several
// are made, and a note tells their R², the least, the median and the largest. By
// itself the number of neurons is that of 5, 10, 20, 40, 60, 80, 100, 150 and 200,
// up to half the rows, with the best mean R² of all draws, the fewest among equal
// ones. Then the best draw is the map; its own R² flatters it, as the best of some.
// By itself there are up to 25 draws, as many as take about a fifth of a second, and at
// least one.
//
// Time O(n(L² + dL)) a draw for L neurons, all numbers of neurons together, and
// O(L(d + dim)) a mapped row; memory O(L²) a draw: rows are read by blocks, and H
// is never held. Below ridge=1e-8 it is several times that, as H is taken apart by
// reflections instead, HᵀH having half the digits; the bound holds for memory too.
// It fails for rows that are all equal or all placed alike, for more
// neurons than rows, and where memory for HᵀH is short. Far outside the training
// rows the neurons saturate, and so images stay bounded. It is determined by the
// seed (Huang, Zhu, Siew 2006, doi:10.1016/j.neucom.2005.12.126).
//
// Deviations: the ridge, the constant and the choice among draws. Predictors after
// it learn from mapped training rows, unless train="placed" asks for placed ones.
type ELM struct {
	Neurons  int     // L, or engine.Auto
	Ridge    float64 // per mean of HᵀH's diagonal
	Constant string  // "yes" has a neuron that is always 1, "no" none
	Draws    int     // of the weights, or engine.Auto
	Seed     int     // of the draws
	Train    string  // "mapped" or "placed"
}

// Params declares the parameters.
func (m *ELM) Params(p *engine.Params) {
	p.Int(&m.Neurons, "neurons", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "random neurons; auto chooses by the R² of rows held from training ones").Simpler(engine.Smaller)
	p.Float(&m.Ridge, "ridge", 1e-4, engine.AtLeast(0), "weight of the penalty on the squared coefficients, per mean square of a neuron; 0 is the pseudo-inverse").Simpler(engine.Larger)
	p.Text(&m.Constant, "constant", "yes", engine.OneOf("yes", "no"), "whether one neuron more is always 1, and the mean of the placed rows is taken off first")
	p.Int(&m.Draws, "draws", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "draws of the weights, of which the best on held rows is taken; auto makes up to 25, in about a fifth of a second").Simpler(engine.Smaller)
	p.Int(&m.Seed, "seed", 1, engine.AtLeast(0), "seed of the weights").Quietly()
	trainParam(p, &m.Train)
}

// Extend learns the map from the rows of s to those of e.
func (m *ELM) Extend(ctx context.Context, s engine.Sample, e *engine.Embedding) (*engine.Extension, error) {
	net, err := m.network(s, e)
	if err != nil {
		return nil, err
	}
	draws, err := net.takeAll(parallel.Part(ctx, 0, 0.9), m.draws(net), m.Seed)
	if err != nil {
		return nil, err
	}
	best := net.choose(draws)
	m.tell(ctx, net, best)
	count, chosen := net.counts[best.count], draws[best.draw]
	b, err := chosen.whole.solve(ctx, net.constant+count, m.Ridge)
	if err != nil {
		return nil, err
	}
	return newExtension(newNetworkMap(chosen.neurons.first(count), b, net.places), m.Train), nil
}

// network checks the rows and prepares them.
func (m *ELM) network(s engine.Sample, e *engine.Embedding) (net *network, err error) {
	if err := checkRows(s, e); err != nil {
		return nil, err
	}
	net = &network{x: s.X, ridge: m.Ridge, folds: dealFolds(s.Len(), m.Seed)}
	if m.Constant != "no" {
		net.constant = 1
	}
	if net.counts, err = m.counts(s.Len()); err != nil {
		return nil, err
	}
	if net.standard, err = standardOf(s); err != nil {
		return nil, err
	}
	net.places, err = placesOf(e, net.constant == 1)
	return net, err
}

// counts are the numbers of neurons to try with n rows.
func (m *ELM) counts(n int) ([]int, error) {
	if m.Neurons > n {
		return nil, &engine.Error{Param: "neurons", Cause: fmt.Sprintf("neurons = %d is more than the %d training rows", m.Neurons, n), Remedy: remedy.Reduce("neurons").Or(remedy.Set("neurons", "auto"))}
	}
	if m.Neurons != engine.Auto {
		return []int{m.Neurons}, nil
	}
	most := max(1, n/2)
	counts := []int{5, 10, 20, 40, 60, 80, 100, 150, 200}
	counts = slices.DeleteFunc(counts, func(c int) bool { return c > most })
	if len(counts) == 0 {
		counts = []int{most}
	}
	return counts, nil
}

// draws is how many draws are made.
func (m *ELM) draws(net *network) int {
	if m.Draws != engine.Auto {
		return m.Draws
	}
	n, d := net.x.Dims()
	return usualDraws(n, d, net.size(), net.counts, m.Ridge)
}

// tell remarks on what was chosen and how it spreads.
func (m *ELM) tell(ctx context.Context, net *network, best choice) {
	what := wording.Count(net.counts[best.count], "neuron")
	if m.Neurons == engine.Auto {
		what = fmt.Sprintf("neurons = auto, which 0 stands for, is %d", net.counts[best.count])
	}
	rows := fmt.Sprintf("R² of each of %d folds of the training rows without it", len(net.folds))
	if len(best.r2) == 1 {
		engine.Remark(ctx, "%s: %s is %.4f by one draw of the weights; draws asks for more, which show how far chance moves it", what, rows, best.r2[0])
		return
	}
	sorted := slices.Sorted(slices.Values(best.r2))
	median := (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
	engine.Remark(ctx, "%s: %s is %.4f in the median of %d draws of the weights, from %.4f to %.4f; draw %d, the best, is the map", what, rows, median, len(sorted), sorted[0], sorted[len(sorted)-1], best.draw+1)
}

func init() { codec.Register[*networkMap]("elm", 1) }

// A networkMap is the map x ↦ m + Bᵀh(x).
type networkMap struct {
	neurons *neurons
	b       *mat.Dense // values×dim
	mean    []float64
}

// newNetworkMap takes coefficients in the unit of the places.
func newNetworkMap(m *neurons, b *mat.Dense, p places) *networkMap {
	b.Scale(p.unit, b)
	return &networkMap{m, b, p.mean}
}

// Fields tells the neurons and the coefficients.
func (m *networkMap) Fields(f *codec.Fields) {
	if m.neurons == nil {
		m.neurons = new(neurons)
	}
	f.Group("neurons", m.neurons.fields)
	f.Floats("mean", &m.mean)
	f.Matrix("coefficients", &m.b)
	if f.Good() {
		values, dim := m.b.Dims()
		f.Check(values == m.neurons.values() && dim == len(m.mean), "coefficients %d×%d of %d values", values, dim, m.neurons.values())
	}
}

// Dim returns the number of columns of an image.
func (m *networkMap) Dim() int { return len(m.mean) }

// Apply fills dst with the images of the rows of x.
func (m *networkMap) Apply(ctx context.Context, dst, x *mat.Dense) error {
	return applyRows(ctx, m.cost(), m.fresh, m.row, dst, x)
}

func (m *networkMap) cost() int {
	return m.neurons.values() * (len(m.neurons.columns) + m.Dim() + 8)
}

func (m *networkMap) fresh() [2][]float64 {
	return [2][]float64{make([]float64, m.neurons.values()), m.neurons.workspace()}
}

func (m *networkMap) row(w [2][]float64, image, x []float64) error {
	m.neurons.fill(w[0], w[1], x)
	copy(image, m.mean)
	simd.AddRows(image, w[0], m.b.RawMatrix().Data, len(image))
	return nil
}
