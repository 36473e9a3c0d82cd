// Package extension is the family of stages that learn the out-of-sample map:
// from prepared columns to where an embedder has placed the training rows.
//
// A map never sees labels. The image of a row is summed in an order that
// depends on the training rows alone, so a batch has the images of its rows,
// to the bit.
//
// Start with applyRows, by which most maps go, and regression, the maps of krr; each
// method has a file. The package imports the engine's vocabulary, its internal
// packages and the tools that families share.
package extension

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

var family engine.Family

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }

func declare(s engine.Stage, make func() engine.Extender) {
	engine.Declare(&family, engine.ExtenderRole, s, make)
}

// trainParam declares which training rows predictors learn from. A map draws
// rows of different classes towards one another, since it knows no labels;
// boundaries that are learned from mapped rows allow for that. After a warp
// they are better by several hundredths where there are many classes, and
// equal elsewhere.
func trainParam(p *engine.Params, field *string) {
	p.Text(field, "train", "mapped", engine.OneOf("mapped", "placed"), "what predictors learn from: training rows where the map takes them, as it takes held rows, or where the embedder placed them")
}

func newExtension(m engine.Map, train string) *engine.Extension {
	return &engine.Extension{Map: m, LearnMapped: train == "mapped"}
}

// checkRows refuses rows that are not finite, too large for distances, or not those of
// the embedding.
func checkRows(s engine.Sample, e *engine.Embedding) error {
	n, _ := e.Y.Dims()
	if s.Len() != n {
		return &engine.Error{Cause: fmt.Sprintf("have %d rows and %d embedded ones", s.Len(), n), Remedy: remedy.Say("give the rows that were embedded")}
	}
	if err := check.Finite(s); err != nil {
		return err
	}
	const most = 1e150 // whose square leaves room for sums
	if largest := max(mat.Max(s.X), -mat.Min(s.X)); largest > most {
		return &engine.Error{Cause: fmt.Sprintf("values reach %.3g: distances beyond %g cannot be squared", largest, most), Remedy: remedy.Put("scale").After(engine.SourceRole)}
	}
	return nil
}

// applyRows fills dst with the images of the rows of x, by a map that takes one row at a
// time: in so many operations, in the workspace of a goroutine.
func applyRows[W any](ctx context.Context, cost int, fresh func() W, row func(w W, image, x []float64) error, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	count := parallel.Count(ctx, "mapping", n)
	grain := max(1, min(64, 1<<22/max(1, cost)))
	return parallel.Try(ctx, n, grain, fresh, func(w W, lo, hi int) error {
		for i := lo; i < hi; i++ {
			if err := row(w, dst.RawRowView(i), x.RawRowView(i)); err != nil {
				return err
			}
		}
		count.Add(hi - lo)
		return nil
	})
}
