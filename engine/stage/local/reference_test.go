package local

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/alignment"
)

// reference reads what testdata/reference.py wrote.
func reference(t testing.TB) map[string]*mat.Dense {
	t.Helper()
	data, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][][]float64
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	read := map[string]*mat.Dense{}
	for name, rows := range all {
		read[name] = mat.NewDense(len(rows), len(rows[0]), nil)
		for i, row := range rows {
			read[name].SetRow(i, row)
		}
	}
	return read
}

func embed(t testing.TB, m engine.Embedder, s engine.Sample) *engine.Embedding {
	t.Helper()
	e, err := m.Embed(t.Context(), s)
	if err != nil {
		t.Fatalf("%#v: %v", m, err)
	}
	return e
}

// angle returns the sine of the largest angle between the spaces of the columns.
func angle(a, b *mat.Dense) float64 {
	basis := func(m *mat.Dense) *mat.Dense {
		var svd mat.SVD
		svd.Factorize(m, mat.SVDThin)
		var u mat.Dense
		svd.UTo(&u)
		return &u
	}
	u, v := basis(a), basis(b)
	var inner, rest mat.Dense
	inner.Mul(u.T(), v)
	rest.Mul(u, &inner)
	rest.Sub(v, &rest)
	return mat.Norm(&rest, 2)
}

// near are ten neighbours and two dimensions.
var near = alignment.Near{K: 10, Dim: 2}

// TestSpacesAreScikitLearns holds the spaces of coordinates against those of
// scikit-learn, of surfaces whose eigenvalues lie apart. Its hessian, as it stands, is
// ltsa.
func TestSpacesAreScikitLearns(t *testing.T) {
	if testing.Short() {
		t.Skip("long: compares spaces of many rows")
	}
	all := reference(t)
	for _, name := range []string{"roll", "scurve", "wide"} {
		for method, m := range map[string]engine.Embedder{
			"standard": &LLE{Near: near, Reg: 1e-3}, "modified": &LLE{Near: near, Reg: 1e-3, Form: "modified"},
			"hessian": &LLE{Near: near, Form: "hessian"}, "hessian by a full Q": &LTSA{near}, "ltsa": &LTSA{near},
			"eigenmaps": &Eigenmaps{Near: near, Weights: "heat"},
		} {
			e := embed(t, m, engine.Sample{X: all[name]})
			if a := angle(e.Y, all[name+" "+method]); !(a < 1e-6) {
				t.Errorf("%s %s: the angle between the spaces is %.2g", name, method, a)
			}
		}
	}
}

// TestDiffusionIsNumPys compares every coordinate and eigenvalue.
func TestDiffusionIsNumPys(t *testing.T) {
	if testing.Short() {
		t.Skip("long: compares with a dense decomposition")
	}
	all := reference(t)
	for _, name := range []string{"roll", "scurve", "wide"} {
		for column, c := range map[string]*Diffusion{"diffusion": {Dim: 2, Alpha: 0.5, Time: 2}, "sparse diffusion": {Dim: 2, K: 40, Alpha: 1, Time: 1}} {
			e := embed(t, c, engine.Sample{X: all[name]})
			want, values := all[name+" "+column], all[name+" diffusion values"]
			for p := range 2 {
				var agree, off, size float64
				for i := range 260 {
					agree += e.Y.At(i, p) * want.At(i, p)
				}
				for i := range 260 {
					diff := e.Y.At(i, p)*math.Copysign(1, agree) - want.At(i, p)
					off, size = off+diff*diff, size+want.At(i, p)*want.At(i, p)
				}
				if math.Sqrt(off/size) > 1e-8 {
					t.Errorf("%s, %s: coordinate %d is off by %.2g", name, column, p, math.Sqrt(off/size))
				}
				at := 0
				if c.K > 0 {
					at = 1
				}
				if mu := math.Pow(values.At(p, at), c.Time); math.Abs(e.Spectrum[p]-mu) > 1e-9 {
					t.Errorf("%s, %s: eigenvalue %d is %v, want %v", name, column, p, e.Spectrum[p], mu)
				}
			}
		}
	}
}
