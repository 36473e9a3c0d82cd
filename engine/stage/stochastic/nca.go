package stochastic

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/fit/cost"
	"unfold/engine/fit/pairwise"
	"unfold/engine/remedy"
	"unfold/engine/stage/form"
)

func init() {
	declare(engine.Stage{
		Name:        "nca",
		Summary:     "maps rows so that neighbours of a row are of its class",
		Formula:     "max_W Σ_i Σ_{j of the class of i} q_{j|i},  q_{j|i} ∝ exp(−‖Wᵀx_i − Wᵀx_j‖²)",
		Citation:    "Goldberger, Roweis, Hinton, Salakhutdinov 2004, Neighbourhood components analysis, NIPS 17; under other maps: Bunte, Biehl, Hammer 2012, doi:10.1162/NECO_a_00250",
		Aliases:     []string{"neighbourhoodcomponents", "neighborhoodcomponents", "neighborhoodcomponentsanalysis"},
		Near:        []string{"lmnn"},
		Examples:    []string{`waveform(n=200) | scale | nca | knn(5)`},
		ReadsLabels: true,
		Maps:        true,
	}, func() engine.Embedder { return new(NCA) })
}

// NCA, neighbourhood components analysis, maps rows so that one that takes the class of
// a neighbour, drawn by how near it is, takes its own most often.
//
//	max (1/n) Σ_i π_i,  π_i = Σ_{j of the class of i} q_{j|i},  q_{j|i} = exp(−‖y_i − y_j‖²)/Σ_k exp(−‖y_i − y_k‖²)
//
// X n×d and classes → Y n×dim without unit, turned to their principal axes, whose
// variances are the spectrum; by map=linear, the default, y = Wᵀ (x − mean), any row by
// the same formula. A note tells the share of rows that are told right, Σ π/n.
//
// A row that is alone in its class pulls at none and is pulled by none to itself, which
// a note tells. Rows without a class are not learned from, and are mapped.
//
// It is minimised by limited-memory BFGS from the leading principal components, brought
// to a standard deviation of one, with a hundredth drawn by the seed: minima are local.
//
// Time O(n² dim) an evaluation, of which there are about as many as iterations; memory
// O(n d). It fails without classes, for fewer than two of them, for rows that are all
// equal, and for cells that are not finite. It is deterministic for a seed (Goldberger,
// Roweis, Hinton, Salakhutdinov 2004, Neighbourhood components analysis, NIPS 17).
type NCA struct{ Descent }

// Params declares the parameters.
func (m *NCA) Params(p *engine.Params) { m.Descent.declare(p, &form.Linear{}) }

// Embed places the rows of s.
func (m *NCA) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	all, err := m.rows(s)
	if err != nil {
		return nil, err
	}
	if err := checkClasses(ctx, s, "nca"); err != nil {
		return nil, err
	}
	return m.embed(ctx, all, steps{graph: m.graph, tell: func(ctx context.Context, value float64) {
		engine.Remark(ctx, "rows that take the class of a likely neighbour are right %.3g of the time", -value)
	}})
}

// graph joins the rows of a class.
func (m *NCA) graph(_ context.Context, rows subset) ([]pairwise.Round, error) {
	return m.whole(cost.NewNCA(rows.Labels)), nil
}

// checkClasses refuses samples of fewer than two classes, and remarks on rows that are
// alone in theirs, of which the method of that name, if any, learns nothing.
func checkClasses(ctx context.Context, s engine.Sample, name string) error {
	if !s.HasClasses() {
		return &engine.Error{Cause: "it reads class labels, and the table has none", Remedy: remedy.Load("name the column", "label", "class")}
	}
	if i := slices.Index(s.Labels, engine.Hidden); i >= 0 {
		return &engine.Error{Cause: fmt.Sprintf("row %d has no label", check.Row(s, i)), Remedy: remedy.Say("leave rows without one out")}
	}
	const listed = 5
	count, alone := 0, []string(nil)
	for class, size := range s.Sizes() {
		if size > 0 {
			count++
		}
		if size == 1 {
			alone = append(alone, fmt.Sprintf("%q", s.Classes[class]))
		}
	}
	if err := check.Classes(count); err != nil {
		return err
	}
	if len(alone) > listed {
		alone = append(alone[:listed], fmt.Sprintf("and %d more", len(alone)-listed))
	}
	if len(alone) > 0 && name != "" {
		engine.Remark(ctx, "%s learns nothing of classes with one row: %s", name, strings.Join(alone, ", "))
	}
	return nil
}
