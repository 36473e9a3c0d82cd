package surface

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	own "unfold/engine/linear/blas"
)

const (
	mostParts = 16   // of sums over rows, which are added in their order
	settled   = 1e-6 // of the log-likelihood of a row, a step that raises it by less is the last
)

// fit takes steps of EM.
func (h *sheet) fit(ctx context.Context, iterations int) error {
	n, _ := h.rows.size()
	told := parallel.Count(ctx, "expectation and maximisation", iterations)
	for {
		found, err := h.expect(ctx)
		if err != nil {
			return err
		}
		steps := len(h.gained)
		h.gained = append(h.gained, found.likelihood-h.penalty())
		rose := math.Inf(1)
		if steps > 0 {
			rose = h.gained[steps] - h.gained[steps-1]
		}
		if steps == iterations || rose < settled*float64(n) {
			h.remark(ctx, found.likelihood, steps, rose)
			return nil
		}
		if err := h.maximise(ctx, found); err != nil {
			return err
		}
		told.Add(1)
	}
}

// penalty is α‖W‖²/2.
func (h *sheet) penalty() float64 {
	w := h.w.RawMatrix().Data
	return float64(h.alpha * simd.Dot(w, w) / 2)
}

// remark tells how likely the rows are, and what kept them from being likelier.
func (h *sheet) remark(ctx context.Context, likelihood float64, steps int, rose float64) {
	n, _ := h.rows.size()
	engine.Remark(ctx, "log-likelihood %.6g for each row after %d steps, noise %.3g", likelihood/float64(n), steps, math.Sqrt(1/h.beta))
	if rose >= settled*float64(n) && rose > math.Abs(h.gained[steps]-h.gained[0])/100 {
		engine.Remark(ctx, "the last step still raised it by %.2g for each row: more iterations would fit the rows closer", rose/float64(n))
	}
	if 1/h.beta <= h.floor {
		engine.Remark(ctx, "the sheet goes through the rows, and no noise is left: fewer basis functions or a larger lambda would tell more of other rows")
	}
}

// expectations are sums over rows of what points of the sheet are responsible for.
type expectations struct {
	g          []float64 // Σ_i r_ik, K
	rx         []float64 // Rᵀ X, K×d
	likelihood float64   // ln p(X)
}

// add adds another part.
func (e *expectations) add(o *expectations) {
	for k, v := range o.g {
		e.g[k] += v
	}
	for k, v := range o.rx {
		e.rx[k] += v
	}
	e.likelihood += o.likelihood
}

// expect is the E step.
func (h *sheet) expect(ctx context.Context) (*expectations, error) {
	n, _ := h.rows.size()
	grain := max(blockRows, (n+mostParts-1)/mostParts)
	parts := make([]*expectations, (n+grain-1)/grain)
	err := parallel.Each(ctx, n, grain, func(lo, hi int) (err error) {
		parts[lo/grain], err = h.expectPart(ctx, lo, hi)
		return err
	})
	if err != nil {
		return nil, err
	}
	all := parts[0]
	for _, part := range parts[1:] {
		all.add(part)
	}
	each := float64(h.rows.wide*elementary.Log(h.beta/(2*math.Pi))/2) - elementary.Log(float64(h.count()))
	all.likelihood += float64(float64(n) * each)
	return all, nil
}

// expectPart is the E step for some rows.
func (h *sheet) expectPart(ctx context.Context, lo, hi int) (*expectations, error) {
	_, d := h.rows.size()
	count := h.count()
	e := &expectations{g: make([]float64, count), rx: make([]float64, count*d)}
	space := make([]float64, blockRows*count)
	for ; lo < hi; lo += blockRows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x := h.rows.block(lo, min(lo+blockRows, hi))
		r := space[:len(x)/d*count]
		h.centres.measure(r, x)
		for i := range len(x) / d {
			row := r[i*count : (i+1)*count]
			e.likelihood += responsibilities(row, h.beta)
			for k, v := range row {
				e.g[k] += v
			}
		}
		own.Single[float64]{}.Gemm(blas.Trans, blas.NoTrans, count, d, len(x)/d, 1, r, count, x, d, 1, e.rx, d)
	}
	return e, nil
}

// responsibilities turns the squares of a row's distances into r_k ∝ exp(−β d²/2),
// which add up to 1, and returns ln Σ_k exp(−β d²/2).
func responsibilities(row []float64, beta float64) float64 {
	least := row[0]
	for _, v := range row {
		least = min(least, v)
	}
	for k, v := range row {
		row[k] = beta * (least - v) / 2
	}
	simd.Exp(row, row)
	sum := 0.0
	for _, v := range row {
		sum += v
	}
	for k := range row {
		row[k] /= sum
	}
	return elementary.Log(sum) - float64(beta*least/2)
}

// maximise is the M step: W under the noise at hand, and the noise about it, with
// Σ r ‖x − z‖² = Σ‖x‖² − 2 Σ z_k·(RᵀX)_k + Σ g_k ‖z_k‖².
func (h *sheet) maximise(ctx context.Context, e *expectations) (err error) {
	n, _ := h.rows.size()
	if h.w, err = h.solve(ctx, e.g, e.rx, h.alpha/h.beta); err != nil {
		return err
	}
	if err := h.bend(ctx); err != nil {
		return err
	}
	x := h.rows.x.RawMatrix().Data
	left := simd.Dot(x, x) - float64(2*simd.Dot(h.centres.at, e.rx)) + simd.Dot(e.g, h.centres.squares)
	h.beta = 1 / max(left/(float64(n)*h.rows.wide), h.floor)
	return nil
}

// A sheetPlacer places rows on a sheet.
type sheetPlacer struct {
	latent *mat.Dense
	beta   float64
	modes  bool // rows lie at points, not between them
}

func init() { codec.Register[*sheetPlacer]("sheet", 1) }

// Fields tells the points and the noise.
func (p *sheetPlacer) Fields(f *codec.Fields) {
	f.Matrix("points", &p.latent)
	f.Float("beta", &p.beta)
	f.Bool("modes", &p.modes)
	f.Check(p.beta > 0, "the precision is %v", p.beta)
}

func (p *sheetPlacer) size() (count, dim int) { return p.latent.Dims() }

func (p *sheetPlacer) place(places, squares []float64) bool {
	if p.modes {
		return p.mode(places, squares)
	}
	return p.mean(places, squares)
}

// mean places rows at Σ_k r_k u_k.
func (p sheetPlacer) mean(places, squares []float64) bool {
	count, dim := p.latent.Dims()
	for i := range len(squares) / count {
		row, place := squares[i*count:(i+1)*count], places[i*dim:(i+1)*dim]
		if first, _ := nearest(row); first < 0 {
			return false
		}
		responsibilities(row, p.beta)
		clear(place)
		simd.AddRows(place, row, p.latent.RawMatrix().Data, dim)
	}
	return true
}

// mode places rows at the u_k with the largest r_k, the first of equal ones.
func (p sheetPlacer) mode(places, squares []float64) bool {
	count, dim := p.latent.Dims()
	for i := range len(squares) / count {
		first, _ := nearest(squares[i*count : (i+1)*count])
		if first < 0 {
			return false
		}
		copy(places[i*dim:(i+1)*dim], p.latent.RawRowView(first))
	}
	return true
}
