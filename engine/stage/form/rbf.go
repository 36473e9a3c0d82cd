package form

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/fit/kmeans"
	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "rbf",
		Summary:  "maps every row by how near it is to some centres",
		Formula:  "z = Σ_j w_j k_j(x) / Σ_l k_l(x),  k_j(x) = exp(−‖x − b_j‖²/2σ²)",
		Citation: "Gisbrecht, Schulz, Hammer 2015, doi:10.1016/j.neucom.2013.11.045",
		Examples: []string{`swissroll(n=300) | nerv(map=rbf)`, `waveform(n=300) | scale | sne(map=rbf(centres=50)) | svm`},
		Maps:     true,
	}, func() engine.Form { return new(RBF) })
}

// RBF maps are weighted means of places, each of which belongs to a centre: the radial
// basis functions of kernel t-SNE, for any cost.
//
//	z = Σ_j w_j φ_j(x),  φ_j(x) = k_j(x) / Σ_l k_l(x),  k_j(x) = exp(−‖x − b_j‖²/2σ²)
//
// X n×d, centres b_j B×d, W B×dim. Centres are the means of groups of rows, or rows that
// are drawn. The width σ is in the unit of the columns, which are taken as they are: put
// scale before what has columns of several units. A row far from all centres goes where
// the nearest one does, rather than to zero. Images are within the hull of the w_j.
//
// A start near given places is that of least squares with a ridge of a millionth of the
// mean square of φ.
//
// Time O(n B dim) an evaluation beside that of the cost, O(n d B) a move of the centres and
// O(n B²) once; memory O(n B), which it asks for. It fails for cells that are not finite,
// for rows that are all equal, and for fewer centres than dimensions. Centres are drawn by
// the seed, and it is deterministic otherwise (Gisbrecht, Schulz, Hammer 2015,
// doi:10.1016/j.neucom.2013.11.045). Departs from there in one width for all centres, and
// in that a cost finds w, not least squares on places found before.
type RBF struct {
	Centres int     // B, or engine.Auto
	Width   float64 // σ, or engine.Auto
	At      string  // "means" or "rows"
	Seed    int
}

// Params declares the parameters.
func (m *RBF) Params(p *engine.Params) {
	p.Int(&m.Centres, "centres", engine.Auto, engine.OrAuto(engine.AtLeast(2)), "how many centres; auto is 100, or a third of fewer rows").Simpler(engine.Smaller)
	p.Float(&m.Width, "width", engine.Auto, engine.OrAuto(engine.Above(0)), "width of kernels; auto is the median distance from a centre to the nearest other").Simpler(engine.Larger)
	p.Text(&m.At, "at", "means", engine.OneOf("means", "rows"), "whether centres are the means of groups of rows, or rows that are drawn").Quietly()
	p.Int(&m.Seed, "seed", 1, engine.AtLeast(0), "seed of what is drawn").Quietly()
}

// moves is how often centres move at most: those of kernels need not settle.
const moves = 20

