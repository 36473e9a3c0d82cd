package copies

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// byClass are dissimilarities of rows on a line that keep two classes one apart.
type byClass struct {
	at     []float64
	labels []int
}

func (b byClass) Len() int { return len(b.at) }

func (b byClass) Row(dst []float64, i int) {
	for j, v := range b.at {
		dst[j] = max(v-b.at[i], b.at[i]-v)
		if b.labels[i] != b.labels[j] {
			dst[j]++
		}
	}
}

var line = []float64{5, 1, 5, 2, 1, 5}

// TestApart leaves copies out, restricts dissimilarities, and gives copies a place.
func TestApart(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(6, 1, slices.Clone(line)), Rows: []int{10, 11, 12, 13, 14, 15}}
	u := Apart(s, engine.Euclidean(s.X))
	if !slices.Equal(u.Distinct.Rows, []int{0, 1, 3}) || !slices.Equal(u.Distinct.Of, []int{0, 1, 0, 2, 1, 0}) || u.Distinct.Copies() != 3 {
		t.Fatalf("distinct rows are %v, and rows are at %v", u.Distinct.Rows, u.Distinct.Of)
	}
	if !slices.Equal(u.Sample.Rows, []int{10, 11, 13}) {
		t.Errorf("they stand at %v", u.Sample.Rows)
	}
	row := make([]float64, 3)
	if u.Distances.Row(row, 0); !slices.Equal(row, []float64{0, 4, 3}) {
		t.Errorf("dissimilarities of the first are %v", row)
	}
	y := u.Distinct.Spread(mat.NewDense(3, 1, []float64{7, 8, 9}))
	if got := mat.Col(nil, 0, y); !slices.Equal(got, []float64{7, 8, 7, 9, 8, 7}) {
		t.Errorf("places are %v", got)
	}
}

// TestApartMindsTheMetric: rows of two classes are no copies to a metric that keeps
// them apart.
func TestApartMindsTheMetric(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(6, 1, slices.Clone(line))}
	u := Apart(s, byClass{line, []int{0, 0, 1, 0, 0, 0}})
	if !slices.Equal(u.Distinct.Rows, []int{0, 1, 2, 3}) {
		t.Fatalf("distinct rows are %v", u.Distinct.Rows)
	}
	row := make([]float64, 4)
	if u.Distances.Row(row, 2); !slices.Equal(row, []float64{1, 5, 0, 4}) {
		t.Errorf("dissimilarities are %v", row)
	}
}

// TestGraphOfCopies joins them to the rows they are of.
func TestGraphOfCopies(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(3, 1, []float64{5, 1, 5})}
	u := Apart(s, engine.Euclidean(s.X))
	g := u.Distinct.SpreadGraph(&engine.Graph{Start: []int{0, 1, 2}, End: []int32{1, 0}, Length: []float64{4, 4}, Bridges: []engine.Edge{{I: 0, J: 1, Length: 4}}})
	if !slices.Equal(g.Start, []int{0, 2, 3, 4}) || !slices.Equal(g.End, []int32{1, 2, 0, 0}) || !slices.Equal(g.Length, []float64{4, 0, 4, 0}) {
		t.Errorf("the graph is %+v", g)
	}
}
