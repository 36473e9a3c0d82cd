package neighbour

import "unfold/engine/export"

// ExportWeights says what Weights finds for a row, given what nearby rows differ from it
// by: C = LLᵀ, entry by entry, and the solution of LLᵀ w = 1, divided by its sum.
func ExportWeights(off []export.Value, reg float64) []export.Value {
	k := len(off)
	l, trace := make([][]export.Value, k), off[0].Mul(off[0]).Sum()
	for i := range l {
		l[i] = make([]export.Value, i+1)
		for j := range l[i] {
			l[i][j] = off[i].Mul(off[j]).Sum()
		}
		if i > 0 {
			trace = trace.Add(l[i][i])
		}
	}
	ridge := trace.AtMost(trace.Number(0)).Where(trace.Number(reg), trace.Mul(trace.Number(reg)))
	for i := range l {
		l[i][i] = l[i][i].Add(ridge)
	}
	exportCholesky(l)
	w := make([]export.Value, k)
	for i := range w { // L v = 1
		w[i] = trace.Number(1)
		for j := range i {
			w[i] = w[i].Sub(l[i][j].Mul(w[j]))
		}
		w[i] = w[i].Div(l[i][i])
	}
	for i := k - 1; i >= 0; i-- { // Lᵀ w = v
		for j := i + 1; j < k; j++ {
			w[i] = w[i].Sub(l[j][i].Mul(w[j]))
		}
		w[i] = w[i].Div(l[i][i])
	}
	total := w[0]
	for _, v := range w[1:] {
		total = total.Add(v)
	}
	for i := range w {
		w[i] = w[i].Div(total)
	}
	return w
}

// exportCholesky has the lower triangle of L take the place of that of LLᵀ.
func exportCholesky(l [][]export.Value) {
	for j := range l {
		for i := j; i < len(l); i++ {
			for c := range j {
				l[i][j] = l[i][j].Sub(l[i][c].Mul(l[j][c]))
			}
			if i == j {
				l[j][j] = l[j][j].Sqrt()
			} else {
				l[i][j] = l[i][j].Div(l[j][j])
			}
		}
	}
}
