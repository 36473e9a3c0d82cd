package cart

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// letters are rows as those of the letter data: 16 columns of whole numbers from 0
// to 15, 26 classes, which columns tell with some noise.
func letters(n int) engine.Sample {
	r := random.New(1, "letters")
	x := mat.NewDense(n, 16, nil)
	s := engine.Sample{X: x, Target: engine.Target{Classes: make([]string, 26)}}
	centre := mat.NewDense(26, 16, nil)
	centre.Apply(func(_, _ int, _ float64) float64 { return r.Between(2, 13) }, centre)
	for i := range n {
		class := r.Below(26)
		for j := range 16 {
			x.Set(i, j, math.Round(max(0, min(15, centre.At(class, j)+1.5*r.Normal()))))
		}
		s.Labels = append(s.Labels, class)
	}
	return s
}

func rowsFrom(n int) []int32 {
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

func BenchmarkGrow(b *testing.B) {
	s := letters(20000)
	for b.Loop() {
		table, err := NewTable(b.Context(), s)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := table.Grow(b.Context(), rowsFrom(s.Len()), nil, Rule{Min: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
