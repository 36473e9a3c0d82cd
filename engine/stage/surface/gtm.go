package surface

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "gtm",
		Summary:  "places rows on the bent sheet that most likely made them",
		Formula:  "p(x) = (1/K) Σ_k N(x; Wᵀφ(u_k), 1/β),  y(x) = Σ_k p(u_k | x) u_k",
		Citation: "Bishop, Svensén, Williams 1998, doi:10.1162/089976698300017953",
		Aliases:  []string{"generativetopographicmapping"},
		Near:     []string{"gplvm"},
		Examples: []string{`load | scale | gtm`, `swissroll(n=300) | gtm(basis=5, lambda=0.01, place="mode") | knn`},
		Maps:     true,
	}, func() engine.Embedder { return new(GTM) })
}

// GTM, the generative topographic map, takes rows for noise about a smoothly bent sheet
// and finds the sheet under which they are most likely; each row is placed where on
// the sheet it probably comes from.
//
//	z_k  = Wᵀ φ(u_k),  φ_m(u) = exp(−‖u − c_m‖²/2s²), and one φ that is 1
//	p(x) = (1/K) Σ_k N(x; z_k, I/β)
//	r_k(x) = p(u_k | x) ∝ exp(−β ‖x − z_k‖²/2)
//	y(x) = Σ_k r_k(x) u_k, or the u_k with the largest r_k for place="mode"
//
// for K points u_k of a grid over [−1, 1]^dim, points to a side, and centres c_m of a
// grid with basis to a side, whose step is s. X n×d → Y n×dim in [−1, 1]. W and β are
// found by EM from the first principal components, where the sheet is plane:
//
//	E: r_ik,  G = diag(Σ_i r_ik)
//	M: (ΦᵀGΦ + (α/β) I) W = Φᵀ Rᵀ X,  1/β = Σ_ik r_ik ‖x_i − z_k‖²/(n d)
//
// with a Gaussian prior of precision α = lambda·d/Σ_c var(x_c) on W, so that lambda has
// no unit. Each step raises ln p(X) − α‖W‖²/2; it ends after iterations of them, or
// when a step raises it by less than 1e-6 for each row. A note tells the log-likelihood.
// 1/β is kept above 1e-9 of the columns' mean variance, below which nothing is noise;
// another note tells where it came to that.
//
// By itself there are 400 points, or 512 in three dimensions, and 10, 36 or 64 basis
// functions, or fewer where rows are fewer than twice as many. Columns count by their
// units: scale them first if these differ. Those that do not vary are not among the d.
//
// Time O(n K d) a step, memory O(n d + K (M + d)) for M basis functions. It fails for
// rows that are all equal, more dimensions than the rows vary in or than three, and
// more basis functions than rows. It is deterministic (Bishop, Svensén, Williams 1998,
// Neural Computation 10:215–234, doi:10.1162/089976698300017953).
type GTM struct {
	Dim        int     // dimensions of the sheet
	Points     int     // of the grid to a side, or engine.Auto
	Basis      int     // basis functions to a side, or engine.Auto
	Lambda     float64 // weight of the prior
	Place      string  // "mean" or "mode"
	Iterations int     // of EM at most
}

// Params declares the parameters.
func (m *GTM) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.Between(1, 3), "dimensions of the embedding").Simpler(engine.Smaller)
	p.Int(&m.Points, "points", engine.Auto, engine.OrAuto(engine.Between(2, 1000)), "points of the sheet to a side; auto is 400 for a line, 20 for a plane, 8 for a solid").Quietly()
	p.Int(&m.Basis, "basis", engine.Auto, engine.OrAuto(engine.Between(2, 100)), "smooth functions to a side that bend the sheet; auto is up to 10 for a line, 6 for a plane, 4 for a solid").Simpler(engine.Smaller)
	p.Float(&m.Lambda, "lambda", 0.1, engine.Above(0), "how much the sheet resists being bent").Simpler(engine.Larger)
	p.Text(&m.Place, "place", "mean", engine.OneOf("mean", "mode"), "rows lie at the mean of where they may come from, or at the likeliest point")
	p.Int(&m.Iterations, "iterations", 200, engine.AtLeast(1), "steps of EM at most").Quietly()
}

// Embed places the rows of s.
func (m *GTM) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	r, err := rowsOf(parallel.Part(ctx, 0, 0.1), s, m.Dim+1)
	if err != nil {
		return nil, err
	}
	sides, err := m.sides(r)
	if err != nil {
		return nil, err
	}
	n, d := r.size()
	if err := memory.Claim(ctx, sides.bytes(n, d), fmt.Sprintf("a sheet of %d points", sides.count()), remedy.Reduce("points").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	found, err := newSheet(ctx, r, sides, m.Lambda)
	if err != nil {
		return nil, err
	}
	if err := found.fit(parallel.Part(ctx, 0.1, 1), m.Iterations); err != nil {
		return nil, err
	}
	mapped := found.mapTo(r.mean, m.Place == "mode")
	y, err := engine.Image(ctx, mapped, s.X)
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{Y: y, Target: engine.Euclidean(s.X), Map: mapped}, nil
}

// sides are the sizes of the grids.
func (m *GTM) sides(r *rows) (sides, error) {
	n, _ := r.size()
	if found := len(r.axes.Values); m.Dim > found {
		return sides{}, check.TooManyDimensions(m.Dim, found, "directions with any variance")
	}
	s := m.usualSides(n)
	if functions := s.functions(); m.Basis != engine.Auto && functions > n {
		return sides{}, &engine.Error{Param: "basis", Cause: fmt.Sprintf("basis = %d makes %d functions, more than the %s", m.Basis, functions, wording.Count(n, "row")), Remedy: remedy.Reduce("basis").Or(remedy.Set("basis", "auto"))}
	}
	return s, nil
}

// usualSides are those for n rows, as far as they are left open.
func (m *GTM) usualSides(n int) sides {
	s := sides{m.Dim, m.Points, m.Basis}
	if s.points == engine.Auto {
		s.points = [...]int{400, 20, 8}[m.Dim-1]
	}
	if s.basis == engine.Auto {
		most := [...]int{10, 6, 4}[m.Dim-1]
		for s.basis = 2; s.basis < most && 2*power(s.basis+1, m.Dim) <= n; {
			s.basis++
		}
	}
	return s
}
