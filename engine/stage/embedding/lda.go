package embedding

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/linear/affine"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:        "lda",
		Summary:     "keeps directions that separate class means, against the spread inside classes",
		Formula:     "max wᵀ S_b w / wᵀ S_w w",
		Citation:    "Fisher 1936, doi:10.1111/j.1469-1809.1936.tb02137.x; Rao 1948, doi:10.1111/j.2517-6161.1948.tb00008.x",
		Aliases:     []string{"discriminant", "lineardiscriminant", "lineardiscriminantanalysis"},
		Near:        []string{"qda"},
		Examples:    []string{`waveform(n=300) | scale | lda | svm`},
		ReadsLabels: true,
		Maps:        true,
	}, func() engine.Embedder { return new(LDA) })
}

// LDA, linear discriminant analysis, keeps how far class means are apart in
// units of the spread inside classes.
//
//	S_w = Σ_i (x_i − m_c(i)) (x_i − m_c(i))ᵀ / (n − C)
//	S_b = Σ_c n_c (m_c − m) (m_c − m)ᵀ / (C − 1)
//	S_b w = λ S_w w,  wᵀ S_w w = 1;  y = Wᵀ (x − m)
//
// X n×d with C classes → Y n×dim without unit: classes have unit spread along
// every axis. Any row is mapped by the same formula. At most C − 1 directions
// separate. The spectrum are the ratios λ.
//
// Time O(nd² + d³), memory O(nd + d²). Directions without spread inside
// classes, as constant columns or more columns than rows make them, are left
// out, and a note names columns that are constant inside every class and yet
// differ between classes: no variance tells how far these ought to count. It fails without two classes, for cells that are not finite, and for
// more dimensions than separate. It is deterministic (Fisher 1936,
// doi:10.1111/j.1469-1809.1936.tb02137.x; Rao 1948,
// doi:10.1111/j.2517-6161.1948.tb00008.x).
type LDA struct {
	Dim int // dimensions, or engine.Auto for all that separate
}

// Params declares the parameters.
func (m *LDA) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "dimensions of the embedding; auto is all that separate, one less than the classes").Simpler(engine.Smaller)
}

// Embed places the rows of s.
func (m *LDA) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	if _, err := distancesOf(s); err != nil {
		return nil, err
	}
	remarkUnused(ctx, s)
	if err := check.Finite(s); err != nil {
		return nil, err
	}
	groups, err := newGroups(s)
	if err != nil {
		return nil, err
	}
	groups.findSpread(ctx, s.Columns)
	white, err := groups.whitening()
	if err != nil {
		return nil, err
	}
	ratios, directions, err := groups.separate(ctx, white)
	if err != nil {
		return nil, err
	}
	dim := m.Dim
	if dim == engine.Auto {
		dim = len(ratios)
	}
	if dim > len(ratios) || dim == 0 {
		return nil, tooManyDimensions(dim, len(ratios), fmt.Sprintf("directions that separate the %d classes", groups.count))
	}
	remarkEqual(ctx, spectral.Clusters(ratios), dim)
	own := affine.NewMap(groups.mean, directions, dim)
	y, err := own.Place(ctx, s.X)
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{Y: y, Spectrum: ratios, Map: own}, nil
}

// groups are rows by class.
type groups struct {
	inside *mat.Dense // n×d, each row less its class's mean
	mean   []float64  // of all rows
	means  *mat.Dense // C×d, √n_c (m_c − m); zero for a class without rows
	count  int        // of classes that have rows
	spread []float64  // variance of each column inside classes; zero where it is rounding
}

// newGroups takes the means of the classes off their rows.
func newGroups(s engine.Sample) (*groups, error) {
	x, mean := centre(s.X)
	n, d := x.Dims()
	if !s.HasClasses() {
		return nil, &engine.Error{Cause: "it reads class labels, and the table has none", Remedy: remedy.Load("name the column", "label", "class")}
	}
	g := &groups{inside: x, mean: mean, means: mat.NewDense(len(s.Classes), d, nil)}
	sizes := s.Sizes()
	for i := range n {
		m := g.means.RawRowView(s.Labels[i])
		for c, v := range x.RawRowView(i) {
			m[c] += v / float64(sizes[s.Labels[i]])
		}
	}
	for i := range n {
		row, m := x.RawRowView(i), g.means.RawRowView(s.Labels[i])
		for c := range row {
			row[c] -= m[c]
		}
	}
	for class, size := range sizes {
		if size > 0 {
			g.count++
		}
		for c, v := range g.means.RawRowView(class) {
			g.means.Set(class, c, v*math.Sqrt(float64(size)))
		}
	}
	if err := check.Classes(g.count); err != nil {
		return nil, err
	}
	if n <= g.count {
		return nil, &engine.Error{Cause: fmt.Sprintf("%d rows of %d classes show no spread inside classes", n, g.count), Remedy: remedy.Say("give more rows of each class")}
	}
	return g, nil
}

