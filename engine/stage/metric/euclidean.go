package metric

import (
	"context"

	"unfold/engine"
	"unfold/engine/check"
)

func init() {
	declare(engine.Stage{
		Name:     "euclidean",
		Summary:  "measures straight lines between rows",
		Formula:  "e(x, y) = √Σ (x_c − y_c)²",
		Citation: "Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319",
		Examples: []string{`swissroll(n=300) | euclidean | isomap(k=10)`},
	}, func() engine.Metric { return new(Euclidean) })
}

// Euclidean is the distance along straight lines, which stages mean when no
// metric is named. Units are those of the columns, so put scale before it
// unless the columns share a unit. X n×d; a row of distances costs O(nd) time
// and no memory. It fails for cells that are not finite, and is deterministic.
type Euclidean struct{}

// Params declares nothing.
func (*Euclidean) Params(*engine.Params) {}

// Distances returns e_ij = ‖x_i − x_j‖.
func (*Euclidean) Distances(_ context.Context, s engine.Sample) (engine.Distances, error) {
	if err := check.Finite(s); err != nil {
		return nil, err
	}
	return engine.Euclidean(s.X), nil
}
