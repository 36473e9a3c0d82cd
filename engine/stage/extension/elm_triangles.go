package extension

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/decomposition"
	"unfold/engine/internal/simd"
)

// cutoff is the share of the largest singular value of H below which values count
// as zero.
const cutoff = 1e-12

// Triangles are R of (H Z) = QR, which keeps all digits of HᵀH = RᵀR.
type triangles struct {
	values, size int
	of           []float64 // Rᵀ, size×size: columns of R in its rows; nil of no rows
}

// add takes (R; block) apart.
func (s *triangles) add(ctx context.Context, block []float64, rows int) error {
	above := 0
	if s.of != nil {
		above = s.size
	}
	height := max(above+rows, s.size)
	columns := make([]float64, s.size*height)
	for j := range s.size {
		column := columns[j*height : (j+1)*height]
		if above > 0 {
			copy(column, s.of[j*s.size:(j+1)*s.size])
		}
		for i := range rows {
			column[above+i] = block[i*s.size+j]
		}
	}
	var err error
	s.of, err = decomposition.Triangle(ctx, height, s.size, columns)
	return err
}

func (s *triangles) join(ctx context.Context, other sums) error {
	o := other.(*triangles).of
	if s.of == nil {
		s.of = slices.Clone(o)
		return nil
	}
	block := make([]float64, len(o))
	for i := range s.size {
		for j := range s.size {
			block[i*s.size+j] = o[j*s.size+i]
		}
	}
	return s.add(ctx, block, s.size)
}

// solve takes the first columns of R apart, U Σ Vᵀ, and finds
//
//	B = Σ_i σ_i/(σ_i² + ρ) v_i (u_iᵀ Z′),  Z′ = QᵀZ,
//
// without what is below the cut-off: the pseudo-inverse where ρ = 0.
func (s *triangles) solve(ctx context.Context, columns int, ridge float64) (*mat.Dense, error) {
	found, err := decomposition.NewSingular(ctx, columns, columns, s.of, s.size) // of Rᵀ: U and V are exchanged
	if err != nil {
		return nil, err
	}
	rho := float64(ridge * simd.Dot(found.Values, found.Values) / float64(columns))
	b := mat.NewDense(columns, s.size-s.values, nil)
	for i, value := range found.Values {
		if value <= cutoff*found.Values[0] {
			break
		}
		v, u := found.U[i*columns:(i+1)*columns], found.V[i*columns:(i+1)*columns]
		for k := range s.size - s.values {
			target := s.of[(s.values+k)*s.size:][:columns]
			share := float64(simd.Dot(u, target) * value / (float64(value*value) + rho))
			for j, w := range v {
				b.Set(j, k, b.At(j, k)+float64(w*share))
			}
		}
	}
	return b, nil
}

// misfit is ‖R (B, −1)‖², over all rows of R.
func (s *triangles) misfit(b *mat.Dense) float64 {
	_, dim := b.Dims()
	var sum float64
	for k := range dim {
		rest := slices.Clone(s.of[(s.values+k)*s.size:][:s.size])
		for j := range b.RawMatrix().Rows {
			simd.AddScaled(rest, -b.At(j, k), s.of[j*s.size:(j+1)*s.size])
		}
		sum += simd.Dot(rest, rest)
	}
	return sum
}