// roundingShare is the share of a column's variance that may lie inside classes
// and still be nothing but rounding: means of n values are off by some √n 2⁻⁵³
// of their size, the square of which stays below 1e-20 for any n that fits in
// memory. The rounding of data that were kept in float32 is 1e-15 and counts.
const roundingShare = 1e-20

// findSpread finds the spread of columns inside classes. Where a column has none
// beside rounding, division by it would raise that to the largest of all
// numbers: such columns take no part, and a note names those that differ between
// classes.
func (g *groups) findSpread(ctx context.Context, columns []engine.Column) {
	n, d := g.inside.Dims()
	between := make([]float64, d) // Σ_c n_c (m_c − m)²
	for class := range g.means.RawMatrix().Rows {
		for c, v := range g.means.RawRowView(class) {
			between[c] += float64(v * v)
		}
	}
	inside := make([]float64, d)
	for i := range n {
		for c, v := range g.inside.RawRowView(i) {
			inside[c] += float64(v * v)
		}
	}
	g.spread = make([]float64, d)
	var constant []string
	for c, v := range inside {
		switch {
		case v > roundingShare*(v+between[c]):
			g.spread[c] = v / float64(n-g.count)
		case between[c] > roundingShare*float64(n)*float64(g.mean[c]*g.mean[c]) && c < len(columns):
			constant = append(constant, columns[c].Name)
		}
	}
	if len(constant) > 0 {
		engine.Remark(ctx, "constant inside every class, and therefore left out: %s", strings.Join(constant, ", "))
	}
}

// whitening returns V (d×r) with Vᵀ S_w V = I. Columns are brought to unit
// spread first, so that what is rounding does not depend on their units.
func (g *groups) whitening() (*mat.Dense, error) {
	n, d := g.inside.Dims()
	scaled := mat.NewDense(n, d, nil)
	scaled.Apply(func(_, c int, v float64) float64 {
		if g.spread[c] == 0 {
			return 0
		}
		return v / math.Sqrt(g.spread[c])
	}, g.inside)
	within := mat.NewSymDense(d, nil)
	within.SymOuterK(1/float64(n-g.count), scaled.T())
	var e mat.EigenSym
	if !e.Factorize(within, true) {
		return nil, &engine.Error{Cause: "the spread inside classes has no eigenvectors", Remedy: remedy.Put("scale")}
	}
	values := e.Values(nil)
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	rank := 0
	for _, v := range values {
		if v > 1e-10*values[d-1] {
			rank++
		}
	}
	if rank == 0 {
		return nil, &engine.Error{Cause: "classes have no spread inside: every row equals its class's mean", Remedy: remedy.Use("pca").Or(remedy.Say("give rows that differ inside classes"))}
	}
	white := mat.NewDense(d, rank, nil)
	for r := range rank {
		at := d - 1 - r
		for c := range d {
			if g.spread[c] > 0 {
				white.Set(c, r, vectors.At(c, at)/math.Sqrt(values[at]*g.spread[c]))
			}
		}
	}
	return white, nil
}

// separate returns the ratios λ and the directions W (d×len), from the
// spread of the class means once classes are white.
func (g *groups) separate(ctx context.Context, white *mat.Dense) ([]float64, *mat.Dense, error) {
	d, rank := white.Dims()
	var means mat.Dense
	means.Mul(g.means, white)
	between := mat.NewSymDense(rank, nil)
	between.SymOuterK(1/float64(g.count-1), means.T())
	full := mat.NewDense(rank, rank, nil)
	full.Copy(between)
	pairs, err := spectral.Top(ctx, full, min(rank, g.count-1))
	if err != nil {
		return nil, nil, err
	}
	positive := pairs.Positive()
	if positive == 0 {
		return nil, nil, &engine.Error{Cause: "all classes have the same mean: no direction separates them", Remedy: remedy.Use("isomap", "pca")}
	}
	directions := mat.NewDense(d, positive, nil)
	directions.Mul(white, pairs.Vectors.Slice(0, rank, 0, positive))
	spectral.Orient(directions)
	return pairs.Values[:positive], directions, nil
}
