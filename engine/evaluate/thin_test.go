package evaluate_test

import (
	"context"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/data/newrows"

	"gonum.org/v1/gonum/mat"
)

// heavy places rows where they are, and holds on to a matrix of their size.
type heavy struct{}

func (heavy) Params(*engine.Params) {}

func (heavy) Embed(_ context.Context, s engine.Sample) (*engine.Embedding, error) {
	n := s.Len()
	return &engine.Embedding{Y: mat.DenseCopyOf(s.X), Target: matrix{mat.NewDense(n, n, nil)}}, nil
}

type matrix struct{ x *mat.Dense }

func (m matrix) Len() int                 { n, _ := m.x.Dims(); return n }
func (m matrix) Row(dst []float64, i int) { copy(dst, m.x.RawRowView(i)) }

func init() {
	var f engine.Family
	engine.Declare(&f, engine.EmbedderRole, engine.Stage{Name: "heavy"}, func() heavy { return heavy{} })
	engine.Declare(&f, engine.MeasureRole, engine.Stage{Name: "kept", Needs: engine.NeedTarget}, func() *kept { return new(kept) })
}

// kept is the number of rows whose dissimilarities the embedding keeps.
type kept struct{}

func (*kept) Params(*engine.Params) {}

func (*kept) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	return engine.Score{Name: "kept", Value: float64(r.Embedding.Target.Len())}, nil
}

func TestOfManyFoldsOneIsHeldWhole(t *testing.T) {
	const n = 40
	p := engine.Pipe(&points{N: n}, eachHeld{}, heavy{}, same{}, parity{}, &kept{})
	whole := run(t, t.Context(), p)
	for _, procs := range []int{1, 2} {
		atOnce(t, procs)
		here.Free = func() (uint64, bool) { return 8 * 4 * 8 * n * n, true } // to hold four matrices
		r := run(t, t.Context(), p)
		sameReport(t, "thinned", r, whole)
		for i, run := range r.Runs {
			if got := run.Embedding.Target != nil; got != (i == 0) {
				t.Errorf("fold %d keeps its matrix: %v", i, got)
			}
			if !mat.Equal(run.Embedding.Y, whole.Runs[i].Embedding.Y) || run.Mapped == nil {
				t.Errorf("fold %d lost where rows are", i)
			}
			_, err := newrows.Predict(t.Context(), run, mat.NewDense(1, 1, []float64{3}))
			if (i == 0) != (err == nil) || err != nil && !strings.Contains(err.Error(), "let go") {
				t.Errorf("fold %d predicts: %v", i, err)
			}
		}
	}
}
