package alignment

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/random"
	"unfold/engine/linear/sparse"
)

// bent are n rows of a bent sheet in three columns.
func bent(n int) *mat.Dense {
	r := random.New(1, "bent")
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		u, v := r.Between(-1, 1), r.Between(-1, 1)
		x.SetRow(i, []float64{u, v, float64(u*u) - float64(0.3*u*v)})
	}
	return x
}

func nearest(t testing.TB, x *mat.Dense, k int) *engine.Neighbours {
	t.Helper()
	nb, err := neighbour.Nearest(t.Context(), engine.Euclidean(x), k)
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

func sum(t testing.TB, q *Quadratic, err error) *mat.Dense {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	m, err := q.Sum(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return written(m)
}

// written is a sparse matrix in full.
func written(m *sparse.Matrix) *mat.Dense {
	full := mat.NewDense(m.Len(), m.Len(), nil)
	for i := range m.Len() {
		columns, values := m.Of(i)
		for e, j := range columns {
			full.Set(i, int(j), values[e])
		}
	}
	return full
}

// TestWeightsAreRoweisSauls writes (I − W)ᵀ (I − W) out, whose W rebuilds rows and adds
// up to one.
func TestWeightsAreRoweisSauls(t *testing.T) {
	x := bent(60)
	nb := nearest(t, x, 7)
	q, err := Weights(t.Context(), Centred(nb, nil), x, 1e-3)
	got := sum(t, q, err)
	rest := mat.NewDense(60, 60, nil)
	for i := range 60 {
		rest.Set(i, i, 1)
		index, _ := nb.Of(i)
		local := mat.NewSymDense(7, nil)
		for a := range 7 {
			for b := a; b < 7; b++ {
				var inner float64
				for c := range 3 {
					inner += (x.At(int(index[a]), c) - x.At(i, c)) * (x.At(int(index[b]), c) - x.At(i, c))
				}
				local.SetSym(a, b, inner)
			}
		}
		trace := mat.Trace(local)
		for a := range 7 {
			local.SetSym(a, a, local.At(a, a)+1e-3*trace)
		}
		var w mat.VecDense
		if err := w.SolveVec(local, mat.NewVecDense(7, []float64{1, 1, 1, 1, 1, 1, 1})); err != nil {
			t.Fatal(err)
		}
		all := mat.Sum(&w)
		for a, j := range index {
			rest.Set(i, int(j), -w.AtVec(a)/all)
		}
	}
	var want mat.Dense
	want.Mul(rest.T(), rest)
	if !mat.EqualApprox(got, &want, 1e-10) {
		t.Error("M is not (I − W)ᵀ (I − W)")
	}
}

// TestFormsAllowWhatTheyOught: constants always, affine maps of rows of a plane by
// tangent spaces and second derivatives, and nothing is negative.
func TestFormsAllowWhatTheyOught(t *testing.T) {
	x := bent(120)
	for i := range 120 {
		x.Set(i, 2, x.At(i, 0)+2*x.At(i, 1)) // a plane
	}
	nb := nearest(t, x, 9)
	forms := map[string]func() (*Quadratic, error){
		"weights":  func() (*Quadratic, error) { return Weights(t.Context(), Centred(nb, nil), x, 1e-3) },
		"modified": func() (*Quadratic, error) { return Modified(t.Context(), Centred(nb, nil), x, 2, 1e-3) },
		"tangent":  func() (*Quadratic, error) { return Tangent(t.Context(), Surrounding(nb, nil), x, 2) },
		"hessian":  func() (*Quadratic, error) { return Hessian(t.Context(), Surrounding(nb, nil), x, 2) },
	}
	for name, form := range forms {
		q, err := form()
		m := sum(t, q, err)
		if !mat.Equal(m, m.T()) {
			t.Errorf("%s is not symmetric", name)
		}
		asked := func(y *mat.VecDense) float64 { return mat.Inner(y, m, y) }
		ones := mat.NewVecDense(120, nil)
		for i := range 120 {
			ones.SetVec(i, 1)
		}
		if v := asked(ones); math.Abs(v) > 1e-10 {
			t.Errorf("%s asks %g of constants", name, v)
		}
		affine := mat.VecDenseCopyOf(x.ColView(2))
		if v := asked(affine); (name == "tangent" || name == "hessian") && math.Abs(v) > 1e-10 {
			t.Errorf("%s asks %g of an affine map", name, v)
		}
		r := random.New(3, name)
		for i := range 120 {
			affine.SetVec(i, r.Normal())
		}
		if asked(affine) <= 0 {
			t.Errorf("%s asks nothing of noise", name)
		}
	}
}

// TestBridgesAndOrphans: a bridge makes its ends neighbours, or a patch of both sides;
// a row that is nobody's neighbour is in its own patch.
func TestBridgesAndOrphans(t *testing.T) {
	x := mat.NewDense(7, 1, []float64{0, 1, 2.5, 100, 101, 102.5, 40})
	nb := nearest(t, x, 2)
	bridges := []engine.Edge{{I: 2, J: 6, Length: 37.5}}
	centred := Centred(nb, bridges)
	if got := centred.Of(2); len(got) != 4 || got[0] != 2 || got[3] != 6 {
		t.Errorf("the patch of an end is %v", got)
	}
	around := Surrounding(nb, bridges)
	if got := around.Of(6); len(got) != 3 || got[0] != 6 {
		t.Errorf("the patch of a row that is nobody's neighbour is %v", got)
	}
	if around.Len() != 8 || len(around.Of(7)) < 4 {
		t.Errorf("%d patches, the last of which is %v", around.Len(), around.Of(around.Len()-1))
	}
}

func TestPatchesAskForMemory(t *testing.T) {
	x := bent(400)
	var e *engine.Error
	_, err := Tangent(memory.Limited(t.Context(), 10_000), Surrounding(nearest(t, x, 9), nil), x, 2)
	if !errors.As(err, &e) || e.Remedy == nil {
		t.Errorf("error is %v, want one with a remedy", err)
	}
}

// TestAffinityRebuildsRows: the weights of a row among its neighbours add up to one and
// lead to it where it lies among them in a plane.
func TestAffinityRebuildsRows(t *testing.T) {
	x := bent(80)
	for i := range 80 {
		x.Set(i, 2, 0)
	}
	rows := make([]int, 80)
	for i := range rows {
		rows[i] = i
	}
	a := &Affinity{X: x, Chosen: neighbour.Chosen{Rows: rows, K: 6}, Reg: 1e-9, Dim: 2}
	far, w, at := make([]float64, 80), make([]float64, 80), []float64{0.1, -0.2, 0}
	engine.Euclidean(x).(engine.Outward).From(far, at)
	a.Draw(w, far, at, 0)
	var all, u, v float64
	drawing := 0
	for i, weight := range w {
		all, u, v = all+weight, u+weight*x.At(i, 0), v+weight*x.At(i, 1)
		if weight != 0 {
			drawing++
		}
	}
	if drawing != 6 || math.Abs(all-1) > 1e-12 || math.Abs(u-0.1) > 1e-6 || math.Abs(v+0.2) > 1e-6 {
		t.Errorf("%d rows draw with weights of sum %v to (%v, %v)", drawing, all, u, v)
	}
}
