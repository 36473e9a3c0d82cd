package surface

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	own "unfold/engine/linear/blas"
	"unfold/engine/remedy"
)

// sides are how many points and basis functions stand along each dimension of a sheet.
type sides struct{ dim, points, basis int }

// count returns K.
func (s sides) count() int { return power(s.points, s.dim) }

// functions returns M, without the one that is 1.
func (s sides) functions() int { return power(s.basis, s.dim) }

func power(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}

// bytes is what a sheet for n rows takes, with the parts of its sums.
func (s sides) bytes(n, d int) uint64 {
	points, functions := uint64(s.count()), uint64(s.functions()+1)
	return 8 * (uint64(n)*uint64(d) + points*(functions+uint64(d)+blockRows) + mostParts*points*uint64(d+1) + 3*functions*functions)
}

// A sheet is points in the space of the rows, z_k = Wᵀ φ(u_k), and the noise about them.
type sheet struct {
	sides
	rows    *rows
	latent  *mat.Dense // u, K×dim
	phi     *mat.Dense // Φ, K×(M+1)
	w       *mat.Dense // W, (M+1)×d
	centres *centres   // z
	beta    float64
	alpha   float64   // precision of the prior
	floor   float64   // the least 1/β
	gained  []float64 // ln p(X) − α‖W‖²/2 before each step, and after the last
}

// newSheet lays a plane sheet through the rows. Its noise is the variance across it, or
// the square of half a step of its grid if that is more.
func newSheet(ctx context.Context, r *rows, s sides, lambda float64) (*sheet, error) {
	_, d := r.size()
	h := &sheet{sides: s, rows: r, latent: cube(s.points, s.dim)}
	h.phi = h.basisAt(h.latent)
	h.alpha = lambda * r.wide / r.total
	h.floor = 1e-9 * r.total / r.wide
	plane := mat.NewDense(s.count(), d, nil)
	deviation := math.Sqrt(float64(s.points+1) / float64(3*(s.points-1))) // of the u along a side
	steps := make([]float64, s.dim)
	for k := range s.count() {
		for j, u := range h.latent.RawRowView(k) {
			steps[j] = u / deviation
		}
		r.along(plane.RawRowView(k), steps...)
	}
	weights := make([]float64, s.count())
	for k := range weights {
		weights[k] = 1
	}
	var err error
	if h.w, err = h.solve(ctx, weights, plane.RawMatrix().Data, 1e-6); err != nil {
		return nil, err
	}
	half := math.Sqrt(r.axes.Values[s.dim-1]) / deviation / float64(s.points-1)
	noise := max(float64(half*half), h.floor)
	if len(r.axes.Values) > s.dim {
		noise = max(noise, r.axes.Values[s.dim])
	}
	h.beta = 1 / noise
	return h, h.bend(ctx)
}

// cube is a grid over [−1, 1]^dim, count to a side, the last dimension fastest.
func cube(count, dim int) *mat.Dense {
	all := mat.NewDense(power(count, dim), dim, nil)
	for k := range power(count, dim) {
		rest := k
		for j := dim - 1; j >= 0; j-- {
			all.Set(k, j, 2*float64(rest%count)/float64(count-1)-1)
			rest /= count
		}
	}
	return all
}

// basisAt is φ at places of the sheet.
func (h *sheet) basisAt(u *mat.Dense) *mat.Dense {
	centres := cube(h.basis, h.dim)
	width := 2 / float64(h.basis-1) // s, a step
	count, _ := u.Dims()
	phi := mat.NewDense(count, h.functions()+1, nil)
	for k := range count {
		row := phi.RawRowView(k)
		for m := range h.functions() {
			square := 0.0
			for j, v := range u.RawRowView(k) {
				off := v - centres.At(m, j)
				square += float64(off * off)
			}
			row[m] = elementary.Exp(-square / (2 * width * width))
		}
		row[h.functions()] = 1
	}
	return phi
}

// bend sets the points to where W takes them.
func (h *sheet) bend(ctx context.Context) error {
	count, functions := h.phi.Dims()
	_, d := h.rows.size()
	z := make([]float64, count*d)
	if err := own.Gemm(ctx, blas.NoTrans, blas.NoTrans, count, d, functions, 1, h.phi.RawMatrix().Data, functions, h.w.RawMatrix().Data, d, 0, z, d); err != nil {
		return err
	}
	h.centres = newCentres(z, d)
	return nil
}

// solve returns W of (Φᵀ diag(g) Φ + ridge I) W = Φᵀ b, with b K×d.
func (h *sheet) solve(ctx context.Context, g, b []float64, ridge float64) (*mat.Dense, error) {
	count, functions := h.phi.Dims()
	d := len(b) / count
	weighted := mat.NewDense(count, functions, nil)
	weighted.Apply(func(k, _ int, v float64) float64 { return g[k] * v }, h.phi)
	left, right := mat.NewDense(functions, functions, nil), mat.NewDense(functions, d, nil)
	phi, a, w := h.phi.RawMatrix().Data, left.RawMatrix().Data, right.RawMatrix().Data
	if err := own.Gemm(ctx, blas.Trans, blas.NoTrans, functions, functions, count, 1, phi, functions, weighted.RawMatrix().Data, functions, 0, a, functions); err != nil {
		return nil, err
	}
	if err := own.Gemm(ctx, blas.Trans, blas.NoTrans, functions, d, count, 1, phi, functions, b, d, 0, w, d); err != nil {
		return nil, err
	}
	for m := range functions {
		a[m*functions+m] += ridge
	}
	failed, _, err := own.Cholesky(engine.WithProgress(ctx, nil), blas.Lower, functions, a, functions)
	if err != nil {
		return nil, err
	}
	if failed >= 0 {
		return nil, &engine.Error{Param: "lambda", Cause: "the smooth functions cannot be told from each other", Remedy: remedy.Raise("lambda").Or(remedy.Reduce("basis"))}
	}
	for _, turn := range []blas.Transpose{blas.NoTrans, blas.Trans} {
		if err := own.Trsm(ctx, blas.Left, blas.Lower, turn, blas.NonUnit, functions, d, 1, a, functions, w, d); err != nil {
			return nil, err
		}
	}
	return right, nil
}

// mapTo is the map to places of the sheet, which is about the mean.
func (h *sheet) mapTo(mean []float64, mode bool) *centreMap {
	return &centreMap{mean: mean, centres: h.centres, dim: h.dim, by: &sheetPlacer{h.latent, h.beta, mode}}
}
