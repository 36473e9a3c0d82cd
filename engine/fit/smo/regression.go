package smo

import "context"

// Regress finds, for each of some responses of all rows of a kernel, the surface
// that is least rough, with a cost of C for each unit by which a response lies
// farther from it than ε:
//
//	min ½‖f + ρ‖² + C Σ max(0, |y_i − f(x_i)| − ε)
//
// over functions f + ρ of the kernel's space and all ρ. Its dual is
//
//	min ½βᵀKβ − yᵀβ + ε Σ|β_i|,  −C ≤ β_i ≤ C,  Σ β_i = 0,
//
// and β are the weights of the surface (Smola, Schölkopf 2004, Statistics and
// Computing 14, doi:10.1023/B:STCO.0000035301.49549.88). A Problem has no
// absolute values: with β = α − α*, two variables are about each row. It runs
// the responses on all processors and tells its progress to ctx.
func Regress(ctx context.Context, k Kernel, responses [][]float64, epsilon float64, s Settings) ([]Surface, error) {
	surfaces := make([]Surface, len(responses))
	err := s.solveAll(ctx, "responses", k, len(responses), func(at int) Problem {
		p := responseProblem(responses[at], epsilon)
		p.WarmStart = s.WarmStarts.of(oneResponse{at, epsilon})
		return p
	}, func(at int, _ *Problem, s *Solution) { surfaces[at] = s.regressionSurface() })
	return surfaces, err
}

// responseProblem is the problem of a response: the variables α_i, which raise the
// surface at row i and count ε − y_i, then α*_i, which lower it and count
// ε + y_i.
func responseProblem(response []float64, epsilon float64) Problem {
	n := len(response)
	p := Problem{Rows: rangeUpTo(n), Y: make([]float64, 2*n), P: make([]float64, 2*n)}
	for i, y := range response {
		p.Y[i], p.P[i] = 1, epsilon-y
		p.Y[n+i], p.P[n+i] = -1, epsilon+y
	}
	return p
}

// regressionSurface is the surface of a solution about α and α*.
func (s *Solution) regressionSurface() Surface {
	f, n := s.surface(), len(s.Alpha)/2
	for i := range n {
		if weight := s.Alpha[i] - s.Alpha[n+i]; weight != 0 {
			f.Rows = append(f.Rows, i)
			f.Weights = append(f.Weights, weight)
		}
	}
	return f
}
