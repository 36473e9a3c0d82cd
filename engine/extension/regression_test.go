package extension

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// TestTrainedAreImages: what the fit finds for the training rows is what the
// map makes of them, up to rounding: by factors in float64 and in float32, for
// copies of rows, and by centres. It leaves that to the map where it would not be.
func TestTrainedAreImages(t *testing.T) {
	few, many := cloud(1, 150, 3), cloud(2, 1600, 3)
	copies := mat.NewDense(60, 2, nil)
	copies.Copy(cloud(3, 30, 2))
	copies.Slice(30, 60, 0, 2).(*mat.Dense).Copy(copies.Slice(0, 30, 0, 2))
	for _, c := range []struct {
		m *KRR
		x *mat.Dense
	}{
		{&KRR{Lambda: 0.03, Kernel: "rbf"}, few},
		{&KRR{Lambda: 2e-6, Kernel: "rbf", Centre: "no"}, few},
		{&KRR{Lambda: 2e-6, Kernel: "rbf"}, copies},
		{&KRR{Lambda: 0.1, Kernel: "linear"}, few},
		{&KRR{Lambda: 0.1, Kernel: "poly", Degree: 3, Offset: 1}, few},
		{&KRR{Lambda: 1e-4, Kernel: "rbf"}, many},
		{&KRR{Lambda: 10, Kernel: "rbf"}, many},
		{&KRR{Lambda: 0.03, Kernel: "rbf", Centres: 70}, few},
		{&KRR{Lambda: 2e-6, Kernel: "rbf", Centres: 70}, few},
	} {
		n, _ := c.x.Dims()
		y := cloud(4, n, 2)
		y.Apply(func(_, _ int, v float64) float64 { return v + 5 }, y)
		e, err := c.m.Extend(t.Context(), engine.Sample{X: c.x}, &engine.Embedding{Y: y})
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprintf("%+v", *c.m), e.Trained, images(t, e, c.x), 1e-8)
	}
	for _, m := range []*KRR{{Lambda: 1e-9, Kernel: "rbf", Sigma: 1}, {Lambda: 1e-9, Kernel: "rbf", Centres: 20}} {
		if e, err := m.Extend(t.Context(), engine.Sample{X: copies}, &engine.Embedding{Y: cloud(4, 60, 2)}); err != nil || e.Trained != nil {
			t.Errorf("%+v: coefficients are too large to tell images by them, but it does (%v)", *m, err)
		}
	}
}
