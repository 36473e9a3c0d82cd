package simd

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A tiledCost is a cost over all pairs: a weight, and how coefficients come of
// the weights of a row, their sum and what is wanted.
type tiledCost struct {
	weigh func(tile, sums []float64)
	// coefficients replaces the weights of row i against the columns from lo.
	coefficients func(weights []float64, i, lo int, totals []float64, total float64)
	// cost is Σ p ln(p/q) by the same.
	share func(weight float64, i int, totals []float64, total float64) float64
	scale float64 // of the gradient
}

const (
	costPoints = 45
	costDim    = 2
	tileRows   = 8
	tileWidth  = 20
)

// wantedShares are p_ij over all pairs: of sum 1 in each row, or symmetric and
// of sum 1 in all.
func wantedShares(symmetric bool) []float64 {
	r := rand.New(rand.NewPCG(7, 0))
	p := make([]float64, costPoints*costPoints)
	var all float64
	for i := range costPoints {
		var row float64
		for j := range costPoints {
			if j != i {
				p[i*costPoints+j] = r.Float64()
				row += p[i*costPoints+j]
			}
		}
		for j := range costPoints {
			p[i*costPoints+j] /= row
		}
	}
	if !symmetric {
		return p
	}
	both := make([]float64, len(p))
	for i := range costPoints {
		for j := range costPoints {
			both[i*costPoints+j] = p[i*costPoints+j] + p[j*costPoints+i]
			all += both[i*costPoints+j]
		}
	}
	for at := range both {
		both[at] /= all
	}
	return both
}

// tiles walks all pairs: for each tile its first row, its first column, its
// weights and its width.
func tiles(y []float64, weigh func(tile, sums []float64), visit func(i0, rows, j0, width int, weights, points, columns []float64)) {
	columns := make([]float64, costDim*costPoints)
	for i := range costPoints {
		for c := range costDim {
			columns[c*costPoints+i] = y[i*costDim+c]
		}
	}
	for i0 := 0; i0 < costPoints; i0 += tileRows {
		rows := min(tileRows, costPoints-i0)
		for j0 := 0; j0 < costPoints; j0 += tileWidth {
			width := min(tileWidth, costPoints-j0)
			weights := make([]float64, rows*width)
			points := y[i0*costDim:]
			PairSquares(weights, width, columns[j0:], costPoints, points, costDim)
			for row := range rows {
				sums := make([]float64, PairLanes[float64]())
				weigh(weights[row*width:(row+1)*width], sums)
				if j := i0 + row - j0; 0 <= j && j < width {
					weights[row*width+j] = 0 // no pair with itself
				}
			}
			visit(i0, rows, j0, width, weights, points, columns[j0:])
		}
	}
}

// evaluate returns the cost and its gradient.
func (c tiledCost) evaluate(y, p []float64) (cost float64, gradient []float64) {
	totals := make([]float64, costPoints)
	tiles(y, c.weigh, func(i0, rows, _, width int, weights, _, _ []float64) {
		for row := range rows {
			for _, w := range weights[row*width:][:width] {
				totals[i0+row] += w
			}
		}
	})
	var total float64
	for _, t := range totals {
		total += t
	}
	lanes := PairLanes[float64]()
	pull, back := make([]float64, costPoints*costDim*lanes), make([]float64, costDim*costPoints)
	tiles(y, c.weigh, func(i0, rows, j0, width int, weights, points, columns []float64) {
		for row := range rows {
			own := weights[row*width:][:width]
			for j, w := range own {
				if wanted := p[(i0+row)*costPoints+j0+j]; wanted > 0 {
					cost += wanted * math.Log(wanted/c.share(w, i0+row, totals, total))
				}
			}
			c.coefficients(own, i0+row, j0, totals, total)
		}
		PairPull(pull[i0*costDim*lanes:], back[j0:], weights, width, columns, costPoints, points, costDim)
	})
	gradient = make([]float64, costPoints*costDim)
	for i := range costPoints {
		for d := range costDim {
			at := i*costDim + d
			gradient[at] = c.scale * (PairSum(pull[at*lanes:][:lanes]) + back[d*costPoints+i])
		}
	}
	return cost, gradient
}

// TestGradientsFromTiles proves the use of tiles: the gradients of SNE (Hinton,
// Roweis 2002) and t-SNE (van der Maaten, Hinton 2008), put together from
// their weights and coefficients, against differences of their costs.
func TestGradientsFromTiles(t *testing.T) {
	directed, symmetric := wantedShares(false), wantedShares(true)
	costs := map[string]struct {
		tiledCost
		wanted []float64
	}{
		// q_j|i = w_ij / Σ_l w_il; ∂C/∂y_i = 2 Σ_j (c_ij + c_ji)(y_i − y_j), c = p − q.
		"sne": {tiledCost{
			weigh: PairGauss[float64],
			coefficients: func(weights []float64, i, lo int, totals []float64, _ float64) {
				PairContrast(weights, directed[i*costPoints+lo:], weights, 1/totals[i])
			},
			share: func(w float64, i int, totals []float64, _ float64) float64 { return w / totals[i] },
			scale: 2,
		}, directed},
		// q_ij = w_ij / Σ w; ∂C/∂y_i = 4 Σ_j (p_ij − q_ij) w_ij (y_i − y_j), of
		// which each side of a pair has half.
		"t-sne": {tiledCost{
			weigh: PairStudent[float64],
			coefficients: func(weights []float64, i, lo int, _ []float64, total float64) {
				factors := append([]float64(nil), weights...)
				PairContrast(weights, symmetric[i*costPoints+lo:], weights, 1/total)
				PairTimes(weights, factors)
			},
			share: func(w float64, _ int, _ []float64, total float64) float64 { return w / total },
			scale: 2,
		}, symmetric},
	}
	r := rand.New(rand.NewPCG(8, 0))
	y := make([]float64, costPoints*costDim)
	for i := range y {
		y[i] = 0.7 * r.NormFloat64()
	}
	for name, c := range costs {
		t.Run(name, func(t *testing.T) {
			eachLevel(t, func(t *testing.T) {
				_, gradient := c.evaluate(y, c.wanted)
				var largest float64
				for _, g := range gradient {
					largest = max(largest, math.Abs(g))
				}
				const step = 1e-5
				for at := 0; at < len(y); at += 7 {
					before := y[at]
					y[at] = before + step
					high, _ := c.evaluate(y, c.wanted)
					y[at] = before - step
					low, _ := c.evaluate(y, c.wanted)
					y[at] = before
					if want := (high - low) / (2 * step); math.Abs(gradient[at]-want) > 1e-7*largest {
						t.Errorf("gradient %d is %v, differences give %v", at, gradient[at], want)
					}
				}
			})
		})
	}
}
