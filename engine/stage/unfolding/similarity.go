package unfolding

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/codec"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/copies"
	"unfold/engine/internal/decomposition"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/memory"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/ridge"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

// precomputed is the word for a kernel that the table itself holds.
const precomputed = "precomputed"

// fullRank is which share of K's largest eigenvalue counts as none.
const fullRank = 1e-10

// A similarity is the kernel of a map, with what it makes of the distinct rows.
type similarity struct {
	rows   copies.Distinct
	kernel gram.Kernel // nil for a given matrix
	x      *mat.Dense  // the distinct rows
	scale  float64     // the mean of K's diagonal

	// What is known of K where it is decomposed: its eigenvalues above nothing, and
	// their vectors, which span all that the map can reach.
	values  []float64
	vectors *mat.Dense
	basis   *mat.Dense // vectors, or nil where they are all
}

// similarity returns the kernel for the distinct rows of s. Whether a Gaussian has
// lost its rank is told; others are held to the range of K.
func (m *EAT) similarity(ctx context.Context, s engine.Sample, rows copies.Distinct) (*similarity, error) {
	k := &similarity{rows: rows, x: rows.Take(s.X)}
	var err error
	if m.Kernel == precomputed {
		return k, k.take(ctx, s.X)
	}
	if k.kernel, err = m.kernel(ctx, k.x); err != nil {
		return nil, err
	}
	values, err := gram.Matrix(ctx, k.kernel, k.x)
	if err != nil {
		return nil, err
	}
	if err := check.Similarities(values); err != nil {
		return nil, err
	}
	if gaussian, is := k.kernel.(gram.RBF); is {
		k.scale = 1
		return k, remarkRank(ctx, values, gaussian.Sigma)
	}
	return k, k.decompose(ctx, values)
}

// kernel returns the kernel by its word.
func (m *EAT) kernel(ctx context.Context, x *mat.Dense) (gram.Kernel, error) {
	_, d := x.Dims()
	sigma := m.Sigma
	if sigma == engine.Auto {
		sigma = math.Sqrt(float64(d))
	}
	switch m.Kernel {
	case "linear":
		return gram.Linear{}, nil
	case "poly":
		return gram.Polynomial{Sigma: sigma, Offset: m.Offset, Degree: m.Degree}, nil
	case "sigmoid":
		return gram.Sigmoid{Sigma: sigma, Offset: m.Offset}, nil
	}
	return m.gaussian(ctx, x)
}

// gaussian returns the rbf kernel, and remarks on a bandwidth that does not reach from
// row to row: rows are to be like their nearest ones by a half at least.
func (m *EAT) gaussian(ctx context.Context, x *mat.Dense) (gram.Kernel, error) {
	const wide, least = 3, 0.5
	nearest, err := neighbour.Nearest(ctx, engine.Euclidean(x), 1)
	if err != nil {
		return nil, err
	}
	typical := slices.Sorted(slices.Values(nearest.Length))[len(nearest.Length)/2]
	sigma := m.Sigma
	if sigma == engine.Auto {
		sigma = wide * typical
	}
	if sigma*sigma == 0 {
		return nil, &engine.Error{Param: "sigma", Cause: "sigma is too small to be squared", Remedy: remedy.Raise("sigma").Or(remedy.Put("scale"))}
	}
	if alike := elementary.Exp(-typical / sigma * typical / sigma / 2); alike < least {
		engine.Remark(ctx, "sigma = %.3g is too small for the map: rows are like their nearest ones by %.2g only, on the median, and new rows between them go to the middle; %.3g would be usual", sigma, alike, wide*typical)
	}
	return gram.RBF{Sigma: sigma}, nil
}

// remarkRank tells of a Gaussian so wide that K, which it overwrites, has lost its
// rank: the map then comes near places only.
func remarkRank(ctx context.Context, k *mat.Dense, sigma float64) error {
	const share = 0.9
	n, _ := k.Dims()
	raw := k.RawMatrix()
	values, err := decomposition.SymmetricValues(ctx, blas.Upper, n, raw.Data, raw.Stride)
	if err != nil {
		return err
	}
	rank := 0
	for _, v := range values {
		if v > fullRank*values[n-1] {
			rank++
		}
	}
	if float64(rank) < share*float64(n) {
		engine.Remark(ctx, "at sigma = %.3g the kernel tells %d of %d rows apart, so the map comes near their places only: a smaller sigma reaches them", sigma, rank, n)
	}
	return nil
}

// take takes the table for K.
func (k *similarity) take(ctx context.Context, table *mat.Dense) error {
	n, d := table.Dims()
	if n != d {
		return &engine.Error{Param: "kernel", Cause: fmt.Sprintf("%d rows have %d columns of similarities: they must be as many", n, d), Remedy: remedy.Set("kernel", "rbf").If("the table holds columns, not a kernel")}
	}
	if err := memory.Claim(ctx, memory.Square(3, n), fmt.Sprintf("similarities of %d rows", n), remedy.FewerRows()); err != nil {
		return err
	}
	own, largest := mat.NewDense(len(k.rows.Rows), len(k.rows.Rows), nil), mat.Max(table)
	for a, i := range k.rows.Rows {
		for b, j := range k.rows.Rows {
			v, w := table.At(i, j), table.At(j, i)
			if math.Abs(v-w) > 1e-8*largest {
				return &engine.Error{Param: "kernel", Cause: fmt.Sprintf("the table is no kernel: the similarity of rows %d and %d is %g one way and %g the other", i, j, v, w), Remedy: remedy.Say("give the matrix as it was computed, with no stage before it that changes cells")}
			}
			own.Set(a, b, (v+w)/2)
		}
	}
	return k.decompose(ctx, own)
}

