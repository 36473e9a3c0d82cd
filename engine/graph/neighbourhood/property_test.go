package neighbourhood

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/internal/random"
)

// awkward are samples on which rounding or ties might tell.
func awkward() map[string]*mat.Dense {
	plain := cloud(90, 3, 1)
	twice := mat.NewDense(90, 3, nil)
	for i := range 90 {
		twice.SetRow(i, plain.RawRowView(i/3))
	}
	uneven := mat.DenseCopyOf(plain)
	uneven.Apply(func(_, c int, v float64) float64 { return v * []float64{1e-6, 1, 1e6}[c] }, uneven)
	far := mat.DenseCopyOf(plain)
	far.Apply(func(_, _ int, v float64) float64 { return v + 1e6 }, far)
	tiny, huge := mat.DenseCopyOf(plain), mat.DenseCopyOf(plain)
	tiny.Scale(1e-60, tiny)
	huge.Scale(1e60, huge)
	constant := mat.DenseCopyOf(plain)
	for i := range 90 {
		constant.Set(i, 1, 7)
	}
	return map[string]*mat.Dense{"plain": plain, "three copies": twice, "uneven columns": uneven, "far from zero": far, "tiny": tiny, "huge": huge, "a constant column": constant}
}

func all() []Function {
	return []Function{KNN{}, KNN{K: 5}, Epsilon{}, Enclosing{}, Natural{}, Gabriel{}, Entropy{}, Entropy{Perplexity: 7.5, Nearest: 30}, CrossEntropy{Perplexity: 12}, CrossEntropy{Perplexity: 12, Unattained: "argmin"}, Student{}, Student{Whole: 1}}
}

// responses are smooth in the first column.
func responses(x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	y := mat.NewDense(n, 2, nil)
	size := mat.Norm(x, math.Inf(1))
	for i := range n {
		y.SetRow(i, []float64{math.Sin(3 * x.At(i, 0) / size), x.At(i, 0) / size})
	}
	return y
}

func TestRowsSumToOne(t *testing.T) {
	for name, x := range awkward() {
		for _, f := range []Function{Entropy{Perplexity: 9}, CrossEntropy{Perplexity: 9}, Student{}, Student{Whole: 1}} {
			g := graphOf(t, f, x, responses(x))
			for i := range g.Len() {
				var sum float64
				_, weight := g.Of(i)
				for _, w := range weight {
					sum += w
				}
				if math.Abs(sum-1) > 1e-13 {
					t.Fatalf("%s, %v: row %d sums to %v", name, f, i, sum)
				}
			}
		}
	}
}

func TestEntropiesAreMet(t *testing.T) {
	for name, x := range awkward() {
		for _, perplexity := range []float64{1.01, 3, 30, 88.5} {
			g, beta, err := Entropy{Perplexity: perplexity}.Bandwidths(t.Context(), engine.Euclidean(x))
			if err != nil {
				t.Fatal(err)
			}
			for i := range g.Len() {
				var entropy float64
				_, weight := g.Of(i)
				for _, w := range weight {
					entropy -= w * math.Log(w)
				}
				if math.IsInf(beta[i], 1) {
					if name != "three copies" || perplexity > 2 || len(weight) != 2 || weight[0] != weight[1] {
						t.Errorf("%s, perplexity %v: row %d has even weights %v", name, perplexity, i, weight)
					}
					continue
				}
				if math.Abs(entropy-math.Log(perplexity)) > 1e-10 {
					t.Errorf("%s, perplexity %v: row %d has entropy %.14g, want %.14g", name, perplexity, i, entropy, math.Log(perplexity))
				}
			}
		}
	}
}

func TestCopiesHaveEvenWeightsAndANote(t *testing.T) {
	x := mat.NewDense(40, 2, nil)
	for i := 30; i < 40; i++ {
		x.SetRow(i, []float64{float64(i), 1})
	}
	ctx, notes := engine.WithNotes(t.Context(), "test")
	g, err := Entropy{Perplexity: 20}.Graph(ctx, engine.Euclidean(x), nil)
	if err != nil {
		t.Fatal(err)
	}
	end, weight := g.Of(3)
	if len(end) != 29 || weight[0] != 1.0/29 || weight[28] != 1.0/29 {
		t.Errorf("a row with 29 copies has weights %v", weight)
	}
	// From rows 31 to 39 too, all copies are equally far, but others nearer.
	if told := notes(); len(told) != 1 || told[0].Text != "entropy: 30 rows have at least 20 nearest rows at one distance, such as copies; these have even weights there" {
		t.Errorf("notes are %v", told)
	}
}

