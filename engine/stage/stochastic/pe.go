package stochastic

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/cost"
	"unfold/engine/fit/logit"
	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/stage/form"
)

func init() {
	declare(engine.Stage{
		Name:        "pe",
		Summary:     "places rows by how they belong to classes, around a centre of each",
		Formula:     "min_{Y,φ} Σ_i KL(p_i‖q_i),  q_ic ∝ ρ_c exp(−½ ‖y_i − φ_c‖²),  p_ic = p(c | x_i) by logistic regression",
		Citation:    "Iwata, Saito, Ueda, Stromsten, Griffiths, Tenenbaum 2007, doi:10.1162/neco.2007.19.9.2536",
		Examples:    []string{`waveform(n=200) | scale | pe | barycentre | knn(5)`, `waveform(n=200) | scale | pe(map=linear) | svm`},
		ReadsLabels: true,
	}, func() engine.Embedder { return new(PE) })
}

// PE, parametric embedding, places rows among centres of classes as they belong to the
// classes: a row between two centres is one that either may have.
//
//	Σ_i KL(p_i‖q_i),  q_ic ∝ ρ_c exp(−½ ‖y_i − φ_c‖²),  ρ_c = (1/n) Σ_i p_ic
//
// for centres φ, which are found with the places, and posteriors p of multinomial
// logistic regression with weight C, as the predictor logistic finds them. X n×d and
// classes → Y n×dim in units of the density around a centre, turned to their principal
// axes, whose variances are the spectrum. With map=linear or another form it maps unseen
// rows too.
//
// Centres start on a line, on a circle, or in more dimensions where the seed draws them,
// about two units from each other; rows start at the mean of the centres by p. It is gone
// down by limited-memory BFGS. Rows of equal posteriors have one image, copies too.
//
// Time that of the regression, and O(n K dim) an evaluation for K classes; memory O(n K).
// It fails without classes, for fewer than two of them, for rows that are all equal, and
// for cells that are not finite. It is deterministic for a seed (Iwata, Saito, Ueda,
// Stromsten, Griffiths, Tenenbaum 2007, doi:10.1162/neco.2007.19.9.2536).
type PE struct {
	C float64 // weight of the rows in the regression
	Descent
}

// Params declares the parameters.
func (m *PE) Params(p *engine.Params) {
	p.Float(&m.C, "C", 1, engine.Above(0), "weight of the rows in the logistic regression that tells how they belong to classes").Simpler(engine.Smaller)
	m.Descent.declare(p, &form.Free{})
}

// Embed places the rows of s.
func (m *PE) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	all, err := m.rows(s)
	if err != nil {
		return nil, err
	}
	if err := checkClasses(ctx, s, ""); err != nil {
		return nil, err
	}
	posteriors, err := m.posteriors(parallel.Part(ctx, 0, 0.3), s)
	if err != nil {
		return nil, err
	}
	_, classes := posteriors.Dims()
	centres := m.centres(classes)
	c := cost.NewPE(posteriors, centres)
	graph := func(_ context.Context, rows subset) ([]pairwise.Round, error) {
		if rows.at == nil {
			return m.whole(c), nil
		}
		return m.whole(c.Among(rows.at)), nil
	}
	start := func(context.Context, subset) (*mat.Dense, error) {
		at := new(mat.Dense)
		at.Mul(posteriors, centres)
		return at, nil
	}
	return m.embed(parallel.Part(ctx, 0.3, 1), all, steps{graph: graph, start: start, own: c.Own()})
}

// posteriors are the probabilities of the classes that have rows.
func (m *PE) posteriors(ctx context.Context, s engine.Sample) (*mat.Dense, error) {
	number, count := make([]int, len(s.Classes)), 0
	for class, size := range s.Sizes() {
		if size > 0 {
			number[class] = count
			count++
		}
	}
	class := make([]int, s.Len())
	for i, label := range s.Labels {
		class[i] = number[label]
	}
	model, err := logit.Fit(ctx, s.X, class, count, spreadOf(s.X), m.C)
	if err != nil {
		return nil, err
	}
	return model.Posteriors(ctx, s.X)
}

// spreadOf is the root of the mean variance of the columns.
func spreadOf(x *mat.Dense) float64 {
	_, d := x.Dims()
	var sum float64
	for c := range d {
		deviation := moments.SD(mat.Col(nil, c, x))
		sum += float64(deviation * deviation)
	}
	return math.Sqrt(sum / float64(d))
}

// centres are where those of the classes start, about two units from each other.
func (m *PE) centres(classes int) *mat.Dense {
	centres, stream := mat.NewDense(classes, m.Dim, nil), random.New(m.Seed, "centres")
	for c := range classes {
		row := centres.RawRowView(c)
		switch m.Dim {
		case 1:
			row[0] = 2 * float64(c)
		case 2:
			radius := max(1, float64(classes)/math.Pi)
			sin, cos := elementary.Sincos(2 * math.Pi * float64(c) / float64(classes))
			row[0], row[1] = radius*cos, radius*sin
		default:
			for k := range row {
				row[k] = math.Sqrt(2/float64(m.Dim)) * stream.Normal()
			}
		}
	}
	return centres
}
