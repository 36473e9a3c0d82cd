package values_test

import (
	"context"
	"fmt"
	"log"

	"unfold/engine"
	"unfold/engine/stage/values"
)

// Rows of a program are a source as files are.
func ExampleData() {
	p := engine.Pipe(&values.Data{
		X: [][]float64{{0, 0}, {0, 1}, {7, 8}},
		Y: []string{"near", "near", "far"},
	})
	t, err := p.Steps[0].Method.(engine.Source).Load(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(t.Len(), "rows,", len(t.Columns), "columns, classes", t.Classes, t.Labels)
	// Output: 3 rows, 2 columns, classes [far near] [1 1 0]
}
