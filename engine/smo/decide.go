package smo

import "context"

// decide computes f of some rows of the kernel.
func (s *Solution) decide(ctx context.Context, p *Problem, rows []int32) ([]float64, error) {
	var support []int32
	var weights []float64
	for t, a := range s.Alpha {
		if a > 0 {
			support, weights = append(support, p.Rows[t]), append(weights, a*p.Y[t])
		}
	}
	columns, row := p.Kernel.Columns(support), make([]float32, len(support))
	decisions := make([]float64, len(rows))
	for t, r := range rows {
		if t%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		columns.Row(row, int(r))
		decisions[t] = weigh(row, weights) - s.Rho
	}
	return decisions, nil
}

// weigh returns the inner product of a row and weights.
func weigh(row []float32, weights []float64) float64 {
	weights = weights[:len(row)]
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(row); i += 4 {
		// The conversions keep products from being fused with sums.
		s0 += float64(weights[i] * float64(row[i]))
		s1 += float64(weights[i+1] * float64(row[i+1]))
		s2 += float64(weights[i+2] * float64(row[i+2]))
		s3 += float64(weights[i+3] * float64(row[i+3]))
	}
	for ; i < len(row); i++ {
		s0 += float64(weights[i] * float64(row[i]))
	}
	return (s0 + s1) + (s2 + s3)
}
