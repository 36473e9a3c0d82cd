package embedding

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/stage/generator"
)

// TestProjectionsTellYinFromYang wants the class of the nearest mapped row to be
// that of held rows for 94 of 100, over three draws; the two columns that the
// classes are made of give 97 or 98.
func TestProjectionsTellYinFromYang(t *testing.T) {
	if testing.Short() {
		t.Skip("long: fits six projections")
	}
	const n, learned = 1000, 800
	entropy := around.Choice{Graph: "entropy"}
	for name, m := range map[string]engine.Embedder{
		"sdpp knn":       &SDPP{Dim: 2, Near: around.Choice{Graph: "knn", K: 32}},
		"sdpp entropy":   &SDPP{Dim: 2, Near: entropy},
		"sppp heavytail": &SPPP{Dim: 2, Kind: "heavytail", Scale: "unit", Near: entropy},
		"sppp linear":    &SPPP{Dim: 2, Kind: "linear", Floor: 1e-3, Scale: "unit", Near: entropy},
	} {
		right := 0
		for seed := range 3 {
			table, err := (&generator.Taijitu{N: n, Idle: 3, Noise: 0.1, Seed: seed}).Load(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			rows := make([]int, n)
			for i := range rows {
				rows[i] = i
			}
			train, held := table.Take(rows[:learned]), table.Take(rows[learned:])
			e := embed(t, m, train)
			z := mat.NewDense(n-learned, 2, nil)
			if err := e.Map.Apply(t.Context(), z, held.X); err != nil {
				t.Fatal(err)
			}
			for i := range n - learned {
				best, label := math.Inf(1), 0
				for j := range learned {
					if d := math.Hypot(z.At(i, 0)-e.Y.At(j, 0), z.At(i, 1)-e.Y.At(j, 1)); d < best {
						best, label = d, train.Labels[j]
					}
				}
				if label == held.Labels[i] {
					right++
				}
			}
		}
		if share := float64(right) / (3 * (n - learned)); share < 0.94 {
			t.Errorf("%s: %.3f of held rows get their class", name, share)
		} else {
			t.Logf("%s: %.3f", name, share)
		}
	}
}
