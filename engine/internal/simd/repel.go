package simd

// Forces between points that push each other away by Student's weights, as in
// t-SNE, are worked out for a block of Lanes points at a time: points lie
// in lanes, and what pushes them comes one after the other. So each point has
// the sum of its own list in the order of that list, nothing is fused, and all
// levels give the same bits.
//
// A block lies by dimension, Lanes numbers each. Sums do too, and have one
// row more, of weights. There are 2 or 3 dimensions.

// repelKernels are the kernels of Repel and of RepelCells, for 2 and 3
// dimensions.
type repelKernels[T Real] struct {
	points, cells [2]func(sums, points, sources *T, count int)
}

var (
	repelSingle [levels]repelKernels[float32]
	repelDouble [levels]repelKernels[float64]
)

// repelOf returns the kernels of the level that is in force.
func repelOf[T Real]() (k repelKernels[T]) {
	switch to := any(&k).(type) {
	case *repelKernels[float32]:
		*to = repelSingle[Current()]
	case *repelKernels[float64]:
		*to = repelDouble[Current()]
	}
	return k
}

// CellSize is how many numbers a cell of RepelCells takes.
func CellSize(dim int) int { return dim + 3 + dim*(dim+1)/2 }

// Repel adds what points at s with mass m push,
//
//	sums_c += m w² (y_c − s_c),  sums_dim += m w,  w = 1/(1 + ‖y − s‖²)
//
// for each source, which is dim numbers and its mass.
func Repel[T Real](sums, points []T, dim int, sources []T) {
	lanes := Lanes[T]()
	sums, points = sums[:(dim+1)*lanes], points[:dim*lanes]
	count := len(sources) / (dim + 1)
	if count == 0 {
		return
	}
	if k := repelOf[T]().points[dim-2]; k != nil {
		k(&sums[0], &points[0], &sources[0], count)
		return
	}
	var diff [3]T
	for ; count > 0; count-- {
		for l := range lanes {
			square := T(0)
			for c, s := range sources[:dim] {
				diff[c] = points[c*lanes+l] - s
				square += T(diff[c] * diff[c])
			}
			w := 1 / (1 + square)
			weight := T(sources[dim] * w)
			sums[dim*lanes+l] += weight
			weight *= w
			for c, v := range diff[:dim] {
				sums[c*lanes+l] += T(weight * v)
			}
		}
		sources = sources[dim+1:]
	}
}

// RepelCells adds what cells of points push, by their mass m, their centre and
// their spread Q = Σ m_j δ_j δ_jᵀ around it,
//
//	Φ = m w − w² tr Q + 4 w³ ΔᵀQΔ,  Δ = y − centre,  w = 1/(1 + ‖Δ‖²)
//	sums_c += −½ ∂Φ/∂y_c,  sums_dim += Φ
//
// which is what their points push but for terms of third order in their
// distances from the centre. A cell is CellSize numbers: its centre, m, tr Q,
// 2 tr Q, and 4 Q row by row from the diagonal on.
func RepelCells[T Real](sums, points []T, dim int, cells []T) {
	lanes, size := Lanes[T](), CellSize(dim)
	sums, points = sums[:(dim+1)*lanes], points[:dim*lanes]
	count := len(cells) / size
	if count == 0 {
		return
	}
	if k := repelOf[T]().cells[dim-2]; k != nil {
		k(&sums[0], &points[0], &cells[0], count)
		return
	}
	var diff, turned [3]T
	for ; count > 0; count-- {
		mass, trace, twice := cells[dim], cells[dim+1], cells[dim+2]
		for l := range lanes {
			square, bent := T(0), T(0)
			for c, s := range cells[:dim] {
				diff[c] = points[c*lanes+l] - s
				square += T(diff[c] * diff[c])
			}
			w := 1 / (1 + square)
			spread := cells[dim+3:]
			clear(turned[:])
			for c := range dim { // 4 Q Δ
				turned[c] += T(spread[0] * diff[c])
				for e := c + 1; e < dim; e++ {
					turned[c] += T(spread[e-c] * diff[e])
					turned[e] += T(spread[e-c] * diff[c])
				}
				spread = spread[dim-c:]
			}
			for c, v := range turned[:dim] {
				bent += T(v * diff[c])
			}
			bent = T(bent * w)
			sums[dim*lanes+l] += T(w * (mass - T(w*(trace-bent))))
			along := mass - T(w*(twice-T(3*bent)))
			second := T(w * w)
			for c, v := range diff[:dim] {
				sums[c*lanes+l] += T(second * (T(along*v) - T(w*turned[c])))
			}
		}
		cells = cells[size:]
	}
}
