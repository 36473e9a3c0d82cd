package extension

import (
	"context"
	"sync"
	"weak"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/gram"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
)

// A regression is the map x ↦ mean + Σ_i k(x, x_i) W_i.
type regression struct {
	rowwise[[]float64]
	columns *mat.Dense // dim×n: W by columns
	mean    []float64
	own     weak.Pointer[similarities] // of the rows x_i to one another, as long as somebody else has them
}

// newRegression returns the map with the coefficients w for the rows of x.
func newRegression(kernel gram.Kernel, x, w *mat.Dense, mean []float64, own *similarities) *regression {
	n, d := x.Dims()
	profile := gram.NewProfile(x)
	m := &regression{columns: mat.DenseCopyOf(w.T()), mean: mean, own: weak.Make(own)}
	m.rowwise = rowwise[[]float64]{
		dim:   len(mean),
		cost:  n * (d + len(mean) + 8),
		fresh: profile.Workspace,
		row: func(values, image, to []float64) error {
			profile.Values(kernel, values, to)
			m.sum(image, values)
			return nil
		},
	}
	return m
}

// sum sets an image by the values of the kernel.
func (m *regression) sum(image, values []float64) {
	for p := range image {
		image[p] = m.mean[p] + simd.Dot(values, m.columns.RawRowView(p))
	}
}

// Apply fills dst with the images of the rows of x. Where these are the rows
// that the map was learned from, and those of another map of the same kernel
// were mapped before, similarities are there already.
func (m *regression) Apply(ctx context.Context, dst, x *mat.Dense) error {
	own := m.own.Value()
	if own == nil || own.x != x {
		return m.rowwise.Apply(ctx, dst, x)
	}
	values, err := own.values(ctx)
	if err != nil {
		return err
	}
	if values == nil {
		return m.rowwise.Apply(ctx, dst, x)
	}
	n, _ := x.Dims()
	return parallel.For(ctx, n, 16, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			m.sum(dst.RawRowView(i), values[i*n:(i+1)*n])
		}
	})
}

// similarities are the values of a kernel between the rows of x, as maps of
// single rows compute them. They are kept from when they are wanted for the
// second time, up to 5000 rows.
type similarities struct {
	kernel gram.Kernel
	x      *mat.Dense

	mu   sync.Mutex
	uses int
	kept []float64 // n×n, or nil
}

// Bytes returns what similarities may come to take.
func (s *similarities) Bytes() uint64 {
	n, _ := s.x.Dims()
	if n > similarRows {
		return 0
	}
	return memory.Square(1, n)
}

// similarRows is up to how many rows similarities are kept: 200 MB.
const similarRows = 5000

// values returns all similarities, row by row, or nil where they are not kept,
// or are being computed for somebody else.
func (s *similarities) values(ctx context.Context) ([]float64, error) {
	if !s.mu.TryLock() {
		return nil, nil
	}
	defer s.mu.Unlock()
	n, _ := s.x.Dims()
	if s.uses++; s.kept != nil || s.uses == 1 || n > similarRows || memory.Need(memory.Square(1, n), "", "") != nil {
		return s.kept, nil
	}
	profile, kept := gram.NewProfile(s.x), make([]float64, n*n)
	err := parallel.With(ctx, n, 16, profile.Workspace, func(values []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			profile.Values(s.kernel, values, s.x.RawRowView(i))
			copy(kept[i*n:], values)
		}
	})
	if err == nil {
		s.kept = kept
	}
	return s.kept, err
}

// similar returns the similarities that settings share.
func similar(ctx context.Context, s engine.Sample, kernel gram.Kernel) (*similarities, error) {
	return engine.Shared(ctx, s, similarKey{kernel}, func(context.Context) (*similarities, error) {
		return &similarities{kernel: kernel, x: s.X}, nil
	})
}