// Bind returns the maps by the centres of the rows of s.
func (m *RBF) Bind(ctx context.Context, s engine.Sample, dim int) (engine.Maps, error) {
	if err := bindable(s, dim); err != nil {
		return nil, err
	}
	count := m.count(s.Len(), dim)
	if err := memory.Claim(ctx, 16*uint64(s.Len())*uint64(count), fmt.Sprintf("the kernels of %d rows and %d centres", s.Len(), count), remedy.Reduce("centres").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	centres, err := m.centres(ctx, s.X, count)
	if err != nil {
		return nil, err
	}
	if got, _ := centres.Dims(); got < max(2, dim) {
		return nil, fewCentres(got, max(2, dim))
	}
	k := kernels{centres, m.Width}
	if k.width == engine.Auto {
		k.width = spacing(centres)
	}
	n, _ := s.X.Dims()
	design := mat.NewDense(n, len(centres.RawMatrix().Data)/centres.RawMatrix().Cols, nil)
	if err := k.rows(ctx, design, s.X); err != nil {
		return nil, err
	}
	return &rbfMaps{pairwise.NewLinear(design, dim), k}, nil
}

// count is how many centres n rows are to have, for images in dim dimensions.
func (m *RBF) count(n, dim int) int {
	if m.Centres != engine.Auto {
		return m.Centres
	}
	return max(2, dim, min(100, n/3))
}

// fewCentres is the error that rows have not as many places as are needed.
func fewCentres(got, least int) error {
	return &engine.Error{Param: "centres", Cause: fmt.Sprintf("there are %d centres that differ, and %d are the least", got, least), Remedy: remedy.Raise("centres").Or(remedy.Say("give rows that differ more"))}
}

// centres returns the means of groups, or distinct rows.
func (m *RBF) centres(ctx context.Context, x *mat.Dense, count int) (*mat.Dense, error) {
	stream := random.New(m.Seed, "centres of kernels")
	times := moves
	if m.At == "rows" {
		times = 0
	}
	groups, err := kmeans.Means(ctx, x, count, times, stream)
	if err != nil {
		return nil, err
	}
	return groups.Means, nil
}

// spacing is the median distance from a centre to the nearest other.
func spacing(centres *mat.Dense) float64 {
	count, _ := centres.Dims()
	near := make([]float64, count)
	for a := range near {
		near[a] = math.Inf(1)
		for b := range count {
			if a != b {
				near[a] = min(near[a], kmeans.Square(centres.RawRowView(a), centres.RawRowView(b)))
			}
		}
	}
	slices.Sort(near)
	return math.Sqrt(near[count/2])
}

// kernels are normalised ones of one width.
type kernels struct {
	centres *mat.Dense // B×d
	width   float64
}

// row fills dst with φ(x): the largest kernel is one before they are divided by their sum,
// so that some are above zero however far the row is.
func (k kernels) row(dst, x []float64) {
	least := math.Inf(1)
	for j := range dst {
		dst[j] = kmeans.Square(x, k.centres.RawRowView(j))
		least = min(least, dst[j])
	}
	var sum float64
	for j, square := range dst {
		dst[j] = elementary.Exp((least - square) / k.width / k.width / 2)
		sum += dst[j]
	}
	for j := range dst {
		dst[j] /= sum
	}
}

// rows fills dst with φ of the rows of x.
func (k kernels) rows(ctx context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	return parallel.For(ctx, n, parallel.Grain(len(k.centres.RawMatrix().Data)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			k.row(dst.RawRowView(i), x.RawRowView(i))
		}
	})
}

// rbfMaps are linear in φ.
type rbfMaps struct {
	*pairwise.Linear
	kernels kernels
}

// Toward returns W by least squares.
func (m *rbfMaps) Toward(ctx context.Context, z *mat.Dense) ([]float64, error) {
	if err := ends(z, m.Rows(), m.Dim()); err != nil {
		return nil, err
	}
	return leastSquares(m.Design(), z, nil, 1e-6).RawMatrix().Data, ctx.Err()
}

// Map returns the map of rows by w.
func (m *rbfMaps) Map(_ context.Context, w []float64) (engine.Map, error) {
	return &rbfMap{m.kernels, mat.NewDense(len(w)/m.Dim(), m.Dim(), slices.Clone(w))}, nil
}

type rbfMap struct {
	kernels kernels
	w       *mat.Dense // B×dim
}

func init() { codec.Register[*rbfMap]("rbf", 1) }

// Fields tells the centres and their coefficients.
func (m *rbfMap) Fields(f *codec.Fields) {
	f.Float("width", &m.kernels.width)
	f.Matrix("centres", &m.kernels.centres)
	f.Matrix("coefficients", &m.w)
	if f.Good() {
		count, d := m.kernels.centres.Dims()
		rows, _ := m.w.Dims()
		f.Check(rows == count && d == f.Columns() && m.kernels.width > 0, "%d coefficients of %d centres of %d columns", rows, count, d)
	}
}

// Dim returns dim.
func (m *rbfMap) Dim() int { return m.w.RawMatrix().Cols }

// Slope fills dst with Σ_j φ_j (b_j − b̄) w_jᵀ / σ², for b̄ = Σ_l φ_l b_l.
func (m *rbfMap) Slope(dst *mat.Dense, row []float64) {
	count, d := m.kernels.centres.Dims()
	phi, middle := make([]float64, count), make([]float64, d)
	m.kernels.row(phi, row)
	for j, share := range phi {
		for c, b := range m.kernels.centres.RawRowView(j) {
			middle[c] += float64(share * b)
		}
	}
	dst.Zero()
	for j, share := range phi {
		share = share / m.kernels.width / m.kernels.width
		for c, b := range m.kernels.centres.RawRowView(j) {
			pull := share * (b - middle[c])
			for k, w := range m.w.RawRowView(j) {
				dst.Set(c, k, dst.At(c, k)+float64(pull*w))
			}
		}
	}
}

// Apply fills dst with the images of the rows of x. Time O(B (d + dim)) a row.
func (m *rbfMap) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	count := m.w.RawMatrix().Rows
	grain := parallel.Grain(len(m.kernels.centres.RawMatrix().Data))
	return parallel.With(ctx, n, grain, func() []float64 { return make([]float64, count) }, func(phi []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			m.kernels.row(phi, x.RawRowView(i))
			multiply(dst.RawRowView(i), phi, m.w)
		}
	})
}
