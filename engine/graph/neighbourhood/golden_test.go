package neighbourhood

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// The input is X_ij = sin(1 + 1.7 i + 0.9 j + 0.31 i j), Y_i = cos(0.8 i), for
// twelve rows in three columns. Values were computed by an independent program
// in NumPy, in float64; they are printed to twelve digits.
func goldenInput() (x, y *mat.Dense) {
	x, y = mat.NewDense(12, 3, nil), mat.NewDense(12, 1, nil)
	for i := range 12 {
		for j := range 3 {
			a, b := float64(i), float64(j)
			x.Set(i, j, math.Sin(1+1.7*a+.9*b+.31*a*b))
		}
		y.Set(i, 0, math.Cos(.8*float64(i)))
	}
	return x, y
}

// flat is the input in its first two columns.
func flat() *mat.Dense {
	x, _ := goldenInput()
	return mat.DenseCopyOf(x.Slice(0, 12, 0, 2))
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-11*max(1, math.Abs(want)) {
		t.Errorf("%s is %.14g, want %.12g", what, got, want)
	}
}

func graphOf(t *testing.T, f Function, x, y *mat.Dense) *Graph {
	t.Helper()
	g, err := f.Graph(t.Context(), engine.Euclidean(x), y)
	if err != nil {
		t.Fatalf("%v: %v", f, err)
	}
	wellFormed(t, g)
	return g
}

// wellFormed holds a graph against what Graph promises.
func wellFormed(t *testing.T, g *Graph) {
	t.Helper()
	n := g.Len()
	if g.Start[0] != 0 || g.Start[n] != len(g.End) || len(g.End) != len(g.Weight) {
		t.Fatalf("%s: rows from %d to %d, %d columns, %d weights", g.Made, g.Start[0], g.Start[n], len(g.End), len(g.Weight))
	}
	for i := range n {
		end, weight := g.Of(i)
		for e, j := range end {
			if int(j) == i || int(j) >= n || e > 0 && j <= end[e-1] || !(weight[e] > 0) || math.IsInf(weight[e], 0) {
				t.Fatalf("%s: row %d has columns %v with weights %v", g.Made, i, end, weight)
			}
		}
	}
}

func degrees(g *Graph) []int {
	d := make([]int, g.Len())
	for i := range d {
		d[i] = g.Degree(i)
	}
	return d
}

func TestGoldenNeighbours(t *testing.T) {
	x, _ := goldenInput()
	g := graphOf(t, KNN{K: 4}, x, nil)
	for i, want := range map[int][]int32{0: {3, 4, 7, 8}, 5: {2, 7, 8, 10}} {
		if end, _ := g.Of(i); !slices.Equal(end, want) {
			t.Errorf("neighbours of row %d are %v, want %v", i, end, want)
		}
	}
	if got, want := g.Degrees(), []int{1, 3, 2, 4, 5, 4, 2, 11, 7, 2, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("rows are minded by %v others, want %v", got, want)
	}
}

func TestGoldenDegrees(t *testing.T) {
	for _, c := range []struct {
		f    Function
		want []int
	}{
		{Enclosing{}, []int{11, 4, 11, 11, 11, 5, 11, 8, 11, 3, 3, 11}},
		{Natural{}, []int{3, 5, 4, 5, 4, 5, 4, 6, 3, 3, 6, 4}},
		{Gabriel{}, []int{3, 3, 2, 3, 3, 4, 2, 5, 2, 3, 4, 2}},
		{Epsilon{Eps: .8, Lone: "leave"}, []int{0, 5, 1, 2, 4, 2, 2, 5, 4, 2, 1, 4}},
		{Epsilon{Eps: .8}, []int{1, 5, 1, 2, 4, 2, 2, 5, 4, 2, 1, 4}},
	} {
		if got := degrees(graphOf(t, c.f, flat(), nil)); !slices.Equal(got, c.want) {
			t.Errorf("%v: degrees are %v, want %v", c.f, got, c.want)
		}
	}
}

func TestGoldenEntropy(t *testing.T) {
	x, _ := goldenInput()
	g, beta, err := Entropy{Perplexity: 4}.Bandwidths(t.Context(), engine.Euclidean(x))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "β of row 0", beta[0], 1.54861135323)
	near(t, "β of row 5", beta[5], 3.17578894906)
	near(t, "p(1|0)", g.At(0, 1), 0.00500047895166)
	near(t, "p(11|0)", g.At(0, 11), 0.0192041379756)
	near(t, "p(0|5)", g.At(5, 0), 5.03017753031e-05)
}

func TestGoldenStudent(t *testing.T) {
	x, _ := goldenInput()
	g := graphOf(t, Student{Scale: 1}, x, nil)
	near(t, "p(1|0)", g.At(0, 1), 0.0689227613079)
	near(t, "p(0|5)", g.At(5, 0), 0.0610678759409)
}

func TestGoldenCrossEntropy(t *testing.T) {
	x, y := goldenInput()
	c := newCrossEntropyRow(y, 1, 11)
	columns, squares := make([]int32, 11), make([]float64, 11)
	row := make([]float64, 12)
	engine.Euclidean(x).Row(row, 0)
	for l := range columns {
		columns[l], squares[l] = int32(l+1), row[l+1]*row[l+1]
	}
	c.loadResponses(0, columns)
	c.load(squares)
	want := []float64{2.3980375168, 2.4118313307, 3.39920676159, 28.6678655245, 301.855650743}
	for l, beta := range []float64{.01, .1, 1, 10, 100} {
		if got := c.crossEntropy(beta); math.Abs(got-want[l]) > 1e-10*want[l] {
			t.Errorf("H at β = %g is %.12g, want %.12g", beta, got, want[l])
		}
	}
	if c.solve(0, columns, squares, 4, "entropy") {
		t.Error("perplexity 4 is attained, where no β does")
	}
}
