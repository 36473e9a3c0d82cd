package custom

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

type learner struct{ guard }

func (m *learner) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	p, err := ask(ctx, &m.guard, "Learn", func() (engine.Predictor, error) { return m.inner.(engine.Learner).Learn(ctx, s) })
	switch {
	case err != nil:
		return nil, err
	case p == nil:
		return nil, m.broken("Learn", "returns no predictor")
	}
	return &predictor{&m.guard, p, len(s.Classes)}, nil
}

// predictor is one behind the guard; classes is how many it may name, zero of
// responses.
type predictor struct {
	*guard
	inner   engine.Predictor
	classes int
}

func (p *predictor) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	for i := range dst {
		dst[i] = math.NaN() // what is not filled in is seen
	}
	if err := p.run(ctx, "Predict", func() error { return p.inner.Predict(ctx, dst, y) }); err != nil {
		return err
	}
	for i, v := range dst {
		switch {
		case math.IsNaN(v) || math.IsInf(v, 0):
			return p.broken("Predict", "gives %v in place %d, counted from 0", v, i)
		case p.classes > 0 && (v != math.Trunc(v) || v < 0 || v >= float64(p.classes)):
			return p.broken("Predict", "gives %v for row %d, counted from 0, where a class has a number from 0 to %d", v, i, p.classes-1)
		}
	}
	return nil
}

type measure struct{ guard }

func (m *measure) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	s, err := ask(ctx, &m.guard, "Score", func() (engine.Score, error) { return m.inner.(engine.Measure).Score(ctx, r) })
	if err == nil && (math.IsNaN(s.Value) || math.IsInf(s.Value, 0)) {
		err = m.broken("Score", "gives %v", s.Value)
	}
	return s, err
}
