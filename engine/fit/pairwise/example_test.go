package pairwise_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/fit/pairwise"
)

// ages says how far apart rows are wanted: as far as their ages. Every row is
// related to every other.
type ages []float64

func (a ages) Len() int { return len(a) }

func (a ages) Of(i int) (rows []int32, weights []float64) {
	for j := range a {
		if j != i {
			rows, weights = append(rows, int32(j)), append(weights, 1)
		}
	}
	return rows, weights
}

func (a ages) Target(i, j int) float64 { return (a[i] - a[j]) * (a[i] - a[j]) }

// A line is sought along which rows lie as their ages do: of the two columns the
// first tells the age in months, the second tells nothing.
func ExampleMinimise() {
	ctx := context.Background()
	rows := ages{1, 2, 3, 4, 5, 6}
	design := mat.NewDense(6, 2, []float64{12, 0.3, 24, -0.1, 36, 0.2, 48, 0.4, 60, -0.2, 72, 0.1})

	stress, err := pairwise.NewStress(ctx, rows)
	if err != nil {
		log.Fatal(err)
	}
	w, err := pairwise.Minimise(ctx, stress, pairwise.NewLinear(design, 1), []float64{1, 1}, pairwise.Settings{Starts: 4, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("a unit of age is %.1f months, and %.1f of the other\n", 1/math.Abs(w[0]), math.Abs(w[1]))
	// Output: a unit of age is 12.0 months, and 0.0 of the other
}
