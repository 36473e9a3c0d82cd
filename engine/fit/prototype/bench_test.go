package prototype

import (
	"fmt"
	"testing"

	"unfold/engine/internal/random"
)

// BenchmarkEvaluations are of 26 prototypes, 16 columns and 4000 rows.
func BenchmarkEvaluations(b *testing.B) {
	for _, name := range []string{"glvq", "grlvq", "gmlvq", "lgmlvq"} {
		s := forms[name].complete()
		s.PerClass = 1
		for _, rank := range []int{0, 4} {
			if rank > 0 && s.Form != Full {
				continue
			}
			s.Rank = rank
			b.Run(fmt.Sprint(name, " rank ", rank), func(b *testing.B) {
				c := newBareCost(s, 16, 26)
				r := random.New(1, "rows")
				c.rows = &rows{wide: 16}
				for i := range 4000 {
					c.rows.labels = append(c.rows.labels, i%26)
					for j := range 16 {
						c.rows.x = append(c.rows.x, r.Normal()+float64(i%26*(j+3)%7))
					}
				}
				x, gradient := make([]float64, c.variables()), make([]float64, c.variables())
				for k := range x {
					x[k] = r.Normal()
				}
				for b.Loop() {
					if _, err := c.Value(b.Context(), x, gradient); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