func TestAllRowsEqual(t *testing.T) {
	x := mat.NewDense(9, 2, nil)
	for _, f := range []Function{KNN{K: 3}, Epsilon{}, Enclosing{}, Natural{}, Gabriel{}, Entropy{Perplexity: 3}, CrossEntropy{Perplexity: 3}, Student{}} {
		g := graphOf(t, f, x, mat.NewDense(9, 1, nil))
		if _, weight := g.Of(4); slices.Max(weight) != slices.Min(weight) {
			t.Errorf("%v: copies have weights %v", f, weight)
		}
	}
}

func TestNumberingDoesNotMatter(t *testing.T) {
	for name, x := range awkward() {
		n, d := x.Dims()
		order := random.New(4, "order").Permutation(n)
		other := mat.NewDense(n, d, nil)
		for i, from := range order {
			other.SetRow(i, x.RawRowView(from))
		}
		for _, f := range []Function{KNN{K: 5}, Epsilon{}, Enclosing{}, Natural{}, Gabriel{}, Entropy{Perplexity: 9}, Entropy{Perplexity: 7.5, Nearest: 30}, CrossEntropy{Perplexity: 12}, Student{}} {
			if name == "three copies" && needsOrder(f) {
				continue // ties go to the smaller index
			}
			a, b := graphOf(t, f, x, responses(x)), graphOf(t, f, other, responses(other))
			for i := range n {
				for j := range n {
					if got, want := b.At(i, j), a.At(order[i], order[j]); math.Abs(got-want) > 1e-9 {
						t.Fatalf("%s, %v: G of rows %d and %d is %v in another order, want %v", name, f, i, j, got, want)
					}
				}
			}
		}
	}
}

func needsOrder(f Function) bool {
	switch f := f.(type) {
	case KNN, Enclosing:
		return true
	case Entropy:
		return f.Nearest > 0
	}
	return false
}

func TestTurningAndMovingDoesNotMatter(t *testing.T) {
	x := cloud(120, 3, 8)
	moved := mat.NewDense(120, 3, nil)
	moved.Mul(x, turned(3, 2))
	moved.Apply(func(_, c int, v float64) float64 { return v + float64(c) - 2 }, moved)
	for _, f := range []Function{KNN{K: 5}, Epsilon{Eps: .7}, Enclosing{}, Natural{}, Gabriel{}, Entropy{Perplexity: 9}, CrossEntropy{Perplexity: 40}, Student{}, Student{Whole: 1}} {
		a, b := graphOf(t, f, x, responses(x)), graphOf(t, f, moved, responses(x))
		if a.Edges() != b.Edges() || !slices.Equal(a.End, b.End) {
			t.Fatalf("%v: %d edges, and %d after turning", f, a.Edges(), b.Edges())
		}
		for e, w := range a.Weight {
			if math.Abs(w-b.Weight[e]) > 1e-9 {
				t.Fatalf("%v: weight %d is %v, and %v after turning", f, e, w, b.Weight[e])
			}
		}
	}
}

func TestUnitsDoNotMatter(t *testing.T) {
	x := cloud(100, 3, 8)
	scaled := mat.DenseCopyOf(x)
	scaled.Scale(1024, scaled)
	for _, f := range []Function{KNN{}, Epsilon{}, Enclosing{}, Natural{}, Gabriel{}, Entropy{}, CrossEntropy{Perplexity: 40}, Student{}} {
		a, b := graphOf(t, f, x, responses(x)), graphOf(t, f, scaled, responses(x))
		if !slices.Equal(a.End, b.End) {
			t.Errorf("%v: other units give other neighbours", f)
		}
		for e, w := range a.Weight {
			if math.Abs(w-b.Weight[e]) > 1e-9 {
				t.Fatalf("%v: weight %d is %v, and %v in other units", f, e, w, b.Weight[e])
			}
		}
	}
}

func TestSameBitsAtAnyProcs(t *testing.T) {
	x := cloud(400, 3, 2)
	y := responses(x)
	for _, f := range all() {
		var first *Graph
		for _, procs := range []int{1, 2, 7} {
			before := runtime.GOMAXPROCS(procs)
			g := graphOf(t, f, x, y)
			runtime.GOMAXPROCS(before)
			if first == nil {
				first = g
			}
			same := slices.EqualFunc(g.Weight, first.Weight, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) })
			if !same || !slices.Equal(g.End, first.End) || !slices.Equal(g.Start, first.Start) {
				t.Errorf("%v: other bits on %d processors", f, procs)
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	x := cloud(3000, 3, 2)
	y := responses(x)
	for _, f := range []Function{KNN{}, Epsilon{}, Enclosing{}, Natural{}, Gabriel{}, Entropy{}, CrossEntropy{}, Student{}, Student{Whole: 1}} {
		t.Run(fmt.Sprint(f), func(t *testing.T) {
			enginetest.Cancels(t, func(ctx context.Context) error {
				_, err := f.Graph(ctx, engine.Euclidean(x), y)
				return err
			})
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := f.Graph(ctx, engine.Euclidean(x), y); err == nil {
				t.Error("it ends although its context has")
			}
		})
	}
}
