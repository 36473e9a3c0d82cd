package stochastic

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	own "unfold/engine/blas"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/internal/simd"
	"unfold/engine/neighbour"
	"unfold/engine/remedy"
)

// spread returns count rows of x, in order, that lie as all of them do: rows are cut
// into cells of one size, first along their first principal component and then along
// the second, and one of each cell is drawn.
func spread(ctx context.Context, x *mat.Dense, count, seed int) ([]int, error) {
	n, _ := x.Dims()
	placed, _, err := principalAxes(ctx, x, 2)
	if err != nil {
		return nil, err
	}
	rows, stream := make([]int, n), random.New(seed, "landmarks")
	for i := range rows {
		rows[i] = i
	}
	along := func(c int) func(a, b int) int {
		return func(a, b int) int {
			if v, w := placed.At(a, c), placed.At(b, c); v != w {
				return map[bool]int{true: -1, false: 1}[v < w]
			}
			return a - b
		}
	}
	slices.SortFunc(rows, along(0))
	strips, drawn := int(math.Ceil(math.Sqrt(float64(count)))), make([]int, 0, count)
	for s := range strips {
		lo, hi := s*count/strips, (s+1)*count/strips // the cells of the strip
		strip := rows[lo*n/count : hi*n/count]
		slices.SortFunc(strip, along(1))
		for cell := lo; cell < hi; cell++ {
			from, to := cell*n/count-lo*n/count, (cell+1)*n/count-lo*n/count
			drawn = append(drawn, strip[from+stream.Below(to-from)])
		}
	}
	slices.Sort(drawn)
	return drawn, nil
}

// among places each row of x among the landmarks near it, that are at y:
//
//	z = Σ_j w_j y_j / Σ_j w_j,  w_j = (1/d_j − 1/R)²
//
// over the landmarks closer than the farthest of 16, at R. A landmark is where it was
// laid out; as a row moves, so does its image, without a leap (Shepard 1968,
// doi:10.1145/800186.810616; local as in Franke, Nielson 1980,
// doi:10.1002/nme.1620151110). A row's place depends on it alone. Time O(n landmarks d),
// memory O(landmarks).
func among(ctx context.Context, x, landmarks, y *mat.Dense) (*mat.Dense, error) {
	n, d := x.Dims()
	count, _ := landmarks.Dims()
	_, dim := y.Dims()
	centred := mat.DenseCopyOf(landmarks)
	middle := moments.Centre(centred) // far from the origin products would tell little
	placed, halves := mat.NewDense(n, dim, nil), make([]float64, count)
	for j := range halves {
		l := centred.RawRowView(j)
		halves[j] = simd.Dot(l, l) / 2
	}
	if err := memory.Claim(ctx, 8*atOnce*uint64(count+d), fmt.Sprintf("products of %d rows and %d landmarks", atOnce, count), remedy.Reduce("landmarks")); err != nil {
		return nil, err
	}
	products, done := make([]float64, atOnce*count), parallel.Count(ctx, "rows among landmarks", n)
	block, to := mat.NewDense(atOnce, d, nil), centred.RawMatrix()
	for lo := 0; lo < n; lo += atOnce {
		rows := min(atOnce, n-lo)
		for i := range rows {
			for c, v := range x.RawRowView(lo + i) {
				block.Set(i, c, v-middle[c])
			}
		}
		from := block.RawMatrix()
		if err := own.Gemm(ctx, blas.NoTrans, blas.Trans, rows, count, d, 1, from.Data, from.Stride, to.Data, to.Stride, 0, products, count); err != nil {
			return nil, err
		}
		err := parallel.With(ctx, rows, 8, func() *nearest { return new(nearest) }, func(w *nearest, a, b int) {
			for i := a; i < b; i++ {
				w.sum(products[i*count:][:count], halves)
				w.measure(x.RawRowView(lo+i), landmarks)
				mean(placed.RawRowView(lo+i), w.near, y)
			}
		})
		if err != nil {
			return nil, err
		}
		done.Add(rows)
	}
	return placed, nil
}

const (
	nearLandmarks = 16  // that draw a row, the last of which has no weight
	looked        = 24  // that are measured: what products say of the last may be wrong in the last digits
	atOnce        = 512 // rows
)

// nearest are the landmarks near a row, the nearest first.
type nearest struct {
	far  []float64 // of those that are looked at, rising
	at   []int
	near []neighbour.Candidate
}

// sum looks for landmarks by ‖x − l‖²/2 = ‖x‖²/2 + ‖l‖²/2 − xᵀl; the first part is that
// of all.
func (w *nearest) sum(products, halves []float64) {
	w.far, w.at = w.far[:0], w.at[:0]
	farthest := math.Inf(1)
	for j, v := range products {
		v = halves[j] - v
		if !(v < farthest) {
			continue
		}
		if len(w.far) == looked {
			w.far, w.at = w.far[:looked-1], w.at[:looked-1]
		}
		to, _ := slices.BinarySearchFunc(w.far, v, func(a, b float64) int { // behind those that are equal
			if a <= b {
				return -1
			}
			return 1
		})
		w.far, w.at = slices.Insert(w.far, to, v), slices.Insert(w.at, to, j)
		if len(w.far) == looked {
			farthest = w.far[looked-1]
		}
	}
}

// measure keeps the nearest of those that were looked at.
func (w *nearest) measure(x []float64, landmarks *mat.Dense) {
	w.near = w.near[:0]
	for _, at := range w.at {
		sum := 0.0
		for k, v := range landmarks.RawRowView(at) {
			sum += float64((x[k] - v) * (x[k] - v))
		}
		length := math.Sqrt(sum)
		w.near = append(w.near, neighbour.Candidate{Key: length, Index: int32(at), Length: length})
	}
	slices.SortFunc(w.near, neighbour.Candidate.Compare)
	w.near = w.near[:min(nearLandmarks, len(w.near))]
}

// mean fills z with the weighted mean of the places of landmarks, the nearest first.
func mean(z []float64, near []neighbour.Candidate, y *mat.Dense) {
	nearest, farthest := near[0].Length, near[len(near)-1].Length
	if nearest == 0 || nearest == farthest {
		copy(z, y.RawRowView(int(near[0].Index)))
		return
	}
	var sum float64
	for _, c := range near {
		w := nearest/c.Length - nearest/farthest
		w = float64(w * w)
		sum += w
		for k, v := range y.RawRowView(int(c.Index)) {
			z[k] += float64(w * v)
		}
	}
	for k := range z {
		z[k] /= sum
	}
}