// decompose finds the range of K, and refuses one with negative eigenvalues.
func (k *similarity) decompose(ctx context.Context, values *mat.Dense) error {
	const rounding = 1e-9
	n, _ := values.Dims()
	k.scale = mat.Trace(values) / float64(n)
	pairs, err := spectral.Top(ctx, values, n)
	if err != nil {
		return err
	}
	largest, least := pairs.Values[0], pairs.Values[n-1]
	if least < -rounding*math.Abs(largest) || largest <= 0 {
		return &engine.Error{Param: "kernel", Cause: fmt.Sprintf("the kernel is not positive semidefinite: it has the eigenvalue %.3g beside %.3g", least, largest), Remedy: remedy.Set("kernel", "rbf")}
	}
	rank := 0
	for rank < n && pairs.Values[rank] > fullRank*largest {
		rank++
	}
	k.values, k.vectors = pairs.Values[:rank], firstColumns(pairs.Vectors, rank)
	if rank < n {
		k.basis = k.vectors
		engine.Remark(ctx, "the kernel has rank %d of %d rows: they are placed where its map can take them", rank, n)
	}
	return nil
}

// fit returns the map with coefficients (K + λI)⁻¹ z.
func (k *similarity) fit(ctx context.Context, z *mat.Dense, lambda float64) (engine.Map, error) {
	const usual, within = 1e-3, 1e-8
	switch {
	case lambda != engine.Auto:
	case k.basis != nil:
		lambda = within * k.scale
	default:
		lambda = usual * k.scale
	}
	if k.vectors != nil {
		coefficients, shift := k.coefficients(z, lambda)
		return k.mapBy(coefficients, shift), nil
	}
	entries := gram.NewEntries(k.kernel, k.x)
	solver, err := ridge.NewSolver(ctx, entries, lambda)
	if err != nil {
		return nil, err
	}
	solved, err := solver.Solve(ctx, entries, z)
	if err != nil {
		return nil, err
	}
	if solved.Lambda > lambda {
		engine.Remark(ctx, "the kernel is singular at lambda = %g: raised to %.3g", lambda, solved.Lambda)
	}
	_, dim := z.Dims()
	return k.mapBy(solved.W, make([]float64, dim)), check.Matrix(solved.W)
}

// coefficients are U (Λ + λI)⁻¹ Uᵀ y and the mean of y, for the y = z + 1 meanᵀ that
// lies in the range of K: z is centred, which the range need not be.
func (k *similarity) coefficients(z *mat.Dense, lambda float64) (*mat.Dense, []float64) {
	n, dim := z.Dims()
	along, mean := mat.NewDense(len(k.values), dim, nil), make([]float64, dim)
	along.Mul(k.vectors.T(), z)
	ones := make([]float64, len(k.values)) // Uᵀ 1
	outside := float64(n)                  // ‖1 − U Uᵀ 1‖²
	for a := range ones {
		for i := range n {
			ones[a] += k.vectors.At(i, a)
		}
		outside -= float64(ones[a] * ones[a])
	}
	if outside > 1e-9*float64(n) {
		for c := range mean {
			for a, one := range ones {
				mean[c] += float64(one * along.At(a, c))
			}
			mean[c] /= outside // of z alone: 1ᵀ (I − U Uᵀ) z = −1ᵀ U Uᵀ z
		}
	}
	along.Apply(func(a, c int, v float64) float64 {
		return (v + float64(ones[a]*mean[c])) / (k.values[a] + lambda)
	}, along)
	w := mat.NewDense(n, dim, nil)
	w.Mul(k.vectors, along)
	return w, mean
}

// mapBy returns the map with these coefficients of the distinct rows.
func (k *similarity) mapBy(w *mat.Dense, shift []float64) engine.Map {
	_, dim := w.Dims()
	if k.kernel != nil {
		e := gram.NewExpansion(k.kernel, k.x, w)
		e.Shift = shift
		return e
	}
	m := givenKernel{shift: shift}
	for p := range dim {
		column := make([]float64, len(k.rows.Of))
		for at, i := range k.rows.Rows {
			column[i] = w.At(at, p)
		}
		m.columns = append(m.columns, column)
	}
	return m
}

// givenKernel is the map of rows that are their similarities to the training rows.
type givenKernel struct {
	columns [][]float64
	shift   []float64
}

func init() { codec.Register[givenKernel]("similarities", 1) }

// Fields tells the coefficients.
func (m *givenKernel) Fields(f *codec.Fields) {
	f.Floats("shift", &m.shift)
	codec.List(f, "columns", &m.columns, func(f *codec.Fields, c *[]float64) {
		f.Floats("column", c)
		f.Check(len(*c) == f.Columns(), "%d coefficients of %d columns", len(*c), f.Columns())
	})
	f.Check(len(m.columns) > 0 && len(m.columns) == len(m.shift), "%d columns and %d shifts", len(m.columns), len(m.shift))
}

// Dim returns the number of columns of an image.
func (m givenKernel) Dim() int { return len(m.columns) }

// Apply fills dst with the images of the rows of x.
func (m givenKernel) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	for i := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		for p, w := range m.columns {
			dst.Set(i, p, gram.Dot(x.RawRowView(i), w)-m.shift[p])
		}
	}
	return nil
}

// featureDistances are those of rows in the feature space of a given kernel,
// √(K_ii + K_jj − 2 K_ij).
type featureDistances struct{ k *mat.Dense }

// Len returns n.
func (d featureDistances) Len() int { n, _ := d.k.Dims(); return n }

// Row fills dst with the distances of row i.
func (d featureDistances) Row(dst []float64, i int) {
	for j := range dst {
		dst[j] = math.Sqrt(max(0, d.k.At(i, i)+d.k.At(j, j)-d.k.At(i, j)-d.k.At(j, i)))
	}
}
