package stochastic

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
	"unfold/engine/stage/form"
)

// BenchmarkTSNE takes no steps but the first, which is the search for neighbours and
// the start, and a hundred.
func BenchmarkTSNE(b *testing.B) {
	const n, d = 10_000, 50
	r, x := random.New(1, "rows"), mat.NewDense(n, d, nil)
	x.Apply(func(i, j int, _ float64) float64 { return r.Normal() + 4*float64((i+j)%7%2) }, x)
	for _, steps := range []int{1, 101} {
		b.Run(fmt.Sprintf("%d steps", steps), func(b *testing.B) {
			m := usualTSNE()
			m.Steps = steps
			for b.Loop() {
				if _, err := m.Embed(b.Context(), engine.Sample{X: x}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkTSNEMapPlaces10000 places rows that were not there by linear and bent maps.
func BenchmarkTSNEMapPlaces10000(b *testing.B) {
	s := engine.Sample{X: drawnRows(500, 50)}
	rows, images := drawnRows(10_000, 50), mat.NewDense(10_000, 2, nil)
	for name, shape := range map[string]engine.Form{"linear": new(form.Linear), "pieces": &form.Pieces{Count: 8, Borders: "crisp"}, "rbf": &form.RBF{Centres: 100, At: "means"}} {
		m := usualTSNE()
		m.Map, m.Steps = shape, 30
		e := embed(b, m, s)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := e.Map.Apply(b.Context(), images, rows); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
