package metric

import (
	"context"

	"unfold/engine"
	"unfold/engine/linear/spectral"
)

func init() {
	declare(engine.Stage{
		Name:        "shift",
		Summary:     "moves different classes apart by a constant",
		Formula:     "q = e + α·max(e)·Λ,  Λ = 1 for different classes, 0 for the same",
		Citation:    "de Ridder, Kouropteva, Okun, Pietikäinen, Duin 2003, doi:10.1007/3-540-44989-2_40",
		Examples:    []string{`waveform(n=300) | scale | shift(0.5) | isomap(k=10) | krr | svm`},
		ReadsLabels: true,
	}, func() engine.Metric { return new(Shift) })
}

// Shift keeps distances inside a class as they are, and adds a constant to
// those between classes:
//
//	q = e                 same class
//	q = e + α max(e)      different classes
//
// where max(e) is the largest distance of two rows. X n×d and classes; q is in
// the units of the columns. Time O(n²d), memory O(nd). It fails without
// labels, for cells that are not finite, and for rows that are all equal. It
// is deterministic (de Ridder et al. 2003, doi:10.1007/3-540-44989-2_40).
//
// Some papers print the constant with the rows of the same class, which pushes
// classes into one another; it is meant as here.
type Shift struct {
	Alpha float64 // share of the largest distance
}

// Params declares the parameters.
func (m *Shift) Params(p *engine.Params) {
	p.Float(&m.Alpha, "alpha", 0.5, engine.Between(0, 1), "constant between classes, as a share of the largest distance").Simpler(engine.Smaller)
}

// Distances returns q for the rows of s.
func (m *Shift) Distances(ctx context.Context, s engine.Sample) (engine.Distances, error) {
	l, err := newLabelled(ctx, s)
	if err != nil {
		return nil, err
	}
	largest, err := engine.Shared(ctx, s.Memo, largestKey{}, func(ctx context.Context) (float64, error) { return maxDistance(ctx, l.points()) })
	if err != nil {
		return nil, err
	}
	if largest == 0 {
		return nil, spectral.Identical()
	}
	l.relation = shiftRelation{by: m.Alpha * largest}
	return l, nil
}

// largestKey names the largest distance of rows.
type largestKey struct{}

// shiftRelation is the relation of Shift.
type shiftRelation struct{ by float64 }

func (r shiftRelation) order(e float64, same bool) float64 { return r.length(e, same) }

func (r shiftRelation) length(e float64, same bool) float64 {
	if same {
		return e
	}
	return e + r.by
}
